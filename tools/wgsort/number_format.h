/* SPDX-License-Identifier: MIT */
/*
 * Numbers as text, the same under every locale: integers in full, floats with the fewest digits
 * that read back as the same bits (a NaN keeps its sign and loses its payload).
 */
#ifndef WGSORT_TOOLS_NUMBER_FORMAT_H
#define WGSORT_TOOLS_NUMBER_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum { WGS_NUMBER_TEXT_SIZE = 40 };

/* Each writes a zero-terminated text of at most WGS_NUMBER_TEXT_SIZE bytes, and returns its length.
 */
size_t wgs_format_int64(int64_t value, char* text);
size_t wgs_format_uint64(uint64_t value, char* text);
size_t wgs_format_float(float value, char* text);
size_t wgs_format_double(double value, char* text);

#endif
