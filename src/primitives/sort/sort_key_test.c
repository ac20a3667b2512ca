/* SPDX-License-Identifier: MIT */
/* The key rule on awkward keys, each with the values that once went wrong elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testing/random_bits.h"
#include "testing/sort_table.h"
#include "testing/test_device.h"

static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Bitonic, WGSAlgorithm_Radix};

enum { MOST_ROWS = 33000 };
static uint32_t keys32[MOST_ROWS];

/* Keys and row numbers of one column, by both algorithms, against the reference. A slow adapter takes
 * turns with the algorithms. */
static bool sort_column(
    char const* note, WGSFormat format, WGSDirection direction, void const* data, size_t rows) {
    static size_t turn = 0;
    turn++;
    bool good = true;
    for (size_t i = 0; i < 2; i++) {
        if (wgs_test_adapter_is_slow() && (turn + turn / 2) % 2 != i)
            continue;
        wgs_test_sort const sort = {
            .note = note,
            .algorithm = algorithms[i],
            .row_count = rows,
            .key_count = 1,
            .keys = {{.format = format, .direction = direction, .data = data}},
            .row_numbers = true,
            .first_place = (uint32_t)rows,
        };
        good = wgs_test_sort_run(wgs_test_context(), &sort, NULL) && good;
    }
    return good;
}

static bool both_directions(char const* note, WGSFormat format, void const* data, size_t rows) {
    bool const ascending = sort_column(note, format, WGSDirection_Ascending, data, rows);
    return sort_column(note, format, WGSDirection_Descending, data, rows) && ascending;
}

/* The reference itself gives this order. */
static void assert_reference(
    WGSFormat format,
    WGSDirection direction,
    void const* data,
    size_t rows,
    uint32_t const* expected) {
    wgs_reference_key const key = {.format = format, .direction = direction, .data = data};
    uint32_t order[32];
    assert_true(rows <= 32 && wgs_sort_reference(&key, 1, rows, order));
    assert_memory_equal(order, expected, rows * sizeof *order);
}

/* A vector as it is, and repeated over sizes where paths change. */
static bool vector_at_sizes(
    char const* note, WGSFormat format, void const* vector, size_t count, size_t element) {
    static size_t const sizes[] = {0, 33, 129, 257, 4096};
    unsigned char* const data = malloc(4096 * element);
    assert_non_null(data);
    for (size_t i = 0; i < 4096; i++)
        memcpy(data + i * element, (unsigned char const*)vector + i % count * element, element);
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        good = both_directions(note, format, data, sizes[i] == 0 ? count : sizes[i]) && good;
    free(data);
    return good;
}

static void test_float_vector(void** state) {
    (void)state;
    static uint32_t const keys[] = {
        0x7FC00000,
        0xFFC00000,
        0x7F800000,
        0xFF800000,
        0x00000000,
        0x80000000,
        0x00000001,
        0x80000001,
        0x3F800000,
        0xBF800000,
        0x7FFFFFFF,
        0xFFFFFFFF,
        0x7F800001};
    static uint32_t const ascending[] = {11, 1, 3, 9, 7, 5, 4, 6, 8, 2, 12, 0, 10};
    static uint32_t const descending[] = {10, 0, 12, 2, 8, 6, 4, 5, 7, 9, 3, 1, 11};
    assert_reference(WGSFormat_Float32, WGSDirection_Ascending, keys, 13, ascending);
    assert_reference(WGSFormat_Float32, WGSDirection_Descending, keys, 13, descending);
    assert_true(vector_at_sizes("T-float", WGSFormat_Float32, keys, 13, 4));
}

/* fault KE-10: T-i32. */
static void test_signed_vector(void** state) {
    (void)state;
    static uint32_t const keys[] = {0x00000000, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF};
    static uint32_t const order[] = {1, 3, 0, 2};
    assert_reference(WGSFormat_Sint32, WGSDirection_Ascending, keys, 4, order);
    assert_true(vector_at_sizes("T-i32, KE-10", WGSFormat_Sint32, keys, 4, 4));
}

/* fault KE-14: T-u64. */
static void test_wide_vector(void** state) {
    (void)state;
    static uint64_t const keys[] = {
        UINT64_C(1) << 32, 0xFFFFFFFF, UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1};
    static uint32_t const as_unsigned[] = {1, 0, 3, 2};
    static uint32_t const as_signed[] = {2, 1, 0, 3};
    assert_reference(WGSFormat_Uint64, WGSDirection_Ascending, keys, 4, as_unsigned);
    assert_reference(WGSFormat_Sint64, WGSDirection_Ascending, keys, 4, as_signed);
    assert_true(vector_at_sizes("T-u64, KE-14", WGSFormat_Uint64, keys, 4, 8));
    assert_true(vector_at_sizes("T-i64, KE-14", WGSFormat_Sint64, keys, 4, 8));
    /* Equal in the high word, different in bit 31 of the low one. */
    static uint64_t const low_bit[] = {0x0000000780000000, 0x0000000700000000, 0x000000077FFFFFFF};
    static uint32_t const low_order[] = {1, 2, 0};
    assert_reference(WGSFormat_Uint64, WGSDirection_Ascending, low_bit, 3, low_order);
    assert_true(both_directions("KE-14 low word", WGSFormat_Uint64, low_bit, 3));
    assert_true(both_directions("KE-14 low word", WGSFormat_Sint64, low_bit, 3));
}

