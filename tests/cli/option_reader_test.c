/* SPDX-License-Identifier: MIT */
#include "option_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static wgs_option const options[] = {
    {"key", 'k', "KEY", ""},
    {"quiet", 'q', NULL, ""},
    {"verbose", 'v', NULL, ""},
    {"raw", 0, "TYPES", ""},
    {"rawer", 0, NULL, ""},
};

/* Reads the words; the result is "name=value " for each option, and the operands. */
static void expect(char* const* words, char const* expected) {
    int count = 0;
    while (words[count])
        count++;
    wgs_option_reader reader = {
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments = words,
        .argument_count = count,
    };
    char found[256] = "";
    size_t used = 0;
    for (;;) {
        size_t index = 0;
        char const* value = NULL;
        wgs_failure failure = {0};
        wgs_option_event const event = wgs_option_next(&reader, &index, &value, &failure);
        char* const end = found + used;
        size_t const room = sizeof found - used;
        if (event == WGS_OPTION_END)
            break;
        if (event == WGS_OPTION_BAD) {
            (void)snprintf(end, room, "! %s", failure.message);
            assert_int_equal(failure.exit_code, 2);
            break;
        }
        char const* name = event == WGS_OPTION_GIVEN ? options[index].name : "";
        bool const both = event == WGS_OPTION_GIVEN && value;
        used += (size_t)snprintf(end, room, "%s%s%s ", name, both ? "=" : "", value ? value : "");
    }
    assert_string_equal(found, expected);
}

#define EXPECT(expected, ...) expect((char* const[]){__VA_ARGS__, NULL}, expected)

static void test_forms(void** state) {
    (void)state;
    EXPECT("key=a ", "-k", "a");
    EXPECT("key=a ", "-ka");
    EXPECT("key=a ", "--key", "a");
    EXPECT("key=a ", "--key=a");
    EXPECT("key= ", "--key=");
    EXPECT("key=-q ", "-k", "-q");
    EXPECT("quiet verbose key=x ", "-qvkx");
    EXPECT("quiet key=x ", "-qk", "x");
    EXPECT("raw=u32 rawer ", "--raw", "u32", "--rawer");
}

static void test_operands(void** state) {
    (void)state;
    EXPECT("in quiet out ", "in", "-q", "out");
    EXPECT("- quiet ", "-", "-q");
    EXPECT("quiet -k --key ", "-q", "--", "-k", "--key");
    EXPECT(" ", "");
}

static void test_errors(void** state) {
    (void)state;
    EXPECT("! -k needs a value: KEY", "-k");
    EXPECT("! --key needs a value: KEY", "--key");
    EXPECT("! --quiet takes no value", "--quiet=1");
    EXPECT("! unknown option -x (--help lists them)", "-x");
    EXPECT("quiet ! unknown option -x (--help lists them)", "-qx");
    EXPECT("! unknown option --ke (--help lists them)", "--ke", "a");
    EXPECT("! unknown option --nothing (--help lists them)", "--nothing=3");
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
