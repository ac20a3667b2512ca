/* SPDX-License-Identifier: MIT */
/* What each kind of node is made of, from bytes. */
#include "fuzz_graph_decode.h"

#include <string.h>

enum { MOST_ROWS = 6000, MANY_ROWS = 20000 };

/* Most sizes are small: those around a workgroup are the interesting ones. */
static uint32_t take_rows(wgs_fuzz_decoder* decoder) {
    uint32_t const size = wgs_fuzz_take(decoder, 32);
    if (size < 2)
        return size;
    if (size < 14)
        return wgs_fuzz_take(decoder, 64);
    if (size < 24)
        return wgs_fuzz_take(decoder, 600);
    if (size < 28)
        return 250 + wgs_fuzz_take(decoder, 12);
    return wgs_fuzz_take(decoder, size < 31 ? MOST_ROWS : MANY_ROWS);
}

static WGSFormat take_word_format(wgs_fuzz_decoder* decoder) {
    return (WGSFormat)(WGSFormat_Uint32 + wgs_fuzz_take(decoder, 3));
}

static WGSFormat take_key_format(wgs_fuzz_decoder* decoder) {
    return (WGSFormat)(WGSFormat_Uint32 + wgs_fuzz_take(decoder, 6));
}

static WGSFormat take_any_format(wgs_fuzz_decoder* decoder) {
    return (WGSFormat)(WGSFormat_Uint32 + wgs_fuzz_take(decoder, 9));
}

/* Rows may be limited by a number, by the device, or by both. */
static void take_counts(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    if (wgs_fuzz_one_in(decoder, 4)) {
        uint32_t const maximum = wgs_fuzz_take(decoder, node->capacity + 1);
        uint32_t const value = wgs_fuzz_take(decoder, maximum + 1);
        node->value = wgs_fuzz_add_value(decoder, value, maximum > 0 ? maximum : value);
    }
    if (!wgs_fuzz_one_in(decoder, 4))
        return;
    static uint32_t const ones[WGS_FUZZ_MAX_CHUNKS] = {1, 1, 1, 1};
    for (uint32_t c = 0; c < node->chunk_count; c++)
        wgs_fuzz_pick_read(
            decoder,
            WGS_FUZZ_COUNT,
            c,
            WGSFormat_Uint32,
            1,
            wgs_fuzz_one_in(decoder, 3) ? WGS_FUZZ_SMALL : WGS_FUZZ_ANY);
    if (wgs_fuzz_one_in(decoder, 2))
        wgs_fuzz_pick_writes(decoder, WGS_FUZZ_EXCEEDED, node->chunk_count, WGSFormat_Uint32, ones);
}

static void
read_rows(wgs_fuzz_decoder* decoder, uint32_t slot, WGSFormat format, uint32_t const* lengths) {
    for (uint32_t c = 0; c < decoder->node->chunk_count; c++)
        wgs_fuzz_pick_read(decoder, slot, c, format, lengths[c], WGS_FUZZ_ANY);
}

static void take_key(wgs_fuzz_decoder* decoder, WGSSortKey* key, WGSFormat format) {
    uint32_t const width = 8 * wgsFormatGetSize(format);
    if (wgs_fuzz_one_in(decoder, 2))
        key->direction = WGSDirection_Descending;
    if (!wgs_fuzz_one_in(decoder, 3))
        return;
    key->firstBit = wgs_fuzz_take(decoder, width);
    key->bitCount = wgs_fuzz_take(decoder, width - key->firstBit + 1);
    if (wgs_fuzz_one_in(decoder, 8))
        key->bitCount = WGS_NO_BITS;
}

