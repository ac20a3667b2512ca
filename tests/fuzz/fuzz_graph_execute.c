/* SPDX-License-Identifier: MIT */
/*
 * One encode on the host: the oracles of the primitives, node by node, in the order in which the
 * nodes were added. That order is right whatever dependencies there are: of two nodes that use one
 * buffer, and one of them writes it, the one that was added first runs first, always; a dependency
 * that says otherwise closes a cycle. What dependencies change is seen in the callbacks' order.
 */
#include "fuzz_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/counting_sort/counting_sort_reference.h"
#include "primitives/gather/gather_reference.h"
#include "primitives/histogram/histogram_reference.h"
#include "primitives/reduce/reduce_reference.h"
#include "primitives/scan/scan_reference.h"
#include "primitives/segmented_sort/segmented_reference.h"
#include "primitives/sort/sort_reference.h"

typedef struct executor {
    wgs_fuzz_graph const* graph;
    wgs_fuzz_encode const* encode;
    wgs_fuzz_state* state;
    wgs_fuzz_node const* node;
} executor;

static void* take_memory(size_t size) {
    void* const memory = malloc(size + 16);
    FUZZ_CHECK(memory != NULL);
    return memory;
}

/* The words of a view; NULL when it is not there. */
static uint32_t* words_at(executor const* e, uint32_t slot, uint32_t chunk) {
    wgs_fuzz_view const* const view = &e->node->slots[slot].chunks[chunk];
    if (view->buffer == WGS_FUZZ_NONE)
        return NULL;
    if (!e->graph->buffers[view->buffer].imported)
        return e->state->transients[view->buffer] + view->first;
    wgs_fuzz_place const* const place = &e->encode->places[view->buffer];
    return e->state->memories[place->memory] + place->first + view->first;
}

static wgs_fuzz_view const* view_at(executor const* e, uint32_t slot, uint32_t chunk) {
    return &e->node->slots[slot].chunks[chunk];
}

/* The rows that a node treats; tells where the count of the device is more than that. */
static uint32_t count_rows(executor const* e, uint32_t capacity, uint32_t chunk) {
    uint32_t rows = capacity;
    if (e->node->value != WGS_FUZZ_NONE && e->encode->values[e->node->value] < rows)
        rows = e->encode->values[e->node->value];
    uint32_t const* const count = words_at(e, WGS_FUZZ_COUNT, chunk);
    uint32_t* const exceeded = words_at(e, WGS_FUZZ_EXCEEDED, chunk);
    if (count == NULL)
        return rows;
    uint32_t const given = *count;
    if (exceeded != NULL)
        *exceeded = given > rows;
    return given < rows ? given : rows;
}

static void gather(
    executor const* e,
    uint32_t in,
    uint32_t out,
    uint32_t chunk,
    uint32_t const* rows,
    uint32_t count) {
    wgs_fuzz_view const* const view = view_at(e, in, chunk);
    if (words_at(e, out, chunk) != NULL)
        wgs_gather_reference(
            rows,
            count,
            words_at(e, in, chunk),
            view->length,
            wgsFormatGetSize(view->format),
            words_at(e, out, chunk));
}

