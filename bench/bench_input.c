/* SPDX-License-Identifier: MIT */
#include "bench_input.h"

#include "bench_parallel.h"

uint64_t wgs_bench_input_rank(wgs_bench_input const* input, uint64_t row) {
    uint64_t const rank = wgs_bench_rank(
        &input->distribution, 32 * wgs_bench_key_words(input->key), input->rows, row);
    bool const scaled = input->range > 0 && wgs_bench_key_words(input->key) == 1;
    return scaled ? (rank * input->range) >> 32 : rank;
}

static uint32_t unit_bits(wgs_bench_input const* input, uint64_t row) {
    uint32_t const one = 0x3f800000u;
    if (wgs_bench_input_rank(input, row) >> 31 == 0)
        return 0;
    return row % 2 == 0 ? one : one | 0x80000000u;
}

uint64_t wgs_bench_input_bits(wgs_bench_input const* input, uint64_t row) {
    if (input->units)
        return unit_bits(input, row);
    return wgs_bench_key_of_rank(input->key, wgs_bench_input_rank(input, row));
}

uint32_t wgs_bench_value_word(uint64_t row, uint32_t word) {
    /* An odd factor is a bijection of 32-bit words. */
    return (uint32_t)row * (word == 0 ? 1u : 0x9e3779b1u + 2u * word);
}

uint32_t wgs_bench_gather_row(wgs_bench_input const* input, uint64_t row) {
    uint64_t const rank = wgs_bench_rank(&input->distribution, 32, input->rows, row);
    return (uint32_t)((rank * input->rows) >> 32);
}

typedef struct key_fill {
    wgs_bench_input const* input;
    uint64_t first;
    size_t count;
    uint32_t* words;
} key_fill;

static void fill_part(void* data, uint32_t part, uint32_t parts) {
    key_fill const* const fill = data;
    bool const wide = wgs_bench_key_words(fill->input->key) == 2;
    uint64_t const begin = wgs_bench_part_begin(fill->count, part, parts);
    uint64_t const end = wgs_bench_part_begin(fill->count, part + 1, parts);
    uint32_t* word = fill->words + (wide ? 2 * begin : begin);
    for (uint64_t i = begin; i < end; i++) {
        uint64_t const bits = wgs_bench_input_bits(fill->input, fill->first + i);
        *word++ = (uint32_t)bits;
        if (wide)
            *word++ = (uint32_t)(bits >> 32);
    }
}

void wgs_bench_fill_keys(
    wgs_bench_input const* input, uint64_t first, size_t count, uint32_t* words) {
    key_fill fill = {input, first, count, words};
    wgs_bench_parallel(wgs_bench_parts_for(count), fill_part, &fill);
}

void wgs_bench_fill_values(uint32_t value_words, uint64_t first, size_t count, uint32_t* words) {
    for (size_t i = 0; i < count; i++)
        for (uint32_t word = 0; word < value_words; word++)
            *words++ = wgs_bench_value_word(first + i, word);
}

void wgs_bench_fill_gather_rows(
    wgs_bench_input const* input, uint64_t first, size_t count, uint32_t* words) {
    for (size_t i = 0; i < count; i++)
        words[i] = wgs_bench_gather_row(input, first + i);
}