static void take_columns(wgs_fuzz_decoder* decoder, uint32_t const* lengths) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t const chunks = node->chunk_count;
    WGSFormat formats[2 * WGS_FUZZ_MAX_KEYS];
    node->key_count = 1 + (wgs_fuzz_one_in(decoder, 3) ? wgs_fuzz_take(decoder, 3) : 0);
    node->value_count = wgs_fuzz_take(decoder, WGS_FUZZ_MAX_KEYS + 1);
    node->algorithm = (WGSAlgorithm)wgs_fuzz_take(decoder, WGSAlgorithm_Radix + 1);
    for (uint32_t k = 0; k < node->key_count; k++) {
        formats[k] = take_key_format(decoder);
        take_key(decoder, &node->keys[k], formats[k]);
        read_rows(decoder, WGS_FUZZ_KEY_IN + k, formats[k], lengths);
    }
    for (uint32_t v = 0; v < node->value_count; v++) {
        formats[WGS_FUZZ_MAX_KEYS + v] = take_any_format(decoder);
        read_rows(decoder, WGS_FUZZ_VALUE_IN + v, formats[WGS_FUZZ_MAX_KEYS + v], lengths);
    }
    for (uint32_t k = 0; k < node->key_count; k++)
        if (!wgs_fuzz_one_in(decoder, 4))
            wgs_fuzz_pick_writes(decoder, WGS_FUZZ_KEY_OUT + k, chunks, formats[k], lengths);
    for (uint32_t v = 0; v < node->value_count; v++)
        wgs_fuzz_pick_writes(
            decoder, WGS_FUZZ_VALUE_OUT + v, chunks, formats[WGS_FUZZ_MAX_KEYS + v], lengths);
    if (wgs_fuzz_one_in(decoder, 2))
        wgs_fuzz_pick_writes(decoder, WGS_FUZZ_ROWS_OUT, chunks, WGSFormat_Uint32, lengths);
}

static void decode_sort(wgs_fuzz_decoder* decoder) {
    decoder->node->capacity = take_rows(decoder);
    take_columns(decoder, &decoder->node->capacity);
    take_counts(decoder);
}

/* Lengths of chunks, some of them 0; `capacity` is their sum. */
static void take_chunks(wgs_fuzz_decoder* decoder, uint32_t lengths[WGS_FUZZ_MAX_CHUNKS]) {
    wgs_fuzz_node* const node = decoder->node;
    node->chunked = true;
    node->chunk_count = 1 + wgs_fuzz_take(decoder, WGS_FUZZ_MAX_CHUNKS);
    node->capacity = 0;
    for (uint32_t c = 0; c < node->chunk_count; c++) {
        lengths[c] = wgs_fuzz_one_in(decoder, 5) ? 0 : take_rows(decoder);
        node->capacity += lengths[c];
    }
}

/* Counts of a batch are of each chunk, and on the device only. */
static void decode_batch_sort(wgs_fuzz_decoder* decoder) {
    uint32_t lengths[WGS_FUZZ_MAX_CHUNKS];
    take_chunks(decoder, lengths);
    take_columns(decoder, lengths);
    take_counts(decoder);
    decoder->node->value = WGS_FUZZ_NONE;
}

/* An output chunk that is the input chunk; none is in the buffer of another. */
static void scan_in_place(wgs_fuzz_decoder* decoder, WGSFormat format, uint32_t const* lengths) {
    wgs_fuzz_node* const node = decoder->node;
    wgs_fuzz_pick_writes(decoder, WGS_FUZZ_OUT, node->chunk_count, format, lengths);
    for (uint32_t c = 0; c < node->chunk_count; c++) {
        wgs_fuzz_view const view = node->slots[WGS_FUZZ_OUT].chunks[c];
        if (view.buffer == WGS_FUZZ_NONE)
            return;
        for (uint32_t i = 0; i < wgs_fuzz_view_words(&view); i++)
            if (!decoder->graph->buffers[view.buffer].imported &&
                !decoder->defined[view.buffer][view.first + i])
                decoder->failed = true;
    }
    node->slots[WGS_FUZZ_OUT].access = WGSAccess_StorageReadWrite;
}