static void sort_chunk(executor const* e, uint32_t chunk) {
    wgs_fuzz_node const* const node = e->node;
    uint32_t const count = count_rows(e, view_at(e, WGS_FUZZ_KEY_IN, chunk)->length, chunk);
    uint32_t* const order = take_memory(4 * (size_t)count);
    wgs_reference_key keys[WGS_FUZZ_MAX_KEYS];
    for (uint32_t k = 0; k < node->key_count; k++)
        keys[k] = (wgs_reference_key){
            .format = view_at(e, WGS_FUZZ_KEY_IN + k, chunk)->format,
            .direction = node->keys[k].direction,
            .first_bit = node->keys[k].firstBit,
            .bit_count = node->keys[k].bitCount,
            .data = words_at(e, WGS_FUZZ_KEY_IN + k, chunk),
        };
    FUZZ_CHECK(wgs_sort_reference(keys, node->key_count, count, order));
    for (uint32_t k = 0; k < node->key_count; k++)
        gather(e, WGS_FUZZ_KEY_IN + k, WGS_FUZZ_KEY_OUT + k, chunk, order, count);
    for (uint32_t v = 0; v < node->value_count; v++)
        gather(e, WGS_FUZZ_VALUE_IN + v, WGS_FUZZ_VALUE_OUT + v, chunk, order, count);
    if (words_at(e, WGS_FUZZ_ROWS_OUT, chunk) != NULL)
        memcpy(words_at(e, WGS_FUZZ_ROWS_OUT, chunk), order, 4 * (size_t)count);
    free(order);
}

static void execute_sort(executor const* e) {
    for (uint32_t c = 0; c < e->node->chunk_count; c++)
        sort_chunk(e, c);
}

/* The words of all chunks in a row, every `stride`th; NULL when the slot is empty. */
static uint32_t* join_chunks(executor const* e, uint32_t slot, uint32_t stride) {
    if (!wgs_fuzz_has(e->node, slot))
        return NULL;
    size_t total = 0;
    for (uint32_t c = 0; c < e->node->chunk_count; c++)
        total += view_at(e, slot, c)->length;
    uint32_t* const joined = take_memory(4 * total);
    size_t at = 0;
    for (uint32_t c = 0; c < e->node->chunk_count; c++)
        for (uint32_t i = 0; i < view_at(e, slot, c)->length; i += stride)
            joined[at++] = words_at(e, slot, c)[i];
    return joined;
}

static void execute_scan(executor const* e) {
    wgs_fuzz_node const* const node = e->node;
    uint32_t const from = node->in_place ? WGS_FUZZ_OUT : WGS_FUZZ_IN;
    uint32_t const count = count_rows(e, node->capacity, 0);
    uint32_t* const in = join_chunks(e, from, 1);
    uint32_t* const flags = join_chunks(e, WGS_FUZZ_FLAGS, 1);
    uint32_t* const out = take_memory(4 * (size_t)count);
    wgs_scan_elements_reference(
        view_at(e, from, 0)->format,
        (WGSScanOperation)node->operation,
        node->mode,
        flags,
        in,
        count,
        out);
    uint32_t at = 0;
    for (uint32_t c = 0; c < node->chunk_count; c++)
        for (uint32_t i = 0; i < view_at(e, from, c)->length && at < count; i++)
            words_at(e, WGS_FUZZ_OUT, c)[i] = out[at++];
    free(in);
    free(flags);
    free(out);
}

static void execute_gather(executor const* e) {
    uint32_t const count = count_rows(e, e->node->capacity, 0);
    gather(e, WGS_FUZZ_IN, WGS_FUZZ_OUT, 0, words_at(e, WGS_FUZZ_ROWS, 0), count);
}

static void execute_reduce(executor const* e) {
    uint32_t const count = count_rows(e, e->node->capacity, 0);
    uint32_t* const in = join_chunks(e, WGS_FUZZ_IN, 1);
    uint32_t result[2];
    WGSReduceOperation const operation = (WGSReduceOperation)e->node->operation;
    wgs_reduce_reference(operation, view_at(e, WGS_FUZZ_IN, 0)->format, in, count, result);
    memcpy(words_at(e, WGS_FUZZ_OUT, 0), result, operation == WGSReduceOperation_Extent ? 8 : 4);
    free(in);
}

static double number_of(WGSFormat format, uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return format == WGSFormat_Uint32   ? (double)word
           : format == WGSFormat_Sint32 ? (double)(int32_t)word
                                        : (double)number;
}

