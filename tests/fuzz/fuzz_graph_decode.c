/* SPDX-License-Identifier: MIT */
/* A description from any bytes: nodes first, each with the buffers that it needs, then dependencies,
 * then the encodes. */
#include "fuzz_graph_decode.h"

#include <stdlib.h>
#include <string.h>

/* A forward dependency often closes a cycle, so most graphs have none. Only nodes that the API gives
 * a handle of can be named. */
static void decode_dependencies(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_graph* const graph = decoder->graph;
    uint32_t handles[WGS_FUZZ_MAX_NODES];
    uint32_t count = 0;
    for (uint32_t n = 0; n < graph->node_count; n++)
        if (wgs_fuzz_has_handle(&graph->nodes[n]))
            handles[count++] = n;
    if (count == 0 || !wgs_fuzz_one_in(decoder, 3))
        return;
    bool const forward = wgs_fuzz_one_in(decoder, 2);
    uint32_t const dependencies = wgs_fuzz_take(decoder, WGS_FUZZ_MAX_DEPENDENCIES);
    for (uint32_t i = 0; i < dependencies; i++) {
        uint32_t const a = wgs_fuzz_take(decoder, count);
        uint32_t const b = wgs_fuzz_take(decoder, count);
        bool const turned = a < b && !forward;
        graph->dependencies[graph->dependency_count++] = (wgs_fuzz_dependency){
            .node = handles[turned ? b : a],
            .dependency = handles[turned ? a : b],
            .with_node = (turned ? a < b : b < a) && wgs_fuzz_one_in(decoder, 2),
        };
    }
}

/* Before each node some conditions end, and one may begin. */
static void decode_conditions(wgs_fuzz_decoder* decoder) {
    wgs_fuzz_graph* const graph = decoder->graph;
    while (decoder->condition != WGS_FUZZ_NONE && wgs_fuzz_one_in(decoder, 3))
        decoder->condition = graph->parents[decoder->condition];
    if (graph->condition_count == WGS_FUZZ_MAX_CONDITIONS || !wgs_fuzz_one_in(decoder, 10))
        return;
    graph->parents[graph->condition_count] = decoder->condition;
    decoder->condition = graph->condition_count++;
}

void wgs_fuzz_decode(uint8_t const* data, size_t size, wgs_fuzz_graph* graph) {
    wgs_fuzz_decoder decoder = {
        .input = {.data = data, .size = size},
        .graph = graph,
        .condition = WGS_FUZZ_NONE,
        .groups = {.buffer = WGS_FUZZ_NONE},
        .offsets = {.buffer = WGS_FUZZ_NONE},
    };
    memset(graph, 0, sizeof *graph);
    for (uint32_t i = 0; i < 4; i++)
        graph->seed = graph->seed << 8 | wgs_fuzz_byte(&decoder.input);
    uint32_t const nodes = 1 + wgs_fuzz_take(&decoder, WGS_FUZZ_MAX_NODES);
    for (uint32_t i = 0; i < nodes && decoder.input.size > 0; i++) {
        decode_conditions(&decoder);
        wgs_fuzz_decode_node(&decoder);
    }
    decode_dependencies(&decoder);
    wgs_fuzz_decode_encodes(&decoder);
    for (uint32_t i = 0; i < graph->buffer_count; i++)
        free(decoder.defined[i]);
}
