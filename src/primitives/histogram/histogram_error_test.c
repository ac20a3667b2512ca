/* SPDX-License-Identifier: MIT */
/* Every way to ask wgsGraphAddHistogram wrongly: the id, and that nothing is left in the
 * graph. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"
#include "wgsort/histogram.h"

enum { LENGTH = 30000 };

/* A valid histogram with a mask, for cases to spoil. */
enum { BINS = 300 };
typedef struct fixture {
    WGSGraph graph;
    WGSGraph other;
    WGSBuffer foreign;
    WGSView chunks[3];
    WGSView masks[3];
    double edges[BINS + 1];
    WGSHistogramDescriptor descriptor;
} fixture;

static WGSBuffer import(WGSGraph graph, uint64_t size, WGPUBufferUsage usage) {
    WGSImportDescriptor const descriptor = {.size = size, .usage = usage};
    WGSBuffer buffer = NULL;
    WGSError error;
    assert_int_equal(wgsGraphImportBuffer(graph, &descriptor, &buffer, &error), 0);
    return buffer;
}

static WGSView new_view(WGSGraph graph, WGSFormat format, uint64_t length) {
    WGSBuffer const buffer = import(graph, 4 * length, WGPUBufferUsage_Storage);
    return (WGSView){buffer, format, 0, length};
}

static void open_fixture(fixture* f, WGSContext context) {
    *f = (fixture){0};
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->graph, &error), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f->other, &error), 0);
    f->foreign = import(f->other, 4 * LENGTH, WGPUBufferUsage_Storage);
    f->descriptor.in = new_view(f->graph, WGSFormat_Sint32, LENGTH);
    f->descriptor.mask = new_view(f->graph, WGSFormat_Uint32, LENGTH);
    f->descriptor.bins = new_view(f->graph, WGSFormat_Uint32, BINS);
    f->descriptor.domainView = new_view(f->graph, WGSFormat_Sint32, 2);
    f->descriptor.edges = f->edges;
    f->descriptor.edgeCount = BINS + 1;
    for (int i = 0; i <= BINS; i++)
        f->edges[i] = i;
    for (int i = 0; i < 3; i++) {
        f->chunks[i] = new_view(f->graph, WGSFormat_Sint32, LENGTH);
        f->masks[i] = new_view(f->graph, WGSFormat_Uint32, LENGTH);
    }
}

static void close_fixture(fixture* f) {
    wgsGraphRelease(f->graph);
    wgsGraphRelease(f->other);
}

static WGSValue new_value(WGSGraph graph, uint32_t maximum) {
    WGSValueDescriptor const descriptor = {.value = 1, .maximum = maximum};
    WGSValue value = NULL;
    WGSError error;
    assert_int_equal(wgsGraphCreateValue(graph, &descriptor, &value, &error), 0);
    return value;
}

static void use_chunks(fixture* f) {
    f->descriptor.in = (WGSView){0};
    f->descriptor.mask = (WGSView){0};
    f->descriptor.inChunks = (WGSVector){3, f->chunks};
    f->descriptor.maskChunks = (WGSVector){3, f->masks};
}

static void use_floats(fixture* f) { f->descriptor.in.format = WGSFormat_Float32; }
static void use_range(fixture* f, double low, double high) {
    f->descriptor.domain = WGSHistogramDomain_Range;
    f->descriptor.low = low;
    f->descriptor.high = high;
}
static void use_edges(fixture* f) { f->descriptor.domain = WGSHistogramDomain_Edges; }
static void use_range_view(fixture* f) { f->descriptor.domain = WGSHistogramDomain_RangeView; }

