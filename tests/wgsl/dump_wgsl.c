/* SPDX-License-Identifier: MIT */
/*
 * Writes the composed WGSL of every variant that the primitives ask for, without a device:
 *
 *     dump_wgsl FOLDER
 *
 * makes FOLDER/<variant>.wgsl with loops and FOLDER/<variant>.unrolled.wgsl without. Variants are
 * found by adding primitives of many shapes to graphs and looking at the nodes, so that none has to
 * be listed by hand: whatever a shape below leads to is there.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gpu/composer.h"
#include "gpu/poison.h"
#include "plan/graph.h"
#include "wgsort/wgsort.h"

/* --- The variants found so far ------------------------------------------------------------------ */

enum { MAX_VARIANTS = 200 };

static wgs_variant variants[MAX_VARIANTS];
static size_t variant_count;

static void collect(WGSGraph graph) {
    for (size_t i = 0; i < graph->node_count; ++i) {
        if (graph->nodes[i]->kind != WGS_NODE_KERNEL)
            continue;
        wgs_variant const* found = &graph->nodes[i]->as.kernel.variant;
        bool known = false;
        for (size_t j = 0; j < variant_count && !known; ++j)
            known = wgs_variant_equal(&variants[j], found);
        if (known)
            continue;
        if (variant_count == MAX_VARIANTS) {
            (void)fprintf(stderr, "dump_wgsl: more than %d variants\n", MAX_VARIANTS);
            exit(EXIT_FAILURE);
        }
        variants[variant_count++] = *found;
    }
}

/* --- Graphs without a device -------------------------------------------------------------------- */

/* The limits that every WebGPU device has. */
static wgs_capabilities const core = {
    .limits = {
        .maxBufferSize = 268435456,
        .maxStorageBufferBindingSize = 134217728,
        .maxComputeWorkgroupsPerDimension = 65535,
        .maxStorageBuffersPerShaderStage = 8,
        .maxComputeInvocationsPerWorkgroup = 256,
        .maxComputeWorkgroupStorageSize = 16384,
        .minStorageBufferOffsetAlignment = 256,
        .minUniformBufferOffsetAlignment = 256}};

static void require(WGSStatus status, WGSError const* error) {
    if (status == WGSStatus_Success)
        return;
    (void)fprintf(stderr, "dump_wgsl: %s\n", error->message);
    exit(EXIT_FAILURE);
}

static void release_nothing(WGSGraph graph) { (void)graph; }

static WGSGraph make_graph(void) {
    WGSGraph graph = NULL;
    WGSError error;
    require(
        wgs_graph_create(
            NULL,
            wgs_allocator_or_default((WGSAllocator){0}),
            &core,
            (wgs_graph_hooks){.release_graph = release_nothing},
            (WGPUStringView){0},
            &graph,
            "dump_wgsl",
            &error),
        &error);
    return graph;
}

static void finish_graph(WGSGraph graph) {
    collect(graph);
    wgs_graph_release(graph);
}

static WGSView make_view(WGSGraph graph, WGSFormat format, uint64_t length) {
    WGSBuffer buffer = NULL;
    WGSError error;
    uint64_t const size = length * wgsFormatGetSize(format);
    require(
        wgs_graph_add_buffer(
            graph,
            true,
            (WGPUStringView){0},
            size == 0 ? 4 : size,
            WGPUBufferUsage_Storage,
            &buffer,
            "dump_wgsl",
            &error),
        &error);
    return (WGSView){buffer, format, 0, length};
}

/* --- Shapes ------------------------------------------------------------------------------------- */

typedef struct sort_shape {
    WGSFormat keys[2]; /* the second may be 0 */
    bool keys_out;
    WGSFormat values[3]; /* up to the first 0 */
    bool rows_out;
    WGSAlgorithm algorithm;
} sort_shape;

static void add_sort(sort_shape const* shape, uint64_t length) {
    WGSGraph graph = make_graph();
    WGSSortKey keys[2] = {{{0}, {0}, 0, 0, 0}};
    WGSSortValue values[3] = {{{0}, {0}}};
    WGSSortDescriptor sort = {.keys = keys, .values = values, .algorithm = shape->algorithm};
    for (; sort.keyCount < 2 && shape->keys[sort.keyCount] != 0; ++sort.keyCount) {
        keys[sort.keyCount].in = make_view(graph, shape->keys[sort.keyCount], length);
        if (shape->keys_out)
            keys[sort.keyCount].out = make_view(graph, shape->keys[sort.keyCount], length);
    }
    for (; sort.valueCount < 3 && shape->values[sort.valueCount] != 0; ++sort.valueCount) {
        values[sort.valueCount].in = make_view(graph, shape->values[sort.valueCount], length);
        values[sort.valueCount].out = make_view(graph, shape->values[sort.valueCount], length);
    }
    if (shape->rows_out)
        sort.rowsOut = make_view(graph, WGSFormat_Uint32, length);
    WGSError error;
    WGSStatus const status = wgsGraphAddSort(graph, &sort, NULL, &error);
    /* Not every algorithm takes every shape. */
    if (status == WGSStatus_Success || error.detail != WGSErrorId_AlgorithmUnsupported)
        require(status, &error);
    finish_graph(graph);
}