/* Edges that lie on the device count nothing when they are not finite and strictly increasing. */
static void count_by_view(
    executor const* e, wgs_histogram_rows const* rows, uint32_t bin_count, uint32_t* bins) {
    uint32_t const* const words = words_at(e, WGS_FUZZ_DOMAIN, 0);
    double* const edges = take_memory(sizeof *edges * (bin_count + 1));
    bool good = true;
    for (uint32_t i = 0; i <= bin_count; i++) {
        edges[i] = number_of(rows->format, words[i]);
        good = good && isfinite(edges[i]) && (i == 0 || edges[i - 1] < edges[i]);
    }
    if (good)
        wgs_histogram_edges_reference(rows, edges, bin_count, bins);
    else
        memset(bins, 0, 4 * (size_t)bin_count);
    free(edges);
}

static void execute_histogram(executor const* e) {
    wgs_fuzz_node const* const node = e->node;
    uint32_t const bin_count = view_at(e, WGS_FUZZ_OUT, 0)->length;
    uint32_t* const bins = words_at(e, WGS_FUZZ_OUT, 0);
    uint32_t const* const domain = words_at(e, WGS_FUZZ_DOMAIN, 0);
    uint32_t* const elements = join_chunks(e, WGS_FUZZ_IN, node->stride == 0 ? 1 : node->stride);
    uint32_t* const mask = join_chunks(e, WGS_FUZZ_FLAGS, 1);
    wgs_histogram_rows const rows = {
        .format = view_at(e, WGS_FUZZ_IN, 0)->format,
        .elements = elements,
        .mask = mask,
        .count = count_rows(e, node->capacity, 0)};
    double low = node->low;
    double high = node->high;
    if (node->domain == WGSHistogramDomain_RangeView) {
        low = number_of(rows.format, domain[0]);
        high = number_of(rows.format, domain[1]);
    }
    if (node->domain == WGSHistogramDomain_Edges)
        wgs_histogram_edges_reference(&rows, node->edges, bin_count, bins);
    else if (node->domain == WGSHistogramDomain_EdgesView)
        count_by_view(e, &rows, bin_count, bins);
    else if (
        node->domain == WGSHistogramDomain_Automatic &&
        !wgs_histogram_extent_reference(&rows, &low, &high))
        memset(bins, 0, 4 * (size_t)bin_count);
    else
        wgs_histogram_range_reference(&rows, low, high, bin_count, bins);
    free(elements);
    free(mask);
}

/* Rows of one key that the device may have put in any order. */
static void note_runs(executor const* e, uint32_t slot, uint32_t const* offsets, uint32_t range) {
    wgs_fuzz_view const* const view = view_at(e, slot, 0);
    if (view->buffer == WGS_FUZZ_NONE)
        return;
    wgs_fuzz_place const* const place = &e->encode->places[view->buffer];
    wgs_fuzz_state* const state = e->state;
    size_t const most = state->run_count + (size_t)range;
    void* const grown = realloc(state->runs, most * sizeof *state->runs);
    FUZZ_CHECK(grown != NULL);
    state->runs = grown;
    for (uint32_t k = 0; k < range; k++) {
        if (offsets[k + 1] - offsets[k] < 2)
            continue;
        state->runs[state->run_count].memory = place->memory;
        state->runs[state->run_count].first = place->first + view->first + offsets[k];
        state->runs[state->run_count++].length = offsets[k + 1] - offsets[k];
    }
}

