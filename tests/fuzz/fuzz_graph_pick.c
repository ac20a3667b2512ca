/* SPDX-License-Identifier: MIT */
/* Which buffers and views a node gets: so that the API takes them, and never words that no node has
 * written in this encode. */
#include "fuzz_graph_decode.h"

#include <stdlib.h>
#include <string.h>

uint32_t wgs_fuzz_take(wgs_fuzz_decoder* decoder, uint32_t limit) {
    uint32_t number = wgs_fuzz_byte(&decoder->input);
    if (limit > 256)
        number = number << 8 | wgs_fuzz_byte(&decoder->input);
    return number % limit;
}

bool wgs_fuzz_one_in(wgs_fuzz_decoder* decoder, uint32_t count) {
    return wgs_fuzz_take(decoder, count) == count - 1;
}

static bool is_fixed(wgs_fuzz_buffer const* buffer) {
    return buffer->contents >= WGS_FUZZ_ASCENDING;
}

uint32_t wgs_fuzz_add_value(wgs_fuzz_decoder* decoder, uint32_t value, uint32_t maximum) {
    wgs_fuzz_graph* const graph = decoder->graph;
    if (graph->value_count == WGS_FUZZ_MAX_VALUES)
        return WGS_FUZZ_NONE;
    graph->values[graph->value_count] = (wgs_fuzz_value){value, maximum};
    return graph->value_count++;
}

/* A new buffer of at least so many words; WGS_FUZZ_NONE when there are too many. */
static uint32_t
add_buffer(wgs_fuzz_decoder* decoder, bool imported, wgs_fuzz_contents contents, uint32_t words) {
    wgs_fuzz_graph* const graph = decoder->graph;
    if (graph->buffer_count == WGS_FUZZ_MAX_BUFFERS) {
        decoder->failed = true;
        return WGS_FUZZ_NONE;
    }
    uint32_t const slack = wgs_fuzz_one_in(decoder, 3) ? wgs_fuzz_take(decoder, 200) : 0;
    uint32_t const index = graph->buffer_count++;
    graph->buffers[index] = (wgs_fuzz_buffer){
        .imported = imported,
        .contents = contents,
        .words = words + slack > 0 ? words + slack : 1,
        .with_default = imported && wgs_fuzz_one_in(decoder, 2),
    };
    decoder->defined[index] = calloc(graph->buffers[index].words, sizeof(bool));
    FUZZ_CHECK(decoder->defined[index] != NULL);
    return index;
}

static bool
is_defined(wgs_fuzz_decoder const* decoder, uint32_t buffer, uint32_t first, uint32_t words) {
    if (decoder->graph->buffers[buffer].imported)
        return true;
    for (uint32_t i = 0; i < words; i++)
        if (!decoder->defined[buffer][first + i])
            return false;
    return true;
}

void wgs_fuzz_define(wgs_fuzz_decoder* decoder, wgs_fuzz_view const* view) {
    for (uint32_t i = 0; i < wgs_fuzz_view_words(view); i++)
        decoder->defined[view->buffer][view->first + i] = true;
}

/* A random place for so many words, a multiple of `step`. */
static uint32_t
take_place(wgs_fuzz_decoder* decoder, uint32_t buffer, uint32_t words, uint32_t step) {
    uint32_t const places = (decoder->graph->buffers[buffer].words - words) / step + 1;
    return wgs_fuzz_take(decoder, places < 65536 ? places : 65536) * step;
}

/* Whether the node may read so many words of the buffer, and from where. */
static bool try_read(
    wgs_fuzz_decoder* decoder,
    uint32_t buffer,
    wgs_fuzz_contents contents,
    uint32_t words,
    uint32_t step,
    uint32_t* first) {
    wgs_fuzz_buffer const* const candidate = &decoder->graph->buffers[buffer];
    bool const fits = candidate->words >= words && !candidate->unordered &&
                      (contents == WGS_FUZZ_ANY || candidate->contents == contents) &&
                      !wgs_fuzz_writes(decoder->node, buffer);
    if (!fits)
        return false;
    *first = take_place(decoder, buffer, words, step);
    if (is_defined(decoder, buffer, *first, words))
        return true;
    *first = 0;
    return is_defined(decoder, buffer, 0, words);
}

