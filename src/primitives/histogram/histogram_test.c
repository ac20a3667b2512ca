/* SPDX-License-Identifier: MIT */
/* Histograms against the reference, between guard words: items 8, 10 and 32 of the reference system,
 * faults BU-03, DR-01, DR-04 (workgroup memory holds rubbish before each run), GR-01, GR-07, IN-07,
 * SZ-01, SZ-13, SZ-20, SZ-24 (T-hist). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/poison.h"
#include "primitives/histogram/histogram_reference.h"
#include "testing/chunked_column.h"
#include "testing/distribution.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

/* One histogram on the device. Zero is one view of lengths[0] rows in even bins of their extent. */
typedef struct histogram_case {
    char const* note;
    wgs_histogram_rows rows; /* count is the sum of lengths */
    size_t chunk_count;      /* 0: one view of lengths[0] */
    size_t lengths[WGS_TEST_MAX_CHUNKS];
    uint32_t stride; /* 0: 1 */
    uint32_t bin_count;
    WGSHistogramDomain domain;
    double low;
    double high;
    double const* edges;
    void const* domain_bits; /* of a domain on the GPU; its numbers are low and high, or edges */
    bool invalid;            /* nothing is counted */
    uint32_t place;
    bool with_count;
} histogram_case;

typedef struct histogram_rig {
    histogram_case what;
    wgs_chunked_column in;
    wgs_chunked_column mask;
    wgs_guarded_buffer domain;
    wgs_guarded_buffer bins;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} histogram_rig;

static size_t domain_length(histogram_case const* what) {
    return what->domain == WGSHistogramDomain_RangeView ? 2 : what->bin_count + 1;
}

static void place_columns(histogram_rig* rig) {
    histogram_case const* const what = &rig->what;
    size_t const chunks = what->chunk_count == 0 ? 1 : what->chunk_count;
    uint32_t const stride = what->stride == 0 ? 1 : what->stride;
    rig->in = wgs_chunked_column_create(
        what->rows.elements, chunks, what->lengths, stride, what->place % 67);
    if (what->rows.mask != NULL)
        rig->mask = wgs_chunked_column_create(
            what->rows.mask, chunks, what->lengths, 1, what->place * 3 % 67);
    if (what->domain_bits != NULL)
        rig->domain = wgs_guarded_buffer_create(
            what->place * 7 % 67, 4 * domain_length(what), what->domain_bits);
    rig->bins = wgs_guarded_buffer_create(what->place * 5 % 67, 4ull * what->bin_count, NULL);
}

static void import_columns(histogram_rig* rig, WGSHistogramDescriptor* descriptor) {
    histogram_case const* const what = &rig->what;
    WGSError error;
    WGSVector in;
    WGSVector mask = {0};
    assert_int_equal(
        wgs_chunked_column_import(&rig->in, rig->graph, what->rows.format, &in, &error), 0);
    if (what->rows.mask != NULL)
        assert_int_equal(
            wgs_chunked_column_import(&rig->mask, rig->graph, WGSFormat_Uint32, &mask, &error), 0);
    if (what->chunk_count > 0) {
        descriptor->inChunks = in;
        descriptor->maskChunks = mask;
    } else {
        descriptor->in = in.chunks[0];
        if (mask.chunkCount > 0)
            descriptor->mask = mask.chunks[0];
    }
    if (what->domain_bits != NULL)
        assert_int_equal(
            wgs_guarded_buffer_import(
                &rig->domain, rig->graph, what->rows.format, &descriptor->domainView, &error),
            0);
    assert_int_equal(
        wgs_guarded_buffer_import(
            &rig->bins, rig->graph, WGSFormat_Uint32, &descriptor->bins, &error),
        0);
}

