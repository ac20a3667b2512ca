/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

static bool keep_value(wgs_run_value* last, void const* bytes, size_t size, wgs_failure* failure) {
    if (size > last->capacity) {
        unsigned char* grown = realloc(last->bytes, size);
        if (!grown)
            return wgs_fail(failure, WGS_EXIT_DATA, "out of memory for a value of %zu bytes", size);
        last->bytes = grown;
        last->capacity = size;
    }
    if (bytes && size > 0)
        memcpy(last->bytes, bytes, size);
    last->size = size;
    last->is_null = bytes == NULL;
    last->known = true;
    return true;
}

/* Within a run all values are the one that began it, so that only beginnings are copied. */
bool wgs_run_value_take(
    wgs_run_value* last, void const* bytes, size_t size, uint8_t* start, wgs_failure* failure) {
    bool const equal = last->known && last->is_null == (bytes == NULL) && last->size == size &&
                       (!bytes || size == 0 || memcmp(last->bytes, bytes, size) == 0);
    if (equal)
        return true;
    *start = 1;
    return keep_value(last, bytes, size, failure);
}

void wgs_run_value_free(wgs_run_value* last) {
    free(last->bytes);
    *last = (wgs_run_value){0};
}