static wgs_fuzz_view*
place_slot(wgs_fuzz_decoder* decoder, uint32_t slot, uint32_t chunk, WGSAccess access) {
    decoder->node->slots[slot].access = access;
    return &decoder->node->slots[slot].chunks[chunk];
}

/* Where to look for a buffer: anywhere, or among the newest, so that nodes build on each other. */
static uint32_t take_start(wgs_fuzz_decoder* decoder) {
    uint32_t const count = decoder->graph->buffer_count;
    if (wgs_fuzz_one_in(decoder, 3))
        return wgs_fuzz_take(decoder, count);
    return count - 1 - wgs_fuzz_take(decoder, count < 6 ? count : 6);
}

/* A view to read; segments are begins and ends, always of the whole buffer. */
static void pick_read(
    wgs_fuzz_decoder* decoder,
    wgs_fuzz_view* view,
    wgs_fuzz_contents contents,
    WGSFormat format,
    uint32_t length,
    uint32_t step) {
    wgs_fuzz_graph const* const graph = decoder->graph;
    *view = (wgs_fuzz_view){WGS_FUZZ_NONE, format, 0, length};
    uint32_t const words = wgs_fuzz_view_words(view);
    bool const fresh = graph->buffer_count == 0 || wgs_fuzz_one_in(decoder, 5);
    uint32_t const start = fresh ? 0 : take_start(decoder);
    for (uint32_t i = 0; !fresh && i < graph->buffer_count; i++) {
        uint32_t const buffer = (start + i) % graph->buffer_count;
        if (try_read(decoder, buffer, contents, words, step, &view->first)) {
            view->buffer = buffer;
            return;
        }
    }
    if (contents == WGS_FUZZ_ANY)
        contents = (wgs_fuzz_contents)wgs_fuzz_take(decoder, WGS_FUZZ_WHOLE + 1);
    view->buffer = add_buffer(decoder, true, contents, words);
    view->first = 0;
    if (view->buffer != WGS_FUZZ_NONE && contents != WGS_FUZZ_SEGMENTS)
        view->first = take_place(decoder, view->buffer, words, step);
}

void wgs_fuzz_pick_read(
    wgs_fuzz_decoder* decoder,
    uint32_t slot,
    uint32_t chunk,
    WGSFormat format,
    uint32_t length,
    wgs_fuzz_contents contents) {
    wgs_fuzz_view* const view = place_slot(decoder, slot, chunk, WGSAccess_StorageRead);
    pick_read(decoder, view, contents, format, length, 1);
}

void wgs_fuzz_pick_aligned_read(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSAccess access, uint32_t length) {
    wgs_fuzz_view* const view = place_slot(decoder, slot, 0, access);
    pick_read(decoder, view, WGS_FUZZ_ANY, WGSFormat_Uint32, length, WGS_FUZZ_ALIGNMENT);
    if (view->buffer != WGS_FUZZ_NONE)
        decoder->graph->buffers[view->buffer].aligned = true;
}

/* A buffer that the node may write and that it uses nowhere else; one that can be read in place
 * where `defined` is asked for. */
static void pick_write(
    wgs_fuzz_decoder* decoder,
    wgs_fuzz_view* view,
    WGSFormat format,
    uint32_t length,
    uint32_t step,
    bool defined) {
    wgs_fuzz_graph const* const graph = decoder->graph;
    wgs_fuzz_view chosen = {WGS_FUZZ_NONE, format, 0, length};
    uint32_t const words = wgs_fuzz_view_words(&chosen);
    bool const fresh = graph->buffer_count == 0 || wgs_fuzz_one_in(decoder, 3);
    uint32_t const start = fresh ? 0 : wgs_fuzz_take(decoder, graph->buffer_count);
    for (uint32_t i = 0; !fresh && i < graph->buffer_count; i++) {
        uint32_t const buffer = (start + i) % graph->buffer_count;
        wgs_fuzz_buffer const* const candidate = &graph->buffers[buffer];
        if (candidate->words < words || candidate->unordered || is_fixed(candidate) ||
            wgs_fuzz_uses(decoder->node, buffer))
            continue;
        chosen.first = take_place(decoder, buffer, words, step);
        if (defined && !is_defined(decoder, buffer, chosen.first, words))
            continue;
        chosen.buffer = buffer;
        *view = chosen;
        return;
    }
    bool const imported = defined || wgs_fuzz_one_in(decoder, 3);
    wgs_fuzz_contents const contents = (wgs_fuzz_contents)wgs_fuzz_take(decoder, WGS_FUZZ_FEW + 1);
    chosen.buffer = add_buffer(decoder, imported, contents, words);
    if (chosen.buffer != WGS_FUZZ_NONE)
        chosen.first = take_place(decoder, chosen.buffer, words, step);
    *view = chosen;
}