static void open_histogram(histogram_rig* rig, WGSContext context, histogram_case const* what) {
    *rig = (histogram_rig){.what = *what};
    rig->what.rows.count = 0;
    for (size_t i = 0; i == 0 || i < what->chunk_count; i++)
        rig->what.rows.count += what->lengths[i];
    place_columns(rig);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    if (context == wgs_test_context()) /* a grid of 2 x 2 x 2 is too small for it */
        assert_int_equal(wgs_graph_add_poison(rig->graph, what->place | 1, "test", &error), 0);
    WGSHistogramDescriptor descriptor = {
        .stride = what->stride,
        .domain = what->domain,
        .low = what->low,
        .high = what->high,
        .edgeCount = what->bin_count + (size_t)1,
        .edges = what->edges};
    import_columns(rig, &descriptor);
    if (what->with_count) {
        WGSValueDescriptor const value = {.value = (uint32_t)rig->what.rows.count};
        assert_int_equal(wgsGraphCreateValue(rig->graph, &value, &rig->value, &error), 0);
        descriptor.count = rig->value;
    }
    WGSStatus const status = wgsGraphAddHistogram(rig->graph, &descriptor, &error);
    if (status != WGSStatus_Success)
        fail_msg("%s", error.message);
    assert_int_equal(wgsGraphCompile(rig->graph, NULL, &rig->program, &error), 0);
}

static void close_histogram(histogram_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_chunked_column_free(&rig->in);
    wgs_chunked_column_free(&rig->mask);
    wgs_guarded_buffer_free(&rig->domain);
    wgs_guarded_buffer_free(&rig->bins);
}

