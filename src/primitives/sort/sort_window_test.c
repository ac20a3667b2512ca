/* SPDX-License-Identifier: MIT */
/* Bit windows. Keys that agree in the window keep their order and whole keys are moved, whatever
 * lies outside of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/sort_table.h"
#include "testing/test_device.h"

static WGSAlgorithm const algorithms[] = {WGSAlgorithm_Bitonic, WGSAlgorithm_Radix};

static bool run_window(
    wgs_sort_table const* table,
    size_t turn,
    WGSAlgorithm algorithm,
    uint32_t first_bit,
    uint32_t bit_count) {
    wgs_test_sort sort = wgs_sort_table_case(
        table,
        &wgs_sort_shapes[turn % wgs_sort_shape_count],
        (WGSDirection)(turn / 2 % 2),
        algorithm);
    sort.keys[0].first_bit = first_bit;
    sort.keys[0].bit_count = bit_count;
    return wgs_test_sort_run(wgs_test_context(), &sort, NULL);
}

/* item 29, faults KE-17, ST-04: every width, so odd and even numbers of passes; bits above are
 * random. Several tiles for radix; one workgroup and memory for bitonic. */
static void test_widths(void** state) {
    (void)state;
    static uint32_t const widths[] = {
        WGS_NO_BITS, 1, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 24, 25, 31, 32};
    static WGSFormat const formats[] = {WGSFormat_Uint32, WGSFormat_Sint32, WGSFormat_Float32};
    size_t const rows = wgs_sort_tile_rows + 77;
    bool good = true;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, formats[i % 3], i, rows);
        for (size_t shape = 0; shape < (wgs_test_adapter_is_slow() ? 1 : 3); shape++)
            good = run_window(&table, i + shape, WGSAlgorithm_Radix, 0, widths[i]) && good;
        good = run_window(&table, i + 1, WGSAlgorithm_Bitonic, 0, widths[i]) && good;
        table.row_count = 200;
        good = run_window(&table, i + 2, WGSAlgorithm_Bitonic, 0, widths[i]) && good;
        good = run_window(&table, i + 3, WGSAlgorithm_Auto, 0, widths[i]) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* fault KE-16: windows that start above bit 0. */
static void test_first_bits(void** state) {
    (void)state;
    static uint32_t const windows[][2] = {
        {0, 32}, {1, 31}, {7, 25}, {24, 8}, {5, 4}, {31, 1}, {13, 0}, {31, 0}, {31, WGS_NO_BITS}};
    wgs_sort_table table =
        wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Float32, 16, 5000);
    bool good = true;
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        for (size_t a = 0; a < 2; a++)
            good = run_window(&table, i + a, algorithms[a], windows[i][0], windows[i][1]) && good;
    wgs_sort_table_free(&table);
    assert_true(good);
}

/* item 40: on both sides of the change from one algorithm to the other the window decides alone:
 * the keys have bits above it. */
static void test_windows_at_the_switch(void** state) {
    (void)state;
    bool good = true;
    for (size_t rows = 255; rows <= 258; rows++) {
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, rows, rows);
        good = run_window(&table, 3, WGSAlgorithm_Auto, 0, 8) && good;
        for (size_t a = 0; a < 2; a++)
            good = run_window(&table, 2 + a, algorithms[a], 0, 8) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

/* T-bits, with its orders written down. */
static void test_bits_vector(void** state) {
    (void)state;
    static uint32_t const keys[] = {0xF0000003, 0x10000001, 0x20000002, 0x10000000};
    static struct {
        uint32_t first_bit;
        uint32_t order[4];
    } const windows[] = {{28, {1, 3, 2, 0}}, {0, {3, 1, 2, 0}}};
    for (size_t w = 0; w < 2; w++) {
        wgs_reference_key const key = {
            .format = WGSFormat_Uint32,
            .first_bit = windows[w].first_bit,
            .bit_count = 4,
            .data = keys};
        uint32_t order[4];
        assert_true(wgs_sort_reference(&key, 1, 4, order));
        assert_memory_equal(order, windows[w].order, sizeof order);
        for (size_t a = 0; a < 2; a++) {
            wgs_test_sort const sort = {
                .note = "T-bits",
                .algorithm = algorithms[a],
                .row_count = 4,
                .key_count = 1,
                .keys = {key},
                .row_numbers = true};
            assert_true(wgs_test_sort_run(wgs_test_context(), &sort, NULL));
        }
    }
}

/* fault KE-15: no bits is a stable copy, and not the same as one bit. */
static void test_no_bits(void** state) {
    (void)state;
    size_t const sizes[] = {5, wgs_sort_tile_rows + 1, 8 * wgs_sort_tile_rows};
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t a = 0; a < 2; a++) {
            if (a == 0 && i == 2)
                continue; /* bitonic takes long there and has nothing new to show */
            wgs_sort_table table =
                wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Uint32, 15, sizes[i]);
            good = run_window(&table, 2 + a, algorithms[a], 0, WGS_NO_BITS) && good;
            wgs_sort_table_free(&table);
        }
    assert_true(good);
}

/* Windows of 64-bit keys: in one word, across both, none. */
static void test_wide_windows(void** state) {
    (void)state;
    static uint32_t const windows[][2] = {
        {0, 64}, {0, 32}, {32, 32}, {30, 4}, {31, 2}, {5, 50}, {63, 1}, {33, 0}, {40, WGS_NO_BITS}};
    static WGSFormat const formats[] = {WGSFormat_Uint64, WGSFormat_Sint64, WGSFormat_Float64};
    bool good = true;
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        wgs_sort_table table =
            wgs_sort_table_make(WGS_DISTRIBUTION_UNIFORM, formats[i % 3], i, i % 2 == 0 ? 700 : 99);
        good = run_window(&table, i, WGSAlgorithm_Auto, windows[i][0], windows[i][1]) && good;
        good =
            run_window(&table, i + 1, algorithms[i / 2 % 2], windows[i][0], windows[i][1]) && good;
        wgs_sort_table_free(&table);
    }
    assert_true(good);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_first_bits),
        cmocka_unit_test(test_windows_at_the_switch),
        cmocka_unit_test(test_bits_vector),
        cmocka_unit_test(test_no_bits),
        cmocka_unit_test(test_wide_windows),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
