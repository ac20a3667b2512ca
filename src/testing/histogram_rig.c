/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/poison.h"
#include "testing/histogram_rig.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

static size_t domain_length(wgs_histogram_case const* what) {
    return what->domain == WGSHistogramDomain_RangeView ? 2 : what->bin_count + 1;
}

static void place_columns(wgs_histogram_rig* rig) {
    wgs_histogram_case const* const what = &rig->what;
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

static void import_columns(wgs_histogram_rig* rig, WGSHistogramDescriptor* descriptor) {
    wgs_histogram_case const* const what = &rig->what;
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

void wgs_histogram_open(
    wgs_histogram_rig* rig, WGSContext context, wgs_histogram_case const* what) {
    *rig = (wgs_histogram_rig){.what = *what};
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

void wgs_histogram_close(wgs_histogram_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_chunked_column_free(&rig->in);
    wgs_chunked_column_free(&rig->mask);
    wgs_guarded_buffer_free(&rig->domain);
    wgs_guarded_buffer_free(&rig->bins);
}

void wgs_histogram_run(wgs_histogram_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

static void expect_bins(wgs_histogram_case const* what, size_t count, uint32_t* bins) {
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

bool wgs_histogram_check(wgs_histogram_rig const* rig, size_t count) {
    wgs_histogram_case const* const what = &rig->what;
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

bool wgs_histogram_good(WGSContext context, wgs_histogram_case const* what) {
    wgs_histogram_rig rig;
    wgs_histogram_open(&rig, context, what);
    wgs_histogram_run(&rig, (uint32_t)rig.what.rows.count);
    bool const good = wgs_histogram_check(&rig, rig.what.rows.count);
    wgs_histogram_close(&rig);
    return good;
}

void wgs_histogram_assert_bins(wgs_histogram_case const* what, uint32_t const* expected) {
    wgs_histogram_rig rig;
    wgs_histogram_open(&rig, wgs_test_context(), what);
    wgs_histogram_run(&rig, (uint32_t)rig.what.rows.count);
    uint32_t got[100];
    assert_true(wgs_guarded_buffer_read(&rig.bins, what->note, got));
    assert_memory_equal(got, expected, 4 * (size_t)what->bin_count);
    assert_true(wgs_histogram_check(&rig, rig.what.rows.count));
    wgs_histogram_close(&rig);
}

wgs_histogram_rows wgs_histogram_rows_of(WGSFormat format, void const* elements) {
    return (wgs_histogram_rows){.format = format, .elements = elements};
}

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

uint32_t* wgs_histogram_elements(WGSFormat format, uint64_t seed, size_t count) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    fill_elements(format, seed, count, words);
    return words;
}

uint32_t* wgs_histogram_mask(uint64_t seed, size_t count) {
    uint32_t* const mask = malloc(4 * count + 4);
    assert_non_null(mask);
    wgs_random random = {seed + 1};
    for (size_t i = 0; i < count; i++)
        mask[i] = wgs_random_below(&random, 3) == 0 ? 0 : (uint32_t)wgs_random_bits(&random) | 1u;
    return mask;
}
