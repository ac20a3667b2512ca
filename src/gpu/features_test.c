/* SPDX-License-Identifier: MIT */
/* Features by number: a device that has one allows what it stands for, and one without refuses. So a
 * webgpu.h that numbers features otherwise than the library behind it is found out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gpu/error_scope.h"
#include "gpu/native.h"
#include "testing/test_device.h"

static bool makes_timestamps(WGSContext context) {
    WGPUQuerySetDescriptor const descriptor = {.type = WGPUQueryType_Timestamp, .count = 2};
    wgs_scope_error failure;
    wgs_scope_push(context);
    WGPUQuerySet set = wgpuDeviceCreateQuerySet(context->device, &descriptor);
    wgs_scope_pop(context, &failure);
    if (set != NULL)
        wgpuQuerySetRelease(set);
    return !failure.failed;
}

static bool compiles_subgroups(WGSContext context) {
    static char const source[] =
        "enable subgroups;\n"
        "@group(0) @binding(0) var<storage, read_write> sum: u32;\n"
        "@compute @workgroup_size(64) fn add(@builtin(local_invocation_index) i: u32) {\n"
        "    sum = subgroupAdd(i);\n"
        "}\n";
    size_t const enable = sizeof "enable subgroups;\n" - 1;
    WGPUShaderSourceWGSL wgsl = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL},
        .code = wgs_test_text(wgs_native_keeps_enables() ? source : source + enable)};
    WGPUShaderModuleDescriptor const descriptor = {.nextInChain = &wgsl.chain};
    wgs_scope_error failure;
    wgs_scope_push(context);
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(context->device, &descriptor);
    wgs_scope_pop(context, &failure);
    if (module != NULL)
        wgpuShaderModuleRelease(module);
    return !failure.failed;
}

static void check_feature(WGPUFeatureName feature, bool (*works)(WGSContext context)) {
    WGSContext const plain = wgs_test_context_featured(0, NULL);
    assert_non_null(plain);
    assert_false(works(plain));
    wgsContextRelease(plain);
    if (!wgs_test_adapter_has(feature))
        skip(); /* an adapter without it */
    WGSContext const featured = wgs_test_context_featured(1, &feature);
    assert_non_null(featured);
    assert_true(works(featured));
    wgsContextRelease(featured);
}

static void test_timestamps(void** state) {
    (void)state;
    check_feature(WGPUFeatureName_TimestampQuery, makes_timestamps);
}

static void test_subgroups(void** state) {
    (void)state;
    check_feature(wgs_native_subgroup_feature(), compiles_subgroups);
}

enum { ROWS = 1 << 16, COLUMNS = 4, WORDS = 4 };

/* Rows wide enough for a thread beside their upload: keys that are each there once, and columns that
 * repeat them. */
static void sort_wide_rows(WGSContext context) {
    uint32_t* const keys = malloc(sizeof *keys * ROWS);
    uint32_t* const columns = malloc(sizeof *columns * ROWS * COLUMNS * WORDS);
    assert_non_null(keys);
    assert_non_null(columns);
    for (uint32_t i = 0; i < ROWS; i++)
        keys[i] = i * 40503u % ROWS; /* an odd factor */
    for (uint32_t i = 0; i < ROWS * COLUMNS * WORDS; i++)
        columns[i] = keys[i / WORDS % ROWS];
    WGSHostKey const key = {.format = WGSFormat_Uint32, .in = keys, .out = keys, .bitCount = 16};
    WGSHostValue values[COLUMNS];
    for (uint32_t i = 0; i < COLUMNS; i++) {
        uint32_t* const column = &columns[i * ROWS * WORDS];
        values[i] = (WGSHostValue){.format = WGSFormat_Uint32x4, .in = column, .out = column};
    }
    WGSHostSortDescriptor const descriptor = {
        .count = ROWS, .keyCount = 1, .keys = &key, .valueCount = COLUMNS, .values = values};
    WGSError error;
    if (wgsContextSort(context, &descriptor, NULL, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < ROWS; i++)
        assert_int_equal(keys[i], i);
    for (uint32_t i = 0; i < ROWS * COLUMNS * WORDS; i++)
        assert_int_equal(columns[i], i / WORDS % ROWS);
    free(columns);
    free(keys);
}

/* A device says whether several threads may use it; host.h sorts on both kinds. */
static void test_threads(void** state) {
    (void)state;
    WGPUFeatureName const feature = wgs_native_threads_feature();
    if (feature == WGS_NATIVE_NO_FEATURE)
        skip(); /* no choice here */
    WGSContext const shared = wgs_test_context_featured(1, &feature);
    assert_non_null(shared);
    assert_true(shared->capabilities.threads);
    sort_wide_rows(shared);
    wgsContextRelease(shared);
    WGSContext const single = wgs_test_context_featured(0, NULL);
    assert_non_null(single);
    assert_false(single->capabilities.threads);
    sort_wide_rows(single);
    wgsContextRelease(single);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_timestamps),
        cmocka_unit_test(test_subgroups),
        cmocka_unit_test(test_threads),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return failed != 0 || errors != 0;
}
