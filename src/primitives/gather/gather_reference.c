/* SPDX-License-Identifier: MIT */
#include "primitives/gather/gather_reference.h"

#include <string.h>

void wgs_gather_reference(
    uint32_t const* rows,
    size_t count,
    void const* in,
    size_t in_length,
    size_t element_size,
    void* out) {
    for (size_t i = 0; i < count; i++) {
        size_t const row = rows[i] < in_length ? rows[i] : in_length - 1;
        memcpy(
            (unsigned char*)out + i * element_size,
            (unsigned char const*)in + row * element_size,
            element_size);
    }
}