/* Sums of floats depend on their order, those of small whole numbers don't. */
static void decode_scan(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t lengths[WGS_FUZZ_MAX_CHUNKS];
    if (wgs_fuzz_one_in(decoder, 2))
        take_chunks(decoder, lengths);
    else
        lengths[0] = node->capacity = take_rows(decoder);
    WGSFormat const format = take_word_format(decoder);
    node->operation = wgs_fuzz_take(decoder, WGSScanOperation_Maximum + 1);
    node->mode = (WGSScanMode)wgs_fuzz_take(decoder, WGSScanMode_Inclusive + 1);
    bool const exact = format == WGSFormat_Float32 && node->operation == WGSScanOperation_Sum;
    node->in_place = !exact && wgs_fuzz_one_in(decoder, 3);
    for (uint32_t c = 0; !node->in_place && c < node->chunk_count; c++)
        wgs_fuzz_pick_read(
            decoder, WGS_FUZZ_IN, c, format, lengths[c], exact ? WGS_FUZZ_WHOLE : WGS_FUZZ_ANY);
    if (node->in_place)
        scan_in_place(decoder, format, lengths);
    if (wgs_fuzz_one_in(decoder, 2))
        read_rows(decoder, WGS_FUZZ_FLAGS, WGSFormat_Uint32, lengths);
    if (!node->in_place && !node->chunked && wgs_fuzz_one_in(decoder, 3))
        lengths[0] += wgs_fuzz_take(decoder, 50);
    if (!node->in_place)
        wgs_fuzz_pick_writes(decoder, WGS_FUZZ_OUT, node->chunk_count, format, lengths);
    if (!node->chunked)
        take_counts(decoder);
}

static void decode_gather(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    node->capacity = take_rows(decoder);
    WGSFormat const format = take_any_format(decoder);
    uint32_t const length = take_rows(decoder) + (node->capacity > 0 ? 1 : 0);
    wgs_fuzz_contents const rows = wgs_fuzz_one_in(decoder, 2) ? WGS_FUZZ_ANY : WGS_FUZZ_SMALL;
    wgs_fuzz_pick_read(decoder, WGS_FUZZ_ROWS, 0, WGSFormat_Uint32, node->capacity, rows);
    wgs_fuzz_pick_read(decoder, WGS_FUZZ_IN, 0, format, length, WGS_FUZZ_ANY);
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_OUT, format, node->capacity);
    take_counts(decoder);
}

static void decode_reduce(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t lengths[WGS_FUZZ_MAX_CHUNKS];
    if (wgs_fuzz_one_in(decoder, 2))
        take_chunks(decoder, lengths);
    else
        lengths[0] = node->capacity = take_rows(decoder);
    WGSFormat const format = take_word_format(decoder);
    node->operation = wgs_fuzz_take(decoder, WGSReduceOperation_Extent + 1);
    bool const exact = format == WGSFormat_Float32 && node->operation == WGSReduceOperation_Sum;
    for (uint32_t c = 0; c < node->chunk_count; c++)
        wgs_fuzz_pick_read(
            decoder, WGS_FUZZ_IN, c, format, lengths[c], exact ? WGS_FUZZ_WHOLE : WGS_FUZZ_ANY);
    uint32_t const results = node->operation == WGSReduceOperation_Extent ? 2 : 1;
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_OUT, format, results);
    uint32_t const chunks = node->chunk_count;
    node->chunk_count = 1; /* one count of all */
    take_counts(decoder);
    node->chunk_count = chunks;
}

/* Numbers of the format; for floats of f32, not so close that rounding makes edges equal. */
static double take_number(wgs_fuzz_decoder* decoder, WGSFormat format) {
    int32_t const small = (int32_t)wgs_fuzz_take(decoder, 2000);
    if (format == WGSFormat_Uint32)
        return wgs_fuzz_one_in(decoder, 3) ? 4294967295.0 - small : small;
    if (format == WGSFormat_Sint32)
        return wgs_fuzz_one_in(decoder, 3) ? 2147483647.0 - 2.0 * small * 1000000 : small - 1000;
    double const scale = wgs_fuzz_one_in(decoder, 2) ? 1.0 / 64 : 1e30f;
    return (double)(float)((small - 1000) * scale);
}

