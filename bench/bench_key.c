/* SPDX-License-Identifier: MIT */
#include "bench_key.h"

#include <stdbool.h>

typedef struct key_type {
    char const* name;
    uint32_t words;
    bool is_signed;
    bool is_float;
} key_type;

static key_type const key_types[WGS_BENCH_KEY_COUNT] = {
    [WGS_BENCH_U32] = {"u32", 1, false, false},
    [WGS_BENCH_I32] = {"i32", 1, true, false},
    [WGS_BENCH_F32] = {"f32", 1, false, true},
    [WGS_BENCH_U64] = {"u64", 2, false, false},
    [WGS_BENCH_I64] = {"i64", 2, true, false},
    [WGS_BENCH_F64] = {"f64", 2, false, true},
};

char const* wgs_bench_key_name(wgs_bench_key key) { return key_types[key].name; }

uint32_t wgs_bench_key_words(wgs_bench_key key) { return key_types[key].words; }

static uint64_t sign_bit(wgs_bench_key key) {
    return UINT64_C(1) << (32 * key_types[key].words - 1);
}

/* All bits of a key set. */
static uint64_t all_bits(wgs_bench_key key) { return sign_bit(key) | (sign_bit(key) - 1); }

uint64_t wgs_bench_rank_of_key(wgs_bench_key key, uint64_t bits) {
    uint64_t const sign = sign_bit(key);
    if (key_types[key].is_signed)
        return bits ^ sign;
    if (key_types[key].is_float)
        return (bits & sign) != 0 ? bits ^ all_bits(key) : bits ^ sign;
    return bits;
}

uint64_t wgs_bench_key_of_rank(wgs_bench_key key, uint64_t rank) {
    uint64_t const sign = sign_bit(key);
    if (key_types[key].is_signed)
        return rank ^ sign;
    if (key_types[key].is_float)
        return (rank & sign) != 0 ? rank ^ sign : rank ^ all_bits(key);
    return rank;
}
