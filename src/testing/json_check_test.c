/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "testing/json_check.h"

static void valid_texts(void** state) {
    (void)state;
    static char const* const texts[] = {
        "{}",
        "[]",
        " [ ] ",
        "0",
        "-1.5e+3",
        "\"\"",
        "{\"a\": [1, 2, {\"b\": null}], \"c\": true}",
        "\"\\u00fc\\n\\\\\"",
        "\"\xC3\xBC\"",
        "\"\xF0\x9F\x98\x80\""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t at;
        assert_true(wgs_json_is_valid(texts[i], &at));
    }
}

static void invalid_texts(void** state) {
    (void)state;
    static char const* const texts[] = {
        "",
        "{",
        "[1,]",
        "{\"a\"}",
        "{\"a\": 1,}",
        "{a: 1}",
        "01",
        "1.",
        "-",
        "+1",
        "1e",
        "nul",
        "\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "\"\xFF\"",
        "\"\xC3\"",
        "\"\xC0\x80\"",
        "\"\xED\xA0\x80\"",
        "\"\xF4\x90\x80\x80\"",
        "[] []",
        "'a'"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t at;
        assert_false(wgs_json_is_valid(texts[i], &at));
    }
}

static void the_place_of_the_fault(void** state) {
    (void)state;
    size_t at = 0;
    assert_false(wgs_json_is_valid("[1, 2, x]", &at));
    assert_int_equal(at, 7);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(valid_texts),
        cmocka_unit_test(invalid_texts),
        cmocka_unit_test(the_place_of_the_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