static void take_domain(wgs_fuzz_decoder* decoder, WGSFormat format, uint32_t bins) {
    wgs_fuzz_node* const node = decoder->node;
    bool const is_float = format == WGSFormat_Float32;
    node->domain = (WGSHistogramDomain)wgs_fuzz_take(decoder, WGSHistogramDomain_EdgesView + 1);
    bool const rounded = is_float && (node->domain == WGSHistogramDomain_Automatic ||
                                      node->domain == WGSHistogramDomain_RangeView);
    if (rounded) /* by the device, as it does */
        node->domain = WGSHistogramDomain_Range;
    if (node->domain == WGSHistogramDomain_Edges && bins + 1 > WGS_FUZZ_MAX_EDGES)
        node->domain = WGSHistogramDomain_EdgesView;
    node->low = take_number(decoder, format);
    node->high = take_number(decoder, format);
    if (node->domain == WGSHistogramDomain_Edges) {
        node->edge_count = bins + 1;
        double const low = format == WGSFormat_Uint32 ? 0 : -1000;
        uint32_t const step = 1 + wgs_fuzz_take(decoder, 100);
        for (uint32_t i = 0; i <= bins; i++)
            node->edges[i] = low + (double)step * i + (i > 0 ? wgs_fuzz_take(decoder, step) : 0);
    }
    if (node->domain == WGSHistogramDomain_RangeView)
        wgs_fuzz_pick_read(decoder, WGS_FUZZ_DOMAIN, 0, format, 2, WGS_FUZZ_ANY);
    if (node->domain == WGSHistogramDomain_EdgesView)
        wgs_fuzz_pick_read(
            decoder,
            WGS_FUZZ_DOMAIN,
            0,
            format,
            bins + 1,
            wgs_fuzz_one_in(decoder, 4) ? WGS_FUZZ_ANY : WGS_FUZZ_ASCENDING);
}

static void decode_histogram(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t lengths[WGS_FUZZ_MAX_CHUNKS];
    uint32_t rows[WGS_FUZZ_MAX_CHUNKS];
    if (wgs_fuzz_one_in(decoder, 2))
        take_chunks(decoder, lengths);
    else
        lengths[0] = take_rows(decoder);
    WGSFormat const format = take_word_format(decoder);
    node->stride = wgs_fuzz_one_in(decoder, 2) ? wgs_fuzz_take(decoder, 5) : 0;
    uint32_t const step = node->stride == 0 ? 1 : node->stride;
    node->capacity = 0;
    for (uint32_t c = 0; c < node->chunk_count; c++) {
        rows[c] = (lengths[c] + step - 1) / step;
        node->capacity += rows[c];
    }
    read_rows(decoder, WGS_FUZZ_IN, format, lengths);
    if (wgs_fuzz_one_in(decoder, 3))
        read_rows(decoder, WGS_FUZZ_FLAGS, WGSFormat_Uint32, rows);
    bool const many = wgs_fuzz_one_in(decoder, 8);
    uint32_t const bins = 1 + wgs_fuzz_take(decoder, many ? 3000 : 40);
    take_domain(decoder, format, bins);
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_OUT, WGSFormat_Uint32, bins);
    uint32_t const chunks = node->chunk_count;
    node->chunk_count = 1;
    take_counts(decoder);
    node->chunk_count = chunks;
}

/* The rows of an unstable sort come in any order, and so nothing may read them; keys and offsets
 * are what they are. */
static void decode_counting_sort(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t const rows = node->capacity = take_rows(decoder);
    node->range = 1 + wgs_fuzz_take(decoder, wgs_fuzz_one_in(decoder, 6) ? 40000 : 300);
    node->order = (WGSCountingOrder)wgs_fuzz_take(decoder, WGSCountingOrder_Unstable + 1);
    bool const numbered = wgs_fuzz_one_in(decoder, 3);
    node->value_count = wgs_fuzz_take(decoder, numbered ? 2 : 3);
    wgs_fuzz_contents const keys = wgs_fuzz_one_in(decoder, 3) ? WGS_FUZZ_ANY : WGS_FUZZ_SMALL;
    wgs_fuzz_pick_read(decoder, WGS_FUZZ_KEY_IN, 0, WGSFormat_Uint32, rows, keys);
    for (uint32_t v = 0; v < node->value_count; v++)
        wgs_fuzz_pick_read(
            decoder, WGS_FUZZ_VALUE_IN + v, 0, take_word_format(decoder), rows, WGS_FUZZ_ANY);
    bool const stable = node->order == WGSCountingOrder_Stable;
    void (*const pick)(wgs_fuzz_decoder*, uint32_t, WGSFormat, uint32_t) =
        stable ? wgs_fuzz_pick_write : wgs_fuzz_pick_unordered;
    for (uint32_t v = 0; v < node->value_count; v++)
        pick(
            decoder,
            WGS_FUZZ_VALUE_OUT + v,
            node->slots[WGS_FUZZ_VALUE_IN + v].chunks[0].format,
            rows);
    if (numbered)
        pick(decoder, WGS_FUZZ_ROWS_OUT, WGSFormat_Uint32, rows);
    if (wgs_fuzz_one_in(decoder, 2))
        wgs_fuzz_pick_write(decoder, WGS_FUZZ_KEY_OUT, WGSFormat_Uint32, rows);
    bool const some = node->value_count > 0 || numbered || wgs_fuzz_has(node, WGS_FUZZ_KEY_OUT);
    if (!some || wgs_fuzz_one_in(decoder, 2))
        wgs_fuzz_pick_write(decoder, WGS_FUZZ_OFFSETS_OUT, WGSFormat_Uint32, node->range + 1);
    take_counts(decoder);
}