static void run_histogram(histogram_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

static void expect_bins(histogram_case const* what, size_t count, uint32_t* bins) {
    wgs_histogram_rows rows = what->rows;
    rows.count = count;
    double low = what->low;
    double high = what->high;
    memset(bins, 0, 4 * (size_t)what->bin_count);
    if (what->invalid)
        return;
    if (what->domain == WGSHistogramDomain_Edges || what->domain == WGSHistogramDomain_EdgesView)
        wgs_histogram_edges_reference(&rows, what->edges, what->bin_count, bins);
    else if (
        what->domain != WGSHistogramDomain_Automatic ||
        wgs_histogram_extent_reference(&rows, &low, &high))
        wgs_histogram_range_reference(&rows, low, high, what->bin_count, bins);
}

static bool check_histogram(histogram_rig const* rig, size_t count) {
    histogram_case const* const what = &rig->what;
    uint32_t* const expected = calloc(what->bin_count, 4);
    uint32_t* const got = calloc(what->bin_count, 4);
    assert_non_null(expected);
    assert_non_null(got);
    expect_bins(what, count, expected);
    bool good = wgs_guarded_buffer_read(&rig->bins, what->note, got) &&
                wgs_chunked_column_unchanged(&rig->in, what->note) &&
                wgs_chunked_column_unchanged(&rig->mask, what->note);
    for (uint32_t i = 0; good && i < what->bin_count; i++)
        if (got[i] != expected[i]) {
            (void)fprintf(
                stderr,
                "%s: format %d, domain %d, %zu rows: bin %u of %u is %u, expected %u\n",
                what->note,
                (int)what->rows.format,
                (int)what->domain,
                count,
                i,
                what->bin_count,
                got[i],
                expected[i]);
            good = false;
        }
    free(expected);
    free(got);
    return good && wgs_test_device_errors() == 0;
}

static bool histogram(WGSContext context, histogram_case const* what) {
    histogram_rig rig;
    open_histogram(&rig, context, what);
    run_histogram(&rig, (uint32_t)rig.what.rows.count);
    bool const good = check_histogram(&rig, rig.what.rows.count);
    close_histogram(&rig);
    return good;
}

/* Runs a case and compares with bins that are written here. */
static void assert_bins(histogram_case const* what, uint32_t const* expected) {
    histogram_rig rig;
    open_histogram(&rig, wgs_test_context(), what);
    run_histogram(&rig, (uint32_t)rig.what.rows.count);
    uint32_t got[100];
    assert_true(wgs_guarded_buffer_read(&rig.bins, what->note, got));
    assert_memory_equal(got, expected, 4 * (size_t)what->bin_count);
    assert_true(check_histogram(&rig, rig.what.rows.count));
    close_histogram(&rig);
}

static wgs_histogram_rows rows_of(WGSFormat format, void const* elements) {
    return (wgs_histogram_rows){.format = format, .elements = elements};
}

/* SZ-24: T-hist, in every format, with literal range and range on the GPU. */
static void test_known_bins(void** state) {
    (void)state;
    static uint32_t const words[] = {2, 6, 7, 2, 3, 0, 2, 2, 6, 999};
    static uint32_t const expected[] = {1, 5, 0, 2, 1, 0, 0};
    static uint32_t const range[] = {0, 12};
    float floats[10];
    for (size_t i = 0; i < 10; i++)
        floats[i] = (float)words[i];
    histogram_case what = {
        .note = "T-hist",
        .rows = rows_of(WGSFormat_Uint32, words),
        .lengths = {10},
        .bin_count = 7,
        .domain = WGSHistogramDomain_Range,
        .high = 12};
    assert_bins(&what, expected);
    what.rows.format = WGSFormat_Sint32;
    assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_RangeView;
    what.domain_bits = range;
    assert_bins(&what, expected);
    what.rows.format = WGSFormat_Uint32;
    assert_bins(&what, expected);
    what.rows = rows_of(WGSFormat_Float32, floats);
    what.domain = WGSHistogramDomain_Range;
    what.domain_bits = NULL;
    assert_bins(&what, expected);
}

/* SZ-24: the product of an offset and the bins takes more than 32 bits. */
static void test_whole_integer_range(void** state) {
    (void)state;
    static int32_t const words[] = {INT32_MIN, -1, 0, INT32_MAX - 1, INT32_MAX};
    static uint32_t const range[] = {0x80000000, 0x7FFFFFFF};
    uint32_t expected[100] = {0};
    expected[0] = expected[49] = expected[50] = 1;
    expected[99] = 2; /* the last bin is closed */
    histogram_case what = {
        .note = "whole range",
        .rows = rows_of(WGSFormat_Sint32, words),
        .lengths = {5},
        .bin_count = 100,
        .domain = WGSHistogramDomain_Range,
        .low = INT32_MIN,
        .high = INT32_MAX};
    assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_Automatic;
    assert_bins(&what, expected);
    what.domain = WGSHistogramDomain_RangeView;
    what.domain_bits = range;
    assert_bins(&what, expected);
}

/* SZ-24: an element at the upper edge of floats is in the last bin, and nothing behind it is
 * written. */
static void test_upper_float_edge(void** state) {
    (void)state;
    double const high = 747.0564541606117;
    float const elements[] = {0, (float)high, 74.7f, 747.0564f, 748, -1};
    histogram_case const what = {
        .note = "upper edge",
        .rows = rows_of(WGSFormat_Float32, elements),
        .lengths = {6},
        .bin_count = 10,
        .domain = WGSHistogramDomain_Range,
        .high = (double)(float)high};
    histogram_rig rig;
    open_histogram(&rig, wgs_test_context(), &what);
    run_histogram(&rig, 6);
    uint32_t got[10];
    assert_true(wgs_guarded_buffer_read(&rig.bins, "upper edge", got));
    assert_int_equal(got[0], 2);
    assert_int_equal(got[9], 2);
    assert_true(check_histogram(&rig, 6));
    close_histogram(&rig);
}

/* Elements that fill an integer range or a float range, with some outside and some that are no
 * numbers. Floats are multiples of 1/16, so that even edges of 2^k bins are exact in f32. */
static void fill_elements(WGSFormat format, uint64_t seed, size_t count, uint32_t* words) {
    static uint32_t const odd_floats[] = {
        0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000, 0x80000000, 0x00000001, 0x7F7FFFFF};
    wgs_random random = {seed};
    for (size_t i = 0; i < count; i++) {
        uint64_t const number = wgs_random_below(&random, 5000);
        if (format == WGSFormat_Float32) {
            float const value = (float)number / 16 - 100;
            memcpy(&words[i], &value, sizeof value);
            if (i % 23 == 5)
                words[i] = odd_floats[i % 7];
        } else {
            words[i] = i % 23 == 5 ? (uint32_t)wgs_random_bits(&random)
                                   : (uint32_t)number - (format == WGSFormat_Sint32 ? 2500 : 0);
        }
    }
}

static uint32_t* new_elements(WGSFormat format, uint64_t seed, size_t count) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    fill_elements(format, seed, count, words);
    return words;
}

static uint32_t* new_mask(uint64_t seed, size_t count) {
    uint32_t* const mask = malloc(4 * count + 4);
    assert_non_null(mask);
    wgs_random random = {seed + 1};
    for (size_t i = 0; i < count; i++)
        mask[i] = wgs_random_below(&random, 3) == 0 ? 0 : (uint32_t)wgs_random_bits(&random) | 1u;
    return mask;
}

