/* SPDX-License-Identifier: MIT */
#include "order_check.h"

#include "exit_status.h"

#include <stdio.h>
#include <stdlib.h>

/* The first position whose row is out of range or was met before; `rows` when there is none. */
static uint64_t find_repeated(uint64_t const* order, uint64_t rows, uint8_t* seen) {
    for (uint64_t i = 0; i < rows; i++) {
        if (order[i] >= rows || (seen[order[i] / 8] & (1u << (order[i] % 8))))
            return i;
        seen[order[i] / 8] = (uint8_t)(seen[order[i] / 8] | (1u << (order[i] % 8)));
    }
    return rows;
}

bool wgs_check_order(
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t const* order,
    uint64_t rows,
    wgs_verdict* verdict,
    wgs_failure* failure) {
    *verdict = (wgs_verdict){WGS_VERDICT_GOOD, 0};
    uint8_t* seen = calloc(rows / 8 + 1, 1);
    if (!seen)
        return wgs_fail(
            failure, WGS_EXIT_DATA, "out of memory to check %llu rows", (unsigned long long)rows);
    uint64_t const repeated = find_repeated(order, rows, seen);
    free(seen);
    if (repeated < rows) {
        *verdict = (wgs_verdict){WGS_VERDICT_NOT_A_PERMUTATION, repeated};
        return true;
    }
    for (uint64_t i = 1; i < rows; i++) {
        int const order_of_two = wgs_compare_rows(keys, key_count, order[i - 1], order[i]);
        if (order_of_two < 0 || (order_of_two == 0 && order[i - 1] < order[i]))
            continue;
        *verdict =
            (wgs_verdict){order_of_two > 0 ? WGS_VERDICT_OUT_OF_ORDER : WGS_VERDICT_UNSTABLE, i};
        return true;
    }
    return true;
}

/* The finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection that leaves no pattern. */
static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

wgs_value_sum wgs_sum_values(wgs_key_type type, void const* values, uint64_t count) {
    bool const wide = wgs_key_type_bits(type) == 64;
    wgs_value_sum sum = {0, 0};
    for (uint64_t i = 0; i < count; i++) {
        uint64_t const bits = wide ? ((uint64_t const*)values)[i] : ((uint32_t const*)values)[i];
        sum.low += mix(bits + UINT64_C(0x9E3779B97F4A7C15));
        sum.high += mix(bits ^ UINT64_C(0xD1B54A32D192ED03));
    }
    return sum;
}

wgs_verdict wgs_check_values(wgs_row_key const* key, wgs_value_sum before) {
    wgs_key_column const* column = &key->column;
    wgs_value_sum const after = wgs_sum_values(column->type, column->values, column->rows);
    if (after.low != before.low || after.high != before.high)
        return (wgs_verdict){WGS_VERDICT_NOT_A_PERMUTATION, 0};
    for (uint64_t i = 1; i < column->rows; i++)
        if (wgs_compare_rows(key, 1, i - 1, i) > 0)
            return (wgs_verdict){WGS_VERDICT_OUT_OF_ORDER, i};
    return (wgs_verdict){WGS_VERDICT_GOOD, 0};
}

void wgs_verdict_text(wgs_verdict const* verdict, char* text, size_t size) {
    unsigned long long const at = verdict->at;
    switch (verdict->kind) {
    case WGS_VERDICT_GOOD:
        (void)snprintf(text, size, "a permutation, in order, stable");
        break;
    case WGS_VERDICT_NOT_A_PERMUTATION:
        (void)snprintf(text, size, "not a permutation of the input (position %llu)", at);
        break;
    case WGS_VERDICT_OUT_OF_ORDER:
        (void)snprintf(text, size, "out of order at position %llu", at);
        break;
    case WGS_VERDICT_UNSTABLE:
        (void)snprintf(text, size, "equal rows changed their order at position %llu", at);
        break;
    }
}
