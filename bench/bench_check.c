/* SPDX-License-Identifier: MIT */
#include "bench_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench_parallel.h"
#include "bench_random.h"

void wgs_bench_check_begin(wgs_bench_check* check, wgs_bench_input const* input) {
    memset(check, 0, sizeof *check);
    check->input = input;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(wgs_bench_check* check, char const* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(check->failure, sizeof check->failure, format, arguments);
    va_end(arguments);
    return false;
}

/* Where the segment of a row starts. */
static uint64_t segment_start(wgs_bench_check const* check, uint64_t row) {
    return check->segment_rows == 0 ? 0 : row - row % check->segment_rows;
}

/* Not the same for a key in two segments. */
static uint64_t key_hash(wgs_bench_check const* check, uint64_t row, uint64_t bits) {
    return wgs_bench_mix(bits + 1 + segment_start(check, row) * UINT64_C(0x9e3779b97f4a7c15));
}

static uint64_t load_key(wgs_bench_key key, uint32_t const* keys, size_t index) {
    if (wgs_bench_key_words(key) == 1)
        return keys[index];
    return keys[2 * index] | ((uint64_t)keys[2 * index + 1] << 32);
}

/* The row that an output row claims to be. */
static uint64_t claimed_row(wgs_bench_check const* check, uint64_t output_row, uint32_t number) {
    return check->segment_row_numbers ? segment_start(check, output_row) + number : number;
}

static bool check_row_number(wgs_bench_check* check, uint64_t row) {
    if (row >= check->input->rows)
        return fail(
            check,
            "row %" PRIu64 " of the output claims to be row %" PRIu64 " of %" PRIu64,
            check->seen,
            row,
            check->input->rows);
    if (segment_start(check, row) != segment_start(check, check->seen))
        return fail(
            check,
            "row %" PRIu64 " of the output claims to be row %" PRIu64 ", of another segment",
            check->seen,
            row);
    return true;
}

/* The row's key where the output has keys; what travelled with it must be that row's value. */
static bool check_row(
    wgs_bench_check* check,
    uint32_t const* value,
    uint32_t value_words,
    bool has_key,
    uint64_t key_rank,
    uint64_t* rank) {
    uint64_t const row = claimed_row(check, check->seen, value[0]);
    if (!check_row_number(check, row))
        return false;
    for (uint32_t word = 1; word < value_words; word++)
        if (value[word] != wgs_bench_value_word(row, word))
            return fail(
                check,
                "word %" PRIu32 " of the value in output row %" PRIu64
                " is not that of row %" PRIu64,
                word,
                check->seen,
                row);
    *rank = wgs_bench_input_rank(check->input, row);
    if (has_key && *rank != key_rank)
        return fail(
            check,
            "output row %" PRIu64 " has row number %" PRIu64 " but another row's key",
            check->seen,
            row);
    return true;
}

static bool check_order(wgs_bench_check* check, uint64_t rank, bool has_row, uint64_t row) {
    bool const first = check->seen == segment_start(check, check->seen);
    bool const stable = has_row && !check->unstable;
    if (!first && rank < check->last_rank)
        return fail(
            check, "the key of output row %" PRIu64 " is below the one before", check->seen);
    if (!first && has_row && rank == check->last_rank && row == check->last_row)
        return fail(
            check,
            "input row %" PRIu64 " is there twice, in output row %" PRIu64,
            row,
            check->seen);
    if (!first && stable && rank == check->last_rank && row < check->last_row)
        return fail(
            check,
            "not stable: equal keys of rows %" PRIu64 " and %" PRIu64 " change places at output "
            "row %" PRIu64,
            check->last_row,
            row,
            check->seen);
    check->last_rank = rank;
    check->last_row = row;
    check->seen++;
    return true;
}

/* Rows of a sort, as wgs_bench_check_sort takes them, in parts that are judged side by side. */
typedef struct sort_slice {
    uint32_t const* keys;
    uint32_t const* rows;
    uint32_t value_words;
    size_t count;
    wgs_bench_check parts[WGS_BENCH_MAX_PARTS];
} sort_slice;

static bool
check_sort_rows(wgs_bench_check* check, sort_slice const* slice, uint64_t begin, uint64_t end) {
    wgs_bench_key const key = check->input->key;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t rank = 0;
        if (slice->keys != NULL) {
            uint64_t const bits = load_key(key, slice->keys, i);
            rank = wgs_bench_rank_of_key(key, bits);
            check->key_hash += key_hash(check, check->seen, bits);
        }
        bool const has_row = slice->rows != NULL;
        uint32_t const* const value = has_row ? &slice->rows[i * slice->value_words] : NULL;
        bool const has_key = slice->keys != NULL;
        if (has_row && !check_row(check, value, slice->value_words, has_key, rank, &rank))
            return false;
        uint64_t const row = has_row ? claimed_row(check, check->seen, value[0]) : 0;
        check->row_hash += wgs_bench_mix(row + 1);
        if (!check_order(check, rank, has_row, row))
            return false;
    }
    return true;
}

/* Makes a part go on from the row before it, which is the last one of another part. */
static void follow_row(wgs_bench_check* part, sort_slice const* slice, uint64_t before) {
    wgs_bench_input const* const input = part->input;
    part->last_row =
        slice->rows == NULL
            ? 0
            : claimed_row(part, part->seen - 1, slice->rows[before * slice->value_words]);
    part->last_rank =
        slice->keys != NULL
            ? wgs_bench_rank_of_key(input->key, load_key(input->key, slice->keys, before))
            : wgs_bench_input_rank(input, part->last_row);
}

