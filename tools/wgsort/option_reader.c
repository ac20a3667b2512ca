/* SPDX-License-Identifier: MIT */
#include "option_reader.h"

#include "exit_status.h"

#include <string.h>

static wgs_option_event take_next_word(
    wgs_option_reader* reader,
    char const* shown,
    wgs_option const* option,
    char const** value,
    wgs_failure* failure) {
    if (reader->next >= reader->argument_count) {
        wgs_fail(failure, WGS_EXIT_USAGE, "%s needs a value: %s", shown, option->value_name);
        return WGS_OPTION_BAD;
    }
    *value = reader->arguments[reader->next++];
    return WGS_OPTION_GIVEN;
}

static wgs_option_event
read_letter(wgs_option_reader* reader, size_t* index, char const** value, wgs_failure* failure) {
    char const letter = *reader->letters++;
    char const shown[3] = {'-', letter, 0};
    char const* rest = *reader->letters ? reader->letters : NULL;
    reader->letters = rest;
    for (size_t i = 0; i < reader->option_count; i++) {
        wgs_option const* option = &reader->options[i];
        if (option->letter != letter)
            continue;
        *index = i;
        *value = NULL;
        if (!option->value_name)
            return WGS_OPTION_GIVEN;
        reader->letters = NULL;
        if (!rest)
            return take_next_word(reader, shown, option, value, failure);
        *value = rest;
        return WGS_OPTION_GIVEN;
    }
    wgs_fail(failure, WGS_EXIT_USAGE, "unknown option %s (--help lists them)", shown);
    return WGS_OPTION_BAD;
}

static wgs_option_event read_name(
    wgs_option_reader* reader,
    char const* word,
    size_t* index,
    char const** value,
    wgs_failure* failure) {
    char const* name = word + 2;
    size_t const size = strcspn(name, "=");
    for (size_t i = 0; i < reader->option_count; i++) {
        wgs_option const* option = &reader->options[i];
        if (strlen(option->name) != size || memcmp(option->name, name, size) != 0)
            continue;
        *index = i;
        *value = NULL;
        if (name[size] == '=' && !option->value_name) {
            wgs_fail(failure, WGS_EXIT_USAGE, "--%s takes no value", option->name);
            return WGS_OPTION_BAD;
        }
        if (!option->value_name)
            return WGS_OPTION_GIVEN;
        if (name[size] != '=')
            return take_next_word(reader, word, option, value, failure);
        *value = name + size + 1;
        return WGS_OPTION_GIVEN;
    }
    wgs_fail(failure, WGS_EXIT_USAGE, "unknown option --%.*s (--help lists them)", (int)size, name);
    return WGS_OPTION_BAD;
}

wgs_option_event wgs_option_next(
    wgs_option_reader* reader, size_t* index, char const** value, wgs_failure* failure) {
    if (reader->letters)
        return read_letter(reader, index, value, failure);
    if (reader->next >= reader->argument_count)
        return WGS_OPTION_END;
    char const* word = reader->arguments[reader->next++];
    if (reader->operands_only || word[0] != '-' || word[1] == 0) {
        *value = word;
        return WGS_OPTION_OPERAND;
    }
    if (strcmp(word, "--") == 0) {
        reader->operands_only = true;
        return wgs_option_next(reader, index, value, failure);
    }
    if (word[1] == '-')
        return read_name(reader, word, index, value, failure);
    reader->letters = word + 1;
    return read_letter(reader, index, value, failure);
}

void wgs_options_print(FILE* file, wgs_option const* options, size_t option_count) {
    for (size_t i = 0; i < option_count; i++) {
        wgs_option const* option = &options[i];
        if (option->letter)
            (void)fprintf(file, "  -%c, --%s", option->letter, option->name);
        else
            (void)fprintf(file, "      --%s", option->name);
        if (option->value_name)
            (void)fprintf(file, " %s", option->value_name);
        (void)fprintf(file, "\n          %s\n", option->help);
    }
}
