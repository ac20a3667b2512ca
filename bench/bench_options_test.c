/* SPDX-License-Identifier: MIT */
/* The command line, the lists in it, the grid they make, and the statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bench_grid.h"
#include "bench_sizes.h"
#include "bench_statistics.h"

#define PARSE(options, ...)                                                                        \
    parse((options), sizeof((char*[]){__VA_ARGS__}) / sizeof(char*), (char*[]){__VA_ARGS__})

static char message[200];

static bool parse(wgs_bench_options* options, size_t count, char* const* words) {
    message[0] = 0;
    return wgs_bench_options_parse((int)count, words, options, message);
}

static void defaults_are_small(void** state) {
    (void)state;
    wgs_bench_options options;
    assert_true(wgs_bench_options_parse(0, NULL, &options, message));
    assert_int_equal(options.sizes[0], 256);
    assert_int_equal(options.sizes[options.size_count - 1], 65536);
    assert_int_equal(options.primitives.count, 1);
    assert_int_equal(options.primitives.items[0], WGS_BENCH_SORT);
    assert_int_equal(options.modes.count, 2);
    assert_int_equal(options.format, WGS_BENCH_TABLE);
    assert_int_equal(options.samples, 0);
    assert_false(options.load_given);
    assert_null(options.adapter);
}

static void options_are_read(void** state) {
    (void)state;
    wgs_bench_options options;
    assert_true(PARSE(
        &options,
        "--grid",
        "full",
        "--primitive=sort,scan",
        "--mode",
        "argsort,pairs",
        "--key",
        "f64,u32",
        "--value-size",
        "16,4",
        "--distribution",
        "reversed,bits7",
        "--algorithm",
        "bitonic",
        "--samples",
        "9",
        "--load=0",
        "--timing",
        "wall",
        "--adapter",
        "software",
        "--format",
        "json",
        "-o",
        "file",
        "--nodes"));
    assert_int_equal(options.size_count, 21);
    assert_int_equal(options.sizes[20], 1 << 28);
    assert_int_equal(options.primitives.items[1], WGS_BENCH_SCAN);
    assert_int_equal(options.modes.items[0], WGS_BENCH_ARGSORT);
    assert_int_equal(options.keys.items[0], WGS_BENCH_F64);
    assert_int_equal(options.value_sizes.items[0], 16);
    assert_int_equal(options.value_sizes.items[1], 4);
    assert_int_equal(options.distribution_count, 2);
    assert_int_equal(options.distributions[0].shape, WGS_BENCH_REVERSED);
    assert_int_equal(options.algorithms.count, 1);
    assert_int_equal(options.algorithms.items[0], WGS_BENCH_BITONIC);
    assert_int_equal(options.samples, 9);
    assert_true(options.load_given && options.load == 0);
    assert_true(options.wall && options.nodes);
    assert_string_equal(options.adapter, "software");
    assert_int_equal(options.format, WGS_BENCH_JSON);
    assert_string_equal(options.output, "file");
}

static void options_of_primitives_are_read(void** state) {
    (void)state;
    wgs_bench_options options;
    assert_true(PARSE(
        &options,
        "--primitive",
        "comparator,counting,segments,batch,histogram,reduce",
        "--segments",
        "2^18,3",
        "--segment-rows",
        "64..256",
        "--by",
        "any-length,descriptors",
        "--order",
        "unstable",
        "--range",
        "2^20",
        "--bins",
        "7,2^12",
        "--operation",
        "extent,min",
        "--scan",
        "segmented-inclusive"));
    assert_int_equal(options.primitives.count, 6);
    assert_int_equal(options.primitives.items[0], WGS_BENCH_COMPARATOR);
    assert_int_equal(options.segment_counts.count, 2);
    assert_int_equal(options.segment_counts.items[0], 1 << 18);
    assert_int_equal(options.segment_rows.count, 3);
    assert_int_equal(options.segment_rows.items[2], 256);
    assert_int_equal(options.forms.items[0], WGS_BENCH_ANY_LENGTH);
    assert_int_equal(options.orders.count, 1);
    assert_int_equal(options.orders.items[0], WGS_BENCH_UNSTABLE);
    assert_int_equal(options.ranges.items[0], 1 << 20);
    assert_int_equal(options.bins.items[1], 4096);
    assert_int_equal(options.operations.items[0], WGS_BENCH_EXTENT);
    assert_int_equal(options.scans.items[0], WGS_BENCH_SEGMENTED_INCLUSIVE);
}

enum { MAX_CASES = 64 };

typedef struct case_list {
    size_t count;
    wgs_bench_case items[MAX_CASES];
} case_list;

static bool keep_case(wgs_bench_case const* what, void* data) {
    case_list* const list = data;
    assert_true(list->count < MAX_CASES);
    list->items[list->count++] = *what;
    return true;
}

static void grids_have_the_axes_of_their_primitives(void** state) {
    (void)state;
    wgs_bench_options options;
    static case_list list;
    list.count = 0;
    assert_true(PARSE(
        &options,
        "--primitive=segments,histogram,copy",
        "--segments=5",
        "--segment-rows=100,7",
        "--n=64",
        "--mode=pairs",
        "--value-size=16",
        "--bins=3",
        "--distribution=equal"));
    wgs_bench_for_each_case(&options, keep_case, &list);
    assert_int_equal(list.count, 2 * 2 + 1 + 2);
    wgs_bench_case const* what = &list.items[3]; /* forms, then lengths */
    assert_int_equal(what->form, WGS_BENCH_OFFSETS);
    assert_int_equal(what->segment_rows, 7);
    assert_int_equal(what->rows, 35);
    assert_int_equal(what->value_size, 4); /* segments have no other */
    assert_int_equal(wgs_bench_case_segments(what), 5);
    what = &list.items[4];
    assert_int_equal(what->primitive, WGS_BENCH_HISTOGRAM);
    assert_int_equal(what->rows, 64);
    assert_int_equal(what->bins, 3);
    assert_int_equal(what->segment_rows, 0);
    assert_false(list.items[5].by_kernel);
    assert_true(list.items[6].by_kernel);
}

