/* SPDX-License-Identifier: MIT */
/* The options that say which bins a histogram has. */
#include "bin_edges.h"

#include "exit_status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
parse_bound(char const* option, char const* text, wgs_bound* bound, wgs_failure* failure) {
    *bound = (wgs_bound){.text = text, .size = strcspn(text, ",")};
    bound->kind = wgs_number_parse(text, bound->size, &bound->number);
    bool const integer = bound->kind == WGS_NUMBER_INT64 || bound->kind == WGS_NUMBER_UINT64;
    if (integer || (bound->kind == WGS_NUMBER_DOUBLE && isfinite(bound->number.real)))
        return true;
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "%s: \"%.*s\" is not a finite number of 64 bits",
        option,
        (int)bound->size,
        text);
}

/* Reads numbers between commas, as many as `maximum`; *count says how many there were. */
static bool parse_bounds(
    char const* option,
    char const* text,
    wgs_bound* bounds,
    size_t maximum,
    size_t* count,
    wgs_failure* failure) {
    for (*count = 0;;) {
        if (*count == maximum)
            return wgs_fail(
                failure, WGS_EXIT_USAGE, "%s %s: more than %zu numbers", option, text, maximum);
        wgs_bound* bound = &bounds[*count];
        char const* next = *count == 0 ? text : bounds[*count - 1].text + bounds[*count - 1].size;
        if (!parse_bound(option, *count == 0 ? next : next + 1, bound, failure))
            return false;
        ++*count;
        if (bound->text[bound->size] == 0)
            return true;
    }
}

bool wgs_parse_range(char const* text, wgs_bin_options* options, wgs_failure* failure) {
    size_t count;
    if (!parse_bounds("--range", text, options->range, 2, &count, failure))
        return false;
    options->has_range = true;
    return count == 2 || wgs_fail(failure, WGS_EXIT_USAGE, "--range %s: give LOW,HIGH", text);
}

bool wgs_parse_width(char const* text, wgs_bin_options* options, wgs_failure* failure) {
    size_t count;
    if (!parse_bounds("--width", text, &options->width, 1, &count, failure))
        return false;
    options->has_width = true;
    wgs_bound const* width = &options->width;
    bool const positive = width->kind == WGS_NUMBER_UINT64 ||
                          (width->kind == WGS_NUMBER_INT64 && (int64_t)width->number.bits > 0) ||
                          (width->kind == WGS_NUMBER_DOUBLE && width->number.real > 0);
    return positive || wgs_fail(failure, WGS_EXIT_USAGE, "--width: %s is not above 0", text);
}

bool wgs_parse_edges(char const* text, wgs_bin_options* options, wgs_failure* failure) {
    size_t commas = 0;
    for (char const* c = text; *c; c++)
        commas += *c == ',';
    if (commas < 1 || commas > WGS_MAX_BINS)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "--edges: %zu numbers: there should be 2 to %d",
            commas + 1,
            WGS_MAX_BINS + 1);
    free(options->edges);
    options->edge_count = 0;
    options->edges = malloc((commas + 1) * sizeof *options->edges);
    if (!options->edges)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    return parse_bounds("--edges", text, options->edges, commas + 1, &options->edge_count, failure);
}

bool wgs_check_bin_options(wgs_bin_options const* options, wgs_failure* failure) {
    int const ways = (options->bins > 0) + options->has_width + (options->edge_count > 0);
    if (ways > 1)
        return wgs_fail(failure, WGS_EXIT_USAGE, "--bins, --width and --edges exclude each other");
    if (options->edge_count > 0 && options->has_range)
        return wgs_fail(failure, WGS_EXIT_USAGE, "--edges and --range exclude each other");
    return true;
}

void wgs_bin_options_free(wgs_bin_options* options) {
    free(options->edges);
    options->edges = NULL;
    options->edge_count = 0;
}