/* Sizes, bins on both sides of every switch, formats; literal ranges. */
static void test_random_ranges(void** state) {
    (void)state;
    static size_t const sizes[] = {0, 1, 255, 257, 4097, 30000};
    static uint32_t const bins[] = {1, 16, 256, 257, 2047, 2048, 4096, 4097, 10000};
    bool good = true;
    for (uint32_t s = 0; s < 6; s++)
        for (uint32_t b = 0; b < 7; b++) {
            WGSFormat const format = (WGSFormat)(1 + (s + b) % 3);
            uint32_t* const words = new_elements(format, s, sizes[s]);
            histogram_case const what = {
                .note = "range",
                .rows = rows_of(format, words),
                .lengths = {sizes[s]},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_Range,
                .low = format == WGSFormat_Uint32 ? 3 : -77,
                .high = format == WGSFormat_Uint32 ? 4000 : 201,
                .place = s * 11 + b};
            good = histogram(wgs_test_context(), &what) && good;
            free(words);
        }
    assert_true(good);
}

/* The same with what lies on the GPU: ranges, and the elements' own extent. */
static void test_gpu_ranges(void** state) {
    (void)state;
    static uint32_t const bins[] = {1, 16, 256, 2048, 8192};
    static float const float_range[] = {-64, 192};
    static uint32_t const word_range[] = {50, 4003};
    bool good = true;
    for (uint32_t b = 0; b < 5; b++)
        for (uint32_t f = 1; f <= 3; f++)
            for (int automatic = 0; automatic < 2; automatic++) {
                WGSFormat const format = (WGSFormat)f;
                bool const is_float = format == WGSFormat_Float32;
                uint32_t* const words = new_elements(format, b, 5000);
                /* An automatic range of floats has exact edges, too: from -128 to 128. */
                for (size_t i = 0; is_float && automatic == 1 && i < 5000; i++) {
                    float value;
                    memcpy(&value, &words[i], sizeof value);
                    value = i == 17 ? -128 : i == 18 ? 128 : value > 128 ? 1 : value;
                    memcpy(&words[i], &value, sizeof value);
                }
                histogram_case what = {
                    .note = "range on the GPU",
                    .rows = rows_of(format, words),
                    .lengths = {5000},
                    .bin_count = bins[b],
                    .place = b};
                if (automatic == 0) {
                    what.domain = WGSHistogramDomain_RangeView;
                    what.low = is_float ? (double)float_range[0] : word_range[0];
                    what.high = is_float ? (double)float_range[1] : word_range[1];
                    what.domain_bits = is_float ? (void const*)float_range : word_range;
                }
                good = histogram(wgs_test_context(), &what) && good;
                free(words);
            }
    assert_true(good);
}

/* Integer ranges of any width on the GPU give the host's bins: the long division against 64-bit
 * arithmetic. */
static void test_awkward_integer_ranges(void** state) {
    (void)state;
    static uint32_t const ranges[][2] = {
        {0, 0xFFFFFFFF},
        {1, 0xFFFFFFFE},
        {0, 1},
        {5, 12},
        {0x7FFFFFFF, 0x80000000},
        {0xFFFFFFFF, 0xFFFFFFFF},
        {0, 0},
        {9, 3},
        {123456789, 3456789012}};
    static uint32_t const bins[] = {1, 3, 7, 100, 1000, 5000};
    enum { ROWS = 3000 };
    uint32_t words[ROWS];
    bool good = true;
    for (uint32_t r = 0; r < 9; r++)
        for (uint32_t b = 0; b < 6; b++) {
            wgs_random random = {r * 10 + b};
            for (size_t i = 0; i < ROWS; i++)
                words[i] = i % 3 == 0 ? (uint32_t)wgs_random_bits(&random)
                                      : ranges[r][i % 2] + (uint32_t)wgs_random_below(&random, 30);
            histogram_case what = {
                .note = "awkward range",
                .rows = rows_of(WGSFormat_Uint32, words),
                .lengths = {ROWS},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_RangeView,
                .low = ranges[r][0],
                .high = ranges[r][1],
                .domain_bits = ranges[r]};
            good = histogram(wgs_test_context(), &what) && good;
            what.domain = WGSHistogramDomain_Range;
            what.domain_bits = NULL;
            good = histogram(wgs_test_context(), &what) && good;
        }
    assert_true(good);
}