static void check_sort_part(void* data, uint32_t part, uint32_t parts) {
    sort_slice* const slice = data;
    wgs_bench_check* const check = &slice->parts[part];
    uint64_t const begin = wgs_bench_part_begin(slice->count, part, parts);
    uint64_t const end = wgs_bench_part_begin(slice->count, part + 1, parts);
    check->seen += begin;
    if (begin > 0 && begin < end)
        follow_row(check, slice, begin - 1);
    (void)check_sort_rows(check, slice, begin, end);
}

bool wgs_bench_check_sort_parts(
    wgs_bench_check* check,
    uint32_t const* keys,
    uint32_t const* rows,
    uint32_t value_words,
    size_t count,
    uint32_t parts) {
    sort_slice slice = {keys, rows, value_words, count, {{0}}};
    for (uint32_t part = 0; part < parts; part++) {
        slice.parts[part] = *check;
        slice.parts[part].key_hash = 0;
        slice.parts[part].row_hash = 0;
    }
    wgs_bench_parallel(parts, check_sort_part, &slice);
    uint64_t hash = check->key_hash;
    uint64_t row_hash = check->row_hash;
    for (uint32_t part = 0; part < parts; part++) {
        hash += slice.parts[part].key_hash;
        row_hash += slice.parts[part].row_hash;
        *check = slice.parts[part];
        if (check->failure[0] != 0)
            return false;
    }
    check->key_hash = hash;
    check->row_hash = row_hash;
    return true;
}

bool wgs_bench_check_sort(
    wgs_bench_check* check,
    uint32_t const* keys,
    uint32_t const* rows,
    uint32_t value_words,
    size_t count) {
    uint32_t const parts = wgs_bench_parts_for(count);
    return wgs_bench_check_sort_parts(check, keys, rows, value_words, count, parts);
}

bool wgs_bench_check_scan(wgs_bench_check* check, uint32_t const* words, size_t count) {
    wgs_bench_key const key = check->input->key;
    for (size_t i = 0; i < count; i++) {
        uint32_t const element = (uint32_t)wgs_bench_input_bits(check->input, check->seen);
        if (check->seen == segment_start(check, check->seen))
            check->folded = wgs_bench_fold_start(key, check->operation);
        uint32_t const before = check->folded;
        check->folded = wgs_bench_fold(key, check->operation, before, element);
        uint32_t const expected = check->inclusive ? check->folded : before;
        if (words[i] != expected)
            return fail(
                check,
                "element %" PRIu64 " of the scan is %" PRIu32 " but should be %" PRIu32,
                check->seen,
                words[i],
                expected);
        check->seen++;
    }
    return true;
}

bool wgs_bench_check_table(
    wgs_bench_check* check, uint32_t const* words, uint32_t const* expected, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (words[i] != expected[i])
            return fail(
                check,
                "element %zu of the table is %" PRIu32 " but should be %" PRIu32,
                i,
                words[i],
                expected[i]);
    return true;
}

bool wgs_bench_check_gather(wgs_bench_check* check, uint32_t const* words, size_t count) {
    wgs_bench_input const* const input = check->input;
    for (size_t i = 0; i < count; i++) {
        uint32_t const row = wgs_bench_gather_row(input, check->seen);
        if (load_key(input->key, words, i) != wgs_bench_input_bits(input, row))
            return fail(
                check, "element %" PRIu64 " of the gather is not row %" PRIu32, check->seen, row);
        check->seen++;
    }
    return true;
}

bool wgs_bench_check_copy(wgs_bench_check* check, uint32_t const* words, size_t count) {
    wgs_bench_input const* const input = check->input;
    for (size_t i = 0; i < count; i++) {
        if (load_key(input->key, words, i) != wgs_bench_input_bits(input, check->seen))
            return fail(check, "element %" PRIu64 " of the copy differs", check->seen);
        check->seen++;
    }
    return true;
}

/* The hash of an input, a sum of parts. */
typedef struct hash_sum {
    wgs_bench_check const* check;
    bool of_rows; /* of row numbers, else of keys */
    uint64_t parts[WGS_BENCH_MAX_PARTS];
} hash_sum;

static void hash_part(void* data, uint32_t part, uint32_t parts) {
    hash_sum* const hash = data;
    wgs_bench_input const* const input = hash->check->input;
    uint64_t const end = wgs_bench_part_begin(input->rows, part + 1, parts);
    uint64_t sum = 0;
    for (uint64_t row = wgs_bench_part_begin(input->rows, part, parts); row < end; row++)
        sum += hash->of_rows ? wgs_bench_mix(row + 1)
                             : key_hash(hash->check, row, wgs_bench_input_bits(input, row));
    hash->parts[part] = sum;
}

static uint64_t input_hash(wgs_bench_check const* check, bool of_rows) {
    hash_sum hash = {check, of_rows, {0}};
    wgs_bench_parallel(wgs_bench_parts_for(check->input->rows), hash_part, &hash);
    uint64_t sum = 0;
    for (uint32_t part = 0; part < WGS_BENCH_MAX_PARTS; part++)
        sum += hash.parts[part];
    return sum;
}

bool wgs_bench_check_end(wgs_bench_check* check, bool keys_alone) {
    if (check->seen != check->input->rows)
        return fail(
            check,
            "%" PRIu64 " rows were checked but there are %" PRIu64,
            check->seen,
            check->input->rows);
    if (keys_alone && check->key_hash != input_hash(check, false))
        return fail(check, "the keys are in order but are not the keys of the input");
    if (!keys_alone && check->unstable && check->row_hash != input_hash(check, true))
        return fail(check, "the keys are in order but some rows are missing");
    return true;
}
