/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/unroll.h"

/* A kernel made of one text, for constants. */
static wgs_variant variant_of(wgs_kernel* kernel, char const* source) {
    *kernel = (wgs_kernel){
        .name = "text", .source = (unsigned char const*)source, .source_size = strlen(source)};
    return (wgs_variant){.kernel = kernel, .constant_count = 1, .constants = {{"ITEMS", 2}}};
}

static bool unroll(char const* source, wgs_text_buffer* text, wgs_unroll_error* error) {
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_kernel kernel;
    wgs_variant const variant = variant_of(&kernel, source);
    wgs_text_init(text, &allocator);
    return wgs_unroll_append(text, &variant, "text", source, strlen(source), error);
}

static void assert_unrolled(char const* source, char const* expected) {
    wgs_text_buffer text;
    wgs_unroll_error error;
    assert_true(unroll(source, &text, &error));
    assert_string_equal(text.text, expected);
    wgs_text_free(&text);
}

static void assert_refused(char const* source, uint32_t line) {
    wgs_text_buffer text;
    wgs_unroll_error error;
    assert_false(unroll(source, &text, &error));
    assert_non_null(error.reason);
    assert_int_equal(error.line, line);
    wgs_text_free(&text);
}

static void test_plain_text_stays(void** state) {
    (void)state;
    assert_unrolled(
        "fn f() { for (var i = 0u; i < 2u; i++) { x(i); } }\n",
        "fn f() { for (var i = 0u; i < 2u; i++) { x(i); } }\n");
}

static void test_limits(void** state) {
    (void)state;
    assert_unrolled(
        "// unroll\nfor (var i = 0u; i < 2u; i++) { x(i); }\n", "\n{ x(0u); }\n{ x(1u); }\n");
    assert_unrolled(
        "// unroll\nfor (var i = 0u; i < ITEMS; i++) { x(i); }\n", "\n{ x(0u); }\n{ x(1u); }\n");
    assert_unrolled(
        "const A: u32 = ITEMS * 2u - 1u; // unroll_not\n"
        "// unroll\nfor (var i = 0u; i < (A + 1u) / 4u; i++) { x(i); }\n",
        "const A: u32 = ITEMS * 2u - 1u; // unroll_not\n\n{ x(0u); }\n");
    assert_unrolled("// unroll\nfor (var i = 0u; i < 0u; i++) { x(i); }\ny();\n", "\n\ny();\n");
}

static void test_whole_names_only(void** state) {
    (void)state;
    assert_unrolled(
        "// unroll\nfor (var i = 0u; i < 1u; i++) {\n"
        "  ii = i + i1 + a.i + b . i; // i\n  /* i */ c[i] = 0x1u;\n}\n",
        "\n{\n  ii = 0u + i1 + a.i + b . i; // i\n  /* i */ c[0u] = 0x1u;\n}\n");
}

static void test_nested(void** state) {
    (void)state;
    assert_unrolled(
        "// unroll\nfor (var a = 0u; a < 2u; a++) {\n"
        "// unroll\nfor (var b = 0u; b < a + 1u; b++) { x(a, b); } }\n",
        "\n{\n\n{ x(0u, 0u); } }\n{\n\n{ x(1u, 0u); }\n{ x(1u, 1u); } }\n");
}

static void test_shadowing_takes_the_inner(void** state) {
    (void)state;
    assert_unrolled(
        "// unroll\nfor (var a = 0u; a < 1u; a++) {"
        "// unroll\nfor (var a = 0u; a < 2u; a++) {x(a);}}",
        "\n{\n{x(0u);}\n{x(1u);}}");
}

static void test_jumps_of_inner_loops_stay(void** state) {
    (void)state;
    assert_unrolled(
        "// unroll\nfor (var i = 0u; i < 1u; i++) { loop { break; } "
        "switch i { case 0u: { break; } default: {} } }\n",
        "\n{ loop { break; } switch 0u { case 0u: { break; } default: {} } }\n");
}

static void test_refusals(void** state) {
    (void)state;
    assert_refused("\n// unroll\nlet x = 1;\n", 2);
    assert_refused("// unroll\nfor (var i = 1u; i < 2u; i++) {}\n", 1);
    assert_refused("// unroll\nfor (var i = 0u; i <= 2u; i++) {}\n", 2);
    assert_refused("// unroll\nfor (var i = 0u; j < 2u; i++) {}\n", 1);
    assert_refused("// unroll\nfor (var i = 0u; i < 2u; i += 2u) {}\n", 1);
    assert_refused("// unroll\nfor (var i = 0u; i < 2u; i++) x(i);\n", 1);
    assert_refused("// unroll\nfor (var i = 0u; i < 2u; i++) { x(i);\n", 1);
    assert_refused("// unroll\nfor (var i = 0u; i < n; i++) { x(i); }\n", 2);
    assert_refused("// unroll\nfor (var i = 0u; i < 257u; i++) { x(i); }\n", 2);
    assert_refused("// unroll\nfor (var i = 0u; i < 1u - 2u; i++) { x(i); }\n", 2);
    assert_refused("// unroll\nfor (var i = 0u; i < 2u; i++) {\n continue; }\n", 3);
    assert_refused("// unroll\nfor (var i = 0u; i < 2u; i++) {\n if (a) { break; } }\n", 3);
    assert_refused(
        "// unroll\nfor (var i = 0u; i < 2u; i++) { switch i { default: {\ncontinue; } } }\n", 3);
    assert_refused("const A = B; const B = A;\n// unroll\nfor (var i = 0u; i < A; i++) {}\n", 3);
    assert_refused("// unroll", 1);
}

/* 256^4 copies must end in a refusal, not in all memory. */
static void test_size_is_bounded(void** state) {
    (void)state;
    assert_refused(
        "// unroll\nfor (var a = 0u; a < 256u; a++) {"
        "// unroll\nfor (var b = 0u; b < 256u; b++) {"
        "// unroll\nfor (var c = 0u; c < 256u; c++) {"
        "// unroll\nfor (var d = 0u; d < 256u; d++) {x(a);}}}}",
        5);
}

static void test_lines_keep_their_origin(void** state) {
    (void)state;
    wgs_text_buffer text;
    wgs_unroll_error error;
    assert_true(
        unroll("a\n// unroll\nfor (var i = 0u; i < 2u; i++) {\n b(i);\n}\nc\n", &text, &error));
    assert_string_equal(text.text, "a\n\n{\n b(0u);\n}\n{\n b(1u);\n}\nc\n");
    uint32_t const lines[] = {1, 2, 3, 4, 5, 3, 4, 5, 6};
    for (size_t i = 0; i < 9; ++i)
        assert_int_equal(wgs_text_origin(&text, i + 1)->line, lines[i]);
    assert_null(wgs_text_origin(&text, 10));
    assert_null(wgs_text_origin(&text, 0));
    wgs_text_free(&text);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_plain_text_stays),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_whole_names_only),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_shadowing_takes_the_inner),
        cmocka_unit_test(test_jumps_of_inner_loops_stay),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_size_is_bounded),
        cmocka_unit_test(test_lines_keep_their_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
