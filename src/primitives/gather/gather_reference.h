/* SPDX-License-Identifier: MIT */
#ifndef WGS_PRIMITIVES_GATHER_REFERENCE_H
#define WGS_PRIMITIVES_GATHER_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* out[i] = in[rows[i]], elements of `element_size` bytes; a row past the last reads the last. */
void wgs_gather_reference(
    uint32_t const* rows,
    size_t count,
    void const* in,
    size_t in_length,
    size_t element_size,
    void* out);

#endif