/* Columns of the two segmented sorts. */
static void take_segmented(wgs_fuzz_decoder* decoder, uint32_t in_rows, uint32_t out_rows) {
    wgs_fuzz_node* const node = decoder->node;
    WGSFormat const format = take_word_format(decoder);
    uint32_t const values = wgs_fuzz_take(decoder, 3); /* none, row numbers, a column */
    node->keys[0].direction = (WGSDirection)wgs_fuzz_take(decoder, 2);
    wgs_fuzz_pick_read(decoder, WGS_FUZZ_KEY_IN, 0, format, in_rows, WGS_FUZZ_ANY);
    WGSFormat const value_format = values == 2 ? take_word_format(decoder) : WGSFormat_Uint32;
    if (values == 2)
        wgs_fuzz_pick_read(decoder, WGS_FUZZ_VALUE_IN, 0, value_format, in_rows, WGS_FUZZ_ANY);
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_KEY_OUT, format, out_rows);
    if (values > 0)
        wgs_fuzz_pick_write(decoder, WGS_FUZZ_VALUE_OUT, value_format, out_rows);
}

/* Segments anywhere in the inputs, and one after another in the outputs, with gaps. */
static void decode_segmented_sort(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t const rows = 1 + take_rows(decoder);
    uint32_t const values_gap = wgs_fuzz_take(decoder, 3);
    uint32_t out = 0;
    node->segment_count = wgs_fuzz_take(decoder, WGS_FUZZ_MAX_SEGMENTS + 1);
    for (uint32_t i = 0; i < node->segment_count; i++) {
        uint32_t const most = wgs_fuzz_one_in(decoder, 8) ? rows : rows < 300 ? rows : 300;
        uint32_t const length = wgs_fuzz_take(decoder, most + 1);
        node->segments[i] = (WGSSegment){
            .keysIn = wgs_fuzz_take(decoder, rows - length + 1),
            .valuesIn = wgs_fuzz_take(decoder, rows - length + 1),
            .keysOut = out,
            .valuesOut = out + i * values_gap,
            .length = length,
        };
        out += length + wgs_fuzz_take(decoder, 3);
    }
    take_segmented(decoder, rows, out + node->segment_count * values_gap + 1);
    if (node->segment_count > 1 && wgs_fuzz_one_in(decoder, 2)) {
        WGSSegment const first = node->segments[0];
        node->segments[0] = node->segments[node->segment_count - 1];
        node->segments[node->segment_count - 1] = first;
    }
    node->capacity = rows;
}

