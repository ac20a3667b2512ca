/* SPDX-License-Identifier: MIT */
/* The blocking sorts of host.h on a device that the library opened: every format, direction and
 * awkward key, against the reference; and how many rows fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/sort/sort_reference.h"
#include "testing/distribution.h"
#include "testing/test_device.h"

enum { MOST_ROWS = 5000 };

/* As the manual has it for beginners: an open device with the adapter's own limits. */
static WGSContext opened;

static int open_context(void** state) {
    (void)state;
    WGSError error;
    return wgsOpenContext(NULL, &opened, &error) == WGSStatus_Success ? 0 : -1;
}

static int close_context(void** state) {
    (void)state;
    wgsContextRelease(opened);
    return 0;
}

static void
check_array(WGSFormat format, wgs_distribution distribution, WGSDirection direction, size_t count) {
    size_t const size = wgsFormatGetSize(format);
    unsigned char* const keys = malloc(size * count + 8);
    unsigned char* const sorted = malloc(size * count + 8);
    uint32_t* const order = malloc(4 * count + 4);
    assert_true(keys != NULL && sorted != NULL && order != NULL);
    wgs_distribution_fill(distribution, format, count, count, keys);
    memcpy(sorted, keys, size * count);
    WGSError error;
    if (wgsContextSortArray(opened, format, sorted, count, direction, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    wgs_reference_key const key = {.format = format, .direction = direction, .data = keys};
    assert_true(wgs_sort_reference(&key, 1, count, order));
    for (size_t i = 0; i < count; i++)
        if (memcmp(sorted + i * size, keys + order[i] * size, size) != 0)
            fail_msg(
                "format %d, %s, direction %d, %zu rows: row %zu is wrong",
                (int)format,
                wgs_distribution_name(distribution),
                (int)direction,
                count,
                i);
    free(keys);
    free(sorted);
    free(order);
}

static void test_arrays(void** state) {
    (void)state;
    static size_t const counts[] = {0, 1, 200, MOST_ROWS};
    for (uint32_t format = WGSFormat_Uint32; format <= WGSFormat_Float64; format++)
        for (uint32_t c = 0; c < 4; c++)
            for (uint32_t d = 0; d < 2; d++)
                check_array(
                    (WGSFormat)format,
                    d == 0 ? WGS_DISTRIBUTION_SPECIALS : WGS_DISTRIBUTION_UNIFORM,
                    (WGSDirection)((c + d + format) % 2),
                    counts[c]);
}

/* Several columns, in place, with row numbers. */
static void test_in_place(void** state) {
    (void)state;
    static uint32_t key[MOST_ROWS], key_before[MOST_ROWS], rows[MOST_ROWS], order[MOST_ROWS];
    static uint64_t second[MOST_ROWS], second_before[MOST_ROWS];
    static uint32_t value[MOST_ROWS][3], value_before[MOST_ROWS][3];
    wgs_distribution_fill(WGS_DISTRIBUTION_FEW, WGSFormat_Float32, 1, MOST_ROWS, key);
    wgs_distribution_fill(WGS_DISTRIBUTION_UNIFORM, WGSFormat_Sint64, 2, MOST_ROWS, second);
    wgs_values_fill(WGSFormat_Uint32x3, 3, MOST_ROWS, value);
    memcpy(key_before, key, sizeof key);
    memcpy(second_before, second, sizeof second);
    memcpy(value_before, value, sizeof value);
    WGSHostKey const keys[] = {
        {.format = WGSFormat_Float32, .in = key, .out = key, .direction = WGSDirection_Descending},
        {.format = WGSFormat_Sint64, .in = second, .out = second}};
    WGSHostValue const values[] = {{.format = WGSFormat_Uint32x3, .in = value, .out = value}};
    WGSHostSortDescriptor const descriptor = {
        .count = MOST_ROWS,
        .keyCount = 2,
        .keys = keys,
        .valueCount = 1,
        .values = values,
        .rowsOut = rows};
    WGSHostSortReport report;
    WGSError error;
    if (wgsContextSort(opened, &descriptor, &report, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    assert_int_equal(report.sort.resolvedAlgorithm, WGSAlgorithm_Radix);
    assert_int_equal(report.dispatchCount, report.sort.dispatchCount);
    wgs_reference_key const reference[] = {
        {.format = WGSFormat_Float32, .direction = WGSDirection_Descending, .data = key_before},
        {.format = WGSFormat_Sint64, .data = second_before}};
    assert_true(wgs_sort_reference(reference, 2, MOST_ROWS, order));
    assert_memory_equal(rows, order, sizeof rows);
    for (size_t i = 0; i < MOST_ROWS; i++) {
        assert_int_equal(key[i], key_before[order[i]]);
        assert_true(second[i] == second_before[order[i]]);
        assert_memory_equal(value[i], value_before[order[i]], sizeof value[i]);
    }
}

/* With 1 MiB bindings the capacity is that of the widest column, and one row more is refused with
 * nothing written. */
static void test_capacity(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    uint64_t const most = 131072;
    uint64_t* const keys = malloc(8 * (most + 1));
    assert_non_null(keys);
    for (uint64_t i = 0; i <= most; i++)
        keys[i] = most - i;
    WGSHostKey const key = {.format = WGSFormat_Uint64, .in = keys, .out = keys, .bitCount = 4};
    WGSHostSortDescriptor descriptor = {.keyCount = 1, .keys = &key};
    uint64_t rows = 0;
    WGSError error = {0};
    assert_int_equal(wgsContextGetSortCapacity(context, &descriptor, &rows, &error), 0);
    assert_int_equal(rows, most);
    descriptor.count = most + 1;
    assert_int_equal(wgsContextSort(context, &descriptor, NULL, &error), WGSStatus_TooLarge);
    assert_non_null(strstr(error.message, "131072"));
    for (uint64_t i = 0; i <= most; i++)
        assert_true(keys[i] == most - i);
    descriptor.count = most;
    assert_int_equal(wgsContextSort(context, &descriptor, NULL, &error), WGSStatus_Success);
    for (uint64_t i = 1; i < most; i++)
        assert_true(keys[i - 1] % 16 <= keys[i] % 16);
    free(keys);
    wgsContextRelease(context);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_capacity),
    };
    int const failed = cmocka_run_group_tests(tests, open_context, close_context);
    wgs_test_close();
    return failed;
}
