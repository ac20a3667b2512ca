/* SPDX-License-Identifier: MIT */
/* Which texts and names a kernel of a caller's may have, and the line that a refusal names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/kernel_source.h"

#define GOOD "@compute @workgroup_size(64)\nfn mine() {}\n"

static char const* const accepted[] = {
    GOOD,
    "// wgs_ enable override @group(3)\n" GOOD,
    "/* wgs_ /* } */ enable\nrequires ( */" GOOD,
    "var<workgroup> shared_words: array<u32, 4>;\n" GOOD "fn f() { workgroupBarrier(); }\n",
    "@group(0) @binding(1) var<storage> x: array<u32>;\n" GOOD,
    "@binding(1) @group ( 0u, ) var<storage> x: array<u32>;\n" GOOD,
    "@compute @workgroup_size(1) fn other() {}\n" GOOD,
    "@compute\n// a comment\n@workgroup_size(W, 1, 1) fn /* here */ mine() {}",
    "struct Params { my_wgs_word: u32 }\r\n" GOOD,
};

typedef struct refused_text {
    char const* text;
    unsigned line;
    char const* told;
} refused_text;

static refused_text const refused[] = {
    {GOOD "fn wgs_f() {}\n", 3, "wgs_f starts with wgs_"},
    {"enable f16;\n" GOOD, 1, "enable is not allowed in a kernel"},
    {"// a\nrequires x;\n" GOOD, 2, "requires is not allowed"},
    {"diagnostic(off, a);\n" GOOD, 1, "diagnostic is not allowed"},
    {GOOD "override x: u32 = 1;\n", 3, "override is not allowed"},
    {GOOD "@group(1) @binding(1) var<storage> x: array<u32>;\n", 3, "group of anything but 0"},
    {GOOD "@group(00) @binding(1) var<storage> x: array<u32>;\n", 3, "group of anything but 0"},
    {GOOD "@binding(1) @group", 3, "group of anything but 0"},
    {GOOD "fn f() { }\n}\n", 4, "} closes what was not opened"},
    {GOOD "fn f() {\n", 4, "a bracket is not closed"},
    {GOOD "\n/* a /* b */\n", 4, "/* opens a comment that has no end"},
    {GOOD "// \xc3\xa9\n", 3, "byte 0xc3"},
    {"fn mine() {}\n", 1, "no function with @compute"},
    {"@compute @workgroup_size(1) fn mine_too() {}\nfn mine() {}\n",
     1,
     "no function with @compute"},
    {"// @compute fn mine() {}\n", 1, "no function with @compute"},
    {"fn f() { @compute fn mine() {} }\n", 1, "no function with @compute"},
};

/* item 4: a caller's module is free in all that the library's own use. */
static void test_accepted(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        WGSError error;
        WGSStatus const status =
            wgs_kernel_source_check(accepted[i], strlen(accepted[i]), "mine", "check", &error);
        if (status != WGSStatus_Success)
            fail_msg("%s\n%s", accepted[i], error.message);
    }
}

/* item 4: what would change the meaning of the module is refused, with its line. */
static void test_refused(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        WGSError error = {0};
        char const* const text = refused[i].text;
        assert_int_equal(
            wgs_kernel_source_check(text, strlen(text), "mine", "check", &error),
            WGSStatus_InvalidArgument);
        assert_int_equal(error.detail, WGSErrorId_SourceText);
        char wanted[100];
        (void)snprintf(
            wanted, sizeof wanted, "check: mine.wgsl:%u: %s", refused[i].line, refused[i].told);
        if (strncmp(error.message, wanted, strlen(wanted)) != 0)
            fail_msg("%s\nwanted: %s\ngot: %s", text, wanted, error.message);
    }
}

static void refuse_name(WGPUStringView name, WGSErrorId id, char const* message) {
    char copy[WGS_KERNEL_NAME_SIZE] = "untouched";
    WGSError error = {0};
    assert_int_equal(
        wgs_kernel_name_check(name, "entryPoint", copy, "check", &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, id);
    assert_string_equal(error.message, message);
    assert_string_equal(copy, "untouched");
}

static void test_names(void** state) {
    (void)state;
    char copy[WGS_KERNEL_NAME_SIZE];
    WGPUStringView const part = {"mine_2 and more", 6};
    assert_int_equal(wgs_kernel_name_check(part, "entryPoint", copy, "check", NULL), 0);
    assert_string_equal(copy, "mine_2");
    char name[WGS_KERNEL_NAME_SIZE + 1] = {0};
    memset(name, 'x', WGS_KERNEL_NAME_SIZE - 1);
    WGPUStringView const longest = {name, WGPU_STRLEN};
    assert_int_equal(wgs_kernel_name_check(longest, "entryPoint", copy, "check", NULL), 0);
    assert_string_equal(copy, name);
    name[WGS_KERNEL_NAME_SIZE - 1] = 'x';
    refuse_name(
        longest, WGSErrorId_SourceText, "check: entryPoint has 64 characters but the limit is 63");
    refuse_name((WGPUStringView){0}, WGSErrorId_NullArgument, "check: entryPoint is empty");
    refuse_name(
        (WGPUStringView){"", WGPU_STRLEN}, WGSErrorId_NullArgument, "check: entryPoint is empty");
    static char const* const bad[] = {"_", "__x", "2x", "wgs_x", "a b", "a-b", "a;", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char message[120];
        (void)snprintf(
            message,
            sizeof message,
            "check: entryPoint is \"%s\", which is no name that WGSL of a caller's can have",
            bad[i]);
        refuse_name((WGPUStringView){bad[i], WGPU_STRLEN}, WGSErrorId_SourceText, message);
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
