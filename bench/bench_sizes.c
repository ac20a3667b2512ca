/* SPDX-License-Identifier: MIT */
#include "bench_sizes.h"

#include <string.h>

/* Digits at `*text`, which moves behind them; 0: there are none, or too many. */
static uint64_t parse_digits(char const** text) {
    uint64_t number = 0;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        number = 10 * number + (uint64_t)(**text - '0');
        if (number > WGS_BENCH_MAX_ROWS)
            return 0;
    }
    return number;
}

/* N or N^E. */
static uint64_t parse_number(char const** text) {
    uint64_t const base = parse_digits(text);
    if (**text != '^')
        return base;
    ++*text;
    char const* const digits = *text;
    uint64_t const exponent = parse_digits(text);
    if (*text == digits)
        return 0;
    if (base <= 1)
        return base;
    uint64_t power = 1;
    for (uint64_t i = 0; i < exponent; i++) {
        power *= base;
        if (power > WGS_BENCH_MAX_ROWS)
            return 0;
    }
    return power;
}

bool wgs_bench_sizes_parse(char const* text, size_t capacity, uint64_t* sizes, size_t* count) {
    *count = 0;
    for (;;) {
        uint64_t size = parse_number(&text);
        uint64_t last = size;
        if (strncmp(text, "..", 2) == 0) {
            text += 2;
            last = parse_number(&text);
        }
        if (size == 0 || last < size || (*text != ',' && *text != 0))
            return false;
        for (; size <= last; size *= 2) {
            if (*count == capacity)
                return false;
            sizes[(*count)++] = size;
        }
        if (*text++ == 0)
            return true;
    }
}