static void execute_counting_sort(executor const* e) {
    wgs_fuzz_node const* const node = e->node;
    uint32_t const count = count_rows(e, node->capacity, 0);
    uint32_t const* const keys = words_at(e, WGS_FUZZ_KEY_IN, 0);
    uint32_t* const rows = take_memory(4 * (size_t)count);
    uint32_t* const offsets = take_memory(4 * (size_t)node->range + 4);
    wgs_counting_sort_reference(keys, count, node->range, rows, offsets);
    for (uint32_t v = 0; v < node->value_count; v++)
        gather(e, WGS_FUZZ_VALUE_IN + v, WGS_FUZZ_VALUE_OUT + v, 0, rows, count);
    if (words_at(e, WGS_FUZZ_ROWS_OUT, 0) != NULL)
        memcpy(words_at(e, WGS_FUZZ_ROWS_OUT, 0), rows, 4 * (size_t)count);
    for (uint32_t i = 0; i < count && wgs_fuzz_has(node, WGS_FUZZ_KEY_OUT); i++)
        words_at(e, WGS_FUZZ_KEY_OUT, 0)[i] = wgs_counting_key(keys[rows[i]], node->range);
    if (words_at(e, WGS_FUZZ_OFFSETS_OUT, 0) != NULL)
        memcpy(words_at(e, WGS_FUZZ_OFFSETS_OUT, 0), offsets, 4 * (size_t)node->range + 4);
    for (uint32_t v = 0; node->order == WGSCountingOrder_Unstable && v < node->value_count; v++)
        note_runs(e, WGS_FUZZ_VALUE_OUT + v, offsets, node->range);
    if (node->order == WGSCountingOrder_Unstable)
        note_runs(e, WGS_FUZZ_ROWS_OUT, offsets, node->range);
    free(rows);
    free(offsets);
}

static void sort_segments(executor const* e, WGSSegment const* segments, uint32_t count) {
    wgs_segmented_table const table = {
        .format = view_at(e, WGS_FUZZ_KEY_IN, 0)->format,
        .direction = e->node->keys[0].direction,
        .keys_in = words_at(e, WGS_FUZZ_KEY_IN, 0),
        .keys_out = words_at(e, WGS_FUZZ_KEY_OUT, 0),
        .values_in = words_at(e, WGS_FUZZ_VALUE_IN, 0),
        .values_out = words_at(e, WGS_FUZZ_VALUE_OUT, 0),
    };
    FUZZ_CHECK(wgs_segmented_sort_reference(&table, segments, count));
}

static void execute_segmented_sort(executor const* e) {
    sort_segments(e, e->node->segments, e->node->segment_count);
}

static void execute_by_offsets(executor const* e) {
    uint32_t const count = count_rows(e, e->node->capacity, 0);
    uint32_t const rows = view_at(e, WGS_FUZZ_KEY_IN, 0)->length;
    uint32_t const longest = e->node->max_length == 0 ? rows : e->node->max_length;
    WGSSegment* const segments = take_memory(sizeof *segments * count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t const begin = words_at(e, WGS_FUZZ_BEGINS, 0)[i];
        uint32_t const end = words_at(e, WGS_FUZZ_ENDS, 0)[i];
        uint32_t const stop = end < rows ? end : rows;
        uint32_t const length = begin < stop ? stop - begin : 0;
        segments[i] = (WGSSegment){begin, begin, begin, begin, length <= longest ? length : 0};
    }
    sort_segments(e, segments, count);
    free(segments);
}

