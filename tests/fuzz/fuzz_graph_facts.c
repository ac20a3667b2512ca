/* SPDX-License-Identifier: MIT */
/* What follows from a description alone. */
#include "fuzz_graph.h"

#include <string.h>

bool wgs_fuzz_access_writes(WGSAccess access) {
    return access == WGSAccess_StorageWrite || access == WGSAccess_StorageReadWrite ||
           access == WGSAccess_CopyDestination;
}

uint32_t wgs_fuzz_view_words(wgs_fuzz_view const* view) {
    return view->length * (wgsFormatGetSize(view->format) / 4);
}

bool wgs_fuzz_has(wgs_fuzz_node const* node, uint32_t slot) {
    return node->slots[slot].chunks[0].buffer != WGS_FUZZ_NONE;
}

static bool touches(wgs_fuzz_node const* node, uint32_t buffer, bool only_writes) {
    for (uint32_t s = 0; s < WGS_FUZZ_SLOT_COUNT; s++)
        for (uint32_t c = 0; c < WGS_FUZZ_MAX_CHUNKS; c++)
            if (node->slots[s].chunks[c].buffer == buffer &&
                (!only_writes || wgs_fuzz_access_writes(node->slots[s].access)))
                return true;
    return false;
}

bool wgs_fuzz_uses(wgs_fuzz_node const* node, uint32_t buffer) {
    return touches(node, buffer, false);
}

bool wgs_fuzz_writes(wgs_fuzz_node const* node, uint32_t buffer) {
    return touches(node, buffer, true);
}

bool wgs_fuzz_has_handle(wgs_fuzz_node const* node) {
    return node->kind == WGS_FUZZ_COMPUTE || node->kind == WGS_FUZZ_COPY ||
           node->kind == WGS_FUZZ_CALLBACK;
}

bool wgs_fuzz_is_counted(wgs_fuzz_node const* node) {
    return node->value != WGS_FUZZ_NONE || wgs_fuzz_has(node, WGS_FUZZ_COUNT);
}

bool wgs_fuzz_is_asked(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, uint32_t condition) {
    for (uint32_t c = graph->parents[condition]; c != WGS_FUZZ_NONE; c = graph->parents[c])
        if (!encode->answers[c])
            return false;
    return true;
}

bool wgs_fuzz_is_skipped(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, wgs_fuzz_node const* node) {
    return node->condition != WGS_FUZZ_NONE &&
           !(wgs_fuzz_is_asked(graph, encode, node->condition) && encode->answers[node->condition]);
}

uint32_t wgs_fuzz_record_words(uint32_t comparator) {
    static uint32_t const words[WGS_FUZZ_COMPARATORS] = {1, 2, WGS_FUZZ_MAX_RECORD};
    return words[comparator];
}

/* Two nodes conflict when both use a buffer, whatever the ranges, and one of them writes it. */
static bool conflict(wgs_fuzz_graph const* graph, uint32_t a, uint32_t b) {
    wgs_fuzz_node const* const first = &graph->nodes[a];
    wgs_fuzz_node const* const second = &graph->nodes[b];
    for (uint32_t i = 0; i < graph->buffer_count; i++)
        if (wgs_fuzz_uses(first, i) && wgs_fuzz_uses(second, i) &&
            (wgs_fuzz_writes(first, i) || wgs_fuzz_writes(second, i)))
            return true;
    return false;
}

typedef bool relation[WGS_FUZZ_MAX_NODES][WGS_FUZZ_MAX_NODES];

/* Completes the relation. Returns whether some node would have to run before itself. */
static bool close_relation(uint32_t count, relation before) {
    for (uint32_t via = 0; via < count; via++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++)
                before[a][b] = before[a][b] || (before[a][via] && before[via][b]);
    for (uint32_t a = 0; a < count; a++)
        if (before[a][a])
            return true;
    return false;
}

/* A primitive is several nodes of the graph, and what goes into one of them need not reach another:
 * orders by way of primitives are possible only. */
void wgs_fuzz_find_order(wgs_fuzz_graph const* graph, wgs_fuzz_order* order) {
    relation possible;
    memset(order, 0, sizeof *order);
    for (uint32_t b = 0; b < graph->node_count; b++)
        for (uint32_t a = 0; a < b; a++)
            order->before[a][b] = conflict(graph, a, b);
    for (uint32_t i = 0; i < graph->dependency_count; i++) {
        wgs_fuzz_dependency const* const given = &graph->dependencies[i];
        if (given->dependency != given->node)
            order->before[given->dependency][given->node] = true;
    }
    memcpy(possible, order->before, sizeof possible);
    for (uint32_t a = 0; a < graph->node_count; a++)
        for (uint32_t b = 0; b < graph->node_count; b++)
            if (!wgs_fuzz_has_handle(&graph->nodes[a]) || !wgs_fuzz_has_handle(&graph->nodes[b]))
                order->before[a][b] = false;
    if (close_relation(graph->node_count, order->before))
        order->cycle = WGS_FUZZ_CYCLE;
    else if (close_relation(graph->node_count, possible))
        order->cycle = WGS_FUZZ_MAYBE_CYCLE;
}
