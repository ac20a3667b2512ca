/* SPDX-License-Identifier: MIT */
/* The key grammar, and how a key finds its column. */
#include "key_spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static struct {
    char const* text;
    char const* column;
    bool quoted;
    bool descending;
    wgs_null_placement nulls;
} const good_keys[] = {
    {"a", "a", false, false, WGS_NULLS_DEFAULT},
    {"1", "1", false, false, WGS_NULLS_DEFAULT},
    {"a b.c", "a b.c", false, false, WGS_NULLS_DEFAULT},
    {"a:asc", "a", false, false, WGS_NULLS_DEFAULT},
    {"a:desc", "a", false, true, WGS_NULLS_DEFAULT},
    {"a:nulls-first", "a", false, false, WGS_NULLS_FIRST},
    {"a:desc,nulls-last", "a", false, true, WGS_NULLS_LAST},
    {"a:nulls-first,desc", "a", false, true, WGS_NULLS_FIRST},
    {"\"a:b\"", "a:b", true, false, WGS_NULLS_DEFAULT},
    {"\"a:b\":desc", "a:b", true, true, WGS_NULLS_DEFAULT},
    {"\"say \"\"x\"\"\"", "say \"x\"", true, false, WGS_NULLS_DEFAULT},
    {"\"\"", "", true, false, WGS_NULLS_DEFAULT},
};

static struct {
    char const* text;
    char const* message;
} const bad_keys[] = {
    {"", "no column before the colon"},
    {":desc", "no column before the colon"},
    {"a:", "unknown word \"\" (known: asc, desc, nulls-first, nulls-last)"},
    {"a:up", "unknown word \"up\""},
    {"a:desc,", "unknown word \"\""},
    {"a:desc:asc", "unknown word \"desc:asc\""},
    {"a:asc,desc", "both \"asc\" and \"desc\""},
    {"a:nulls-first,nulls-first", "both \"nulls-first\" and \"nulls-first\""},
    {"\"a", "the quote is not closed"},
    {"\"a\"b", "a colon must follow the quoted name"},
};

static void test_good_keys(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof good_keys / sizeof good_keys[0]; i++) {
        wgs_key_spec spec;
        wgs_failure failure = {0};
        assert_true(wgs_key_spec_parse(good_keys[i].text, &spec, &failure));
        assert_string_equal(spec.column, good_keys[i].column);
        assert_int_equal(spec.quoted, good_keys[i].quoted);
        assert_int_equal(spec.descending, good_keys[i].descending);
        assert_int_equal(spec.nulls, good_keys[i].nulls);
        wgs_key_spec_free(&spec);
    }
}

static void test_bad_keys(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad_keys / sizeof bad_keys[0]; i++) {
        wgs_key_spec spec;
        wgs_failure failure = {0};
        assert_false(wgs_key_spec_parse(bad_keys[i].text, &spec, &failure));
        assert_int_equal(failure.exit_code, 2);
        if (!strstr(failure.message, bad_keys[i].message))
            fail_msg("key %s: %s", bad_keys[i].text, failure.message);
    }
}

/* The column that a key finds in a table with this header; -1: none, with a message. */
static int find_column(char const* header, char const* key, wgs_failure* failure) {
    FILE* file = fopen("key_spec_test.csv", "w");
    assert_non_null(file);
    (void)fputs(header, file);
    (void)fclose(file);
    wgs_open_options const options = {.format = WGS_FILE_CSV, .has_header = true};
    wgs_table* table = NULL;
    assert_true(wgs_table_open("key_spec_test.csv", &options, &table, failure));
    wgs_key_spec spec;
    assert_true(wgs_key_spec_parse(key, &spec, failure));
    size_t column = 0;
    bool const found = wgs_key_spec_resolve(&spec, table, &column, failure);
    wgs_key_spec_free(&spec);
    wgs_table_close(table);
    (void)remove("key_spec_test.csv");
    return found ? (int)column : -1;
}

static void test_columns(void** state) {
    (void)state;
    wgs_failure failure = {0};
    assert_int_equal(find_column("a,b,c\n", "b", &failure), 1);
    assert_int_equal(find_column("a,b,c\n", "3", &failure), 2);
    assert_int_equal(find_column("a,b,1\n", "1", &failure), 2);
    assert_int_equal(find_column("\"x:y\",b\n", "\"x:y\"", &failure), 0);
    assert_int_equal(find_column("\"q\"\"q\",b\n", "\"q\"\"q\"", &failure), 0);
    assert_int_equal(
        find_column(
            "\xEF\xBB\xBF"
            "a,b\r\n",
            "a",
            &failure),
        0);
    assert_int_equal(find_column("a,b,c\n", "4", &failure), -1);
    assert_non_null(strstr(failure.message, "no column \"4\" (it has 3: a, b, c)"));
    assert_int_equal(find_column("a,b,c\n", "0", &failure), -1);
    assert_int_equal(find_column("a,b,c\n", "\"1\"", &failure), -1);
    assert_int_equal(find_column("a,b,c\n", "99999999999999999999", &failure), -1);
    assert_int_equal(find_column("a,b,a\n", "a", &failure), -1);
    assert_non_null(strstr(failure.message, "2 columns are called \"a\""));
    assert_int_equal(find_column("a,b,a\n", "3", &failure), 2);
}

static void test_column_lists(void** state) {
    (void)state;
    wgs_key_spec specs[4];
    wgs_failure failure = {0};
    size_t count = 0;
    assert_true(
        wgs_column_list_parse("--segments", "a:b,\"c,\"\"d\",3", specs, 4, &count, &failure));
    assert_int_equal(count, 3);
    assert_string_equal(specs[0].column, "a:b");
    assert_string_equal(specs[1].column, "c,\"d");
    assert_true(specs[1].quoted);
    assert_string_equal(specs[2].column, "3");
    assert_false(specs[2].quoted);
    /* what is there already stays, and so does the limit */
    assert_false(wgs_column_list_parse("--segments", "x,y", specs, 4, &count, &failure));
    assert_string_equal(failure.message, "--segments: more than 4 columns");
    assert_int_equal(count, 4);
    assert_string_equal(specs[3].column, "x");
    for (size_t i = 0; i < count; i++)
        wgs_key_spec_free(&specs[i]);
}

static void test_bad_column_lists(void** state) {
    (void)state;
    static char const* const lists[] = {"", ",a", "a,", "a,,b", "\"a", "\"a\"b"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        wgs_key_spec specs[4];
        wgs_failure failure = {0};
        size_t count = 0;
        assert_false(wgs_column_list_parse("--segments", lists[i], specs, 4, &count, &failure));
        assert_int_equal(failure.exit_code, 2);
        assert_int_equal(strncmp(failure.message, "--segments ", 11), 0);
        while (count > 0)
            wgs_key_spec_free(&specs[--count]);
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_good_keys),
        cmocka_unit_test(test_bad_keys),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_column_lists),
        cmocka_unit_test(test_bad_column_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