/* The orders of wgs_fuzz_comparator: total, so that there is one result. */
static int compare_words(uint32_t const* a, uint32_t const* b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_one(void const* a, void const* b) { return compare_words(a, b, 1); }

static int compare_two(void const* a, void const* b) {
    int32_t const x = ((int32_t const*)a)[0];
    int32_t const y = ((int32_t const*)b)[0];
    return x != y ? (x > y ? -1 : 1)
                  : compare_words((uint32_t const*)a + 1, (uint32_t const*)b + 1, 1);
}

static int compare_four(void const* a, void const* b) {
    return compare_words(a, b, WGS_FUZZ_MAX_RECORD);
}

static void execute_comparator_sort(executor const* e) {
    static int (*const compare[WGS_FUZZ_COMPARATORS])(void const*, void const*) = {
        compare_one, compare_two, compare_four};
    uint32_t const words = wgs_fuzz_record_words(e->node->variant);
    uint32_t const count = count_rows(e, e->node->capacity, 0);
    qsort(words_at(e, WGS_FUZZ_OUT, 0), count, 4 * (size_t)words, compare[e->node->variant]);
}

/* Indirect ones past what a device dispatches are none. */
static uint32_t count_workgroups(executor const* e) {
    uint32_t const* const groups = words_at(e, WGS_FUZZ_INDIRECT, 0);
    if (groups == NULL)
        return e->node->workgroups;
    for (uint32_t i = 0; i < 3; i++)
        if (groups[i] == 0 || groups[i] > 65535)
            return 0;
    return groups[0];
}

/* As the kernels of fuzz_graph_kernels.c. */
static void execute_compute(executor const* e) {
    wgs_fuzz_node const* const node = e->node;
    uint32_t const* const uniform = words_at(e, WGS_FUZZ_UNIFORM, 0);
    uint32_t const* const in = words_at(e, WGS_FUZZ_IN, 0);
    uint32_t* const out = words_at(e, WGS_FUZZ_OUT, 0);
    uint32_t* const second = words_at(e, WGS_FUZZ_OUT2, 0);
    uint32_t const length = view_at(e, WGS_FUZZ_IN, 0)->length;
    uint32_t const reached = 64 * count_workgroups(e);
    uint32_t const count = reached < length ? reached : length;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t const word = in[i] * uniform[0] + uniform[1];
        out[i] = node->variant == WGS_FUZZ_KERNEL_CHANGE ? out[i] ^ word : word;
        if (second != NULL)
            second[i] = ~word;
    }
}

static void execute_copy(executor const* e) {
    wgs_fuzz_view const* const out = view_at(e, WGS_FUZZ_OUT, 0);
    size_t const size = 4 * (size_t)out->length;
    if (size == 0)
        return;
    if (e->node->clears)
        memset(words_at(e, WGS_FUZZ_OUT, 0), 0, size);
    else
        memcpy(words_at(e, WGS_FUZZ_OUT, 0), words_at(e, WGS_FUZZ_IN, 0), size);
}

/* What transients hold before they are written is nobody's business, and changes each time. */
static void forget_transients(executor const* e, uint32_t encode_number) {
    for (uint32_t i = 0; i < e->graph->buffer_count; i++)
        for (uint32_t w = 0; e->state->transients[i] != NULL && w < e->graph->buffers[i].words; w++)
            e->state->transients[i][w] = 0xBAD00000u + 0x1000u * encode_number + i;
}

void wgs_fuzz_execute(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, wgs_fuzz_state* state) {
    static void (*const execute[WGS_FUZZ_KIND_COUNT])(executor const*) = {
        [WGS_FUZZ_SORT] = execute_sort,
        [WGS_FUZZ_BATCH_SORT] = execute_sort,
        [WGS_FUZZ_SCAN] = execute_scan,
        [WGS_FUZZ_GATHER] = execute_gather,
        [WGS_FUZZ_REDUCE] = execute_reduce,
        [WGS_FUZZ_HISTOGRAM] = execute_histogram,
        [WGS_FUZZ_COUNTING_SORT] = execute_counting_sort,
        [WGS_FUZZ_SEGMENTED_SORT] = execute_segmented_sort,
        [WGS_FUZZ_SEGMENTED_BY_OFFSETS] = execute_by_offsets,
        [WGS_FUZZ_COMPARATOR_SORT] = execute_comparator_sort,
        [WGS_FUZZ_COMPUTE] = execute_compute,
        [WGS_FUZZ_COPY] = execute_copy,
        [WGS_FUZZ_CALLBACK] = execute_copy,
    };
    executor e = {.graph = graph, .encode = encode, .state = state};
    forget_transients(&e, (uint32_t)(encode - graph->encodes));
    for (uint32_t n = 0; n < graph->node_count; n++) {
        e.node = &graph->nodes[n];
        if (wgs_fuzz_is_skipped(graph, encode, e.node))
            continue;
        execute[e.node->kind](&e);
    }
}
