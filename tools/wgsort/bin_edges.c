/* SPDX-License-Identifier: MIT */
#include "bin_edges.h"

#include "exit_status.h"
#include "number_format.h"

#include <math.h>
#include <stdlib.h>

float wgs_float_below(double value) {
    float const nearest = (float)value;
    return (double)nearest > value ? nextafterf(nearest, -INFINITY) : nearest;
}

static float float_above(double value) { return -wgs_float_below(-value); }

static size_t format_wide(wgs_wide value, char* text) {
    char digits[WGS_NUMBER_TEXT_SIZE];
    size_t count = 0;
    bool const negative = value < 0;
    do {
        int const digit = (int)(value % 10);
        digits[count++] = (char)('0' + (negative ? -digit : digit));
        value /= 10;
    } while (value != 0);
    if (negative)
        digits[count++] = '-';
    for (size_t i = 0; i < count; i++)
        text[i] = digits[count - 1 - i];
    text[count] = 0;
    return count;
}

size_t wgs_bins_edge_text(wgs_bins const* bins, uint32_t index, char* text) {
    return bins->integers ? format_wide(bins->edges[index], text)
                          : wgs_format_float((float)bins->real_edges[index], text);
}

void wgs_bins_free(wgs_bins* bins) {
    free(bins->edges);
    free(bins->real_edges);
    *bins = (wgs_bins){0};
}

static bool refuse_count(char const* width, size_t size, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "--width %.*s makes more than %d bins",
        (int)size,
        width,
        WGS_MAX_BINS);
}

static bool allocate_edges(wgs_bins* bins, uint32_t count, wgs_failure* failure) {
    bins->count = count;
    if (bins->integers)
        bins->edges = malloc(((size_t)count + 1) * sizeof *bins->edges);
    else
        bins->real_edges = malloc(((size_t)count + 1) * sizeof *bins->real_edges);
    return bins->edges || bins->real_edges ||
           wgs_fail(failure, WGS_EXIT_DATA, "out of memory for %u bins", count);
}

/* ---- integers ---- */

static bool
whole_number(char const* option, wgs_bound const* bound, wgs_wide* value, wgs_failure* failure) {
    if (bound->kind == WGS_NUMBER_DOUBLE)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: the column's numbers are integers, and %.*s is none",
            option,
            (int)bound->size,
            bound->text);
    *value = bound->kind == WGS_NUMBER_INT64 ? (wgs_wide)(int64_t)bound->number.bits
                                             : (wgs_wide)bound->number.bits;
    return true;
}

static wgs_wide floor_divide(wgs_wide a, wgs_wide b) { return a / b - (a % b < 0 ? 1 : 0); }

static wgs_wide ceil_divide(wgs_wide a, wgs_wide b) { return -floor_divide(-a, b); }

static bool even_integers(wgs_bins* bins, uint64_t wanted, wgs_failure* failure) {
    wgs_wide const span = bins->high - bins->low;
    uint64_t count = wanted;
    if (span == 0) /* one value needs no more */
        count = 1;
    else if (count == 0) /* no more than there are integers to begin them */
        count = span < WGS_DEFAULT_BINS ? (uint64_t)span : WGS_DEFAULT_BINS;
    while (ceil_divide(span, (wgs_wide)1 << bins->shift) > UINT32_MAX)
        bins->shift++;
    wgs_wide const steps = ceil_divide(span, (wgs_wide)1 << bins->shift);
    if (!allocate_edges(bins, (uint32_t)count, failure))
        return false;
    bins->even = true;
    for (uint32_t i = 0; i < bins->count; i++)
        bins->edges[i] = bins->low + (ceil_divide((wgs_wide)i * steps, bins->count) << bins->shift);
    bins->edges[bins->count] = bins->high;
    return true;
}

/* Bins of a width and bins by edges are what was asked for, or refused. */
static bool check_span(wgs_bins const* bins, wgs_failure* failure) {
    if (bins->high - bins->low <= UINT32_MAX)
        return true;
    char low[WGS_NUMBER_TEXT_SIZE];
    char high[WGS_NUMBER_TEXT_SIZE];
    (void)format_wide(bins->low, low);
    (void)format_wide(bins->high, high);
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "from %s to %s is more than 32 bits: give --bins, or a --range of less",
        low,
        high);
}

