/* SPDX-License-Identifier: MIT */
/* What the schema of a key says about its values. */
#ifndef WGS_ARROW_TYPE_H
#define WGS_ARROW_TYPE_H

#include <stdbool.h>

#include "arrow/arrow_support.h"

typedef struct wgs_arrow_type {
    bool in_record;       /* arrays are record batches */
    int64_t field_count;  /* of a record batch */
    size_t field;         /* the key among them */
    WGSFormat format;     /* of the words that are sorted */
    uint32_t size;        /* bytes of a value; 0: a bit */
    uint32_t narrow_bits; /* 1, 8 or 16: the words are 32-bit codes of the values; else 0 */
    bool is_signed;       /* of narrow values */
} wgs_arrow_type;

/* Errors: NullArgument, ArrowSchema. */
WGS_NODISCARD WGSStatus wgs_arrow_type_read(
    struct ArrowSchema const* schema,
    size_t field,
    wgs_arrow_place place,
    wgs_arrow_type* type,
    WGSError* error);

#endif
