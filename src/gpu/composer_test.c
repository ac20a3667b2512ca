/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/composer.h"
#include "testing/failing_allocator.h"

static char const fragment_text[] = "// a fragment\nenable subgroups;\nfn half(x: u32) -> u32 {\n"
                                    "    return x / 2u;\n}\n";
static char const kernel_text[] = "enable subgroups;\nrequires something;\n@compute fn k() {\n"
                                  "    // unroll\n    for (var i = 0u; i < N; i++) {\n"
                                  "        use(i);\n    }\n}";

static wgs_fragment const fragment = {
    .name = "half",
    .source = (unsigned char const*)fragment_text,
    .source_size = sizeof fragment_text - 1};
static wgs_kernel const kernel = {
    .name = "k",
    .primitive = "test",
    .source = (unsigned char const*)kernel_text,
    .source_size = sizeof kernel_text - 1};
static wgs_variant const variant = {
    .kernel = &kernel,
    .fragment_count = 1,
    .fragments = {&fragment},
    .constant_count = 2,
    .constants = {{"N", 2}, {"BIG", 4294967295u}}};

static void assert_composed(wgs_compose_options options, char const* expected) {
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_text_buffer text;
    assert_int_equal(wgs_compose(&variant, options, &allocator, &text, "f", NULL), 0);
    assert_string_equal(text.text, expected);
    assert_int_equal(text.size, strlen(expected));
    wgs_text_free(&text);
}

static void test_order_and_directives(void** state) {
    (void)state;
    char const constants[] = "const N: u32 = 2u;\nconst BIG: u32 = 4294967295u;\n";
    char const rest[] = "// a fragment\n\nfn half(x: u32) -> u32 {\n    return x / 2u;\n}\n\n\n"
                        "@compute fn k() {\n    // unroll\n"
                        "    for (var i = 0u; i < N; i++) {\n        use(i);\n    }\n}\n";
    char expected[600];
    (void)snprintf(
        expected, sizeof expected, "enable subgroups;\nrequires something;\n%s%s", constants, rest);
    assert_composed((wgs_compose_options){.unroll = false, .keep_enables = true}, expected);
    (void)snprintf(expected, sizeof expected, "requires something;\n%s%s", constants, rest);
    assert_composed((wgs_compose_options){.unroll = false, .keep_enables = false}, expected);
}

static void test_unrolled(void** state) {
    (void)state;
    assert_composed(
        (wgs_compose_options){.unroll = true, .keep_enables = false},
        "requires something;\nconst N: u32 = 2u;\nconst BIG: u32 = 4294967295u;\n"
        "// a fragment\n\nfn half(x: u32) -> u32 {\n    return x / 2u;\n}\n\n\n"
        "@compute fn k() {\n    \n{\n        use(0u);\n    }\n{\n        use(1u);\n    }\n}\n");
}

static void test_messages_point_to_sources(void** state) {
    (void)state;
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_text_buffer text;
    wgs_compose_options const options = {.unroll = true, .keep_enables = false};
    assert_int_equal(wgs_compose(&variant, options, &allocator, &text, "f", NULL), 0);
    wgs_line_origin const* origin = wgs_compose_locate(&text, "error: x wgsl:7:5 y");
    assert_non_null(origin);
    assert_string_equal(origin->file, "half");
    assert_int_equal(origin->line, 4);
    origin = wgs_compose_locate(&text, ":17:1 error: unknown");
    assert_string_equal(origin->file, "k");
    assert_int_equal(origin->line, 6);
    origin = wgs_compose_locate(&text, ":3:1");
    assert_string_equal(origin->file, "constants");
    assert_null(wgs_compose_locate(&text, "12:1 no place: at all"));
    assert_null(wgs_compose_locate(&text, ":1000:1"));
    wgs_text_free(&text);
}