void wgs_fuzz_pick_write(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSFormat format, uint32_t length) {
    wgs_fuzz_view* const view = place_slot(decoder, slot, 0, WGSAccess_StorageWrite);
    pick_write(decoder, view, format, length, 1, false);
}

/* All chunks in one buffer, with gaps between, from the last to the first if so chosen. */
static void pick_shared(
    wgs_fuzz_decoder* decoder,
    uint32_t slot,
    uint32_t chunk_count,
    WGSFormat format,
    uint32_t const* lengths) {
    uint32_t const element = wgsFormatGetSize(format) / 4;
    uint32_t const gap = wgs_fuzz_take(decoder, 4);
    bool const backwards = wgs_fuzz_one_in(decoder, 3);
    uint32_t words = 0;
    for (uint32_t c = 0; c < chunk_count; c++)
        words += lengths[c] * element + gap;
    wgs_fuzz_view whole;
    pick_write(decoder, &whole, WGSFormat_Uint32, words, 1, false);
    uint32_t first = whole.first;
    for (uint32_t i = 0; i < chunk_count; i++) {
        uint32_t const c = backwards ? chunk_count - 1 - i : i;
        wgs_fuzz_view* const view = place_slot(decoder, slot, c, WGSAccess_StorageWrite);
        *view = (wgs_fuzz_view){whole.buffer, format, first, lengths[c]};
        first += lengths[c] * element + gap;
    }
}

void wgs_fuzz_pick_writes(
    wgs_fuzz_decoder* decoder,
    uint32_t slot,
    uint32_t chunk_count,
    WGSFormat format,
    uint32_t const* lengths) {
    if (wgs_fuzz_one_in(decoder, 2)) {
        pick_shared(decoder, slot, chunk_count, format, lengths);
        return;
    }
    for (uint32_t c = 0; c < chunk_count; c++) {
        wgs_fuzz_view view;
        pick_write(decoder, &view, format, lengths[c], 1, false);
        *place_slot(decoder, slot, c, WGSAccess_StorageWrite) = view;
    }
}

void wgs_fuzz_pick_unordered(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSFormat format, uint32_t length) {
    wgs_fuzz_view* const view = place_slot(decoder, slot, 0, WGSAccess_StorageWrite);
    uint32_t const buffer = add_buffer(decoder, true, WGS_FUZZ_ANY, length);
    *view = (wgs_fuzz_view){buffer, format, 0, length};
    if (buffer != WGS_FUZZ_NONE) {
        decoder->graph->buffers[buffer].unordered = true;
        decoder->graph->buffers[buffer].with_default = false;
        view->first = take_place(decoder, buffer, length, 1);
    }
}

/* What is changed in place has to be there before. A second view of a node may lie in the buffer of
 * the first, behind it. */
void wgs_fuzz_pick_aligned_write(
    wgs_fuzz_decoder* decoder, uint32_t slot, WGSAccess access, uint32_t length) {
    wgs_fuzz_view* const view = place_slot(decoder, slot, 0, access);
    bool const defined = access == WGSAccess_StorageReadWrite;
    wgs_fuzz_view const first = decoder->node->slots[WGS_FUZZ_OUT].chunks[0];
    if (slot == WGS_FUZZ_OUT2 && first.buffer != WGS_FUZZ_NONE) {
        uint32_t const end = first.first + wgs_fuzz_view_words(&first);
        uint32_t const place =
            (end + WGS_FUZZ_ALIGNMENT - 1) / WGS_FUZZ_ALIGNMENT * WGS_FUZZ_ALIGNMENT;
        if (place + length <= decoder->graph->buffers[first.buffer].words) {
            *view = (wgs_fuzz_view){first.buffer, WGSFormat_Uint32, place, length};
            return;
        }
    }
    pick_write(decoder, view, WGSFormat_Uint32, length, WGS_FUZZ_ALIGNMENT, defined);
    if (view->buffer != WGS_FUZZ_NONE)
        decoder->graph->buffers[view->buffer].aligned = true;
}
