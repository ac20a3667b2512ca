/* SPDX-License-Identifier: MIT */
#include "command_options.h"

#include "exit_status.h"

static wgs_option const all_options[WGS_OPT_COUNT] = {
    [WGS_OPT_KEY] =
        {"key",
         'k',
         "KEY",
         "order by COLUMN[:WORD[,WORD...]], a name or a number from 1; words: asc, desc,\n"
         "          nulls-first, nulls-last; give it again for further keys"},
    [WGS_OPT_SEGMENTS] =
        {"segments",
         0,
         "COLUMN[,COLUMN...]",
         "within runs of neighbouring rows that are equal in these columns; runs keep their "
         "places"},
    [WGS_OPT_COLUMN] =
        {"column", 'c', "COLUMN", "the column of numbers: its name, or its number from 1"},
    [WGS_OPT_BINS] = {"bins", 0, "N", "even bins over the values or the --range (default: 10)"},
    [WGS_OPT_RANGE] = {"range", 0, "LOW,HIGH", "count values from LOW to HIGH, both included"},
    [WGS_OPT_WIDTH] =
        {"width", 0, "W", "bins that begin at multiples of W, or at LOW and every W from there"},
    [WGS_OPT_EDGES] =
        {"edges",
         0,
         "A,B,...",
         "bins from A to B and so on: values from A, below B; the last\n"
         "          bin includes its end"},
    [WGS_OPT_OPERATION] =
        {"operation", 0, "sum|min|max", "sums (default), the least or the greatest value so far"},
    [WGS_OPT_EXCLUSIVE] = {"exclusive", 0, NULL, "of the rows before, without the row itself"},
    [WGS_OPT_REPLACE] = {"replace", 0, NULL, "write the result in place of the column"},
    [WGS_OPT_NAME] =
        {"name", 0, "NAME", "of the new column (default: COLUMN_sum, COLUMN_min, COLUMN_max)"},
    [WGS_OPT_F32] =
        {"f32", 0, NULL, "round the column's values to f32, which doubles need; so is the result"},
    [WGS_OPT_WRAP] = {"wrap", 0, NULL, "let sums of integers wrap where their type ends"},
    [WGS_OPT_OUTPUT] =
        {"output",
         'o',
         "FILE",
         "write to FILE, which appears whole or not at all and may be the input"},
    [WGS_OPT_FORMAT] =
        {"format",
         0,
         "FORMAT",
         "of the input: arrow, arrows, parquet, csv, tsv, raw (else by name or first bytes)"},
    [WGS_OPT_RAW] =
        {"raw",
         0,
         "TYPES",
         "raw rows of packed little-endian fields c0, c1, ...: u8 to u64, i8 to i64, f32, f64,\n"
         "          as u32 or u32,f32"},
    [WGS_OPT_TO] = {"to", 0, "FORMAT", "of the output (else as the input)"},
    [WGS_OPT_HEADER] = {"header", 0, NULL, "CSV, TSV: the first line names the columns (default)"},
    [WGS_OPT_NO_HEADER] = {"no-header", 0, NULL, "CSV, TSV: the first line is a row"},
    [WGS_OPT_NULLS] =
        {"nulls",
         0,
         "first|last",
         "where nulls go in keys that don't say (default: last, in either direction)"},
    [WGS_OPT_KEY_BITS] =
        {"key-bits",
         0,
         "N",
         "compare only the N low bits of each key, as docs/command-line.md defines them"},
    [WGS_OPT_ARGSORT] =
        {"argsort",
         0,
         NULL,
         "write row numbers from 0 in place of rows: u32 in raw, a column `row` in tables"},
    [WGS_OPT_BATCHES] =
        {"batches", 0, NULL, "each record batch or row group on its own; boundaries are kept"},
    [WGS_OPT_CHECK] =
        {"check", 0, NULL, "verify on the CPU that the result is a permutation, in order, stable"},
    [WGS_OPT_ALGORITHM] = {"algorithm", 0, "NAME", "auto (default), bitonic or radix"},
    [WGS_OPT_ADAPTER] =
        {"adapter",
         0,
         "NAME",
         "a part of an adapter's name, its number, \"software\", or \"list\" to see them"},
    [WGS_OPT_PORTION_ROWS] =
        {"portion-rows",
         0,
         "N",
         "sort at most N rows at once on the device (default: what it has room for)"},
    [WGS_OPT_ROWS] = {"rows", 0, "N", "without an input: plan for N rows"},
    [WGS_OPT_GRAPH] = {"as", 0, "text|json|dot", "how to print the graph (default: text)"},
    [WGS_OPT_JSON] = {"json", 0, NULL, "print what was found as one JSON object"},
    [WGS_OPT_QUIET] = {"quiet", 'q', NULL, "no progress bar, no verdict in words"},
    [WGS_OPT_VERBOSE] =
        {"verbose",
         'v',
         NULL,
         "report adapter, algorithm, times and the first and last rows on standard error"},
    [WGS_OPT_HELP] = {"help", 'h', NULL, "print this"},
};

void wgs_arguments_start(
    wgs_command_arguments* arguments,
    wgs_command_help const* help,
    int argument_count,
    char* const* words) {
    *arguments = (wgs_command_arguments){.help = help};
    for (size_t i = 0; i < help->option_count; i++)
        arguments->options[i] = all_options[help->options[i]];
    arguments->reader = (wgs_option_reader){
        .options = arguments->options,
        .option_count = help->option_count,
        .arguments = words,
        .argument_count = argument_count,
    };
}

wgs_option_event wgs_arguments_next(
    wgs_command_arguments* arguments, wgs_option_id* id, char const** value, wgs_failure* failure) {
    size_t index = 0;
    wgs_option_event const event = wgs_option_next(&arguments->reader, &index, value, failure);
    if (event == WGS_OPTION_GIVEN)
        *id = arguments->help->options[index];
    return event;
}

void wgs_help_print(FILE* file, wgs_command_help const* help) {
    wgs_option options[WGS_OPT_COUNT];
    for (size_t i = 0; i < help->option_count; i++)
        options[i] = all_options[help->options[i]];
    (void)fprintf(file, "usage: %s\n\n%s\noptions:\n", help->usage, help->about);
    wgs_options_print(file, options, help->option_count);
    (void)fprintf(file, "\nexamples:\n%s", help->examples);
}

bool wgs_parse_count(
    char const* option, char const* text, uint64_t maximum, uint64_t* count, wgs_failure* failure) {
    uint64_t value = 0;
    bool good = *text != 0;
    for (char const* c = text; *c && good; c++)
        good = *c >= '0' && *c <= '9' && !__builtin_mul_overflow(value, UINT64_C(10), &value) &&
               !__builtin_add_overflow(value, (uint64_t)(*c - '0'), &value);
    if (!good || value == 0 || value > maximum)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: \"%s\" is not a whole number from 1 to %llu",
            option,
            text,
            (unsigned long long)maximum);
    *count = value;
    return true;
}
