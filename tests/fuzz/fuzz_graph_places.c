/* SPDX-License-Identifier: MIT */
/*
 * Which memory each import is in each encode: its own, that of an earlier encode, a place anywhere in
 * another one's, together with other imports where the API lets them share. The rule: imports of
 * which one is written must not overlap, and no node may use two of them in one memory.
 */
#include "fuzz_graph_decode.h"

typedef struct places {
    wgs_fuzz_decoder* decoder;
    wgs_fuzz_graph* graph;
    wgs_fuzz_encode* encode;
    wgs_fuzz_place defaults[WGS_FUZZ_MAX_BUFFERS];
    bool written[WGS_FUZZ_MAX_BUFFERS];
    bool placed[WGS_FUZZ_MAX_BUFFERS]; /* in this encode */
} places;

static bool is_reserved(wgs_fuzz_buffer const* buffer) {
    return buffer->unordered || buffer->contents >= WGS_FUZZ_ASCENDING;
}

static bool used_together(wgs_fuzz_graph const* graph, uint32_t a, uint32_t b) {
    for (uint32_t n = 0; n < graph->node_count; n++)
        if (wgs_fuzz_uses(&graph->nodes[n], a) && wgs_fuzz_uses(&graph->nodes[n], b))
            return true;
    return false;
}

static bool overlap(
    wgs_fuzz_graph const* graph, uint32_t a, wgs_fuzz_place at, uint32_t b, wgs_fuzz_place other) {
    return at.first < other.first + graph->buffers[b].words &&
           other.first < at.first + graph->buffers[a].words;
}

/* Whether the import may lie there, beside those that have their places. */
static bool is_legal(places const* p, uint32_t import, wgs_fuzz_place at) {
    wgs_fuzz_buffer const* const buffer = &p->graph->buffers[import];
    if (at.first + buffer->words > p->graph->memories[at.memory].words ||
        (buffer->aligned && at.first % WGS_FUZZ_ALIGNMENT != 0))
        return false;
    for (uint32_t other = 0; other < p->graph->buffer_count; other++) {
        if (!p->placed[other] || p->encode->places[other].memory != at.memory ||
            (!p->written[import] && !p->written[other]))
            continue;
        if (overlap(p->graph, import, at, other, p->encode->places[other]) ||
            used_together(p->graph, import, other))
            return false;
    }
    return true;
}

/* A memory of its own, with room around the import for guards or for others. */
static wgs_fuzz_place add_memory(places* p, uint32_t import, bool exact) {
    wgs_fuzz_buffer const* const buffer = &p->graph->buffers[import];
    uint32_t const before = buffer->aligned ? WGS_FUZZ_ALIGNMENT * wgs_fuzz_take(p->decoder, 3)
                                            : wgs_fuzz_take(p->decoder, 70);
    uint32_t const first = exact ? 0 : before;
    uint32_t const behind =
        exact && wgs_fuzz_one_in(p->decoder, 2)
            ? 0
            : 1 + wgs_fuzz_take(p->decoder, wgs_fuzz_one_in(p->decoder, 3) ? 600 : 64);
    uint32_t const index = p->graph->memory_count++;
    p->graph->memories[index] = (wgs_fuzz_memory){
        .words = first + buffer->words + behind,
        .contents = buffer->contents,
        .reserved = is_reserved(buffer),
        .contents_first = first,
        .contents_words = buffer->words,
    };
    return (wgs_fuzz_place){.replaced = !exact, .memory = index, .first = first};
}

/* Some place in some memory that there is. */
static bool take_other(places* p, uint32_t import, wgs_fuzz_place* at) {
    wgs_fuzz_buffer const* const buffer = &p->graph->buffers[import];
    if (p->graph->memory_count == 0)
        return false;
    at->replaced = true;
    at->memory = wgs_fuzz_take(p->decoder, p->graph->memory_count);
    wgs_fuzz_memory const* const memory = &p->graph->memories[at->memory];
    if (memory->reserved || memory->words < buffer->words)
        return false;
    at->first = wgs_fuzz_take(p->decoder, memory->words - buffer->words + 1);
    if (buffer->aligned)
        at->first -= at->first % WGS_FUZZ_ALIGNMENT;
    return is_legal(p, import, *at);
}