/* Begins and ends from a table of the caller's, or the offsets that a counting sort has made. */
static void take_bounds(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    wgs_fuzz_view bounds = decoder->offsets;
    uint32_t length = bounds.length - 1;
    uint32_t ends = bounds.first + 1;
    if (bounds.buffer == WGS_FUZZ_NONE || wgs_fuzz_one_in(decoder, 2)) {
        length = wgs_fuzz_take(decoder, wgs_fuzz_one_in(decoder, 8) ? 1000 : 40);
        wgs_fuzz_pick_read(
            decoder, WGS_FUZZ_BEGINS, 0, WGSFormat_Uint32, 2 * length, WGS_FUZZ_SEGMENTS);
        bounds = node->slots[WGS_FUZZ_BEGINS].chunks[0];
        if (bounds.buffer == WGS_FUZZ_NONE)
            return;
        uint32_t const half = decoder->graph->buffers[bounds.buffer].words / 2;
        bounds.first = length < half ? wgs_fuzz_take(decoder, half - length + 1) : 0;
        ends = half + bounds.first;
    }
    node->capacity = length;
    node->slots[WGS_FUZZ_BEGINS] = (wgs_fuzz_column){.access = WGSAccess_StorageRead};
    for (uint32_t c = 0; c < WGS_FUZZ_MAX_CHUNKS; c++)
        node->slots[WGS_FUZZ_BEGINS].chunks[c].buffer = WGS_FUZZ_NONE;
    node->slots[WGS_FUZZ_ENDS] = node->slots[WGS_FUZZ_BEGINS];
    node->slots[WGS_FUZZ_BEGINS].chunks[0] =
        (wgs_fuzz_view){bounds.buffer, WGSFormat_Uint32, bounds.first, length};
    node->slots[WGS_FUZZ_ENDS].chunks[0] =
        (wgs_fuzz_view){bounds.buffer, WGSFormat_Uint32, ends, length};
}

static void decode_by_offsets(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    uint32_t const rows = take_rows(decoder);
    take_bounds(decoder);
    take_segmented(decoder, rows, rows);
    if (wgs_fuzz_one_in(decoder, 3))
        node->max_length = wgs_fuzz_take(decoder, 400);
    take_counts(decoder);
}

static void decode_comparator_sort(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    node->variant = wgs_fuzz_take(decoder, WGS_FUZZ_COMPARATORS);
    node->capacity = take_rows(decoder);
    wgs_fuzz_pick_aligned_write(
        decoder,
        WGS_FUZZ_OUT,
        WGSAccess_StorageReadWrite,
        node->capacity * wgs_fuzz_record_words(node->variant));
    take_counts(decoder);
}

/* The workgroups of an indirect dispatch: of the caller's, or put somewhere by a copy. */
static void take_groups(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    wgs_fuzz_view* const view = &node->slots[WGS_FUZZ_INDIRECT].chunks[0];
    node->workgroups = 0;
    if (decoder->groups.buffer != WGS_FUZZ_NONE) {
        *view = decoder->groups;
    } else {
        wgs_fuzz_pick_read(decoder, WGS_FUZZ_INDIRECT, 0, WGSFormat_Uint32, 3, WGS_FUZZ_GROUPS);
        view->first -= view->first % 3;
    }
    node->slots[WGS_FUZZ_INDIRECT].access = WGSAccess_Indirect;
}

static void decode_compute(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    node->variant = wgs_fuzz_take(decoder, WGS_FUZZ_KERNELS);
    uint32_t const length = 1 + take_rows(decoder);
    WGSAccess const access = node->variant == WGS_FUZZ_KERNEL_CHANGE ? WGSAccess_StorageReadWrite
                                                                     : WGSAccess_StorageWrite;
    node->workgroups = wgs_fuzz_one_in(decoder, 8) ? 0 : (length + 63) / 64;
    if (wgs_fuzz_one_in(decoder, 3))
        take_groups(decoder);
    wgs_fuzz_pick_aligned_read(decoder, WGS_FUZZ_UNIFORM, WGSAccess_Uniform, 4);
    wgs_fuzz_pick_aligned_read(decoder, WGS_FUZZ_IN, WGSAccess_StorageRead, length);
    wgs_fuzz_pick_aligned_write(decoder, WGS_FUZZ_OUT, access, length);
    if (node->variant == WGS_FUZZ_KERNEL_TWO)
        wgs_fuzz_pick_aligned_write(decoder, WGS_FUZZ_OUT2, access, length);
}

static void decode_copy(wgs_fuzz_decoder* decoder) {
    bool const groups = wgs_fuzz_one_in(decoder, 3);
    uint32_t const words = groups ? 3 : take_rows(decoder);
    wgs_fuzz_contents const contents = groups ? WGS_FUZZ_GROUPS : WGS_FUZZ_ANY;
    wgs_fuzz_pick_read(decoder, WGS_FUZZ_IN, 0, WGSFormat_Uint32, words, contents);
    if (groups)
        decoder->node->slots[WGS_FUZZ_IN].chunks[0].first -=
            decoder->node->slots[WGS_FUZZ_IN].chunks[0].first % 3;
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_OUT, WGSFormat_Uint32, words);
    decoder->node->slots[WGS_FUZZ_IN].access = WGSAccess_CopySource;
    decoder->node->slots[WGS_FUZZ_OUT].access = WGSAccess_CopyDestination;
}

