/* SPDX-License-Identifier: MIT */
#include "bench_distribution.h"

#include <string.h>

#include "bench_random.h"

typedef struct named_shape {
    char const* name;
    wgs_bench_shape shape;
    uint32_t parameter; /* 0 where the name is followed by it */
    uint32_t maximum;   /* of a parameter that follows */
} named_shape;

static named_shape const named_shapes[] = {
    {"uniform", WGS_BENCH_UNIFORM, 1, 0},
    {"sorted", WGS_BENCH_SORTED, 1, 0},
    {"reversed", WGS_BENCH_REVERSED, 1, 0},
    {"nearly-sorted", WGS_BENCH_NEARLY_SORTED, 1, 0},
    {"equal", WGS_BENCH_EQUAL, 1, 0},
    {"few", WGS_BENCH_DISTINCT, 16, 0},
    {"maximum", WGS_BENCH_MAXIMUM, 1, 0},
    {"entropy1", WGS_BENCH_ENTROPY, 1, 0},
    {"entropy0.811", WGS_BENCH_ENTROPY, 2, 0},
    {"entropy0.544", WGS_BENCH_ENTROPY, 3, 0},
    {"entropy0.337", WGS_BENCH_ENTROPY, 4, 0},
    {"entropy0.201", WGS_BENCH_ENTROPY, 5, 0},
    {"distinct", WGS_BENCH_DISTINCT, 0, 1u << 30},
    {"bits", WGS_BENCH_BITS, 0, 64},
};

/* A number from 1 to `maximum` that fills `length` bytes; 0: there is none. */
static uint32_t parse_parameter(char const* text, size_t length, uint32_t maximum) {
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        number = 10 * number + (uint64_t)(text[i] - '0');
        if (number > maximum)
            return 0;
    }
    return (uint32_t)number;
}

static bool matches(named_shape const* shape, char const* name, size_t length, uint32_t* value) {
    size_t const own = strlen(shape->name);
    if (length < own || memcmp(name, shape->name, own) != 0)
        return false;
    *value = shape->parameter;
    if (shape->parameter != 0)
        return length == own;
    *value = parse_parameter(name + own, length - own, shape->maximum);
    return *value != 0;
}

bool wgs_bench_distribution_parse(
    char const* name, size_t length, wgs_bench_distribution* distribution) {
    if (length >= sizeof distribution->name)
        return false;
    for (size_t i = 0; i < sizeof named_shapes / sizeof named_shapes[0]; i++) {
        uint32_t parameter;
        if (!matches(&named_shapes[i], name, length, &parameter))
            continue;
        *distribution = (wgs_bench_distribution){named_shapes[i].shape, parameter, {0}};
        memcpy(distribution->name, name, length);
        return true;
    }
    return false;
}

static uint64_t width_mask(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Rows are fewer than 2^32, so that the top 32 bits of the ranks are all different. */
static uint64_t sorted_rank(uint32_t width, uint64_t rows, uint64_t row) {
    uint64_t const top = ((row << 32) + rows - 1) / rows;
    return width == 32 ? top : (top << 32) | (wgs_bench_random(2, row) >> 32);
}

static uint64_t entropy_rank(uint32_t words, uint64_t row) {
    uint64_t rank = UINT64_MAX;
    for (uint32_t word = 0; word < words; word++)
        rank &= wgs_bench_random(3 + word, row);
    return rank;
}

uint64_t wgs_bench_rank(
    wgs_bench_distribution const* distribution, uint32_t width, uint64_t rows, uint64_t row) {
    uint64_t const mask = width_mask(width);
    uint64_t const random = wgs_bench_random(1, row) >> (64 - width);
    switch (distribution->shape) {
    case WGS_BENCH_UNIFORM:
        return random;
    case WGS_BENCH_SORTED:
        return sorted_rank(width, rows, row);
    case WGS_BENCH_REVERSED:
        return sorted_rank(width, rows, rows - 1 - row);
    case WGS_BENCH_NEARLY_SORTED:
        return wgs_bench_random(2, row) % 100 == 0 ? random : sorted_rank(width, rows, row);
    case WGS_BENCH_EQUAL:
        return UINT64_C(0x9c5a3b7e9c5a3b7e) & mask;
    case WGS_BENCH_DISTINCT:
        return wgs_bench_random(1, row) % distribution->parameter *
               (mask / distribution->parameter);
    case WGS_BENCH_MAXIMUM:
        return mask;
    case WGS_BENCH_BITS:
        return random & width_mask(distribution->parameter);
    case WGS_BENCH_ENTROPY:
        return entropy_rank(distribution->parameter, row) & mask;
    }
    return 0;
}