static void add_sorts(void) {
    static uint64_t const lengths[] = {1, 2, 200, 300, 5000, 100000};
    static WGSFormat const formats[][2] = {
        {WGSFormat_Uint32, 0},
        {WGSFormat_Sint32, 0},
        {WGSFormat_Float32, 0},
        {WGSFormat_Uint64, 0},
        {WGSFormat_Sint64, 0},
        {WGSFormat_Float64, 0},
        {WGSFormat_Uint32, WGSFormat_Float64}};
    static WGSFormat const values[][3] = {
        {0, 0, 0},
        {WGSFormat_Uint32, 0, 0},
        {WGSFormat_Uint32, WGSFormat_Float32, 0},
        {WGSFormat_Uint32, WGSFormat_Uint32, WGSFormat_Uint32},
        {WGSFormat_Float64, 0, 0},
        {WGSFormat_Uint32x3, 0, 0},
        {WGSFormat_Uint32x4, 0, 0}};
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; ++l)
        for (size_t f = 0; f < sizeof formats / sizeof formats[0]; ++f)
            for (size_t v = 0; v < sizeof values / sizeof values[0]; ++v)
                for (int form = 0; form < 4; ++form)
                    for (WGSAlgorithm a = WGSAlgorithm_Auto; a <= WGSAlgorithm_Radix; ++a) {
                        sort_shape shape = {
                            .keys_out = (form & 1) != 0,
                            .rows_out = (form & 2) != 0,
                            .algorithm = a};
                        memcpy(shape.keys, formats[f], sizeof shape.keys);
                        memcpy(shape.values, values[v], sizeof shape.values);
                        add_sort(&shape, lengths[l]);
                    }
}

/* Chunks of many lengths in one call, each in buffers of its own. */
static void add_batch_sort(bool rows_out) {
    enum { CHUNKS = 5 };
    static uint64_t const lengths[CHUNKS] = {0, 1, 100, 256, 10000};
    WGSGraph graph = make_graph();
    WGSView in[CHUNKS], out[CHUNKS], rows[CHUNKS];
    for (size_t i = 0; i < CHUNKS; ++i) {
        in[i] = make_view(graph, WGSFormat_Float32, lengths[i]);
        out[i] = make_view(graph, WGSFormat_Float32, lengths[i]);
        rows[i] = make_view(graph, WGSFormat_Uint32, lengths[i]);
    }
    WGSBatchSortKey const key = {.in = {CHUNKS, in}, .out = {CHUNKS, out}};
    WGSBatchSortDescriptor const sort = {
        .keyCount = 1, .keys = &key, .rowsOut = {rows_out ? CHUNKS : 0, rows}};
    WGSError error;
    require(wgsGraphAddBatchSort(graph, &sort, NULL, &error), &error);
    finish_graph(graph);
}

static void add_scans(void) {
    static uint64_t const lengths[] = {100, 20000, 5000000};
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; ++l)
        for (WGSScanMode mode = WGSScanMode_Exclusive; mode <= WGSScanMode_Inclusive; ++mode) {
            WGSGraph graph = make_graph();
            WGSScanDescriptor const scan = {
                .in = make_view(graph, WGSFormat_Uint32, lengths[l]),
                .out = make_view(graph, WGSFormat_Uint32, lengths[l]),
                .mode = mode};
            WGSError error;
            require(wgsGraphAddScan(graph, &scan, &error), &error);
            finish_graph(graph);
        }
}

static void
add_scans_of(WGSFormat format, WGSScanOperation operation, bool segmented, bool in_place) {
    WGSGraph graph = make_graph();
    WGSView const in = make_view(graph, format, 100000);
    WGSScanDescriptor const scan = {
        .in = in,
        .out = in_place ? in : make_view(graph, format, 100000),
        .segmentFlags =
            segmented ? make_view(graph, WGSFormat_Uint32, 100000) : (WGSView){.buffer = NULL},
        .operation = operation,
        .inPlace = in_place};
    WGSError error;
    require(wgsGraphAddScan(graph, &scan, &error), &error);
    finish_graph(graph);
}