/* low == high counts into bin 0, high < low and ends that are not finite count nothing. */
static void test_degenerate_floats(void** state) {
    (void)state;
    static uint32_t const elements[] = {
        0x3F800000, 0x3F800000, 0x80000000, 0x00000000, 0x7FC00000, 0x7F800000, 0xC0000000};
    static uint32_t const ranges[][2] = {
        {0x3F800000, 0x3F800000},  /* 1, 1 */
        {0x80000000, 0x00000000},  /* -0, 0 */
        {0x40000000, 0x3F800000},  /* 2, 1 */
        {0xC0000000, 0x7F800000},  /* -2, infinity */
        {0xFF800000, 0x3F800000},  /* -infinity, 1 */
        {0x7FC00000, 0x3F800000},  /* NaN, 1 */
        {0xC0000000, 0xFFC00000},  /* -2, NaN */
        {0xFF7FFFFF, 0x7F7FFFFF}}; /* all that is finite: the width is not */
    static float const ends[][2] = {{1, 1}, {0, 0}, {2, 1}};
    bool good = true;
    for (uint32_t r = 0; r < 8; r++) {
        histogram_case what = {
            .note = "degenerate floats",
            .rows = rows_of(WGSFormat_Float32, elements),
            .lengths = {7},
            .bin_count = r == 7 ? 2 : 5,
            .domain = WGSHistogramDomain_RangeView,
            .domain_bits = ranges[r],
            .invalid = r >= 2 && r < 7,
            .place = r};
        if (r < 3) {
            what.low = (double)ends[r][0];
            what.high = (double)ends[r][1];
        }
        if (r == 7) {
            what.low = -3.4028234663852886e38;
            what.high = 3.4028234663852886e38;
        }
        good = histogram(wgs_test_context(), &what) && good;
        if (r < 3 || r == 7) {
            what.domain = WGSHistogramDomain_Range;
            what.domain_bits = NULL;
            good = histogram(wgs_test_context(), &what) && good;
        }
    }
    /* No element counts: there is no extent. */
    static uint32_t const nothing[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0xFFFFFFFF};
    histogram_case const what = {
        .note = "no extent",
        .rows = rows_of(WGSFormat_Float32, nothing),
        .lengths = {4},
        .bin_count = 3};
    good = histogram(wgs_test_context(), &what) && good;
    assert_true(good);
}

/* Edges of uneven width, literal and on the GPU, up to more than workgroup memory holds. */
static void test_edges(void** state) {
    (void)state;
    static uint32_t const bins[] = {1, 16, 256, 257, 3000};
    bool good = true;
    for (uint32_t b = 0; b < 5; b++)
        for (uint32_t f = 1; f <= 3; f++) {
            WGSFormat const format = (WGSFormat)f;
            double edges[3001];
            uint32_t bits[3001];
            wgs_random random = {b};
            double edge = format == WGSFormat_Uint32 ? 10 : -90;
            for (uint32_t i = 0; i <= bins[b]; i++) {
                edges[i] = edge;
                edge += 1 + (double)wgs_random_below(&random, 5);
                float const as_float = (float)edges[i];
                if (format == WGSFormat_Float32)
                    memcpy(&bits[i], &as_float, sizeof bits[i]);
                else
                    bits[i] = (uint32_t)(int32_t)edges[i];
            }
            uint32_t* const words = new_elements(format, b, 6000);
            histogram_case what = {
                .note = "edges",
                .rows = rows_of(format, words),
                .lengths = {6000},
                .bin_count = bins[b],
                .domain = WGSHistogramDomain_Edges,
                .edges = edges,
                .place = b + f};
            good = histogram(wgs_test_context(), &what) && good;
            what.domain = WGSHistogramDomain_EdgesView;
            what.domain_bits = bits;
            good = histogram(wgs_test_context(), &what) && good;
            /* Two equal edges are enough to count nothing. */
            bits[bins[b]] = bits[bins[b] - 1];
            what.invalid = true;
            good = histogram(wgs_test_context(), &what) && good;
            free(words);
        }
    assert_true(good);
}