/* What one choice of an axis has set must not be there for the next choice of an outer one. */
static void choices_leave_nothing_behind(void** state) {
    (void)state;
    wgs_bench_options options;
    static case_list list;
    list.count = 0;
    assert_true(PARSE(
        &options,
        "--primitive=scan",
        "--scan=segmented,inclusive",
        "--key=u32,i32",
        "--n=64",
        "--distribution=equal"));
    wgs_bench_for_each_case(&options, keep_case, &list);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(list.items[i].segment_rows, i % 2 == 0 ? 256 : 0);
    char variant[32];
    wgs_bench_case_variant(&list.items[3], variant);
    assert_string_equal(variant, "sum inclusive");
}

static void bad_words_are_named(void** state) {
    (void)state;
    wgs_bench_options options;
    static char* const bad[][2] = {
        {"--primitive", "sorts"}, {"--primitive", "sort,"},   {"--n", "0"},
        {"--mode", ""},           {"--key", "u16"},           {"--value-size", "5"},
        {"--samples", "0"},       {"--samples", "1001"},      {"--samples", "-1"},
        {"--samples", "9x"},      {"--load", "99999"},        {"--timing", "cpu"},
        {"--format", "xml"},      {"--output", ""},           {"--grid", "half"},
        {"--algorithm", "quick"}, {"--distribution", "even"}, {"--samples", "99999999999999999999"},
        {"--segments", "0"},      {"--segment-rows", "2^32"}, {"--by", "list"},
        {"--order", "any"},       {"--range", "-1"},          {"--bins", "1.5"},
        {"--operation", "mean"},  {"--scan", "both"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(parse(&options, 2, bad[i]));
        if (strstr(message, bad[i][0]) == NULL)
            fail_msg("%s %s: \"%s\"", bad[i][0], bad[i][1], message);
    }
    assert_false(PARSE(&options, "--size", "9"));
    assert_non_null(strstr(message, "--size"));
    assert_false(PARSE(&options, "stray"));
    assert_false(PARSE(&options, "--nodes=1"));
    assert_false(PARSE(&options, "--n"));
}

/* A word 33 times, with commas between. */
static void repeat_word(char const* word, char list[400]) {
    size_t end = 0;
    for (int i = 0; i < 33; i++)
        end += (size_t)snprintf(list + end, 400 - end, "%s%s", i == 0 ? "" : ",", word);
}

static void long_lists_are_refused(void** state) {
    (void)state;
    wgs_bench_options options;
    char list[400];
    repeat_word("keys", list);
    assert_false(PARSE(&options, "--mode", list));
    repeat_word("few", list);
    assert_false(PARSE(&options, "--distribution", list));
}

static void sizes_are_read(void** state) {
    (void)state;
    uint64_t sizes[8];
    size_t count;
    assert_true(wgs_bench_sizes_parse("1000,2^31,3..13,1^5", 8, sizes, &count));
    uint64_t const expected[] = {1000, WGS_BENCH_MAX_ROWS, 3, 6, 12, 1};
    assert_int_equal(count, 6);
    assert_memory_equal(sizes, expected, sizeof expected);
    static char const* const bad[] = {
        "",
        ",",
        "1,",
        "x",
        "2^",
        "^2",
        "2^32",
        "3^21",
        "0",
        "5..4",
        "1..",
        "1...2",
        "-1",
        "1 ",
        "2147483649",
        "99999999999999999999999",
        "1..256,1",
        "10^99999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (wgs_bench_sizes_parse(bad[i], 8, sizes, &count))
            fail_msg("\"%s\" is taken", bad[i]);
}

static void percentiles_lie_between_samples(void** state) {
    (void)state;
    double samples[] = {5, 1, 4, 2, 3, 11, 6, 10, 7, 9, 8};
    wgs_bench_summary summary = wgs_bench_summarize(samples, 11);
    assert_true(summary.median == 6 && summary.p10 == 2 && summary.p90 == 10);
    double two[] = {3, 1};
    summary = wgs_bench_summarize(two, 2);
    assert_true(summary.median == 2);
    assert_true(summary.p10 > 1.19 && summary.p10 < 1.21 && summary.p90 > 2.79);
    double one[] = {7};
    summary = wgs_bench_summarize(one, 1);
    assert_true(summary.median == 7 && summary.p10 == 7 && summary.p90 == 7);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(defaults_are_small),
        cmocka_unit_test(options_are_read),
        cmocka_unit_test(options_of_primitives_are_read),
        cmocka_unit_test(grids_have_the_axes_of_their_primitives),
        cmocka_unit_test(choices_leave_nothing_behind),
        cmocka_unit_test(bad_words_are_named),
        cmocka_unit_test(long_lists_are_refused),
        cmocka_unit_test(sizes_are_read),
        cmocka_unit_test(percentiles_lie_between_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