static void test_double_vector(void** state) {
    (void)state;
    /* Negative doubles that differ in the low word only: it follows the sign of the high one. */
    static double const values[] = {-1.0, 1.0, 0.0, -2.0, 1e300, -1e300, 3.5, -3.5};
    uint64_t keys[13] = {
        0x7FF8000000000000,
        0xFFF8000000000000,
        0x8000000000000000,
        0xBFF0000000000001,
        0xBFF00000FFFFFFFF};
    memcpy(&keys[5], values, sizeof values);
    static uint32_t const ascending[] = {1, 10, 12, 8, 4, 3, 5, 2, 7, 6, 11, 9, 0};
    assert_reference(WGSFormat_Float64, WGSDirection_Ascending, keys, 13, ascending);
    assert_true(vector_at_sizes("T-f64", WGSFormat_Float64, keys, 13, 8));
}

/* fault KE-01: keys that padding might be mistaken for. */
static void test_padding(void** state) {
    (void)state;
    static uint32_t const booleans[] = {1, 0, 1, 0, 1};
    static uint32_t const maximum[] = {1, 0x7FFFFFFF, 2};
    static uint32_t const nans[] = {0x3F800000, 0x7FC00000, 0x40000000, 0x7FC00000, 0x40400000};
    assert_true(both_directions("KE-01", WGSFormat_Uint32, booleans, 5));
    assert_true(both_directions("KE-01", WGSFormat_Sint32, maximum, 3));
    assert_true(both_directions("KE-01", WGSFormat_Float32, nans, 5));
    static uint32_t const extremes[] = {0, 0xFFFFFFFF, 0x00FF00FF, 0x7FFFFFFF, 0x80000000};
    size_t const sizes[] = {5, wgs_sort_tile_rows - 1};
    for (size_t e = 0; e < sizeof extremes / sizeof *extremes; e++)
        for (size_t s = 0; s < 2; s++) {
            for (size_t i = 0; i < sizes[s]; i++)
                keys32[i] = extremes[e];
            assert_true(both_directions("KE-01 all equal", WGSFormat_Uint32, keys32, sizes[s]));
        }
}

static void shuffle(uint32_t* keys, size_t count, uint64_t seed) {
    wgs_random random = {seed};
    for (size_t i = count; i > 1; i--) {
        size_t const other = wgs_random_below(&random, i);
        uint32_t const kept = keys[i - 1];
        keys[i - 1] = keys[other];
        keys[other] = kept;
    }
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* fault KE-02: rows with infinities, and finite keys beyond any sentinel. */
static void test_infinite_ends(void** state) {
    (void)state;
    static size_t const sizes[] = {3, 4, 7, 8, 31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 1023};
    static uint32_t const ends[2][2] = {{0xFF800000, 0x7F800000}, {0xF1CA2D1F, 0x71CA2D1F}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t const rows = sizes[s];
        for (size_t i = 0; i < rows; i++)
            keys32[i] = float_bits((float)i);
        keys32[0] = ends[s % 2][0];
        keys32[rows - 1] = ends[s % 2][1];
        shuffle(keys32, rows, s);
        assert_true(both_directions("KE-02", WGSFormat_Float32, keys32, rows));
    }
    for (size_t i = 0; i < 33; i++)
        keys32[i] = 0xFF800000;
    assert_true(both_directions("KE-02 only -inf", WGSFormat_Float32, keys32, 33));
}

/* faults KE-03, KE-05, KE-11: NaN of both signs, at every size by the same rule. */
static void test_nan(void** state) {
    (void)state;
    static size_t const sizes[] = {32, 33, 128, 129, 4096};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t i = 0; i < sizes[s]; i++)
            keys32[i] = i < 6 ? 0xFFC00000 : float_bits((float)i);
        assert_true(both_directions("KE-03", WGSFormat_Float32, keys32, sizes[s]));
    }
    uint32_t const blocked[] = {float_bits(.77f), 0, 0x7FC00000, float_bits(.5f), float_bits(.85f)};
    uint32_t const verbatim[] = {
        float_bits(3), 0x7FC00000, float_bits(1), float_bits(2), 0x7FC00000, 0};
    assert_true(both_directions("KE-05", WGSFormat_Float32, blocked, 5));
    assert_true(both_directions("KE-05", WGSFormat_Float32, verbatim, 6));
    for (size_t i = 0; i < 16; i++)
        keys32[i] = float_bits((float)(i * 7 % 16) / 16.0f - 0.5f);
    assert_true(both_directions("KE-11", WGSFormat_Float32, keys32, 16));
}

