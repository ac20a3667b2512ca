/* SPDX-License-Identifier: MIT */
#include "bin_report.h"

#include "adapter_list.h"
#include "file_format.h"
#include "json_text.h"
#include "key_compare.h"
#include "number_format.h"

#include <inttypes.h>
#include <string.h>

/* What a bar has at least, however narrow the terminal. */
enum { MIN_BAR = 10 };

void wgs_histogram_print_table(wgs_histogram const* histogram, FILE* file) {
    wgs_bins const* bins = &histogram->bins;
    (void)fputs("from\tto\tcount\n", file);
    for (uint32_t i = 0; i < bins->count; i++) {
        char from[WGS_NUMBER_TEXT_SIZE];
        char to[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_bins_edge_text(bins, i, from);
        (void)wgs_bins_edge_text(bins, i + 1, to);
        (void)fprintf(file, "%s\t%s\t%" PRIu64 "\n", from, to, histogram->counts[i]);
    }
}

/* Characters that the numbers of a chart take, and the greatest count. */
typedef struct chart_shape {
    int from;
    int to;
    int count;
    uint64_t greatest;
    unsigned bar;
} chart_shape;

static void grow(int* width, size_t length) {
    if (*width < (int)length)
        *width = (int)length;
}

static chart_shape find_shape(wgs_histogram const* histogram, unsigned width) {
    chart_shape shape = {0};
    char text[WGS_NUMBER_TEXT_SIZE];
    for (uint32_t i = 0; i < histogram->bins.count; i++) {
        grow(&shape.from, wgs_bins_edge_text(&histogram->bins, i, text));
        grow(&shape.to, wgs_bins_edge_text(&histogram->bins, i + 1, text));
        grow(&shape.count, wgs_format_uint64(histogram->counts[i], text));
        if (shape.greatest < histogram->counts[i])
            shape.greatest = histogram->counts[i];
    }
    /* "FROM .. TO  COUNT  BAR" */
    unsigned const numbers = (unsigned)(shape.from + shape.to + shape.count) + 8;
    shape.bar = width > numbers + MIN_BAR ? width - numbers : MIN_BAR;
    return shape;
}

/* Rounded, but a bin that isn't empty shows. */
static unsigned bar_length(chart_shape const* shape, uint64_t count) {
    if (count == 0)
        return 0;
    double const length = (double)count / (double)shape->greatest * shape->bar;
    return length < 1 ? 1 : (unsigned)(length + 0.5);
}

void wgs_histogram_print_chart(wgs_histogram const* histogram, unsigned width, FILE* file) {
    chart_shape const shape = find_shape(histogram, width);
    for (uint32_t i = 0; i < histogram->bins.count; i++) {
        char from[WGS_NUMBER_TEXT_SIZE];
        char to[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_bins_edge_text(&histogram->bins, i, from);
        (void)wgs_bins_edge_text(&histogram->bins, i + 1, to);
        (void)fprintf(
            file,
            "%*s .. %*s  %*" PRIu64,
            shape.from,
            from,
            shape.to,
            to,
            shape.count,
            histogram->counts[i]);
        unsigned const length = bar_length(&shape, histogram->counts[i]);
        (void)fputs(length > 0 ? "  " : "", file);
        for (unsigned c = 0; c < length; c++)
            (void)fputc('#', file);
        (void)fputc('\n', file);
    }
}

static void print_json_bins(wgs_histogram const* histogram, FILE* file) {
    (void)fputs(", \"bins\": [", file);
    for (uint32_t i = 0; i < histogram->bins.count; i++) {
        char from[WGS_NUMBER_TEXT_SIZE];
        char to[WGS_NUMBER_TEXT_SIZE];
        (void)wgs_bins_edge_text(&histogram->bins, i, from);
        (void)wgs_bins_edge_text(&histogram->bins, i + 1, to);
        (void)fprintf(
            file,
            "%s{\"from\": %s, \"to\": %s, \"count\": %" PRIu64 "}",
            i > 0 ? ", " : "",
            from,
            to,
            histogram->counts[i]);
    }
    (void)fputs("]", file);
}

void wgs_histogram_print_json(wgs_histogram const* histogram, FILE* file) {
    wgs_tally const* tally = &histogram->tally;
    (void)fputs("{\"input\": ", file);
    wgs_json_string(file, histogram->input);
    (void)fprintf(
        file, ", \"format\": \"%s\", \"column\": ", wgs_file_format_name(histogram->format));
    wgs_json_string(file, histogram->column);
    (void)fprintf(
        file,
        ", \"type\": \"%s\", \"rows\": %" PRIu64 ", \"counted\": %" PRIu64 ", \"nulls\": %" PRIu64
        ", \"not_finite\": %" PRIu64 ", \"below\": %" PRIu64 ", \"above\": %" PRIu64,
        wgs_key_type_name(histogram->type),
        histogram->rows,
        tally->counted,
        tally->nulls,
        tally->not_finite,
        tally->below,
        tally->above);
    print_json_bins(histogram, file);
    (void)fputs(", \"adapter\": ", file);
    wgs_json_string(file, histogram->context.adapterName);
    (void)fprintf(
        file,
        ", \"adapter_kind\": \"%s\", \"portions\": %" PRIu64 "}\n",
        wgs_adapter_kind(histogram->context.adapterType),
        histogram->portions);
}

void wgs_tally_text(wgs_tally const* tally, char* text, size_t size) {
    struct {
        uint64_t count;
        char const* what;
    } const parts[] = {
        {tally->nulls, "null"},
        {tally->not_finite, "not finite"},
        {tally->below, "below"},
        {tally->above, "above"},
    };
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && used < size; i++) {
        if (parts[i].count == 0)
            continue;
        int const length = snprintf(
            text + used,
            size - used,
            "%s%" PRIu64 " %s",
            used > 0 ? ", " : "",
            parts[i].count,
            parts[i].what);
        used += length > 0 ? (size_t)length : 0;
    }
}
