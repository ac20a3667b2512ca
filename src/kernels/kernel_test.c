/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "kernels/kernel.h"

static wgs_kernel_binding const kernel_bindings[] = {
    {"params", WGS_BINDING_UNIFORM, 0},
    {"keys", WGS_BINDING_READ, 1},
};
static wgs_kernel_binding const fragment_bindings[] = {{"values", WGS_BINDING_READ_WRITE, 2}};
static char const* const params_names[] = {"count", "keys_base_extra", "keys_base", "values_base"};

static wgs_kernel const kernel = {
    .name = "sample",
    .primitive = "sample",
    .binding_count = 2,
    .bindings = kernel_bindings,
    .params_words = 4,
    .params_names = params_names};
static wgs_kernel const other_kernel = {.name = "other", .primitive = "sample"};
static wgs_fragment const fragment = {
    .name = "payload", .binding_count = 1, .bindings = fragment_bindings};
static wgs_fragment const other_fragment = {.name = "none"};

static wgs_variant sample(void) {
    return (wgs_variant){
        .kernel = &kernel,
        .fragment_count = 1,
        .fragments = {&fragment},
        .constant_count = 2,
        .constants = {{"TILE", 4}, {"BITS", 8}}};
}

static void equal_contents_are_equal(void** state) {
    (void)state;
    wgs_variant const a = sample();
    wgs_variant b = sample();
    char const name[] = "TILE"; /* names are compared as text: another file has its own literal */
    b.constants[0].name = name;
    b.constants[2].value = 99; /* past the count */
    assert_true(wgs_variant_equal(&a, &b));
}

static void every_difference_counts(void** state) {
    (void)state;
    wgs_variant const a = sample();
    wgs_variant b = sample();
    b.kernel = &other_kernel;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.fragments[0] = &other_fragment;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.fragment_count = 0;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.constants[1].value = 9;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.constants[1].name = "BYTES";
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.constant_count = 1;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.bounds_proved = true;
    assert_false(wgs_variant_equal(&a, &b));
    b = sample();
    b.text = "fn f() {}";
    b.text_size = 9;
    assert_false(wgs_variant_equal(&a, &b));
}

/* The text of a caller's is compared as text: graphs and the cache have copies of their own. */
static void texts_are_compared(void** state) {
    (void)state;
    char const first[] = "fn f() {}";
    char const second[] = "fn f() {}";
    wgs_variant a = sample();
    wgs_variant b = sample();
    a.text = first;
    b.text = second;
    a.text_size = b.text_size = sizeof first - 1;
    assert_true(wgs_variant_equal(&a, &b));
    b.text = "fn g() {}";
    assert_false(wgs_variant_equal(&a, &b));
    b.text = first;
    b.text_size--;
    assert_false(wgs_variant_equal(&a, &b));
}

static void bindings_of_kernel_then_fragments(void** state) {
    (void)state;
    wgs_variant const variant = sample();
    wgs_kernel_binding const* bindings[WGS_MAX_KERNEL_BINDINGS];
    assert_int_equal(wgs_variant_bindings(&variant, bindings), 3);
    assert_string_equal(bindings[0]->name, "params");
    assert_string_equal(bindings[1]->name, "keys");
    assert_string_equal(bindings[2]->name, "values");
}

static void bindings_never_pass_the_array(void** state) {
    (void)state;
    wgs_kernel_binding many[WGS_MAX_KERNEL_BINDINGS + 3];
    for (uint32_t i = 0; i < WGS_MAX_KERNEL_BINDINGS + 3; i++)
        many[i] = (wgs_kernel_binding){"x", WGS_BINDING_READ, i};
    wgs_kernel const wide = {.binding_count = WGS_MAX_KERNEL_BINDINGS + 3, .bindings = many};
    wgs_variant const variant = {.kernel = &wide, .fragment_count = 1, .fragments = {&fragment}};
    wgs_kernel_binding const* bindings[WGS_MAX_KERNEL_BINDINGS];
    assert_int_equal(wgs_variant_bindings(&variant, bindings), WGS_MAX_KERNEL_BINDINGS);
}

static void base_words_are_found_by_whole_names(void** state) {
    (void)state;
    assert_int_equal(wgs_kernel_base_word(&kernel, "keys"), 2);
    assert_int_equal(wgs_kernel_base_word(&kernel, "values"), 3);
    assert_int_equal(wgs_kernel_base_word(&kernel, "key"), -1);
    assert_int_equal(wgs_kernel_base_word(&kernel, "keys_base"), -1);
    assert_int_equal(wgs_kernel_base_word(&other_kernel, "keys"), -1);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(equal_contents_are_equal),
        cmocka_unit_test(every_difference_counts),
        cmocka_unit_test(texts_are_compared),
        cmocka_unit_test(bindings_of_kernel_then_fragments),
        cmocka_unit_test(bindings_never_pass_the_array),
        cmocka_unit_test(base_words_are_found_by_whole_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
