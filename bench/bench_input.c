/* SPDX-License-Identifier: MIT */
#include "bench_input.h"

#include "bench_random.h"

uint64_t wgs_bench_input_rank(wgs_bench_input const* input, uint64_t row) {
    return wgs_bench_rank(
        &input->distribution, 32 * wgs_bench_key_words(input->key), input->rows, row);
}

uint64_t wgs_bench_input_bits(wgs_bench_input const* input, uint64_t row) {
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

void wgs_bench_fill_keys(
    wgs_bench_input const* input, uint64_t first, size_t count, uint32_t* words) {
    bool const wide = wgs_bench_key_words(input->key) == 2;
    for (size_t i = 0; i < count; i++) {
        uint64_t const bits = wgs_bench_input_bits(input, first + i);
        *words++ = (uint32_t)bits;
        if (wide)
            *words++ = (uint32_t)(bits >> 32);
    }
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