/* The caller's text stands before all that can go wrong with it, as it is: no mark is unrolled in it. */
static void test_caller_text(void** state) {
    (void)state;
    static char const caller[] = "// unroll\nfn before() {}";
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_variant with_text = variant;
    with_text.text = caller;
    with_text.text_size = sizeof caller - 1;
    wgs_text_buffer text;
    wgs_compose_options const options = {.unroll = true, .keep_enables = false};
    assert_int_equal(wgs_compose(&with_text, options, &allocator, &text, "f", NULL), 0);
    static char const start[] =
        "requires something;\n// unroll\nfn before() {}\nconst N: u32 = 2u;\n";
    assert_memory_equal(text.text, start, sizeof start - 1);
    wgs_line_origin const* origin = wgs_compose_locate(&text, "wgsl:3:4 error: x");
    assert_string_equal(origin->file, "source");
    assert_int_equal(origin->line, 2);
    wgs_text_free(&text);
}

/* A kernel of a caller's: comments may say what they like, and marked loops are unrolled. */
static void test_plain_kernel(void** state) {
    (void)state;
    static char const source[] = "/* we\nenable nothing\n*/ fn a() {\n// unroll\n"
                                 "for (var i = 0u; i < N; i++) { use(i); }\n}";
    wgs_kernel const plain = {
        .name = "mine",
        .source = (unsigned char const*)source,
        .source_size = sizeof source - 1,
        .plain = true};
    wgs_variant const mine = {.kernel = &plain, .constant_count = 1, .constants = {{"N", 2}}};
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_text_buffer text;
    wgs_compose_options const options = {.unroll = true, .keep_enables = true};
    assert_int_equal(wgs_compose(&mine, options, &allocator, &text, "f", NULL), 0);
    assert_string_equal(
        text.text,
        "const N: u32 = 2u;\n/* we\nenable nothing\n*/ fn a() {\n\n{ use(0u); }\n{ use(1u); "
        "}\n}\n");
    assert_string_equal(wgs_compose_locate(&text, ":4:1 x")->file, "mine");
    assert_int_equal(wgs_compose_locate(&text, ":4:1 x")->line, 3);
    wgs_text_free(&text);
}

static void test_bad_marks_are_errors(void** state) {
    (void)state;
    static char const bad_text[] = "// x\n// unroll\nwhile (true) {}\n";
    wgs_kernel const bad = {
        .name = "bad",
        .source = (unsigned char const*)bad_text,
        .source_size = sizeof bad_text - 1};
    wgs_variant const bad_variant = {.kernel = &bad};
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_text_buffer text;
    WGSError error;
    wgs_compose_options const options = {.unroll = true};
    assert_int_equal(
        wgs_compose(&bad_variant, options, &allocator, &text, "wgsX", &error),
        WGSStatus_DeviceError);
    assert_int_equal(error.detail, WGSErrorId_ShaderModule);
    assert_memory_equal(error.message, "wgsX: bad.wgsl:2: ", 18);
    wgs_compose_options const rolled = {.unroll = false};
    assert_int_equal(wgs_compose(&bad_variant, rolled, &allocator, &text, "wgsX", &error), 0);
    wgs_text_free(&text);
}

static void test_memory_failures(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSAllocator const allocator = wgs_failing_allocator_hooks(&memory);
    wgs_compose_options const options = {.unroll = true};
    wgs_text_buffer text;
    WGSError error;
    size_t n = 1;
    for (;; ++n) {
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = wgs_compose(&variant, options, &allocator, &text, "f", &error);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(memory.live, 0);
    }
    assert_true(n > 3);
    wgs_text_free(&text);
    assert_int_equal(memory.live, 0);
}

static void test_names(void** state) {
    (void)state;
    char name[64];
    wgs_variant_name(&variant, name, sizeof name);
    assert_string_equal(name, "k-half-N_2-BIG_4294967295");
    char cut[6];
    wgs_variant_name(&variant, cut, sizeof cut);
    assert_string_equal(cut, "k-hal");
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_order_and_directives),
        cmocka_unit_test(test_unrolled),
        cmocka_unit_test(test_messages_point_to_sources),
        cmocka_unit_test(test_caller_text),
        cmocka_unit_test(test_plain_kernel),
        cmocka_unit_test(test_bad_marks_are_errors),
        cmocka_unit_test(test_memory_failures),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