/* Edges on the GPU that are no numbers, infinite, or the two zeros. */
static void test_bad_gpu_edges(void** state) {
    (void)state;
    static uint32_t const cases[][3] = {
        {0xBF800000, 0x7FC00000, 0x3F800000},
        {0xBF800000, 0x00000000, 0x7F800000},
        {0xFF800000, 0x00000000, 0x3F800000},
        {0x80000000, 0x00000000, 0x3F800000},
        {0x00000000, 0xBF800000, 0x3F800000},
        {0xFFC00000, 0x00000000, 0x3F800000}};
    static float const elements[] = {-1, -0.5f, 0, 0.5f, 1};
    bool good = true;
    for (size_t i = 0; i < 6; i++) {
        histogram_case const what = {
            .note = "bad edges",
            .rows = rows_of(WGSFormat_Float32, elements),
            .lengths = {5},
            .bin_count = 2,
            .domain = WGSHistogramDomain_EdgesView,
            .domain_bits = cases[i],
            .invalid = true};
        good = histogram(wgs_test_context(), &what) && good;
    }
    assert_true(good);
}

/* Chunks, strides and masks, in every combination with every kind of domain that they meet. */
static void test_chunks_strides_masks(void** state) {
    (void)state;
    static size_t const chunks[][4] = {{3, 0, 4, 1}, {0, 0, 0, 0}, {300, 0, 5000, 257}};
    static uint32_t const bins[] = {7, 300, 2500};
    bool good = true;
    for (uint32_t i = 0; i < 54; i++) {
        size_t const* const lengths = chunks[i % 3];
        size_t const count = lengths[0] + lengths[1] + lengths[2] + lengths[3];
        WGSFormat const format = i / 27 == 0 ? WGSFormat_Sint32 : WGSFormat_Uint32;
        uint32_t* const words = new_elements(format, i, count);
        uint32_t* const mask = new_mask(i, count);
        histogram_case what = {
            .note = "chunks, strides, masks",
            .rows = rows_of(format, words),
            .chunk_count = 4,
            .stride = 1 + i / 3 % 3,
            .bin_count = bins[i / 9 % 3],
            .domain = i % 2 == 0 ? WGSHistogramDomain_Automatic : WGSHistogramDomain_Range,
            .low = 0,
            .high = 2000,
            .place = i};
        memcpy(what.lengths, lengths, sizeof chunks[0]);
        what.rows.mask = i % 4 < 2 ? mask : NULL;
        good = histogram(wgs_test_context(), &what) && good;
        what.chunk_count = 0; /* the same rows as one view */
        what.lengths[0] = count;
        good = histogram(wgs_test_context(), &what) && good;
        free(words);
        free(mask);
    }
    assert_true(good);
}

/* GR-01, GR-07: counts replaced at each encode, across chunks; bins of earlier runs are cleared. */
static void test_counts(void** state) {
    (void)state;
    static uint32_t const bins[] = {50, 3000};
    for (uint32_t b = 0; b < 2; b++)
        for (int automatic = 0; automatic < 2; automatic++) {
            uint32_t* const words = new_elements(WGSFormat_Uint32, 3, 9000);
            histogram_case const what = {
                .note = "counts",
                .rows = rows_of(WGSFormat_Uint32, words),
                .chunk_count = 3,
                .lengths = {4000, 0, 5000},
                .bin_count = bins[b],
                .domain = automatic == 1 ? WGSHistogramDomain_Automatic : WGSHistogramDomain_Range,
                .high = 5000,
                .with_count = true};
            histogram_rig rig;
            open_histogram(&rig, wgs_test_context(), &what);
            static uint32_t const counts[] = {9000, 0, 1, 3999, 4001, 9000};
            for (size_t i = 0; i < 6; i++) {
                run_histogram(&rig, counts[i]);
                assert_true(check_histogram(&rig, counts[i]));
            }
            close_histogram(&rig);
            free(words);
        }
}

