/* SPDX-License-Identifier: MIT */
/* The field types of raw files: fixed-width little-endian numbers without padding between. */
#ifndef WGSORT_TOOLS_RAW_TYPES_H
#define WGSORT_TOOLS_RAW_TYPES_H

#include "table.h"

typedef struct wgs_raw_type {
    char const* name;
    uint8_t size;          /* bytes in the file */
    wgs_key_type key_type; /* what it is sorted as */
} wgs_raw_type;

/* The type called name[0, size), or NULL. */
wgs_raw_type const* wgs_raw_type_find(char const* name, size_t size);

/* "u8, u16, ..." for messages. */
char const* wgs_raw_type_names(void);

/* Reads one field as the bits of its key type, widened (32 bits in the low half). */
uint64_t wgs_raw_type_read(wgs_raw_type const* type, unsigned char const* field);

/* Writes one field as text of at most WGS_NUMBER_TEXT_SIZE bytes; returns its length. */
size_t wgs_raw_type_format(wgs_raw_type const* type, unsigned char const* field, char* text);

#endif
