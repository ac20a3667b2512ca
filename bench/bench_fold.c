/* SPDX-License-Identifier: MIT */
#include "bench_fold.h"

#include <stdbool.h>
#include <string.h>

#define INFINITY_BITS 0x7f800000u
#define SIGN_BIT 0x80000000u

uint32_t wgs_bench_fold_start(wgs_bench_key key, wgs_bench_operation operation) {
    bool const is_float = key == WGS_BENCH_F32;
    switch (operation) {
    case WGS_BENCH_MIN:
        return is_float ? INFINITY_BITS : (uint32_t)wgs_bench_key_of_rank(key, UINT32_MAX);
    case WGS_BENCH_MAX:
        return is_float ? INFINITY_BITS | SIGN_BIT : (uint32_t)wgs_bench_key_of_rank(key, 0);
    default:
        return 0;
    }
}

static uint32_t add_floats(uint32_t left, uint32_t right) {
    float a;
    float b;
    memcpy(&a, &left, sizeof a);
    memcpy(&b, &right, sizeof b);
    a += b;
    memcpy(&left, &a, sizeof a);
    return left;
}

uint32_t
wgs_bench_fold(wgs_bench_key key, wgs_bench_operation operation, uint32_t left, uint32_t right) {
    bool const is_float = key == WGS_BENCH_F32;
    if (operation == WGS_BENCH_SUM)
        return is_float ? add_floats(left, right) : left + right;
    if (is_float && (right & ~SIGN_BIT) > INFINITY_BITS)
        return left;
    bool const right_is_less = wgs_bench_rank_of_key(key, right) < wgs_bench_rank_of_key(key, left);
    return right_is_less == (operation == WGS_BENCH_MIN) ? right : left;
}
