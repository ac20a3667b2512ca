/* SPDX-License-Identifier: MIT */
#include "bench_options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench_sizes.h"

enum { MESSAGE_SIZE = 200 };

static char const* const primitive_names[] = {
    "sort",
    "scan",
    "gather",
    "copy",
    "reduce",
    "histogram",
    "segments",
    "batch",
    "counting",
    "comparator"};
static char const* const mode_names[] = {"keys", "pairs", "argsort"};
static char const* const algorithm_names[] = {"auto", "radix", "bitonic"};
static char const* const scan_names[] = {
    "exclusive", "inclusive", "segmented", "segmented-inclusive"};
static char const* const operation_names[] = {"sum", "min", "max", "extent"};
static char const* const form_names[] = {"descriptors", "offsets", "any-length"};
static char const* const order_names[] = {"stable", "unstable"};
static char const* const format_names[] = {"table", "csv", "json"};
static char const* const value_size_names[] = {"4", "8", "12", "16"};

char const* wgs_bench_primitive_name(wgs_bench_primitive primitive) {
    return primitive_names[primitive];
}

char const* wgs_bench_mode_name(wgs_bench_mode mode) { return mode_names[mode]; }

char const* wgs_bench_algorithm_name(wgs_bench_algorithm algorithm) {
    return algorithm_names[algorithm];
}

char const* wgs_bench_scan_name(wgs_bench_scan scan) { return scan_names[scan]; }

char const* wgs_bench_operation_name(wgs_bench_operation operation) {
    return operation_names[operation];
}

char const* wgs_bench_form_name(wgs_bench_form form) { return form_names[form]; }