static void bad_domain(fixture* f) { f->descriptor.domain = (WGSHistogramDomain)5; }
static void negative_domain(fixture* f) { f->descriptor.domain = (WGSHistogramDomain)-1; }
static void foreign_input(fixture* f) { f->descriptor.in.buffer = f->foreign; }
static void foreign_mask(fixture* f) { f->descriptor.mask.buffer = f->foreign; }
static void foreign_bins(fixture* f) { f->descriptor.bins.buffer = f->foreign; }
static void foreign_range(fixture* f) {
    use_range_view(f);
    f->descriptor.domainView.buffer = f->foreign;
}
static void foreign_count(fixture* f) { f->descriptor.count = new_value(f->other, 1); }
static void no_input(fixture* f) { f->descriptor.in = (WGSView){0}; }
static void no_bins_view(fixture* f) { f->descriptor.bins = (WGSView){0}; }
static void no_range_view(fixture* f) {
    use_range_view(f);
    f->descriptor.domainView = (WGSView){0};
}
static void no_mask_chunk(fixture* f) {
    use_chunks(f);
    f->masks[2].buffer = NULL;
}
static void no_edges(fixture* f) {
    use_edges(f);
    f->descriptor.edges = NULL;
}
static void no_mask_chunks(fixture* f) {
    use_chunks(f);
    f->descriptor.maskChunks.chunks = NULL;
}
static void two_masks(fixture* f) { f->descriptor.maskChunks = (WGSVector){3, f->masks}; }
static void two_inputs(fixture* f) { f->descriptor.inChunks = (WGSVector){3, f->chunks}; }
static void wide_input(fixture* f) { f->descriptor.in.format = WGSFormat_Float64; }
static void float_mask(fixture* f) { f->descriptor.mask.format = WGSFormat_Float32; }
static void signed_bins(fixture* f) { f->descriptor.bins.format = WGSFormat_Sint32; }
static void other_range(fixture* f) {
    use_range_view(f);
    f->descriptor.domainView.format = WGSFormat_Float32;
}
static void mixed_chunks(fixture* f) {
    use_chunks(f);
    f->chunks[1].format = WGSFormat_Float32;
}
static void past_the_end(fixture* f) { f->descriptor.in.offset = 4; }
static void odd_offset(fixture* f) { f->descriptor.bins.offset = 2; }
static void no_bins(fixture* f) { f->descriptor.bins.length = 0; }
static void short_mask(fixture* f) { f->descriptor.mask.length--; }
static void mask_of_elements(fixture* f) { f->descriptor.stride = 2; }
static void short_mask_chunk(fixture* f) {
    use_chunks(f);
    f->masks[1].length--;
}
static void few_masks(fixture* f) {
    use_chunks(f);
    f->descriptor.maskChunks.chunkCount = 2;
}
static void few_edges(fixture* f) {
    use_edges(f);
    f->descriptor.edgeCount--;
}
static void many_edges(fixture* f) {
    use_edges(f);
    f->descriptor.bins.length--;
}
static void short_range(fixture* f) {
    use_range_view(f);
    f->descriptor.domainView.length = 1;
}
static void short_edges_view(fixture* f) { f->descriptor.domain = WGSHistogramDomain_EdgesView; }
static void nan_low(fixture* f) { use_range(f, (double)NAN, 1); }
static void infinite_high(fixture* f) {
    use_floats(f);
    use_range(f, 0, (double)INFINITY);
}
static void high_past_floats(fixture* f) {
    use_floats(f);
    use_range(f, 0, 1e39);
}
static void fraction_of_integer(fixture* f) { use_range(f, 0.5, 3); }
static void low_past_format(fixture* f) { use_range(f, -2147483649.0, 3); }
static void high_past_format(fixture* f) { use_range(f, 0, 2147483648.0); }
static void negative_unsigned(fixture* f) {
    f->descriptor.in.format = WGSFormat_Uint32;
    use_range(f, -1, 5);
}
static void unsigned_past_format(fixture* f) {
    f->descriptor.in.format = WGSFormat_Uint32;
    use_range(f, 0, 4294967296.0);
}
static void equal_edges(fixture* f) {
    use_edges(f);
    f->edges[7] = f->edges[6];
}
static void falling_edges(fixture* f) {
    use_edges(f);
    f->edges[BINS] = 0;
}
static void fraction_edge(fixture* f) {
    use_edges(f);
    f->edges[9] = 8.5;
}
static void nan_edge(fixture* f) {
    use_floats(f);
    use_edges(f);
    f->edges[9] = (double)NAN;
}
/* Edges increase after rounding to f32. */
static void edges_equal_as_floats(fixture* f) {
    use_floats(f);
    use_edges(f);
    f->edges[9] = 8 + 1e-9;
}
static void two_zero_edges(fixture* f) {
    use_floats(f);
    use_edges(f);
    f->edges[0] = -0.0;
    f->edges[1] = 0;
}
static void no_usage(fixture* f) {
    f->descriptor.mask.buffer = import(f->graph, 4 * LENGTH, WGPUBufferUsage_CopySrc);
}
static void bins_in_input(fixture* f) { f->descriptor.bins.buffer = f->descriptor.in.buffer; }
static void bins_in_mask(fixture* f) { f->descriptor.bins.buffer = f->descriptor.mask.buffer; }
static void bins_in_chunk(fixture* f) {
    use_chunks(f);
    f->descriptor.bins.buffer = f->chunks[1].buffer;
}
static void range_in_bins(fixture* f) {
    use_range_view(f);
    f->descriptor.domainView.buffer = f->descriptor.bins.buffer;
}
static void long_gpu_count(fixture* f) {
    f->descriptor.gpuCount.view = new_view(f->graph, WGSFormat_Uint32, 2);
}
static void foreign_gpu_count(fixture* f) {
    f->descriptor.gpuCount.view = (WGSView){f->foreign, WGSFormat_Uint32, 0, 1};
}
static void gpu_count_in_output(fixture* f) {
    f->descriptor.gpuCount.view = f->descriptor.bins;
    f->descriptor.gpuCount.view.length = 1;
}
static void exceeded_in_output(fixture* f) {
    f->descriptor.gpuCount.view = new_view(f->graph, WGSFormat_Uint32, 2);
    f->descriptor.gpuCount.view.length = 1;
    f->descriptor.gpuCount.exceeded = f->descriptor.bins;
    f->descriptor.gpuCount.exceeded.length = 1;
}
static void large_count(fixture* f) { f->descriptor.count = new_value(f->graph, LENGTH + 1); }
static void count_of_elements(fixture* f) {
    f->descriptor.mask = (WGSView){0};
    f->descriptor.stride = 2;
    f->descriptor.count = new_value(f->graph, LENGTH / 2 + 1);
}

