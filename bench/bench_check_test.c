/* SPDX-License-Identifier: MIT */
/* The checker takes right results in pieces of any size, and catches each kind of wrong one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bench_check.h"

enum { ROWS = 1000, VALUE_WORDS = 3 };

/* A right result, made without the checker's or the library's code. */
typedef struct result {
    wgs_bench_input input;
    uint32_t words; /* of a key */
    uint32_t order[ROWS];
    uint32_t keys[2 * ROWS];
    uint32_t values[VALUE_WORDS * ROWS];
} result;

static wgs_bench_input const* ordered_input;

static int compare_rows(void const* left, void const* right) {
    uint32_t const a = *(uint32_t const*)left;
    uint32_t const b = *(uint32_t const*)right;
    uint64_t const rank_a = wgs_bench_input_rank(ordered_input, a);
    uint64_t const rank_b = wgs_bench_input_rank(ordered_input, b);
    if (rank_a != rank_b)
        return rank_a < rank_b ? -1 : 1;
    return a < b ? -1 : 1;
}

static void write_row(result* made, size_t place, uint32_t row) {
    made->order[place] = row;
    wgs_bench_fill_keys(&made->input, row, 1, &made->keys[made->words * place]);
    wgs_bench_fill_values(VALUE_WORDS, row, 1, &made->values[VALUE_WORDS * place]);
}

static void make_result(result* made, wgs_bench_key key, char const* distribution) {
    memset(made, 0, sizeof *made);
    made->input.key = key;
    made->input.rows = ROWS;
    made->words = wgs_bench_key_words(key);
    assert_true(wgs_bench_distribution_parse(
        distribution, strlen(distribution), &made->input.distribution));
    for (uint32_t row = 0; row < ROWS; row++)
        made->order[row] = row;
    ordered_input = &made->input;
    qsort(made->order, ROWS, sizeof made->order[0], compare_rows);
    for (size_t place = 0; place < ROWS; place++)
        write_row(made, place, made->order[place]);
}

typedef enum columns { KEYS, ROW_NUMBERS, VALUES, KEYS_AND_ROW_NUMBERS, KEYS_AND_VALUES } columns;

static uint32_t part_count; /* that each piece is checked in */

static bool check_columns(result const* made, columns which, size_t piece, wgs_bench_check* check) {
    bool const has_keys = which == KEYS || which >= KEYS_AND_ROW_NUMBERS;
    bool const has_values = which == VALUES || which == KEYS_AND_VALUES;
    uint32_t const width = has_values ? VALUE_WORDS : 1;
    uint32_t const* const rows = has_values ? made->values : made->order;
    wgs_bench_check_begin(check, &made->input);
    for (size_t first = 0; first < ROWS; first += piece) {
        size_t const count = ROWS - first < piece ? ROWS - first : piece;
        if (!wgs_bench_check_sort_parts(
                check,
                has_keys ? &made->keys[made->words * first] : NULL,
                which == KEYS ? NULL : &rows[width * first],
                width,
                count,
                part_count))
            return false;
    }
    return wgs_bench_check_end(check, which == KEYS);
}

static void right_results_pass(void** state) {
    (void)state;
    static char const* const distributions[] = {
        "uniform", "sorted", "reversed", "nearly-sorted", "equal", "few", "maximum", "bits9"};
    size_t const pieces[] = {1, 7, ROWS};
    result made;
    wgs_bench_check check;
    for (unsigned key = 0; key < WGS_BENCH_KEY_COUNT; key++)
        for (size_t d = 0; d < sizeof distributions / sizeof distributions[0]; d++) {
            make_result(&made, (wgs_bench_key)key, distributions[d]);
            for (size_t p = part_count == 1 ? 0 : 2; p < 3; p++) /* threads cost time */
                for (unsigned which = KEYS; which <= KEYS_AND_VALUES; which++)
                    if (!check_columns(&made, (columns)which, pieces[p], &check))
                        fail_msg("%u %s %u: %s", key, distributions[d], which, check.failure);
        }
}