static bool
integers_of_width(wgs_bins* bins, wgs_bin_options const* options, wgs_failure* failure) {
    wgs_wide width = 1;
    if (!check_span(bins, failure) || !whole_number("--width", &options->width, &width, failure))
        return false;
    wgs_wide const first = options->has_range ? bins->low : floor_divide(bins->low, width) * width;
    wgs_wide count = options->has_range ? ceil_divide(bins->high - first, width)
                                        : floor_divide(bins->high - first, width) + 1;
    if (count > WGS_MAX_BINS)
        return refuse_count(options->width.text, options->width.size, failure);
    count = count > 0 ? count : 1;
    if (!allocate_edges(bins, (uint32_t)count, failure))
        return false;
    for (uint32_t i = 0; i <= bins->count; i++)
        bins->edges[i] = first + i * width;
    if (options->has_range)
        bins->edges[bins->count] = bins->high;
    return true;
}

static bool
integers_by_edges(wgs_bins* bins, wgs_bin_options const* options, wgs_failure* failure) {
    if (!allocate_edges(bins, (uint32_t)options->edge_count - 1, failure))
        return false;
    for (uint32_t i = 0; i <= bins->count; i++) {
        wgs_bound const* bound = &options->edges[i];
        wgs_wide edge = 0;
        if (!whole_number("--edges", bound, &edge, failure))
            return false;
        if (i > 0 && edge <= bins->high)
            return wgs_fail(
                failure,
                WGS_EXIT_USAGE,
                "--edges: %.*s is not above the edge before it",
                (int)bound->size,
                bound->text);
        if (i == 0)
            bins->low = edge;
        bins->high = edge;
        bins->edges[i] = edge;
    }
    return check_span(bins, failure);
}

static bool refuse_range(wgs_bin_options const* options, wgs_failure* failure) {
    return wgs_fail(
        failure,
        WGS_EXIT_USAGE,
        "--range: %.*s is above %s",
        (int)options->range[0].size,
        options->range[0].text,
        options->range[1].text);
}

static bool make_integers(
    wgs_bins* bins,
    wgs_bin_options const* options,
    wgs_extent const* extent,
    wgs_failure* failure) {
    if (options->edge_count > 0)
        return integers_by_edges(bins, options, failure);
    bins->low = extent->low;
    bins->high = extent->high;
    if (options->has_range && (!whole_number("--range", &options->range[0], &bins->low, failure) ||
                               !whole_number("--range", &options->range[1], &bins->high, failure)))
        return false;
    if (bins->low > bins->high)
        return refuse_range(options, failure);
    if (!options->has_range && !extent->any)
        return true;
    return options->has_width ? integers_of_width(bins, options, failure)
                              : even_integers(bins, options->bins, failure);
}

/* ---- floats ---- */

static double real_number(wgs_bound const* bound) {
    if (bound->kind == WGS_NUMBER_DOUBLE)
        return bound->number.real;
    return bound->kind == WGS_NUMBER_INT64 ? (double)(int64_t)bound->number.bits
                                           : (double)bound->number.bits;
}

/* The f32 number for an edge; one that is 0 has no sign. */
static bool round_edge(char const* option, double value, double* edge, wgs_failure* failure) {
    *edge = (double)(float)value + 0.0;
    if (isfinite(*edge))
        return true;
    char text[WGS_NUMBER_TEXT_SIZE];
    (void)wgs_format_double(value, text);
    return wgs_fail(
        failure, WGS_EXIT_USAGE, "%s: %s is beyond the largest f32 number", option, text);
}

/* As the library makes them of a range, word for word: what is printed is what is counted. */
static bool even_floats(wgs_bins* bins, uint64_t wanted, wgs_failure* failure) {
    double const low = bins->real_low;
    double const high = bins->real_high;
    uint64_t const count = low == high ? 1 : wanted > 0 ? wanted : WGS_DEFAULT_BINS;
    if (!allocate_edges(bins, (uint32_t)count, failure))
        return false;
    bins->even = true;
    for (uint32_t i = 0; i < bins->count; i++) {
        double const edge = low + (high - low) * i / bins->count;
        double const rounded = (double)(float)edge + 0.0;
        bins->real_edges[i] = rounded > high ? high : rounded;
    }
    bins->real_edges[0] = low;
    bins->real_edges[bins->count] = high;
    return true;
}

static bool check_increasing(char const* option, wgs_bins const* bins, wgs_failure* failure) {
    for (uint32_t i = 1; i <= bins->count; i++) {
        if (bins->real_edges[i] > bins->real_edges[i - 1])
            continue;
        char text[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_bins_edge_text(bins, i, text);
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: two edges become the f32 number %s, or do not increase there",
            option,
            text);
    }
    return true;
}