typedef struct error_case {
    char const* name;
    void (*spoil)(fixture* f);
    WGSErrorId detail;
} error_case;

#define CASE(spoil, detail)                                                                        \
    { #spoil, spoil, WGSErrorId_##detail }
static error_case const cases[] = {
    CASE(bad_domain, InvalidEnum),
    CASE(negative_domain, InvalidEnum),
    CASE(foreign_input, ForeignObject),
    CASE(foreign_mask, ForeignObject),
    CASE(foreign_bins, ForeignObject),
    CASE(foreign_range, ForeignObject),
    CASE(foreign_count, ForeignObject),
    CASE(no_input, ViewMissing),
    CASE(no_bins_view, ViewMissing),
    CASE(no_range_view, ViewMissing),
    CASE(no_mask_chunk, ViewMissing),
    CASE(no_edges, NullArgument),
    CASE(no_mask_chunks, NullArgument),
    CASE(two_masks, TooManyColumns),
    CASE(two_inputs, TooManyColumns),
    CASE(wide_input, ViewFormat),
    CASE(float_mask, ViewFormat),
    CASE(signed_bins, ViewFormat),
    CASE(other_range, ViewFormat),
    CASE(mixed_chunks, ViewFormat),
    CASE(past_the_end, ViewOutOfRange),
    CASE(odd_offset, InvalidOffset),
    CASE(no_bins, LengthMismatch),
    CASE(short_mask, LengthMismatch),
    CASE(mask_of_elements, LengthMismatch),
    CASE(short_mask_chunk, LengthMismatch),
    CASE(few_masks, LengthMismatch),
    CASE(few_edges, LengthMismatch),
    CASE(many_edges, LengthMismatch),
    CASE(short_range, LengthMismatch),
    CASE(short_edges_view, LengthMismatch),
    CASE(nan_low, HistogramRange),
    CASE(infinite_high, HistogramRange),
    CASE(high_past_floats, HistogramRange),
    CASE(fraction_of_integer, HistogramRange),
    CASE(low_past_format, HistogramRange),
    CASE(high_past_format, HistogramRange),
    CASE(negative_unsigned, HistogramRange),
    CASE(unsigned_past_format, HistogramRange),
    CASE(equal_edges, HistogramRange),
    CASE(falling_edges, HistogramRange),
    CASE(fraction_edge, HistogramRange),
    CASE(nan_edge, HistogramRange),
    CASE(edges_equal_as_floats, HistogramRange),
    CASE(two_zero_edges, HistogramRange),
    CASE(no_usage, MissingUsage),
    CASE(bins_in_input, AliasedUse),
    CASE(bins_in_mask, AliasedUse),
    CASE(bins_in_chunk, AliasedUse),
    CASE(range_in_bins, AliasedUse),
    CASE(long_gpu_count, LengthMismatch),
    CASE(foreign_gpu_count, ForeignObject),
    CASE(gpu_count_in_output, AliasedUse),
    CASE(exceeded_in_output, AliasedUse),
    CASE(large_count, CountOutOfRange),
    CASE(count_of_elements, CountOutOfRange),
};

static char const function[] = "wgsGraphAddHistogram";

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddHistogram(graph, descriptor, error);
}

/* items 32, 33: every spoiled descriptor is refused by its rule, edges that are equal as floats
 * too, and nothing is added. */
static void test_cases(void** state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        open_fixture(&f, wgs_test_context());
        cases[i].spoil(&f);
        good = wgs_clean_failure_refuses(
                   f.graph,
                   function,
                   cases[i].name,
                   add,
                   &f.descriptor,
                   WGSStatus_InvalidArgument,
                   cases[i].detail) &&
               good;
        close_fixture(&f);
    }
    assert_true(good);
}