/* All ways to look at a result that has row numbers must refuse it, for the reason given. */
static void refuse(result const* made, columns first, char const* reason) {
    wgs_bench_check check;
    for (unsigned which = first; which <= KEYS_AND_VALUES; which++) {
        if (which == VALUES)
            continue; /* an argsort writes row numbers only */
        assert_false(check_columns(made, (columns)which, 64, &check));
        if (strstr(check.failure, reason) == NULL)
            fail_msg("\"%s\" is not about \"%s\"", check.failure, reason);
    }
}

static void wrong_order_is_caught(void** state) {
    (void)state;
    result made;
    for (unsigned key = 0; key < WGS_BENCH_KEY_COUNT; key++) {
        make_result(&made, (wgs_bench_key)key, "uniform");
        uint32_t const row = made.order[500];
        write_row(&made, 500, made.order[501]);
        write_row(&made, 501, row);
        refuse(&made, KEYS, "below the one before");
    }
}

static void instability_is_caught(void** state) {
    (void)state;
    result made;
    make_result(&made, WGS_BENCH_U32, "equal");
    write_row(&made, 10, 11);
    write_row(&made, 11, 10);
    refuse(&made, ROW_NUMBERS, "not stable");
    wgs_bench_check check;
    assert_true(check_columns(&made, KEYS, ROWS, &check));
}

static void lost_row_is_caught(void** state) {
    (void)state;
    result made;
    make_result(&made, WGS_BENCH_I64, "uniform");
    write_row(&made, 300, made.order[299]);
    refuse(&made, ROW_NUMBERS, "there twice");
    wgs_bench_check check;
    assert_false(check_columns(&made, KEYS, ROWS, &check));
    assert_non_null(strstr(check.failure, "not the keys of the input"));
}

static void foreign_rows_are_caught(void** state) {
    (void)state;
    result made;
    make_result(&made, WGS_BENCH_U32, "uniform");
    made.order[ROWS - 1] = ROWS;
    made.values[(size_t)VALUE_WORDS * (ROWS - 1)] = ROWS;
    refuse(&made, ROW_NUMBERS, "claims to be row 1000 of 1000");
}

static void changed_key_is_caught(void** state) {
    (void)state;
    result made;
    make_result(&made, WGS_BENCH_U32, "maximum");
    made.keys[0]--;
    refuse(&made, KEYS_AND_ROW_NUMBERS, "another row's key");
    wgs_bench_check check;
    assert_false(check_columns(&made, KEYS, ROWS, &check));
}

static void torn_value_is_caught(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_F64, "uniform");
    made.values[VALUE_WORDS * 700 + 2] ^= 1;
    assert_false(check_columns(&made, KEYS_AND_VALUES, ROWS, &check));
    assert_non_null(strstr(check.failure, "word 2 of the value"));
}

/* What a run that wrote nothing leaves. */
static void cleared_output_is_caught(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U32, "uniform");
    memset(made.keys, 0, sizeof made.keys);
    memset(made.order, 0, sizeof made.order);
    assert_false(check_columns(&made, KEYS, ROWS, &check));
    assert_false(check_columns(&made, ROW_NUMBERS, ROWS, &check));
}

static void missing_rows_are_caught(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U32, "uniform");
    wgs_bench_check_begin(&check, &made.input);
    assert_true(wgs_bench_check_sort(&check, made.keys, made.order, 1, ROWS - 1));
    assert_false(wgs_bench_check_end(&check, false));
}

/* Large enough for several threads, and not a multiple of anything. */
static void large_columns_are_filled_and_checked(void** state) {
    (void)state;
    enum { LARGE = 300007 };
    wgs_bench_input input = {.key = WGS_BENCH_I64, .rows = LARGE};
    assert_true(wgs_bench_distribution_parse("sorted", 6, &input.distribution));
    uint32_t* const keys = malloc(8 * (size_t)LARGE);
    uint32_t* const rows = malloc(4 * (size_t)LARGE);
    assert_true(keys != NULL && rows != NULL);
    wgs_bench_fill_keys(&input, 0, LARGE, keys);
    wgs_bench_fill_values(1, 0, LARGE, rows);
    for (size_t row = 0; row < LARGE; row += 997) {
        uint64_t const bits = keys[2 * row] | (uint64_t)keys[2 * row + 1] << 32;
        assert_true(bits == wgs_bench_input_bits(&input, row));
    }
    wgs_bench_check check;
    for (int with_rows = 0; with_rows < 2; with_rows++) {
        wgs_bench_check_begin(&check, &input);
        assert_true(wgs_bench_check_sort(&check, keys, with_rows ? rows : NULL, 1, LARGE));
        assert_true(wgs_bench_check_end(&check, !with_rows));
    }
    keys[(size_t)2 * (LARGE - 5)] ^= 1;
    wgs_bench_check_begin(&check, &input);
    assert_false(wgs_bench_check_sort(&check, keys, rows, 1, LARGE));
    free(keys);
    free(rows);
}