/* IN-07: the count is what an earlier node of the same encoder made: the sum of a column. */
static void test_count_of_an_earlier_node(void** state) {
    (void)state;
    enum { ROWS = 9000, BINS = 40 };
    static size_t const lengths[] = {4000, 5000};
    static uint32_t const counts[] = {9000, 0, 1, 3999, 4001, 123456};
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t const count = counts[i % 6];
        uint32_t const bin_count = i < 6 ? BINS : 64 * BINS;
        uint32_t const terms[] = {count / 3, count / 3, count - 2 * (count / 3)};
        size_t const term_count = 3;
        uint32_t* const words = new_elements(WGSFormat_Uint32, i, ROWS);
        wgs_chunked_column in = wgs_chunked_column_create(words, 2, lengths, 1, i);
        wgs_chunked_column sum = wgs_chunked_column_create(terms, 1, &term_count, 1, i);
        wgs_guarded_buffer bins = wgs_guarded_buffer_create(i, 4ull * bin_count, NULL);
        WGSGraph graph;
        WGSError error;
        assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
        WGSTransientDescriptor const transient = {.size = 4};
        WGSReduceDescriptor reduce = {.out = {.format = WGSFormat_Uint32, .length = 1}};
        assert_int_equal(wgsGraphCreateTransient(graph, &transient, &reduce.out.buffer, &error), 0);
        assert_int_equal(
            wgs_chunked_column_import(&sum, graph, WGSFormat_Uint32, &reduce.inChunks, &error), 0);
        assert_int_equal(wgsGraphAddReduce(graph, &reduce, &error), 0);
        WGSHistogramDescriptor descriptor = {.gpuCount = {.view = reduce.out}};
        assert_int_equal(
            wgs_chunked_column_import(&in, graph, WGSFormat_Uint32, &descriptor.inChunks, &error),
            0);
        assert_int_equal(
            wgs_guarded_buffer_import(&bins, graph, WGSFormat_Uint32, &descriptor.bins, &error), 0);
        assert_int_equal(wgsGraphAddHistogram(graph, &descriptor, &error), 0);
        histogram_case const what = {
            .note = "count of a node",
            .rows = {WGSFormat_Uint32, words, NULL, ROWS},
            .bin_count = bin_count};
        histogram_rig rig = {.what = what, .in = in, .bins = bins, .graph = graph};
        assert_int_equal(wgsGraphCompile(graph, NULL, &rig.program, &error), 0);
        run_histogram(&rig, 0);
        assert_true(check_histogram(&rig, count < ROWS ? count : ROWS));
        close_histogram(&rig);
        wgs_chunked_column_free(&sum);
        free(words);
    }
}

/* SZ-13: grids of 2 x 2 x 2 workgroups. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static uint32_t const bins[] = {10, 5000};
    bool good = true;
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t* const words = new_elements(WGSFormat_Sint32, i, 70000);
        histogram_case const what = {
            .note = "two workgroups",
            .rows = rows_of(WGSFormat_Sint32, words),
            .lengths = {70000},
            .bin_count = bins[i % 2],
            .domain = (WGSHistogramDomain)(i / 2 % 2),
            .low = -2000,
            .high = 2000};
        good = histogram(context, &what) && good;
        free(words);
    }
    wgsContextRelease(context);
    assert_true(good);
}

/* All elements in one bin, more than a byte or 16 bits count. */
static void test_one_full_bin(void** state) {
    (void)state;
    enum { ROWS = 70001 };
    uint32_t* const words = calloc(ROWS, sizeof *words);
    assert_non_null(words);
    for (size_t i = 0; i < ROWS; i++)
        words[i] = 6;
    histogram_case what = {
        .note = "one bin",
        .rows = rows_of(WGSFormat_Uint32, words),
        .lengths = {ROWS},
        .bin_count = 64,
        .domain = WGSHistogramDomain_Range,
        .high = 64};
    assert_true(histogram(wgs_test_context(), &what));
    what.bin_count = 2048;
    assert_true(histogram(wgs_test_context(), &what));
    free(words);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_known_bins),
        cmocka_unit_test(test_whole_integer_range),
        cmocka_unit_test(test_upper_float_edge),
        cmocka_unit_test(test_random_ranges),
        cmocka_unit_test(test_gpu_ranges),
        cmocka_unit_test(test_awkward_integer_ranges),
        cmocka_unit_test(test_degenerate_floats),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_bad_gpu_edges),
        cmocka_unit_test(test_chunks_strides_masks),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_count_of_an_earlier_node),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_one_full_bin),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