/* fault KE-07: alternating zeros; -0 comes before +0. */
static void test_zeros(void** state) {
    (void)state;
    for (size_t i = 0; i < 1000; i++)
        keys32[i] = i % 2 == 0 ? 0 : 0x80000000;
    assert_true(both_directions("KE-07", WGSFormat_Float32, keys32, 1000));
}

/* fault KE-08: denormals and a signalling NaN keep their bits. */
static void test_denormals(void** state) {
    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        keys32[i] = 10 - i;
        keys32[10 + i] = 0x80000001 + i;
    }
    keys32[20] = 0x7F800001;
    assert_true(both_directions("KE-08", WGSFormat_Float32, keys32, 21));
}

/* fault KE-13: two distinct keys, one the maximum. */
static void test_maximum_and_duplicates(void** state) {
    (void)state;
    for (size_t i = 0; i < 32768; i++)
        keys32[i] = i < 100 ? 0x7FFFFFFF : 0xFFFFFFFF;
    assert_true(both_directions("KE-13", WGSFormat_Sint32, keys32, 32768));
}

/* item 28, faults ST-01, ST-05: descending is not ascending reversed, and ties are as on the
 * CPU. */
static void test_stable(void** state) {
    (void)state;
    static uint32_t const three[] = {0, 1, 0};
    static uint32_t const three_order[] = {1, 0, 2};
    assert_reference(WGSFormat_Uint32, WGSDirection_Descending, three, 3, three_order);
    assert_true(both_directions("ST-01", WGSFormat_Uint32, three, 3));
    for (size_t i = 0; i < 10007; i++)
        keys32[i] = (uint32_t)(i % 3);
    assert_true(both_directions("ST-01", WGSFormat_Uint32, keys32, 10007));
    static int32_t const ties[] = {5, 1, 2, 6, 5, -2, 2, 0, 0, 1, 0, 4};
    static uint32_t const ties_order[] = {5, 7, 8, 10, 1, 9, 2, 6, 11, 0, 4, 3};
    assert_reference(WGSFormat_Sint32, WGSDirection_Ascending, ties, 12, ties_order);
    assert_true(both_directions("ST-05", WGSFormat_Sint32, ties, 12));
}

/* fault ST-02: high digit from the row, low digits reversed; the same result every time. */
static void test_repeats(void** state) {
    (void)state;
    enum { ROWS = 8000, REPEATS = 20 };
    for (uint32_t i = 0; i < ROWS; i++)
        keys32[i] = (i & 0xFF) << 24 | (ROWS - i);
    for (size_t a = 0; a < 2; a++) {
        wgs_test_sort const sort = {
            .note = "ST-02",
            .algorithm = algorithms[a],
            .row_count = ROWS,
            .key_count = 1,
            .keys = {{.format = WGSFormat_Uint32, .bit_count = 32, .data = keys32}},
            .row_numbers = true,
        };
        wgs_sort_rig rig;
        bool good = wgs_sort_rig_open(&rig, wgs_test_context(), &sort);
        for (int repeat = 0; good && repeat < REPEATS; repeat++)
            good = wgs_sort_rig_reset(&rig) && wgs_sort_rig_run(&rig, ROWS) &&
                   wgs_sort_rig_check(&rig, ROWS);
        wgs_sort_rig_close(&rig);
        assert_true(good);
    }
}

/* faults SZ-07, SZ-11: lengths at which other sorts gave up. */
static void test_lengths(void** state) {
    (void)state;
    for (uint32_t i = 0; i < 11520; i++)
        keys32[i] = 11519 - i;
    assert_true(both_directions("SZ-07", WGSFormat_Uint32, keys32, 11520));
    wgs_distribution_fill(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, 11, 32769, keys32);
    for (size_t rows = 32767; rows <= 32769; rows++)
        assert_true(
            sort_column("SZ-11", WGSFormat_Float32, (WGSDirection)(rows % 2), keys32, rows));
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_float_vector),
        cmocka_unit_test(test_signed_vector),
        cmocka_unit_test(test_wide_vector),
        cmocka_unit_test(test_double_vector),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_infinite_ends),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_denormals),
        cmocka_unit_test(test_maximum_and_duplicates),
        cmocka_unit_test(test_stable),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_lengths),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
