/* SPDX-License-Identifier: MIT */
/* Row keys as the library takes them: a column with nulls is a key of one bit, null or not, in
 * front of its values. */
#ifndef WGSORT_TOOLS_HOST_KEYS_H
#define WGSORT_TOOLS_HOST_KEYS_H

#include "key_compare.h"

#include <wgsort/host.h>

typedef struct wgs_host_keys {
    size_t count;
    WGSHostKey keys[WGS_MAX_SORT_KEYS];
    uint32_t* flags[WGS_MAX_SORT_KEYS]; /* what has to be freed: the null bits */
} wgs_host_keys;

WGSFormat wgs_key_format(wgs_key_type type);

/* Makes the library's keys for all rows of the columns. */
bool wgs_host_keys_make(
    wgs_host_keys* host,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t rows,
    wgs_failure* failure);
void wgs_host_keys_free(wgs_host_keys* host);

#endif