char const* wgs_bench_order_name(wgs_bench_order order) { return order_names[order]; }

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(char* message, char const* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/* The index of a word among `names`, or `count`. */
static size_t find_name(char const* word, size_t length, char const* const* names, size_t count) {
    size_t index = 0;
    while (index < count &&
           (strlen(names[index]) != length || strncmp(word, names[index], length) != 0))
        index++;
    return index;
}

/* Calls `take` for every word between commas. False when one call gives false. */
static bool for_each_word(
    char const* text, bool (*take)(char const* word, size_t length, void* data), void* data) {
    for (;;) {
        size_t const length = strcspn(text, ",");
        if (!take(text, length, data))
            return false;
        if (text[length] == 0)
            return true;
        text += length + 1;
    }
}

typedef struct choice_list {
    wgs_bench_choices* choices;
    char const* const* names;
    size_t name_count;
} choice_list;

static bool take_choice(char const* word, size_t length, void* data) {
    choice_list const* const list = data;
    size_t const index = find_name(word, length, list->names, list->name_count);
    if (index == list->name_count || list->choices->count == WGS_BENCH_MAX_CHOICES)
        return false;
    list->choices->items[list->choices->count++] = (uint32_t)index;
    return true;
}

static bool parse_choices(
    char const* text, char const* const* names, size_t name_count, wgs_bench_choices* choices) {
    choices->count = 0;
    choice_list list = {choices, names, name_count};
    return for_each_word(text, take_choice, &list);
}

/* Numbers from 1, as sizes are written. */
static bool parse_numbers(char const* text, wgs_bench_choices* choices) {
    uint64_t numbers[WGS_BENCH_MAX_CHOICES];
    if (!wgs_bench_sizes_parse(text, WGS_BENCH_MAX_CHOICES, numbers, &choices->count))
        return false;
    for (size_t i = 0; i < choices->count; i++)
        choices->items[i] = (uint32_t)numbers[i];
    return true;
}

static bool take_distribution(char const* word, size_t length, void* data) {
    wgs_bench_options* const options = data;
    if (options->distribution_count == WGS_BENCH_MAX_CHOICES)
        return false;
    return wgs_bench_distribution_parse(
        word, length, &options->distributions[options->distribution_count++]);
}

static bool parse_count(char const* text, uint32_t minimum, uint32_t maximum, uint32_t* number) {
    if (*text < '0' || *text > '9')
        return false;
    char* end;
    unsigned long const value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return *end == 0 && value >= minimum && value <= maximum;
}

static void use_default_grid(wgs_bench_options* options) {
    (void)wgs_bench_sizes_parse(
        "2^8,2^10,2^12,2^14,2^16", WGS_BENCH_MAX_SIZES, options->sizes, &options->size_count);
    options->modes = (wgs_bench_choices){2, {WGS_BENCH_KEYS, WGS_BENCH_PAIRS}};
    options->algorithms = (wgs_bench_choices){1, {WGS_BENCH_AUTO}};
    options->distribution_count = 0;
    (void)for_each_word("uniform,few", take_distribution, options);
}

static void use_full_grid(wgs_bench_options* options) {
    use_default_grid(options);
    (void)wgs_bench_sizes_parse(
        "2^8..2^28", WGS_BENCH_MAX_SIZES, options->sizes, &options->size_count);
    options->distribution_count = 1;
}

static bool set_grid(wgs_bench_options* options, char const* value) {
    if (strcmp(value, "default") == 0)
        use_default_grid(options);
    else if (strcmp(value, "full") == 0)
        use_full_grid(options);
    else
        return false;
    return true;
}

static bool set_primitive(wgs_bench_options* options, char const* value) {
    return parse_choices(value, primitive_names, WGS_BENCH_PRIMITIVE_COUNT, &options->primitives);
}

static bool set_sizes(wgs_bench_options* options, char const* value) {
    return wgs_bench_sizes_parse(value, WGS_BENCH_MAX_SIZES, options->sizes, &options->size_count);
}

static bool set_mode(wgs_bench_options* options, char const* value) {
    return parse_choices(value, mode_names, WGS_BENCH_MODE_COUNT, &options->modes);
}

static bool set_key(wgs_bench_options* options, char const* value) {
    char const* names[WGS_BENCH_KEY_COUNT];
    for (unsigned key = 0; key < WGS_BENCH_KEY_COUNT; key++)
        names[key] = wgs_bench_key_name((wgs_bench_key)key);
    return parse_choices(value, names, WGS_BENCH_KEY_COUNT, &options->keys);
}

static bool set_value_size(wgs_bench_options* options, char const* value) {
    if (!parse_choices(value, value_size_names, 4, &options->value_sizes))
        return false;
    for (size_t i = 0; i < options->value_sizes.count; i++)
        options->value_sizes.items[i] = 4 * (options->value_sizes.items[i] + 1);
    return true;
}

static bool set_distribution(wgs_bench_options* options, char const* value) {
    options->distribution_count = 0;
    return for_each_word(value, take_distribution, options);
}

static bool set_algorithm(wgs_bench_options* options, char const* value) {
    return parse_choices(value, algorithm_names, WGS_BENCH_ALGORITHM_COUNT, &options->algorithms);
}

static bool set_scan(wgs_bench_options* options, char const* value) {
    return parse_choices(value, scan_names, WGS_BENCH_SCAN_COUNT, &options->scans);
}

static bool set_operation(wgs_bench_options* options, char const* value) {
    return parse_choices(value, operation_names, WGS_BENCH_OPERATION_COUNT, &options->operations);
}

static bool set_form(wgs_bench_options* options, char const* value) {
    return parse_choices(value, form_names, WGS_BENCH_FORM_COUNT, &options->forms);
}

static bool set_order(wgs_bench_options* options, char const* value) {
    return parse_choices(value, order_names, WGS_BENCH_ORDER_COUNT, &options->orders);
}

static bool set_bins(wgs_bench_options* options, char const* value) {
    return parse_numbers(value, &options->bins);
}

static bool set_range(wgs_bench_options* options, char const* value) {
    return parse_numbers(value, &options->ranges);
}

static bool set_segment_rows(wgs_bench_options* options, char const* value) {
    return parse_numbers(value, &options->segment_rows);
}

static bool set_segments(wgs_bench_options* options, char const* value) {
    return parse_numbers(value, &options->segment_counts);
}

static bool set_samples(wgs_bench_options* options, char const* value) {
    return parse_count(value, 1, WGS_BENCH_MAX_SAMPLES, &options->samples);
}

static bool set_load(wgs_bench_options* options, char const* value) {
    options->load_given = true;
    return parse_count(value, 0, WGS_BENCH_MAX_LOAD, &options->load);
}

static bool set_adapter(wgs_bench_options* options, char const* value) {
    options->adapter = value;
    return true;
}

static bool set_format(wgs_bench_options* options, char const* value) {
    size_t const format = find_name(value, strlen(value), format_names, WGS_BENCH_FORMAT_COUNT);
    options->format = (wgs_bench_format)format;
    return format < WGS_BENCH_FORMAT_COUNT;
}

static bool set_output(wgs_bench_options* options, char const* value) {
    options->output = value;
    return *value != 0;
}

static bool set_timing(wgs_bench_options* options, char const* value) {
    options->wall = strcmp(value, "wall") == 0;
    return options->wall || strcmp(value, "gpu") == 0;
}

static bool set_nodes(wgs_bench_options* options, char const* value) {
    (void)value;
    options->nodes = true;
    return true;
}

static bool set_help(wgs_bench_options* options, char const* value) {
    (void)value;
    options->help = true;
    return true;
}

typedef struct option {
    char const* name;
    char const* letter;     /* NULL: none */
    char const* value_name; /* NULL: it takes no value */
    bool (*set)(wgs_bench_options* options, char const* value);
    char const* help;
} option;

static option const option_table[] = {
    {"--grid",
     NULL,
     "NAME",
     set_grid,
     "default (2^8 to 2^16, small enough for a software adapter) or full (2^8 to 2^28, for a "
     "GPU);\n        give it first: options behind it change it"},
    {"--primitive",
     NULL,
     "LIST",
     set_primitive,
     "sort, scan, gather, copy, reduce, histogram, segments (segmented sort), batch (batch\n"
     "        sort), counting (counting sort), comparator (sort by a function) [sort]"},
    {"--n", "-n", "LIST", set_sizes, "rows: 1000, 2^20, 2^10..2^26 (doubling)"},
    {"--mode", NULL, "LIST", set_mode, "of all sorts: keys, pairs, argsort [keys,pairs]"},
    {"--key", NULL, "LIST", set_key, "u32, i32, f32, u64, i64, f64 [u32]"},
    {"--value-size",
     NULL,
     "LIST",
     set_value_size,
     "bytes of the value of pairs, of sort and batch: 4, 8, 12, 16 [4]"},
    {"--distribution",
     NULL,
     "LIST",
     set_distribution,
     "uniform, sorted, reversed, nearly-sorted, equal, few, distinctN, maximum, bitsN,\n"
     "        entropy0.811, entropy0.544, entropy0.337, entropy0.201"},
    {"--algorithm", NULL, "LIST", set_algorithm, "of sort and batch: auto, radix, bitonic [auto]"},
    {"--segments", NULL, "LIST", set_segments, "of segments and batch: how many, in place of --n"},
    {"--segment-rows",
     NULL,
     "LIST",
     set_segment_rows,
     "rows of a segment, of a batch's chunk, and of a segmented scan [256]"},
    {"--by",
     NULL,
     "LIST",
     set_form,
     "of segments: descriptors (the host knows them), offsets (on the GPU, none longer than\n"
     "        --segment-rows), any-length (on the GPU) [descriptors,offsets]"},
    {"--order", NULL, "LIST", set_order, "of counting: stable, unstable [stable,unstable]"},
    {"--range", NULL, "LIST", set_range, "of counting: values of a key [256]"},
    {"--bins", NULL, "LIST", set_bins, "of histogram [16,256,4096]"},
    {"--operation", NULL, "LIST", set_operation, "of scan, reduce: sum, min, max, extent [sum]"},
    {"--scan",
     NULL,
     "LIST",
     set_scan,
     "exclusive, inclusive, segmented, segmented-inclusive [exclusive]"},
    {"--samples", NULL, "N", set_samples, "timed runs of each configuration [31; software: 5]"},
    {"--load",
     NULL,
     "MS",
     set_load,
     "work given to the device just before it is timed, so that its clock is up [300; software: "
     "0]"},
    {"--timing",
     NULL,
     "NAME",
     set_timing,
     "gpu (timestamps; wall clock where there are none) or wall (recording to done) [gpu]"},
    {"--nodes", NULL, NULL, set_nodes, "time every node of the graph instead of the whole"},
    {"--adapter", NULL, "NAME", set_adapter, "a part of an adapter's name, its number, software"},
    {"--format", NULL, "NAME", set_format, "table, csv or json [table]"},
    {"--output", "-o", "FILE", set_output, "where the results go [standard output]"},
    {"--help", "-h", NULL, set_help, "this text"},
};
enum { OPTION_COUNT = sizeof option_table / sizeof option_table[0] };

/* The option that `word` gives, and its value where that is in the same word. */
static option const* find_option(char const* word, char const** value) {
    char const* const equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
    size_t const length = equals == NULL ? strlen(word) : (size_t)(equals - word);
    *value = equals == NULL ? NULL : equals + 1;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        option const* const candidate = &option_table[i];
        if (strlen(candidate->name) == length && strncmp(word, candidate->name, length) == 0)
            return candidate;
        if (candidate->letter != NULL && strcmp(word, candidate->letter) == 0)
            return candidate;
    }
    return NULL;
}