static void decode_callback(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    node->clears = wgs_fuzz_one_in(decoder, 2);
    if (!node->clears) {
        decode_copy(decoder);
        return;
    }
    wgs_fuzz_pick_write(decoder, WGS_FUZZ_OUT, WGSFormat_Uint32, take_rows(decoder));
    node->slots[WGS_FUZZ_OUT].access = WGSAccess_CopyDestination;
}

/* Which words of transients hold something from now on: what a node writes only for some counts is
 * not among them. */
static void define_outputs(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node const* const node = decoder->node;
    bool const always_reduced =
        node->kind == WGS_FUZZ_REDUCE || node->kind == WGS_FUZZ_HISTOGRAM; /* without rows, too */
    bool const counted = wgs_fuzz_is_counted(node) && !always_reduced;
    bool const nothing = node->kind == WGS_FUZZ_SEGMENTED_SORT ||
                         node->kind == WGS_FUZZ_SEGMENTED_BY_OFFSETS ||
                         (node->kind == WGS_FUZZ_COMPUTE && node->workgroups == 0) ||
                         node->condition != WGS_FUZZ_NONE;
    for (uint32_t s = 0; s < WGS_FUZZ_SLOT_COUNT; s++)
        for (uint32_t c = 0; c < WGS_FUZZ_MAX_CHUNKS; c++) {
            wgs_fuzz_view view = node->slots[s].chunks[c];
            bool const whole = s == WGS_FUZZ_EXCEEDED || s == WGS_FUZZ_OFFSETS_OUT;
            if (view.buffer == WGS_FUZZ_NONE || !wgs_fuzz_access_writes(node->slots[s].access) ||
                ((counted || nothing) && !(whole && node->condition == WGS_FUZZ_NONE)))
                continue;
            if (node->kind == WGS_FUZZ_SCAN && !node->chunked && s == WGS_FUZZ_OUT)
                view.length = node->capacity;
            wgs_fuzz_define(decoder, &view);
        }
}

/* The offsets of a counting sort, and workgroups, stay until something is written to their buffer. */
static void remember_outputs(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node const* const node = decoder->node;
    if (decoder->groups.buffer != WGS_FUZZ_NONE && wgs_fuzz_writes(node, decoder->groups.buffer))
        decoder->groups.buffer = WGS_FUZZ_NONE;
    if (decoder->offsets.buffer != WGS_FUZZ_NONE && wgs_fuzz_writes(node, decoder->offsets.buffer))
        decoder->offsets.buffer = WGS_FUZZ_NONE;
    if (node->condition != WGS_FUZZ_NONE)
        return;
    if (node->kind == WGS_FUZZ_COUNTING_SORT && wgs_fuzz_has(node, WGS_FUZZ_OFFSETS_OUT))
        decoder->offsets = node->slots[WGS_FUZZ_OFFSETS_OUT].chunks[0];
    bool const copies =
        node->kind == WGS_FUZZ_COPY || (node->kind == WGS_FUZZ_CALLBACK && !node->clears);
    wgs_fuzz_view const* const in = &node->slots[WGS_FUZZ_IN].chunks[0];
    if (copies && in->length == 3 && in->first % 3 == 0 &&
        decoder->graph->buffers[in->buffer].contents == WGS_FUZZ_GROUPS)
        decoder->groups = node->slots[WGS_FUZZ_OUT].chunks[0];
}

static bool takes_count(wgs_fuzz_node const* node) {
    return node->kind <= WGS_FUZZ_COMPARATOR_SORT && node->kind != WGS_FUZZ_BATCH_SORT &&
           node->kind != WGS_FUZZ_SEGMENTED_SORT && !(node->kind == WGS_FUZZ_SCAN && node->chunked);
}

