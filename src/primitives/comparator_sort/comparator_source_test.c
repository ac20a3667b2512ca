/* SPDX-License-Identifier: MIT */
/* Which texts a comparator may be, and the line that a refusal names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/comparator_sort/comparator_source.h"

#define GOOD                                                                                       \
    "struct Record { key: u32 }\n"                                                                 \
    "fn before(a: Record, b: Record) -> bool { return a.key < b.key; }\n"

static char const* const accepted[] = {
    GOOD,
    "// wgs_ enable @group @compute override workgroupBarrier()\n" GOOD,
    "/* wgs_ /* } */ enable ( */" GOOD,
    GOOD "fn low(params: Record, my_wgs_word: u32) -> u32 { let row_count = 1u; return 2u; }\n",
    GOOD "struct Other { params: u32, u32x: vec3u }\nconst three: u32 = 3u;\n",
    GOOD "var<private> seen: u32;\n",
    "alias Record = vec4f;\nfn before(a: Record, b: Record) -> bool { return a.x < b.x; }",
    "struct Record { key: u32 }\r\nfn before(a: Record, b: Record) -> bool { return false; }\r\n",
};

typedef struct refused_text {
    char const* text;
    unsigned line;
    char const* told;
} refused_text;

static refused_text const refused[] = {
    {GOOD "fn wgs_f() {}\n", 3, "wgs_f starts with wgs_"},
    {GOOD "fn f() {\n let wgs_x = 1;\n}", 4, "wgs_x starts with wgs_"},
    {"enable f16;\n" GOOD, 1, "enable is not allowed"},
    {"// a\nrequires x;\n" GOOD, 2, "requires is not allowed"},
    {"diagnostic(off, a);\n" GOOD, 1, "diagnostic is not allowed"},
    {GOOD "override x: u32 = 1;\n", 3, "override is not allowed"},
    {GOOD "var<workgroup> x: u32;\n", 3, "workgroup is not allowed"},
    {GOOD "fn f() { workgroupBarrier(); }\n", 3, "workgroupBarrier is not allowed"},
    {GOOD "@group(0) @binding(1) var<storage> x: array<u32>;\n", 3, "group is an attribute"},
    {GOOD "@ /* a */ binding(1) var x: sampler;\n", 3, "binding is an attribute"},
    {GOOD "@compute @workgroup_size(1)\nfn f() {}\n", 3, "compute is an attribute"},
    {GOOD "fn params() {}\n", 3, "params is a name"},
    {GOOD "fn min(a: u32, b: u32) -> u32 { return 5u; }\n", 3, "min is a name"},
    {GOOD "alias u32 = f32;\n", 3, "u32 is a name"},
    {GOOD "const WIDTH = 3;\n", 3, "WIDTH is a name"},
    {GOOD "var<private> gpu_count: f32;\n", 3, "gpu_count is a name"},
    {GOOD "fn comparator_step() {}\n", 3, "comparator_step is a name"},
    {GOOD "fn f() { }\n}\n", 4, "} closes what was not opened"},
    {GOOD "fn f() {\n", 4, "a bracket is not closed"},
    {GOOD "\n/* a /* b */\n", 4, "/* opens a comment that has no end"},
    {GOOD "// \xc3\xa9\n", 3, "byte 0xc3"},
    {GOOD "// a\rfn x() {}", 3, "byte 0x0d"},
    {"fn before(a: u32, b: u32) -> bool { return a < b; }\n", 1, "Record is not declared"},
    {"struct Record { before: u32 }\n", 1, "fn before is not declared"},
    {"// struct Record {} fn before\n", 1, "Record is not declared"},
};

static void test_accepted(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        WGSError error;
        WGSStatus const status =
            wgs_comparator_source_check(accepted[i], strlen(accepted[i]), "check", &error);
        if (status != WGSStatus_Success)
            fail_msg("%s\n%s", accepted[i], error.message);
    }
}

static void test_refused(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        WGSError error = {0};
        char const* const text = refused[i].text;
        assert_int_equal(
            wgs_comparator_source_check(text, strlen(text), "check", &error),
            WGSStatus_InvalidArgument);
        assert_int_equal(error.detail, WGSErrorId_SourceText);
        char wanted[100];
        (void)snprintf(
            wanted, sizeof wanted, "check: source.wgsl:%u: %s", refused[i].line, refused[i].told);
        if (strncmp(error.message, wanted, strlen(wanted)) != 0)
            fail_msg("%s\nwanted: %s\ngot: %s", text, wanted, error.message);
    }
    char const zero[] = GOOD "\0";
    assert_int_equal(
        wgs_comparator_source_check(zero, sizeof zero - 1, "check", NULL),
        WGSStatus_InvalidArgument);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
