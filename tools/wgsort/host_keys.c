/* SPDX-License-Identifier: MIT */
#include "host_keys.h"

#include "exit_status.h"

#include <stdlib.h>

WGSFormat wgs_key_format(wgs_key_type type) {
    switch (type) {
    case WGS_KEY_U32:
        return WGSFormat_Uint32;
    case WGS_KEY_I32:
        return WGSFormat_Sint32;
    case WGS_KEY_F32:
        return WGSFormat_Float32;
    case WGS_KEY_U64:
        return WGSFormat_Uint64;
    case WGS_KEY_I64:
        return WGSFormat_Sint64;
    case WGS_KEY_F64:
        break;
    }
    return WGSFormat_Float64;
}

static bool
add_null_key(wgs_host_keys* host, wgs_row_key const* key, uint64_t rows, wgs_failure* failure) {
    uint32_t* flags = malloc(rows * sizeof *flags);
    if (!flags)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "out of memory for the nulls of %llu rows",
            (unsigned long long)rows);
    uint8_t const flip = key->nulls_first ? 1 : 0;
    for (uint64_t row = 0; row < rows; row++)
        flags[row] = key->column.nulls[row] ^ flip;
    host->flags[host->count] = flags;
    host->keys[host->count++] =
        (WGSHostKey){.format = WGSFormat_Uint32, .in = flags, .bitCount = 1};
    return true;
}

/* Of an unsigned type narrower than 32 bits only the low ones can differ. */
static uint32_t bits_that_count(wgs_row_key const* key) {
    bool const narrow = key->column.type == WGS_KEY_U32 && key->column.bits < 32;
    uint32_t const bits = narrow ? key->column.bits : 0;
    return key->key_bits > 0 && (bits == 0 || key->key_bits < bits) ? key->key_bits : bits;
}

bool wgs_host_keys_make(
    wgs_host_keys* host,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t rows,
    wgs_failure* failure) {
    *host = (wgs_host_keys){0};
    for (size_t i = 0; i < key_count; i++) {
        wgs_row_key const* key = &keys[i];
        size_t const needed = key->column.nulls ? 2 : 1;
        if (host->count + needed > WGS_MAX_SORT_KEYS) {
            wgs_host_keys_free(host);
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "too many keys: at most %d, a column with nulls counting as two and --segments as "
                "one",
                WGS_MAX_SORT_KEYS);
        }
        if (key->column.nulls && !add_null_key(host, key, rows, failure)) {
            wgs_host_keys_free(host);
            return false;
        }
        host->keys[host->count++] = (WGSHostKey){
            .format = wgs_key_format(key->column.type),
            .in = key->column.values,
            .direction = key->descending ? WGSDirection_Descending : WGSDirection_Ascending,
            .bitCount = bits_that_count(key),
        };
    }
    return true;
}

void wgs_host_keys_free(wgs_host_keys* host) {
    for (size_t i = 0; i < WGS_MAX_SORT_KEYS; i++)
        free(host->flags[i]);
    *host = (wgs_host_keys){0};
}