/* An output that the primitive refuses in the buffer of an input, and an input. */
static bool can_alias(wgs_fuzz_decoder const* decoder, uint32_t out) {
    wgs_fuzz_node const* const node = decoder->node;
    wgs_fuzz_view const* const to = &node->slots[out].chunks[0];
    if (out == WGS_FUZZ_EXCEEDED || !wgs_fuzz_access_writes(node->slots[out].access))
        return false;
    uint32_t const in = wgs_fuzz_has(node, WGS_FUZZ_KEY_IN) ? WGS_FUZZ_KEY_IN : WGS_FUZZ_IN;
    return wgs_fuzz_has(node, in) &&
           decoder->graph->buffers[node->slots[in].chunks[0].buffer].words >=
               wgs_fuzz_view_words(to);
}

static void take_spoil(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_node* const node = decoder->node;
    if (!wgs_fuzz_one_in(decoder, 5))
        return;
    wgs_fuzz_spoil spoil = (wgs_fuzz_spoil)(1 + wgs_fuzz_take(decoder, WGS_FUZZ_SPOIL_COUNT));
    uint32_t slot = wgs_fuzz_take(decoder, WGS_FUZZ_SLOT_COUNT);
    while (!wgs_fuzz_has(node, slot))
        slot = (slot + 1) % WGS_FUZZ_SLOT_COUNT;
    if (node->kind == WGS_FUZZ_COPY)
        spoil = WGS_FUZZ_SPOIL_SIZE;
    else if (
        wgs_fuzz_has_handle(node) || (spoil == WGS_FUZZ_SPOIL_COUNT && !takes_count(node)) ||
        (spoil == WGS_FUZZ_SPOIL_ALIAS && !can_alias(decoder, slot)))
        return;
    if (spoil == WGS_FUZZ_SPOIL_COUNT) {
        node->spoiled_value = wgs_fuzz_add_value(decoder, 0, node->capacity + 1);
        if (node->spoiled_value == WGS_FUZZ_NONE)
            return;
    }
    node->spoil = spoil;
    node->spoiled_slot = slot;
}

void wgs_fuzz_decode_node(wgs_fuzz_decoder* decoder) {
    static void (*const decode[WGS_FUZZ_KIND_COUNT])(wgs_fuzz_decoder*) = {
        [WGS_FUZZ_SORT] = decode_sort,
        [WGS_FUZZ_BATCH_SORT] = decode_batch_sort,
        [WGS_FUZZ_SCAN] = decode_scan,
        [WGS_FUZZ_GATHER] = decode_gather,
        [WGS_FUZZ_REDUCE] = decode_reduce,
        [WGS_FUZZ_HISTOGRAM] = decode_histogram,
        [WGS_FUZZ_COUNTING_SORT] = decode_counting_sort,
        [WGS_FUZZ_SEGMENTED_SORT] = decode_segmented_sort,
        [WGS_FUZZ_SEGMENTED_BY_OFFSETS] = decode_by_offsets,
        [WGS_FUZZ_COMPARATOR_SORT] = decode_comparator_sort,
        [WGS_FUZZ_COMPUTE] = decode_compute,
        [WGS_FUZZ_COPY] = decode_copy,
        [WGS_FUZZ_CALLBACK] = decode_callback,
    };
    wgs_fuzz_graph* const graph = decoder->graph;
    wgs_fuzz_node* const node = &graph->nodes[graph->node_count];
    memset(node, 0, sizeof *node);
    node->kind = (wgs_fuzz_kind)wgs_fuzz_take(decoder, WGS_FUZZ_KIND_COUNT);
    node->chunk_count = 1;
    node->value = WGS_FUZZ_NONE;
    node->condition = decoder->condition;
    for (uint32_t s = 0; s < WGS_FUZZ_SLOT_COUNT; s++)
        for (uint32_t c = 0; c < WGS_FUZZ_MAX_CHUNKS; c++)
            node->slots[s].chunks[c].buffer = WGS_FUZZ_NONE;
    decoder->node = node;
    decoder->failed = false;
    decode[node->kind](decoder);
    if (decoder->failed)
        return;
    define_outputs(decoder);
    remember_outputs(decoder);
    take_spoil(decoder);
    node->publishes = wgs_fuzz_has_handle(node) && node->condition == WGS_FUZZ_NONE &&
                      wgs_fuzz_one_in(decoder, 8);
    graph->node_count++;
}