static void scans_are_checked(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_I32, "uniform");
    uint32_t sums[ROWS];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        sums[i] = sum;
        sum += (uint32_t)wgs_bench_input_bits(&made.input, i);
    }
    wgs_bench_check_begin(&check, &made.input);
    assert_true(wgs_bench_check_scan(&check, sums, 400));
    assert_true(wgs_bench_check_scan(&check, sums + 400, ROWS - 400));
    assert_true(wgs_bench_check_end(&check, false));
    sums[999]++;
    wgs_bench_check_begin(&check, &made.input);
    assert_false(wgs_bench_check_scan(&check, sums, ROWS));
}

/* The rule that the checker has to follow, row by row. */
static uint32_t running_least(result const* made, bool inclusive, uint32_t segment, uint32_t row) {
    int32_t least = INT32_MAX;
    for (uint32_t i = row - row % segment; i < row + (inclusive ? 1 : 0); i++) {
        int32_t const element = (int32_t)wgs_bench_input_bits(&made->input, i);
        least = element < least ? element : least;
    }
    return (uint32_t)least;
}

static void scans_by_segments_are_checked(void** state) {
    (void)state;
    enum { SEGMENT = 97 };
    result made;
    make_result(&made, WGS_BENCH_I32, "uniform");
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        uint32_t least[ROWS];
        for (uint32_t row = 0; row < ROWS; row++)
            least[row] = running_least(&made, inclusive, SEGMENT, row);
        for (int torn = 0; torn < 2; torn++) {
            wgs_bench_check check;
            wgs_bench_check_begin(&check, &made.input);
            check.operation = WGS_BENCH_MIN;
            check.inclusive = inclusive;
            check.segment_rows = SEGMENT;
            assert_int_equal(wgs_bench_check_scan(&check, least, ROWS), !torn);
            least[SEGMENT]--; /* starts a segment */
        }
    }
}

/* Sorts each run of SEGMENT rows of a result by itself. */
enum { SEGMENT = 150 };

static void sort_segments(result* made) {
    for (uint32_t row = 0; row < ROWS; row++)
        made->order[row] = row;
    ordered_input = &made->input;
    for (size_t first = 0; first < ROWS; first += SEGMENT) {
        size_t const count = ROWS - first < SEGMENT ? ROWS - first : SEGMENT;
        qsort(&made->order[first], count, sizeof made->order[0], compare_rows);
    }
    for (size_t place = 0; place < ROWS; place++)
        write_row(made, place, made->order[place]);
}

static bool check_segments(result const* made, bool with_rows, wgs_bench_check* check) {
    wgs_bench_check_begin(check, &made->input);
    check->segment_rows = SEGMENT;
    uint32_t const* const rows = with_rows ? made->order : NULL;
    return wgs_bench_check_sort_parts(check, made->keys, rows, 1, ROWS, part_count) &&
           wgs_bench_check_end(check, !with_rows);
}

static void segments_are_checked(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U32, "few");
    assert_false(check_segments(&made, true, &check)); /* all rows in one order */
    sort_segments(&made);
    assert_true(check_segments(&made, true, &check));
    assert_true(check_segments(&made, false, &check));
    for (uint32_t row = 0; row < ROWS; row++)
        made.order[row] -= (uint32_t)(row / SEGMENT * SEGMENT);
    wgs_bench_check_begin(&check, &made.input);
    check.segment_rows = SEGMENT;
    check.segment_row_numbers = true;
    assert_true(wgs_bench_check_sort_parts(&check, NULL, made.order, 1, ROWS, part_count));
    made.order[ROWS - 1] = SEGMENT; /* beyond the last row */
    wgs_bench_check_begin(&check, &made.input);
    check.segment_rows = SEGMENT;
    check.segment_row_numbers = true;
    assert_false(wgs_bench_check_sort_parts(&check, NULL, made.order, 1, ROWS, part_count));
}