bool wgs_bench_options_parse(
    int argument_count, char* const* arguments, wgs_bench_options* options, char message[200]) {
    *options = (wgs_bench_options){
        .primitives = {1, {WGS_BENCH_SORT}},
        .keys = {1, {WGS_BENCH_U32}},
        .value_sizes = {1, {4}},
        .scans = {1, {WGS_BENCH_EXCLUSIVE}},
        .operations = {1, {WGS_BENCH_SUM}},
        .forms = {2, {WGS_BENCH_DESCRIPTORS, WGS_BENCH_OFFSETS}},
        .orders = {2, {WGS_BENCH_STABLE, WGS_BENCH_UNSTABLE}},
        .bins = {3, {16, 256, 4096}},
        .ranges = {1, {256}},
        .segment_rows = {1, {256}},
    };
    use_default_grid(options);
    for (int i = 0; i < argument_count; i++) {
        char const* value;
        option const* const found = find_option(arguments[i], &value);
        if (found == NULL)
            return fail(message, "unknown argument \"%s\" (--help lists them)", arguments[i]);
        if (found->value_name == NULL && value != NULL)
            return fail(message, "%s takes no value", found->name);
        if (found->value_name != NULL && value == NULL) {
            if (++i >= argument_count)
                return fail(message, "%s needs a value", found->name);
            value = arguments[i];
        }
        if (!found->set(options, value))
            return fail(
                message, "%s: bad value \"%s\" (--help lists the good ones)", found->name, value);
    }
    return true;
}

void wgs_bench_options_help(FILE* file) {
    (void)fputs(
        "usage: wgsort bench [options]\n\n"
        "Times sorts, or other primitives, on the device for a grid of sizes, distributions\n"
        "and variants, and verifies every timed result.\n\n",
        file);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        option const* const shown = &option_table[i];
        (void)fprintf(
            file,
            "  %s%s%s%s%s\n        %s\n",
            shown->letter == NULL ? "" : shown->letter,
            shown->letter == NULL ? "" : ", ",
            shown->name,
            shown->value_name == NULL ? "" : " ",
            shown->value_name == NULL ? "" : shown->value_name,
            shown->help);
    }
    (void)fputs(
        "\nexamples:\n"
        "  wgsort bench\n"
        "  wgsort bench --grid full --key u32,u64 --format json -o figures.json\n"
        "  wgsort bench --n 2^24 --mode pairs --algorithm radix --nodes\n"
        "  wgsort bench --primitive segments --segments 2^18 --segment-rows 256 --mode pairs\n"
        "  wgsort bench --primitive scan --n 2^26\n",
        file);
}