static void test_null_and_compiled(void** state) {
    (void)state;
    fixture f;
    open_fixture(&f, wgs_test_context());
    assert_true(wgs_clean_failure_null_and_compiled(f.graph, function, add, &f.descriptor));
    close_fixture(&f);
}

static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1u << 20});
    assert_non_null(context);
    fixture f;
    open_fixture(&f, context);
    f.descriptor.in = new_view(f.graph, WGSFormat_Sint32, 262145);
    f.descriptor.mask = (WGSView){0};
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "too large");
    WGSStatus const status = wgsGraphAddHistogram(f.graph, &f.descriptor, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_BindingTooLarge));
    close_fixture(&f);
    wgsContextRelease(context);
}

/* Chunks that share a buffer are read more than once: 2^31 rows in all are the limit. */
static void test_too_many_rows(void** state) {
    (void)state;
    enum { CHUNKS = 129, ROWS = 1 << 24 };
    fixture f;
    open_fixture(&f, wgs_test_context());
    static WGSView chunks[CHUNKS];
    WGSView const chunk = new_view(f.graph, WGSFormat_Uint32, ROWS);
    for (size_t i = 0; i < CHUNKS; i++)
        chunks[i] = chunk;
    f.descriptor.in = (WGSView){0};
    f.descriptor.mask = (WGSView){0};
    f.descriptor.inChunks = (WGSVector){CHUNKS, chunks};
    wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "too many rows");
    WGSStatus status = wgsGraphAddHistogram(f.graph, &f.descriptor, &failure.error);
    assert_true(
        wgs_clean_failure_end(&failure, status, WGSStatus_TooLarge, WGSErrorId_TooManyRows));
    f.descriptor.inChunks.chunkCount = CHUNKS - 1;
    assert_int_equal(wgsGraphAddHistogram(f.graph, &f.descriptor, NULL), WGSStatus_Success);
    close_fixture(&f);
}

/* Each allocation fails once, for every domain. */
static void fail_each_allocation(WGSContext context, wgs_failing_allocator* memory, int domain) {
    fixture f;
    open_fixture(&f, context);
    use_chunks(&f);
    f.descriptor.domain = (WGSHistogramDomain)domain;
    f.descriptor.high = 1000;
    if (f.descriptor.domain == WGSHistogramDomain_EdgesView)
        f.descriptor.domainView = new_view(f.graph, WGSFormat_Sint32, BINS + 1);
    size_t n = 1;
    for (;; n++) {
        wgs_clean_failure failure = wgs_clean_failure_begin(f.graph, function, "memory");
        wgs_fail_allocation(memory, n);
        WGSStatus const status = wgsGraphAddHistogram(f.graph, &f.descriptor, &failure.error);
        wgs_fail_allocation(memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_true(
            wgs_clean_failure_end(&failure, status, WGSStatus_OutOfMemory, WGSErrorId_HostMemory));
    }
    assert_true(n > 8);
    close_fixture(&f);
}

static void test_without_memory(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context;
    WGSError error;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, &error), 0);
    for (int domain = 0; domain < 5; domain++)
        fail_each_allocation(context, &memory, domain);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* What is added: a clear, one count a chunk that is not empty, and the edges. */
static void test_dispatches(void** state) {
    (void)state;
    static uint32_t const nodes[] = {1 + 3 + 1 + 4, 1 + 3, 1 + 3 + 1, 1 + 3, 1 + 3 + 1};
    for (int domain = 0; domain < 5; domain++) {
        fixture f;
        open_fixture(&f, wgs_test_context());
        use_chunks(&f);
        f.descriptor.domain = (WGSHistogramDomain)domain;
        f.descriptor.high = 1000;
        if (f.descriptor.domain == WGSHistogramDomain_EdgesView)
            f.descriptor.domainView = new_view(f.graph, WGSFormat_Sint32, BINS + 1);
        assert_int_equal(wgsGraphAddHistogram(f.graph, &f.descriptor, NULL), 0);
        assert_int_equal(f.graph->node_count, nodes[domain]);
        f.chunks[0].length = f.chunks[1].length = f.chunks[2].length = 0;
        f.masks[0].length = f.masks[1].length = f.masks[2].length = 0;
        assert_int_equal(wgsGraphAddHistogram(f.graph, &f.descriptor, NULL), 0);
        assert_int_equal(f.graph->node_count, nodes[domain] + 1);
        close_fixture(&f);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_too_many_rows),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_dispatches),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
