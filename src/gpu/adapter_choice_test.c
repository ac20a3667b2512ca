/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/adapters.h"

static WGSAdapterInfo const infos[] = {
    {.name = "llvmpipe (LLVM 15)", .adapterType = WGPUAdapterType_CPU},
    {.name = "Iris Xe", .adapterType = WGPUAdapterType_IntegratedGPU},
    {.name = "Strange thing", .adapterType = WGPUAdapterType_Unknown},
    {.name = "GeForce 4090", .adapterType = WGPUAdapterType_DiscreteGPU},
    {.name = "GeForce 3060", .adapterType = WGPUAdapterType_DiscreteGPU},
};
enum { COUNT = sizeof infos / sizeof infos[0] };

static void assert_chosen(size_t count, char const* wanted, size_t expected) {
    size_t chosen = COUNT;
    WGPUStringView const view = {wanted, WGPU_STRLEN};
    assert_int_equal(wgs_adapters_choose(infos, count, view, &chosen, "f", NULL), 0);
    assert_int_equal(chosen, expected);
}

static void assert_none(size_t count, char const* wanted) {
    size_t chosen = COUNT;
    WGSError error;
    WGPUStringView const view = {wanted, WGPU_STRLEN};
    assert_int_not_equal(wgs_adapters_choose(infos, count, view, &chosen, "f", &error), 0);
    assert_int_equal(error.detail, WGSErrorId_NoAdapter);
}

static void test_default_prefers_gpus(void** state) {
    (void)state;
    assert_chosen(1, NULL, 0);
    assert_chosen(2, NULL, 1);
    assert_chosen(3, "", 1);
    assert_chosen(5, NULL, 3);
}

static void test_by_name_and_number(void** state) {
    (void)state;
    assert_chosen(5, "4", 4);
    assert_chosen(5, "0", 0);
    assert_chosen(5, "geforce", 3);
    assert_chosen(5, "3060", 4); /* a number that no adapter has is a part of a name */
    assert_chosen(5, "IRIS", 1);
    assert_chosen(5, "software", 0);
    assert_chosen(5, "pipe", 0);
}

static void test_nothing_matches(void** state) {
    (void)state;
    assert_none(5, "7");
    assert_none(5, "radeon");
    assert_none(0, NULL);
    char long_name[300];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_none(5, long_name);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_default_prefers_gpus),
        cmocka_unit_test(test_by_name_and_number),
        cmocka_unit_test(test_nothing_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
