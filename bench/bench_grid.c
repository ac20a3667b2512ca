/* SPDX-License-Identifier: MIT */
/* One loop an axis: an axis that a primitive doesn't have is walked once. */
#include "bench_grid.h"

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

static bool walk_sizes(grid_walk* walk) {
    for (size_t i = 0; i < walk->options->size_count; i++) {
        walk->what.rows = walk->options->sizes[i];
        if (!walk_distributions(walk))
            return false;
    }
    return true;
}

static bool walk_algorithms(grid_walk* walk) {
    wgs_bench_choices const* const algorithms = &walk->options->algorithms;
    if (walk->what.primitive == WGS_BENCH_COPY) {
        walk->what.by_kernel = false;
        if (!walk_sizes(walk))
            return false;
        walk->what.by_kernel = true;
        return walk_sizes(walk);
    }
    if (walk->what.primitive != WGS_BENCH_SORT)
        return walk_sizes(walk);
    for (size_t i = 0; i < algorithms->count; i++) {
        walk->what.algorithm = (wgs_bench_algorithm)algorithms->items[i];
        if (!walk_sizes(walk))
            return false;
    }
    return true;
}

static bool walk_values(grid_walk* walk) {
    wgs_bench_choices const* const sizes = &walk->options->value_sizes;
    bool const pairs = walk->what.primitive == WGS_BENCH_SORT && walk->what.mode == WGS_BENCH_PAIRS;
    for (size_t i = 0; i < (pairs ? sizes->count : 1); i++) {
        walk->what.value_size = pairs ? sizes->items[i] : 0;
        if (!walk_algorithms(walk))
            return false;
    }
    return true;
}

static bool walk_keys(grid_walk* walk) {
    wgs_bench_choices const* const keys = &walk->options->keys;
    for (size_t i = 0; i < keys->count; i++) {
        walk->what.key = (wgs_bench_key)keys->items[i];
        if (!walk_values(walk))
            return false;
    }
    return true;
}

static bool walk_modes(grid_walk* walk) {
    wgs_bench_choices const* const modes = &walk->options->modes;
    bool const sorts = walk->what.primitive == WGS_BENCH_SORT;
    for (size_t i = 0; i < (sorts ? modes->count : 1); i++) {
        walk->what.mode = sorts ? (wgs_bench_mode)modes->items[i] : WGS_BENCH_KEYS;
        if (!walk_keys(walk))
            return false;
    }
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
        if (!walk_modes(&walk))
            return;
    }
}
