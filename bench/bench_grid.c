/* SPDX-License-Identifier: MIT */
/* A walk along each axis inside of the one before; one that a primitive doesn't have is passed. */
#include "bench_grid.h"

typedef struct axis {
    bool (*has)(wgs_bench_case const* what); /* given what the axes before have set */
    wgs_bench_choices const* (*choices)(wgs_bench_options const* options);
    void (*set)(wgs_bench_case* what, uint32_t choice);
} axis;

static wgs_bench_choices const* modes(wgs_bench_options const* options) { return &options->modes; }

static void set_mode(wgs_bench_case* what, uint32_t choice) {
    what->mode = (wgs_bench_mode)choice;
    what->value_size = what->mode == WGS_BENCH_PAIRS ? 4 : 0;
}

static bool has_key(wgs_bench_case const* what) {
    (void)what;
    return true;
}

static wgs_bench_choices const* keys(wgs_bench_options const* options) { return &options->keys; }

static void set_key(wgs_bench_case* what, uint32_t choice) { what->key = (wgs_bench_key)choice; }

static bool has_algorithm(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SORT || what->primitive == WGS_BENCH_BATCH;
}

static bool has_value_size(wgs_bench_case const* what) {
    return has_algorithm(what) && what->mode == WGS_BENCH_PAIRS;
}

static wgs_bench_choices const* value_sizes(wgs_bench_options const* options) {
    return &options->value_sizes;
}

static void set_value_size(wgs_bench_case* what, uint32_t choice) { what->value_size = choice; }

static wgs_bench_choices const* algorithms(wgs_bench_options const* options) {
    return &options->algorithms;
}

static void set_algorithm(wgs_bench_case* what, uint32_t choice) {
    what->algorithm = (wgs_bench_algorithm)choice;
}

static bool has_kernel(wgs_bench_case const* what) { return what->primitive == WGS_BENCH_COPY; }

static wgs_bench_choices const* kernels(wgs_bench_options const* options) {
    static wgs_bench_choices const both = {2, {false, true}};
    (void)options;
    return &both;
}

static void set_kernel(wgs_bench_case* what, uint32_t choice) { what->by_kernel = choice != 0; }

static bool has_scan(wgs_bench_case const* what) { return what->primitive == WGS_BENCH_SCAN; }

static wgs_bench_choices const* scans(wgs_bench_options const* options) { return &options->scans; }

static void set_scan(wgs_bench_case* what, uint32_t choice) { what->scan = (wgs_bench_scan)choice; }

static bool has_operation(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SCAN || what->primitive == WGS_BENCH_REDUCE;
}

static wgs_bench_choices const* operations(wgs_bench_options const* options) {
    return &options->operations;
}

static void set_operation(wgs_bench_case* what, uint32_t choice) {
    what->operation = (wgs_bench_operation)choice;
}

static bool has_form(wgs_bench_case const* what) { return what->primitive == WGS_BENCH_SEGMENTS; }

static wgs_bench_choices const* forms(wgs_bench_options const* options) { return &options->forms; }

static void set_form(wgs_bench_case* what, uint32_t choice) { what->form = (wgs_bench_form)choice; }

static bool has_range(wgs_bench_case const* what) { return what->primitive == WGS_BENCH_COUNTING; }

static wgs_bench_choices const* orders(wgs_bench_options const* options) {
    return &options->orders;
}

static void set_order(wgs_bench_case* what, uint32_t choice) {
    what->order = (wgs_bench_order)choice;
}

static wgs_bench_choices const* ranges(wgs_bench_options const* options) {
    return &options->ranges;
}

static bool has_bins(wgs_bench_case const* what) { return what->primitive == WGS_BENCH_HISTOGRAM; }

static wgs_bench_choices const* bins(wgs_bench_options const* options) { return &options->bins; }

static void set_bins(wgs_bench_case* what, uint32_t choice) { what->bins = choice; }

static bool has_segment_rows(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SEGMENTS || what->primitive == WGS_BENCH_BATCH ||
           wgs_bench_case_by_flags(what);
}

static wgs_bench_choices const* segment_rows(wgs_bench_options const* options) {
    return &options->segment_rows;
}

static void set_segment_rows(wgs_bench_case* what, uint32_t choice) { what->segment_rows = choice; }

static axis const axes[] = {
    {wgs_bench_case_is_sort, modes, set_mode},
    {has_key, keys, set_key},
    {has_value_size, value_sizes, set_value_size},
    {has_algorithm, algorithms, set_algorithm},
    {has_kernel, kernels, set_kernel},
    {has_scan, scans, set_scan},
    {has_operation, operations, set_operation},
    {has_form, forms, set_form},
    {has_range, orders, set_order},
    {has_range, ranges, set_bins},
    {has_bins, bins, set_bins},
    {has_segment_rows, segment_rows, set_segment_rows},
};
enum { AXIS_COUNT = sizeof axes / sizeof axes[0] };

typedef struct grid_walk {
    wgs_bench_options const* options;
    wgs_bench_case what; /* filled from the outside in */
    bool (*run)(wgs_bench_case const* what, void* data);
    void* data;
} grid_walk;

static bool walk_distributions(grid_walk* walk) {
    wgs_bench_options const* const options = walk->options;
    for (size_t i = 0; i < options->distribution_count; i++) {
        walk->what.distribution = options->distributions[i];
        if (!walk->run(&walk->what, walk->data))
            return false;
    }
    return true;
}

/* The rows of a number of segments; those of segmented scans are not counted. */
static bool walk_segment_counts(grid_walk* walk) {
    wgs_bench_choices const* const counts = &walk->options->segment_counts;
    for (size_t i = 0; i < counts->count; i++) {
        walk->what.rows = (uint64_t)counts->items[i] * walk->what.segment_rows;
        if (!walk_distributions(walk))
            return false;
    }
    return true;
}

static bool walk_sizes(grid_walk* walk) {
    bool const has_segments = walk->what.segment_rows > 0 && !wgs_bench_case_by_flags(&walk->what);
    if (has_segments && walk->options->segment_counts.count > 0)
        return walk_segment_counts(walk);
    for (size_t i = 0; i < walk->options->size_count; i++) {
        walk->what.rows = walk->options->sizes[i];
        if (!walk_distributions(walk))
            return false;
    }
    return true;
}

static bool walk_axis(grid_walk* walk, size_t index) {
    if (index == AXIS_COUNT)
        return walk_sizes(walk);
    if (!axes[index].has(&walk->what))
        return walk_axis(walk, index + 1);
    wgs_bench_case const before = walk->what;
    wgs_bench_choices const* const choices = axes[index].choices(walk->options);
    for (size_t i = 0; i < choices->count; i++) {
        axes[index].set(&walk->what, choices->items[i]);
        if (!walk_axis(walk, index + 1))
            return false;
    }
    walk->what = before; /* what this axis has set is not there for another choice before it */
    return true;
}

void wgs_bench_for_each_case(
    wgs_bench_options const* options,
    bool (*run)(wgs_bench_case const* what, void* data),
    void* data) {
    grid_walk walk = {.options = options, .run = run, .data = data};
    for (size_t i = 0; i < options->primitives.count; i++) {
        walk.what =
            (wgs_bench_case){.primitive = (wgs_bench_primitive)options->primitives.items[i]};
        if (!walk_axis(&walk, 0))
            return;
    }
}
