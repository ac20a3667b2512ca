/* SPDX-License-Identifier: MIT */
#include "key_spec.h"

#include "exit_status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that say the same kind of thing exclude each other. */
typedef enum word_kind { WORD_DIRECTION, WORD_NULLS, WORD_KIND_COUNT } word_kind;

typedef struct key_word {
    char const* text;
    word_kind kind;
    int value;
} key_word;

static key_word const key_words[] = {
    {"asc", WORD_DIRECTION, 0},
    {"desc", WORD_DIRECTION, 1},
    {"nulls-first", WORD_NULLS, WGS_NULLS_FIRST},
    {"nulls-last", WORD_NULLS, WGS_NULLS_LAST},
};
enum { KEY_WORD_COUNT = sizeof key_words / sizeof key_words[0] };

static bool refuse_word(char const* key, char const* word, size_t size, wgs_failure* failure) {
    char known[256];
    size_t used = 0;
    for (size_t i = 0; i < KEY_WORD_COUNT; i++) {
        int const length =
            snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", key_words[i].text);
        used += length > 0 ? (size_t)length : 0;
    }
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "key \"%s\": unknown word \"%.*s\" (known: %s)",
        key,
        (int)size,
        word,
        known);
}

static bool
parse_words(char const* key, char const* words, wgs_key_spec* spec, wgs_failure* failure) {
    char const* said[WORD_KIND_COUNT] = {NULL};
    for (;;) {
        size_t const size = strcspn(words, ",");
        key_word const* found = NULL;
        for (size_t i = 0; i < KEY_WORD_COUNT && !found; i++)
            if (strlen(key_words[i].text) == size && memcmp(key_words[i].text, words, size) == 0)
                found = &key_words[i];
        if (!found)
            return refuse_word(key, words, size, failure);
        if (said[found->kind])
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "key \"%s\": both \"%s\" and \"%s\"",
                key,
                said[found->kind],
                found->text);
        said[found->kind] = found->text;
        if (found->kind == WORD_DIRECTION)
            spec->descending = found->value != 0;
        else
            spec->nulls = (wgs_null_placement)found->value;
        if (words[size] == 0)
            return true;
        words += size + 1;
    }
}

/* Copies a quoted name without its quotes; returns what follows, or NULL if the quote isn't closed.
 */
static char const* copy_quoted(char const* text, char* name) {
    for (text++; *text; text++) {
        if (*text == '"' && *++text != '"') {
            *name = 0;
            return text;
        }
        *name++ = *text;
    }
    return NULL;
}

/* Reads a name that ends at a quote of its own, or before `end`. *rest is NULL if the quote isn't
 * closed. */
static bool parse_name(
    char const* text,
    char const* end,
    wgs_key_spec* spec,
    char const** rest,
    wgs_failure* failure) {
    memset(spec, 0, sizeof *spec);
    char* name = malloc(strlen(text) + 1);
    if (!name)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    spec->column = name;
    spec->quoted = text[0] == '"';
    if (spec->quoted) {
        *rest = copy_quoted(text, name);
        return true;
    }
    size_t const size = strcspn(text, end);
    memcpy(name, text, size);
    name[size] = 0;
    *rest = text + size;
    return true;
}

bool wgs_key_spec_parse(char const* text, wgs_key_spec* spec, wgs_failure* failure) {
    char const* rest = NULL;
    if (!parse_name(text, ":", spec, &rest, failure))
        return false;
    bool good = true;
    if (!rest)
        good = wgs_fail(failure, WGS_EXIT_USAGE, "key %s: the quote is not closed", text);
    else if (*rest && *rest != ':')
        good =
            wgs_fail(failure, WGS_EXIT_USAGE, "key %s: a colon must follow the quoted name", text);
    else if (!spec->quoted && !*spec->column)
        good = wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "key \"%s\": no column before the colon (COLUMN[:WORD[,WORD...]])",
            text);
    else if (*rest)
        good = parse_words(text, rest + 1, spec, failure);
    if (!good)
        wgs_key_spec_free(spec);
    return good;
}

static bool check_listed_name(
    char const* option,
    char const* text,
    wgs_key_spec const* spec,
    char const* rest,
    wgs_failure* failure) {
    if (!rest)
        return wgs_fail(failure, WGS_EXIT_USAGE, "%s %s: a quote is not closed", option, text);
    if (*rest && *rest != ',')
        return wgs_fail(
            failure, WGS_EXIT_USAGE, "%s %s: a comma must follow a quoted name", option, text);
    if (!spec->quoted && !*spec->column)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s \"%s\": a column's name is missing (COLUMN[,COLUMN...])",
            option,
            text);
    return true;
}

bool wgs_column_list_parse(
    char const* option,
    char const* text,
    wgs_key_spec* specs,
    size_t maximum,
    size_t* count,
    wgs_failure* failure) {
    char const* next = text;
    for (;;) {
        char const* rest = NULL;
        if (*count == maximum)
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "%s: more than %zu column%s",
                option,
                maximum,
                maximum == 1 ? "" : "s");
        wgs_key_spec* spec = &specs[*count];
        if (!parse_name(next, ",", spec, &rest, failure))
            return false;
        if (!check_listed_name(option, text, spec, rest, failure)) {
            wgs_key_spec_free(spec);
            return false;
        }
        ++*count;
        if (!*rest)
            return true;
        next = rest + 1;
    }
}

void wgs_key_spec_free(wgs_key_spec* spec) {
    free(spec->column);
    spec->column = NULL;
}

/* The column's number from 1, or 0 if the text is no such number. */
static size_t column_number(char const* text, size_t column_count) {
    size_t number = 0;
    for (char const* c = text; *c; c++) {
        if (*c < '0' || *c > '9')
            return 0;
        number = number * 10 + (size_t)(*c - '0');
        if (number > column_count)
            return 0;
    }
    return number;
}

static bool refuse_column(wgs_key_spec const* spec, wgs_table const* table, wgs_failure* failure) {
    char names[512] = "";
    size_t used = 0;
    size_t const count = wgs_table_column_count(table);
    for (size_t i = 0; i < count; i++) {
        char const* name = wgs_table_column_name(table, i);
        size_t const size = strlen(name);
        if (used + size + 8 > sizeof names) {
            memcpy(names + used, ", ...", sizeof ", ...");
            break;
        }
        if (i) {
            memcpy(names + used, ", ", 2);
            used += 2;
        }
        memcpy(names + used, name, size + 1);
        used += size;
    }
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "%s: no column \"%s\" (it has %zu: %s)",
        wgs_table_path(table),
        spec->column,
        count,
        names);
}

bool wgs_key_spec_resolve(
    wgs_key_spec const* spec, wgs_table const* table, size_t* column, wgs_failure* failure) {
    size_t const count = wgs_table_column_count(table);
    size_t matches = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(wgs_table_column_name(table, i), spec->column) == 0 && matches++ == 0)
            *column = i;
    if (matches > 1)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: %zu columns are called \"%s\": give the column's number",
            wgs_table_path(table),
            matches,
            spec->column);
    if (matches == 1)
        return true;
    size_t const number = spec->quoted ? 0 : column_number(spec->column, count);
    if (number == 0)
        return refuse_column(spec, table, failure);
    *column = number - 1;
    return true;
}