static wgs_fuzz_place take_place(places* p, uint32_t import, wgs_fuzz_encode const* before) {
    wgs_fuzz_buffer const* const buffer = &p->graph->buffers[import];
    wgs_fuzz_place at;
    if (buffer->unordered)
        return add_memory(p, import, false);
    if (buffer->with_default && !wgs_fuzz_one_in(p->decoder, 3) &&
        is_legal(p, import, p->defaults[import]))
        return p->defaults[import];
    if (before != NULL && !wgs_fuzz_one_in(p->decoder, 3) &&
        is_legal(p, import, before->places[import]))
        return before->places[import];
    if (!is_reserved(buffer) && !wgs_fuzz_one_in(p->decoder, 3) && take_other(p, import, &at))
        return at;
    return add_memory(p, import, false);
}

static void take_places(places* p, wgs_fuzz_encode const* before) {
    for (uint32_t i = 0; i < p->graph->buffer_count; i++)
        p->placed[i] = false;
    for (uint32_t i = 0; i < p->graph->buffer_count; i++) {
        if (!p->graph->buffers[i].imported)
            continue;
        p->encode->places[i] = take_place(p, i, before);
        p->placed[i] = true;
    }
}

static void take_values(places* p) {
    for (uint32_t i = 0; i < p->graph->value_count; i++) {
        wgs_fuzz_value const* const value = &p->graph->values[i];
        bool const replaced = wgs_fuzz_one_in(p->decoder, 2);
        uint32_t const limit = value->maximum < 65535 ? value->maximum + 1 : 65536;
        p->encode->value_replaced[i] = replaced;
        p->encode->values[i] = replaced ? wgs_fuzz_take(p->decoder, limit) : value->value;
    }
}

/* How the encode is recorded. */
static void take_way(places* p) {
    wgs_fuzz_encode* const encode = p->encode;
    wgs_fuzz_decoder* const decoder = p->decoder;
    for (uint32_t c = 0; c < p->graph->condition_count; c++)
        encode->answers[c] = !wgs_fuzz_one_in(decoder, 2);
    if (wgs_fuzz_one_in(decoder, 4))
        encode->timing = (WGSTiming)wgs_fuzz_take(decoder, 3);
    encode->separate = wgs_fuzz_one_in(decoder, 4);
    encode->stepped = wgs_fuzz_one_in(decoder, 3);
    encode->submit_steps = wgs_fuzz_one_in(decoder, 2);
    if (wgs_fuzz_one_in(decoder, 2))
        encode->budget.rows = wgs_fuzz_take(decoder, 20000);
    if (wgs_fuzz_one_in(decoder, 2))
        encode->budget.bytes = 16ull * wgs_fuzz_take(decoder, 20000);
    if (wgs_fuzz_one_in(decoder, 2))
        encode->budget.commandCount = wgs_fuzz_take(decoder, 60);
    if (wgs_fuzz_one_in(decoder, 2))
        encode->budget.nodeCount = wgs_fuzz_take(decoder, 30);
}

void wgs_fuzz_decode_encodes(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_graph* const graph = decoder->graph;
    places p = {.decoder = decoder, .graph = graph};
    for (uint32_t i = 0; i < graph->buffer_count; i++) {
        for (uint32_t n = 0; n < graph->node_count; n++)
            p.written[i] = p.written[i] || wgs_fuzz_writes(&graph->nodes[n], i);
        if (!graph->buffers[i].with_default)
            continue;
        p.defaults[i] = add_memory(&p, i, true);
        graph->buffers[i].default_at = p.defaults[i].memory;
    }
    graph->own_scratch = wgs_fuzz_one_in(decoder, 4);
    graph->encode_count = 2 + wgs_fuzz_take(decoder, WGS_FUZZ_MAX_ENCODES - 1);
    for (uint32_t e = 0; e < graph->encode_count; e++) {
        p.encode = &graph->encodes[e];
        take_places(&p, e > 0 ? &graph->encodes[e - 1] : NULL);
        take_values(&p);
        take_way(&p);
        if (wgs_fuzz_one_in(decoder, 4))
            p.encode->bad = (wgs_fuzz_bad_encode)wgs_fuzz_take(decoder, WGS_FUZZ_BAD_COUNT);
        p.encode->submit = e + 1 == graph->encode_count || wgs_fuzz_one_in(decoder, 2);
    }
}
