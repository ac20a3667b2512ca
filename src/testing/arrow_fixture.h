/* SPDX-License-Identifier: MIT */
/* Arrow structures made by hand for tests, and an order to compare with. */
#ifndef WGS_TESTING_ARROW_FIXTURE_H
#define WGS_TESTING_ARROW_FIXTURE_H

#include "wgsort/arrow.h"

/* A schema with constant contents. */
struct ArrowSchema wgs_fixture_schema(char const* format);

/* A schema of record batches. `pointers` has room for `count` entries, and outlives it. */
struct ArrowSchema
wgs_fixture_record_schema(size_t count, struct ArrowSchema* fields, struct ArrowSchema** pointers);

/* An array that counts its releases. It must not be moved while it is used. */
typedef struct wgs_fixture_array {
    struct ArrowArray array;
    void const* buffers[2];
    unsigned released;
} wgs_fixture_array;

/* Two buffers: validity (nullable) and values. */
void wgs_fixture_column(
    wgs_fixture_array* made,
    int64_t offset,
    int64_t length,
    int64_t null_count,
    void const* validity,
    void const* values);

/* One buffer and children, of which `pointers` outlives it. */
void wgs_fixture_record(
    wgs_fixture_array* made,
    int64_t offset,
    int64_t length,
    void const* validity,
    size_t count,
    struct ArrowArray** pointers);

/* Rows in the stable order of the keys, by comparing one pair after another. */
void wgs_fixture_order(size_t key_count, WGSHostKey const* keys, uint64_t rows, uint32_t* order);

#endif