/* Multiples of the width from one that is not above the least value to one above the greatest. */
static bool
multiples_of_width(wgs_bins* bins, wgs_bin_options const* options, wgs_failure* failure) {
    double const width = real_number(&options->width);
    double first = floor(bins->real_low / width);
    double const last = floor(bins->real_high / width);
    /* Beyond, numbers of bins are no integers any more, and their differences nothing. */
    if (!(fabs(first) < 0x1p52 && fabs(last) < 0x1p52))
        return refuse_count(options->width.text, options->width.size, failure);
    while ((double)(float)(first * width) > bins->real_low)
        first--;
    double count = last - first + 1;
    while (count <= WGS_MAX_BINS && (double)(float)((first + count) * width) <= bins->real_high)
        count++;
    if (!(count <= WGS_MAX_BINS))
        return refuse_count(options->width.text, options->width.size, failure);
    if (!allocate_edges(bins, (uint32_t)count, failure))
        return false;
    for (uint32_t i = 0; i <= bins->count; i++)
        if (!round_edge("--width", (first + i) * width, &bins->real_edges[i], failure))
            return false;
    return check_increasing("--width", bins, failure);
}

/* Steps from the range's low end; the last bin ends with the range. */
static bool steps_of_width(wgs_bins* bins, wgs_bin_options const* options, wgs_failure* failure) {
    double const width = real_number(&options->width);
    double const steps = ceil((bins->real_high - bins->real_low) / width);
    if (!(steps <= WGS_MAX_BINS))
        return refuse_count(options->width.text, options->width.size, failure);
    if (!allocate_edges(bins, steps > 1 ? (uint32_t)steps : 1, failure))
        return false;
    for (uint32_t i = 0; i < bins->count; i++)
        if (!round_edge("--width", bins->real_low + i * width, &bins->real_edges[i], failure))
            return false;
    bins->real_edges[bins->count] = bins->real_high;
    return bins->count == 1 || check_increasing("--width", bins, failure);
}

static bool floats_by_edges(wgs_bins* bins, wgs_bin_options const* options, wgs_failure* failure) {
    if (!allocate_edges(bins, (uint32_t)options->edge_count - 1, failure))
        return false;
    for (uint32_t i = 0; i <= bins->count; i++)
        if (!round_edge("--edges", real_number(&options->edges[i]), &bins->real_edges[i], failure))
            return false;
    bins->real_low = bins->real_edges[0];
    bins->real_high = bins->real_edges[bins->count];
    return check_increasing("--edges", bins, failure);
}

static bool find_real_ends(
    wgs_bins* bins,
    wgs_bin_options const* options,
    wgs_extent const* extent,
    wgs_failure* failure) {
    if (options->has_range)
        return round_edge("--range", real_number(&options->range[0]), &bins->real_low, failure) &&
               round_edge("--range", real_number(&options->range[1]), &bins->real_high, failure) &&
               (bins->real_low <= bins->real_high || refuse_range(options, failure));
    bins->real_low = (double)wgs_float_below(extent->real_low) + 0.0;
    bins->real_high = (double)float_above(extent->real_high) + 0.0;
    if (isfinite(bins->real_low) && isfinite(bins->real_high))
        return true;
    return wgs_fail(
        failure,
        WGS_EXIT_DATA,
        "the column holds numbers beyond the largest f32 number: give a --range");
}

static bool make_floats(
    wgs_bins* bins,
    wgs_bin_options const* options,
    wgs_extent const* extent,
    wgs_failure* failure) {
    if (options->edge_count > 0)
        return floats_by_edges(bins, options, failure);
    if (!options->has_range && !extent->any)
        return true;
    if (!find_real_ends(bins, options, extent, failure))
        return false;
    if (!options->has_width)
        return even_floats(bins, options->bins, failure);
    return options->has_range ? steps_of_width(bins, options, failure)
                              : multiples_of_width(bins, options, failure);
}

bool wgs_bins_make(
    wgs_bin_options const* options,
    wgs_key_type type,
    wgs_extent const* extent,
    wgs_bins* bins,
    wgs_failure* failure) {
    *bins = (wgs_bins){.integers = type != WGS_KEY_F32 && type != WGS_KEY_F64};
    bool const good = bins->integers ? make_integers(bins, options, extent, failure)
                                     : make_floats(bins, options, extent, failure);
    if (!good)
        wgs_bins_free(bins);
    return good;
}
