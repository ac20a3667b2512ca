/* SPDX-License-Identifier: MIT */
#include "testing/sort_rig_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing/sort_verdict.h"
#include "testing/test_device.h"

static char const* format_name(WGSFormat format) {
    static char const* const names[] = {
        "?", "u32", "i32", "f32", "u64", "i64", "f64", "u32x2", "u32x3", "u32x4"};
    return names[format];
}

/* Appends to a text that is cut when it is full. */
static void append(char* text, size_t size, char const* part) {
    size_t const used = strlen(text);
    (void)snprintf(text + used, size - used, "%s", part);
}

void wgs_test_sort_describe(wgs_test_sort const* sort, char* text, size_t size) {
    (void)snprintf(
        text, size, "%s, %zu rows, keys", wgsAlgorithmGetName(sort->algorithm), sort->row_count);
    char part[80];
    for (size_t i = 0; i < sort->key_count; i++) {
        wgs_reference_key const* const key = &sort->keys[i];
        (void)snprintf(
            part,
            sizeof part,
            " %s %s",
            format_name(key->format),
            key->direction == WGSDirection_Descending ? "desc" : "asc");
        append(text, size, part);
        if (key->first_bit == 0 && key->bit_count == 0)
            continue;
        (void)snprintf(part, sizeof part, " bits %u+%d", key->first_bit, (int)key->bit_count);
        append(text, size, part);
    }
    append(text, size, sort->omit_keys ? " (not wanted)" : "");
    for (size_t i = 0; i < sort->value_count; i++) {
        append(text, size, i == 0 ? ", values " : " ");
        append(text, size, format_name(sort->values[i].format));
    }
    append(text, size, sort->row_numbers ? ", rows" : "");
    (void)snprintf(
        part,
        sizeof part,
        ", places from %u; %s, seed %llu",
        sort->first_place,
        sort->note == NULL ? "" : sort->note,
        (unsigned long long)sort->seed);
    append(text, size, part);
}

/* Bytes as hexadecimal words, the low word first. */
static void print_element(unsigned char const* bytes, size_t size, char text[48]) {
    text[0] = '\0';
    for (size_t at = 0; at < size; at += 4) {
        uint32_t word;
        memcpy(&word, bytes + at, 4);
        char part[12];
        (void)snprintf(part, sizeof part, at == 0 ? "%08X" : " %08X", word);
        append(text, 48, part);
    }
}

static bool wrong_row(
    wgs_sort_rig const* rig,
    wgs_rig_column const* column,
    size_t row,
    unsigned char const* got,
    unsigned char const* expected) {
    size_t const size = wgsFormatGetSize(column->format);
    char got_text[48];
    char expected_text[48];
    print_element(got, size, got_text);
    print_element(expected, size, expected_text);
    char what[200];
    (void)snprintf(
        what,
        sizeof what,
        "%s row %zu is %s, expected %s",
        column->name,
        row,
        got_text,
        expected_text);
    return wgs_sort_rig_fail(rig, what);
}

/* An output: rows in order up to `count`, untouched after it. An input: as it was. */
static bool check_rows(
    wgs_sort_rig const* rig, wgs_rig_column const* column, unsigned char const* got, size_t count) {
    size_t const size = wgsFormatGetSize(column->format);
    uint32_t const untouched[] = {WGS_GUARD_WORD, WGS_GUARD_WORD, WGS_GUARD_WORD, WGS_GUARD_WORD};
    for (size_t i = 0; i < rig->sort.row_count; i++) {
        size_t const source = column->output && i < count ? rig->order[i] : i;
        uint32_t const row_number = (uint32_t)source;
        void const* expected = column->data == NULL
                                   ? (void const*)&row_number
                                   : (unsigned char const*)column->data + source * size;
        if (column->output && i >= count)
            expected = untouched;
        if (memcmp(got + i * size, expected, size) != 0)
            return wrong_row(rig, column, i, got + i * size, expected);
    }
    return true;
}

/* Says what kind of wrong a wrong output is, where its own rows tell. */
static void
explain_rows(wgs_sort_rig const* rig, wgs_rig_column const* column, void const* got, size_t count) {
    wgs_sort_verdict verdict;
    if (column->data == NULL)
        verdict = wgs_sort_judge_rows(rig->sort.keys, rig->sort.key_count, got, count);
    else if (rig->sort.key_count == 1 && column->data == rig->sort.keys[0].data) {
        wgs_reference_key out = rig->sort.keys[0];
        out.data = got;
        verdict = wgs_sort_judge_keys(&rig->sort.keys[0], &out, count);
    } else
        return;
    char text[200];
    wgs_sort_verdict_print(&verdict, text, sizeof text);
    (void)fprintf(stderr, "    %s: %s\n", column->name, text);
}

static bool check_column(wgs_sort_rig const* rig, wgs_rig_column const* column, size_t count) {
    unsigned char* const got = malloc(column->place.size + 1);
    if (got == NULL)
        return wgs_sort_rig_fail(rig, "out of memory");
    bool good = wgs_guarded_buffer_read(&column->place, column->name, got) ||
                wgs_sort_rig_fail(rig, "a buffer is spoilt");
    if (good && !check_rows(rig, column, got, count)) {
        if (column->output)
            explain_rows(rig, column, got, count);
        good = false;
    }
    free(got);
    return good;
}

static bool find_order(wgs_sort_rig* rig, size_t count) {
    if (rig->order != NULL && rig->ordered_count == count)
        return true;
    free(rig->order);
    rig->order = malloc((count + 1) * sizeof *rig->order);
    rig->ordered_count = count;
    return rig->order != NULL &&
           wgs_sort_reference(rig->sort.keys, rig->sort.key_count, count, rig->order);
}

bool wgs_sort_rig_check(wgs_sort_rig* rig, uint32_t count) {
    if (!find_order(rig, count))
        return wgs_sort_rig_fail(rig, "out of memory");
    bool good = true;
    for (size_t i = 0; i < rig->column_count; i++)
        good = check_column(rig, &rig->columns[i], count) && good;
    if (wgs_test_device_errors() != rig->device_errors)
        return wgs_sort_rig_fail(rig, "the device reported an error");
    return good;
}