static void add_scan_operations(void) {
    for (WGSFormat format = WGSFormat_Uint32; format <= WGSFormat_Float32; ++format)
        for (int operation = 0; operation < 3; ++operation)
            for (unsigned shape = 0; shape < 4; ++shape)
                add_scans_of(
                    format, (WGSScanOperation)operation, (shape & 1) != 0, (shape & 2) != 0);
}

static void add_gathers(void) {
    for (WGSFormat format = WGSFormat_Uint32; format <= WGSFormat_Uint32x4; ++format) {
        WGSGraph graph = make_graph();
        WGSGatherDescriptor const gather = {
            .rows = make_view(graph, WGSFormat_Uint32, 1000),
            .in = make_view(graph, format, 1000),
            .out = make_view(graph, format, 1000)};
        WGSError error;
        require(wgsGraphAddGather(graph, &gather, &error), &error);
        finish_graph(graph);
    }
}

static void add_reductions(void) {
    for (WGSFormat format = WGSFormat_Uint32; format <= WGSFormat_Float32; ++format)
        for (int form = 0; form < 8; ++form) {
            WGSGraph graph = make_graph();
            WGSReduceOperation const operation = (WGSReduceOperation)(form / 2);
            WGSReduceDescriptor reduce = {
                .operation = operation,
                .in = make_view(graph, format, 100000),
                .out = make_view(graph, format, operation == WGSReduceOperation_Extent ? 2 : 1)};
            if (form % 2 == 1)
                reduce.gpuCount.view = make_view(graph, WGSFormat_Uint32, 1);
            WGSError error;
            require(wgsGraphAddReduce(graph, &reduce, &error), &error);
            finish_graph(graph);
        }
}

/* Form 1 has a mask, form 2 a count on the GPU, form 3 both. */
static void add_histogram(WGSFormat format, uint64_t bins, WGSHistogramDomain domain, int form) {
    WGSGraph graph = make_graph();
    WGSHistogramDescriptor histogram = {
        .in = make_view(graph, format, 100000),
        .bins = make_view(graph, WGSFormat_Uint32, bins),
        .domain = domain,
        .high = 1000};
    if ((form & 1) != 0)
        histogram.mask = make_view(graph, WGSFormat_Uint32, 100000);
    if ((form & 2) != 0)
        histogram.gpuCount.view = make_view(graph, WGSFormat_Uint32, 1);
    if (domain == WGSHistogramDomain_RangeView)
        histogram.domainView = make_view(graph, format, 2);
    if (domain == WGSHistogramDomain_EdgesView)
        histogram.domainView = make_view(graph, format, bins + 1);
    WGSError error;
    require(wgsGraphAddHistogram(graph, &histogram, &error), &error);
    finish_graph(graph);
}

static void add_histograms(void) {
    static WGSHistogramDomain const domains[] = {
        WGSHistogramDomain_Automatic,
        WGSHistogramDomain_Range,
        WGSHistogramDomain_RangeView,
        WGSHistogramDomain_EdgesView};
    static uint64_t const bins[] = {100, 1000, 10000};
    for (WGSFormat format = WGSFormat_Uint32; format <= WGSFormat_Float32; ++format)
        for (size_t d = 0; d < sizeof domains / sizeof domains[0]; ++d)
            for (size_t b = 0; b < sizeof bins / sizeof bins[0]; ++b)
                for (int form = 0; form < 4; ++form)
                    add_histogram(format, bins[b], domains[d], form);
}

static WGSSegmentedColumns make_columns(WGSGraph graph, bool with_values) {
    WGSSegmentedColumns columns = {
        .keysIn = make_view(graph, WGSFormat_Float32, 100000),
        .keysOut = make_view(graph, WGSFormat_Float32, 100000)};
    if (with_values) {
        columns.valuesIn = make_view(graph, WGSFormat_Uint32, 100000);
        columns.valuesOut = make_view(graph, WGSFormat_Uint32, 100000);
    }
    return columns;
}

/* One segment of each class, of either form. */
static void add_segmented_sorts(bool with_values) {
    WGSSegment segments[8];
    for (uint32_t c = 0, first = 0; c < 8; ++c) {
        segments[c] = (WGSSegment){first, first, first, first, 4u << c};
        first += segments[c].length;
    }
    WGSGraph graph = make_graph();
    WGSError error;
    WGSSegmentedSortDescriptor const table = {
        .columns = make_columns(graph, with_values), .segmentCount = 8, .segments = segments};
    require(wgsGraphAddSegmentedSort(graph, &table, &error), &error);
    for (int measured = 0; measured < 2; ++measured) {
        WGSSegmentedSortByOffsetsDescriptor offsets = {
            .columns = make_columns(graph, with_values),
            .begins = make_view(graph, WGSFormat_Uint32, 1000),
            .ends = make_view(graph, WGSFormat_Uint32, 1000)};
        if (measured == 1)
            offsets.gpuCount.view = make_view(graph, WGSFormat_Uint32, 1);
        require(wgsGraphAddSegmentedSortByOffsets(graph, &offsets, &error), &error);
    }
    finish_graph(graph);
}

