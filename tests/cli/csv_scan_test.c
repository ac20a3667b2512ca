/* SPDX-License-Identifier: MIT */
/* Records and fields, for every way in which the bytes can arrive in two parts. */
#include "csv_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scan_case {
    char const* text;
    char const* found; /* "(fields)record|" for each record, or a part of the error's message */
} scan_case;

static scan_case const cases[] = {
    {"", ""},
    {"\n", "(1)\n|"},
    {"\r\n", "(1)\r\n|"},
    {"k\n3\n1\n", "(1)k\n|(1)3\n|(1)1\n|"},
    {"k\r\n3\r\n1\r\n2", "(1)k\r\n|(1)3\r\n|(1)1\r\n|(1)2|"},
    {"k\n3\n\n1\n", "(1)k\n|(1)3\n|(1)\n|(1)1\n|"},
    {"k,v\n1,\n2,", "(2)k,v\n|(2)1,\n|(2)2,|"},
    {"k\n1\n  ", "(1)k\n|(1)1\n|(1)  |"},
    {"\"a\nb\",c\n", "(2)\"a\nb\",c\n|"},
    {"\"a\"\"b\",\"\"\n", "(2)\"a\"\"b\",\"\"\n|"},
    {"\"a,\r\n\"\"\"\r\nx\r\n", "(1)\"a,\r\n\"\"\"\r\n|(1)x\r\n|"},
    {"a\"b,c\n", "(2)a\"b,c\n|"},
    {"a, \"b\"\n", "(2)a, \"b\"\n|"},
    {"a,b,,\n", "(4)a,b,,\n|"},
    {"\"a\"", "(1)\"a\"|"},
    {"a\rb\n", "line 1, column 1: a carriage return"},
    {"x\na,b\r", "line 2, column 2: a carriage return"},
    {"x\na,\"b", "line 2, column 2: a quoted field begins here"},
    {"x,\"\n\n\"\ny,\"z\"z\n", "line 4, column 2: text after the closing quote"},
    {"\"a\" ,b\n", "line 1, column 1: text after the closing quote"},
};

/* Scans text[0, size), of which only `first_part` bytes are there at the beginning. */
static void scan_all(char const* text, size_t first_part, char* found, size_t found_size) {
    wgs_csv_scanner scanner;
    wgs_failure failure = {0};
    size_t const size = strlen(text);
    size_t available = first_part;
    size_t used = 0;
    found[0] = 0;
    wgs_csv_scanner_start(&scanner, ',', 0);
    for (;;) {
        wgs_csv_event const event =
            wgs_csv_scan(&scanner, text, available, available == size, "file.csv", &failure);
        if (event == WGS_CSV_DONE)
            return;
        if (event == WGS_CSV_ERROR) {
            (void)snprintf(found, found_size, "%s", failure.message);
            return;
        }
        if (event == WGS_CSV_NEEDS_MORE) {
            available = size;
            continue;
        }
        used += (size_t)snprintf(
            found + used,
            found_size - used,
            "(%d)%.*s|",
            (int)scanner.field_count,
            (int)(scanner.position - scanner.record_start),
            text + scanner.record_start);
    }
}

static void test_records(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t part = 0; part <= strlen(cases[i].text); part++) {
            char found[sizeof(wgs_failure)];
            scan_all(cases[i].text, part, found, sizeof found);
            bool const good = strncmp(cases[i].found, "line", 4) == 0
                                  ? strstr(found, cases[i].found) != NULL
                                  : strcmp(found, cases[i].found) == 0;
            if (!good)
                fail_msg("case %zu in parts at %zu: %s", i, part, found);
        }
    }
}

static void expect_fields(char const* record, char const* expected) {
    char found[sizeof(wgs_failure)] = "";
    size_t used = 0;
    size_t position = 0;
    wgs_csv_field field;
    while (wgs_csv_next_field(record, strlen(record), ',', &position, &field)) {
        char* copy = wgs_csv_field_copy(&field);
        assert_non_null(copy);
        used += (size_t)snprintf(
            found + used, sizeof found - used, "%c%s|", field.quoted ? 'Q' : 'P', copy);
        free(copy);
    }
    assert_string_equal(found, expected);
}

static void test_fields(void** state) {
    (void)state;
    expect_fields("", "P|");
    expect_fields("a", "Pa|");
    expect_fields("a,", "Pa|P|");
    expect_fields(",", "P|P|");
    expect_fields("\"a\"", "Qa|");
    expect_fields("\"a\",", "Qa|P|");
    expect_fields("\"a,b\",c", "Qa,b|Pc|");
    expect_fields("\"say \"\"hi\"\"\",\"\"", "Qsay \"hi\"|Q|");
    expect_fields("a\"b\",c", "Pa\"b\"|Pc|");
}

static void test_endings(void** state) {
    (void)state;
    assert_int_equal(wgs_csv_ending_size("a", 1), 0);
    assert_int_equal(wgs_csv_ending_size("a\n", 2), 1);
    assert_int_equal(wgs_csv_ending_size("a\r\n", 3), 2);
    assert_int_equal(wgs_csv_ending_size("\n", 1), 1);
    assert_int_equal(wgs_csv_ending_size("", 0), 0);
}

/* Any bytes are scanned to an end, and what is found covers the text without a gap. */
static void test_random_bytes(void** state) {
    (void)state;
    static char const alphabet[] = "a,\"\r\n1";
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char text[16];
        size_t const size = (size_t)round % sizeof text;
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = alphabet[(random >> 16) % (sizeof alphabet - 1)];
        }
        wgs_csv_scanner scanner;
        wgs_failure failure = {0};
        uint64_t end = 0;
        wgs_csv_scanner_start(&scanner, ',', 0);
        wgs_csv_event event;
        while ((event = wgs_csv_scan(&scanner, text, size, true, "x", &failure)) ==
               WGS_CSV_RECORD) {
            assert_int_equal(scanner.record_start, end);
            assert_true(scanner.position > end);
            end = scanner.position;
            size_t position = 0;
            uint64_t fields = 0;
            wgs_csv_field field;
            while (wgs_csv_next_field(
                text + scanner.record_start,
                (size_t)(end - scanner.record_start) - scanner.ending_size,
                ',',
                &position,
                &field))
                fields++;
            assert_int_equal(fields, scanner.field_count);
        }
        assert_true(event == WGS_CSV_ERROR || end == size);
    }
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
