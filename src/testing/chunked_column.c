/* SPDX-License-Identifier: MIT */
#include "testing/chunked_column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The elements of one chunk with what lies between its rows. */
static uint32_t*
spread(unsigned char const* rows, size_t count, uint32_t stride, size_t element_count) {
    uint32_t* const elements = malloc(4 * element_count + 4);
    if (elements == NULL)
        abort();
    for (size_t i = 0; i < element_count; i++)
        elements[i] = WGS_GUARD_WORD;
    for (size_t i = 0; i < count; i++)
        memcpy(&elements[i * stride], rows + 4 * i, 4);
    return elements;
}

wgs_chunked_column wgs_chunked_column_create(
    void const* rows, size_t chunk_count, size_t const* lengths, uint32_t stride, uint32_t place) {
    wgs_chunked_column column = {.chunk_count = chunk_count};
    unsigned char const* next = rows;
    for (size_t i = 0; i < chunk_count; i++) {
        size_t const gap = i % 2 == 1 ? stride - 1 : 0;
        size_t const elements = lengths[i] > 0 ? lengths[i] * stride - gap : 0;
        column.contents[i] = spread(next, lengths[i], stride, elements);
        column.places[i] =
            wgs_guarded_buffer_create(place + 7 * (uint32_t)i, 4 * elements, column.contents[i]);
        next += 4 * lengths[i];
    }
    return column;
}

void wgs_chunked_column_free(wgs_chunked_column* column) {
    for (size_t i = 0; i < column->chunk_count; i++) {
        wgs_guarded_buffer_free(&column->places[i]);
        free(column->contents[i]);
    }
    column->chunk_count = 0;
}

WGSStatus wgs_chunked_column_import(
    wgs_chunked_column* column,
    WGSGraph graph,
    WGSFormat format,
    WGSVector* vector,
    WGSError* error) {
    for (size_t i = 0; i < column->chunk_count; i++)
        WGS_TRY(
            wgs_guarded_buffer_import(&column->places[i], graph, format, &column->views[i], error));
    *vector = (WGSVector){column->chunk_count, column->views};
    return WGSStatus_Success;
}

bool wgs_chunked_column_unchanged(wgs_chunked_column const* column, char const* name) {
    bool good = true;
    for (size_t i = 0; i < column->chunk_count; i++) {
        size_t const size = (size_t)column->places[i].size;
        uint32_t* const got = malloc(size + 4);
        if (got == NULL)
            abort();
        bool same = wgs_guarded_buffer_read(&column->places[i], name, got);
        if (same && size > 0 && memcmp(got, column->contents[i], size) != 0) {
            (void)fprintf(stderr, "%s: chunk %zu of an input was changed\n", name, i);
            same = false;
        }
        good = good && same;
        free(got);
    }
    return good;
}