static void add_counting_sorts(void) {
    for (int form = 0; form < 2 * 3 * 4; ++form) {
        WGSGraph graph = make_graph();
        WGSSortValue const values[2] = {
            {make_view(graph, WGSFormat_Uint32, 1000), make_view(graph, WGSFormat_Uint32, 1000)},
            {make_view(graph, WGSFormat_Uint32, 1000), make_view(graph, WGSFormat_Uint32, 1000)}};
        WGSCountingSortDescriptor sort = {
            .keys = make_view(graph, WGSFormat_Uint32, 1000),
            .range = form % 2 == 0 ? 16 : 100000,
            .order = form / 12 ? WGSCountingOrder_Unstable : WGSCountingOrder_Stable,
            .valueCount = (size_t)(form / 4 % 3),
            .values = values};
        sort.offsetsOut = make_view(graph, WGSFormat_Uint32, sort.range + 1ull);
        if (form / 2 % 2)
            sort.keysOut = make_view(graph, WGSFormat_Uint32, 1000);
        WGSError error;
        require(wgsGraphAddCountingSort(graph, &sort, &error), &error);
        finish_graph(graph);
    }
}

/* The caller's text of a variant belongs to its graph, which is kept until all is written. */
static WGSGraph add_comparator_sort(void) {
    static char const source[] =
        "struct Record { key: u32 }\n"
        "fn before(a: Record, b: Record) -> bool { return a.key < b.key; }\n";
    WGSGraph graph = make_graph();
    WGSComparatorSortDescriptor const sort = {
        .source = {source, WGPU_STRLEN},
        .recordSize = 4,
        .records = make_view(graph, WGSFormat_Uint32, 5000)};
    WGSError error;
    require(wgsGraphAddComparatorSort(graph, &sort, &error), &error);
    collect(graph);
    return graph;
}

static void add_poison(void) {
    WGSGraph graph = make_graph();
    WGSError error;
    require(wgs_graph_add_poison(graph, 1, "dump_wgsl", &error), &error);
    finish_graph(graph);
}

/* --- Files -------------------------------------------------------------------------------------- */

static void write_file(char const* path, char const* text, size_t size) {
    FILE* file = fopen(path, "wb");
    bool good = file != NULL && fwrite(text, 1, size, file) == size;
    good = file != NULL && fclose(file) == 0 && good;
    if (good)
        return;
    (void)fprintf(stderr, "dump_wgsl: %s: %s\n", path, strerror(errno));
    exit(EXIT_FAILURE);
}

static void write_variant(char const* folder, wgs_variant const* variant, bool unroll) {
    WGSAllocator const allocator = wgs_allocator_or_default((WGSAllocator){0});
    wgs_compose_options const options = {.unroll = unroll, .keep_enables = true};
    wgs_text_buffer text;
    WGSError error;
    require(wgs_compose(variant, options, &allocator, &text, "dump_wgsl", &error), &error);
    char name[200], path[1200];
    wgs_variant_name(variant, name, sizeof name);
    int const length =
        snprintf(path, sizeof path, "%s/%s%s.wgsl", folder, name, unroll ? ".unrolled" : "");
    if (length < 0 || (size_t)length >= sizeof path) {
        (void)fprintf(stderr, "dump_wgsl: the folder's name is too long\n");
        exit(EXIT_FAILURE);
    }
    write_file(path, text.text, text.size);
    wgs_text_free(&text);
}

int main(int count, char** arguments) {
    if (count != 2) {
        (void)fprintf(stderr, "usage: dump_wgsl FOLDER\n");
        return 2;
    }
    if (mkdir(arguments[1], 0777) != 0 && errno != EEXIST) {
        (void)fprintf(stderr, "dump_wgsl: %s: %s\n", arguments[1], strerror(errno));
        return EXIT_FAILURE;
    }
    add_sorts();
    add_batch_sort(false);
    add_batch_sort(true);
    add_scans();
    add_scan_operations();
    add_gathers();
    add_reductions();
    add_histograms();
    add_segmented_sorts(false);
    add_segmented_sorts(true);
    add_counting_sorts();
    WGSGraph const comparator = add_comparator_sort();
    add_poison();
    for (size_t i = 0; i < variant_count; ++i) {
        write_variant(arguments[1], &variants[i], false);
        write_variant(arguments[1], &variants[i], true);
    }
    wgs_graph_release(comparator);
    return EXIT_SUCCESS;
}
