/* SPDX-License-Identifier: MIT */
#include "testing/sort_table.h"

#include <stdlib.h>

static void* allocate(size_t size) {
    void* const memory = malloc(size + 1);
    if (memory == NULL)
        abort();
    return memory;
}

wgs_sort_table wgs_sort_table_make(
    wgs_distribution distribution, WGSFormat format, uint64_t seed, size_t row_count) {
    wgs_sort_table table = {
        .distribution = distribution,
        .format = format,
        .seed = seed,
        .row_count = row_count,
        .keys = allocate(row_count * wgsFormatGetSize(format)),
    };
    wgs_distribution_fill(distribution, format, seed, row_count, table.keys);
    for (size_t i = 0; i < 2; i++) {
        table.values[i] = allocate(4 * row_count);
        wgs_values_fill(WGSFormat_Uint32, seed + 1 + i, row_count, table.values[i]);
    }
    return table;
}

void wgs_sort_table_free(wgs_sort_table* table) {
    free(table->keys);
    free(table->values[0]);
    free(table->values[1]);
    *table = (wgs_sort_table){0};
}

wgs_test_sort wgs_sort_table_case(
    wgs_sort_table const* table,
    wgs_sort_shape const* shape,
    WGSDirection direction,
    WGSAlgorithm algorithm) {
    wgs_test_sort sort = {
        .note = wgs_distribution_name(table->distribution),
        .seed = table->seed,
        .algorithm = algorithm,
        .row_count = table->row_count,
        .key_count = 1,
        .keys = {{.format = table->format, .direction = direction, .data = table->keys}},
        .omit_keys = !shape->keys,
        .value_count = shape->value_count,
        .row_numbers = shape->row_numbers,
        .first_place = (uint32_t)table->seed,
    };
    for (size_t i = 0; i < shape->value_count; i++)
        sort.values[i] = (wgs_test_value){WGSFormat_Uint32, table->values[i]};
    return sort;
}
