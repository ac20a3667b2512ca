/* SPDX-License-Identifier: MIT */
#include "primitives/segmented_sort/segmented_reference.h"

#include <stdlib.h>

#include "primitives/sort/sort_reference.h"

static bool sort_segment(wgs_segmented_table const* table, WGSSegment const* segment) {
    uint32_t const* const keys = table->keys_in + segment->keysIn;
    wgs_reference_key const key = {
        .format = table->format, .direction = table->direction, .data = keys};
    uint32_t* const order = malloc(sizeof *order * segment->length);
    if (order == NULL || !wgs_sort_reference(&key, 1, segment->length, order)) {
        free(order);
        return false;
    }
    for (size_t i = 0; i < segment->length; i++) {
        uint32_t const row = order[i];
        table->keys_out[segment->keysOut + i] = keys[row];
        if (table->values_out != NULL)
            table->values_out[segment->valuesOut + i] =
                table->values_in == NULL ? row : table->values_in[segment->valuesIn + row];
    }
    free(order);
    return true;
}

bool wgs_segmented_sort_reference(
    wgs_segmented_table const* table, WGSSegment const* segments, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (segments[i].length > 0 && !sort_segment(table, &segments[i]))
            return false;
    return true;
}
