/* SPDX-License-Identifier: MIT */
/* Tilings and labels: faults SZ-15 and SZ-16, rounding up near 2^32. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "primitives/common/launch.h"

/* fault SZ-16: T-ceil: as many groups as tiles, where so many are allowed. */
static void test_rounding(void** state) {
    (void)state;
    static uint32_t const cases[][2] = {{256, 16777216}, {2048, 2097152}, {4096, 1048576}};
    for (size_t i = 0; i < 3; i++) {
        wgs_tiling const tiling = wgs_tiling_for(0xFFFFFFFF, cases[i][0], 0xFFFFFFFF);
        assert_int_equal(tiling.group_count, cases[i][1]);
        assert_int_equal(tiling.tiles_per_group, 1);
    }
}

/* Every row is in one group, no group is empty, and no count gives more groups than the capacity. */
static void test_tilings(void** state) {
    (void)state;
    static uint32_t const rows[] = {0, 1, 2303, 2304, 2305, 100000, 9437184, 9437185, 0x80000000};
    static uint32_t const limits[] = {1, 2, 8, 4096};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t l = 0; l < 4; l++) {
            wgs_tiling const tiling = wgs_tiling_for(rows[r], 2304, limits[l]);
            uint64_t const group = 2304ull * tiling.tiles_per_group;
            assert_in_range(tiling.group_count, 0, limits[l]);
            assert_true(group * tiling.group_count >= rows[r]);
            if (rows[r] > 0)
                assert_true(group * (tiling.group_count - 1) < rows[r]);
            else
                assert_int_equal(tiling.group_count, 0);
        }
    for (uint32_t count = 0; count <= 40000; count += 7)
        assert_true(
            wgs_tiling_for(count, 2304, 5).group_count <= wgs_tiling_max_groups(40000, 2304, 5));
}

static void test_steps(void** state) {
    (void)state;
    assert_int_equal(wgs_step_groups(0, 256, 8), 0);
    assert_int_equal(wgs_step_groups(257, 256, 8), 2);
    assert_int_equal(wgs_step_groups(0xFFFFFFFF, 256, 8), 8);
    assert_int_equal(wgs_step_groups(UINT64_MAX, 256, 65535), 65535);
}

static void test_labels(void** state) {
    (void)state;
    char label[WGS_LABEL_SIZE];
    wgs_label(label, (WGPUStringView){0}, "sort");
    assert_string_equal(label, "sort");
    wgs_label(label, (WGPUStringView){"depths and more", 6}, "sort");
    assert_string_equal(label, "depths");
    wgs_label(label, (WGPUStringView){"depths", WGPU_STRLEN}, "sort");
    assert_string_equal(label, "depths");
    char long_text[200];
    for (size_t i = 0; i < sizeof long_text; i++)
        long_text[i] = 'x';
    wgs_label(label, (WGPUStringView){long_text, sizeof long_text}, "sort");
    assert_int_equal(label[WGS_LABEL_SIZE - 2], 'x');
    assert_int_equal(label[WGS_LABEL_SIZE - 1], '\0');
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_tilings),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