/* Keys that lie in the wrong segment, each segment still in order. */
static void keys_of_other_segments_are_caught(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U32, "uniform");
    sort_segments(&made);
    result moved = made;
    memcpy(moved.keys, &made.keys[SEGMENT], SEGMENT * sizeof(uint32_t));
    memcpy(&moved.keys[SEGMENT], made.keys, SEGMENT * sizeof(uint32_t));
    memcpy(moved.order, &made.order[SEGMENT], SEGMENT * sizeof(uint32_t));
    memcpy(&moved.order[SEGMENT], made.order, SEGMENT * sizeof(uint32_t));
    assert_false(check_segments(&moved, false, &check));
    assert_non_null(strstr(check.failure, "not the keys of the input"));
    assert_false(check_segments(&moved, true, &check));
    assert_non_null(strstr(check.failure, "of another segment"));
}

static bool check_unstable(result const* made, wgs_bench_check* check) {
    wgs_bench_check_begin(check, &made->input);
    check->unstable = true;
    return wgs_bench_check_sort_parts(check, made->keys, made->order, 1, ROWS, part_count) &&
           wgs_bench_check_end(check, false);
}

static void unstable_sorts_are_checked(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U32, "equal");
    write_row(&made, 10, 11);
    write_row(&made, 11, 10);
    assert_true(check_unstable(&made, &check));
    write_row(&made, 20, 10); /* there twice, but not side by side */
    assert_false(check_unstable(&made, &check));
    assert_non_null(strstr(check.failure, "rows are missing"));
}

static void gathers_and_copies_are_checked(void** state) {
    (void)state;
    result made;
    wgs_bench_check check;
    make_result(&made, WGS_BENCH_U64, "uniform");
    uint32_t gathered[2 * ROWS];
    uint32_t copied[2 * ROWS];
    wgs_bench_fill_keys(&made.input, 0, ROWS, copied);
    for (size_t i = 0; i < ROWS; i++) {
        size_t const row = wgs_bench_gather_row(&made.input, i);
        assert_true(row < ROWS);
        memcpy(&gathered[2 * i], &copied[2 * row], 8);
    }
    wgs_bench_check_begin(&check, &made.input);
    assert_true(wgs_bench_check_gather(&check, gathered, ROWS));
    gathered[1] ^= 1;
    wgs_bench_check_begin(&check, &made.input);
    assert_false(wgs_bench_check_gather(&check, gathered, ROWS));
    wgs_bench_check_begin(&check, &made.input);
    assert_true(wgs_bench_check_copy(&check, copied, ROWS));
    copied[2 * ROWS - 1] ^= 1;
    wgs_bench_check_begin(&check, &made.input);
    assert_false(wgs_bench_check_copy(&check, copied, ROWS));
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(right_results_pass),
        cmocka_unit_test(wrong_order_is_caught),
        cmocka_unit_test(instability_is_caught),
        cmocka_unit_test(lost_row_is_caught),
        cmocka_unit_test(foreign_rows_are_caught),
        cmocka_unit_test(changed_key_is_caught),
        cmocka_unit_test(torn_value_is_caught),
        cmocka_unit_test(cleared_output_is_caught),
        cmocka_unit_test(missing_rows_are_caught),
        cmocka_unit_test(large_columns_are_filled_and_checked),
        cmocka_unit_test(scans_are_checked),
        cmocka_unit_test(scans_by_segments_are_checked),
        cmocka_unit_test(segments_are_checked),
        cmocka_unit_test(keys_of_other_segments_are_caught),
        cmocka_unit_test(unstable_sorts_are_checked),
        cmocka_unit_test(gathers_and_copies_are_checked),
    };
    uint32_t const part_counts[] = {1, 2, 7};
    int failures = 0;
    for (size_t i = 0; i < sizeof part_counts / sizeof part_counts[0]; i++) {
        part_count = part_counts[i];
        failures += cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failures;
}
