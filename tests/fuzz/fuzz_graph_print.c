/* SPDX-License-Identifier: MIT */
/* A description as text, for whoever looks for what went wrong. */
#include "fuzz_graph.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

static char const* const kind_names[WGS_FUZZ_KIND_COUNT] = {
    "sort",
    "batch sort",
    "scan",
    "gather",
    "reduce",
    "histogram",
    "counting sort",
    "segmented sort",
    "segmented sort by offsets",
    "comparator sort",
    "compute",
    "copy",
    "callback"};

static char const* const slot_names[WGS_FUZZ_SLOT_COUNT] = {
    "keys[0].in",  "keys[1].in",  "keys[2].in",  "values[0].in",  "values[1].in",  "values[2].in",
    "keys[0].out", "keys[1].out", "keys[2].out", "values[0].out", "values[1].out", "values[2].out",
    "rowsOut",     "offsetsOut",  "in",          "rows",          "flags",         "domainView",
    "begins",      "ends",        "uniform",     "indirect",      "out",           "second out",
    "gpuCount",    "exceeded"};

static void print_buffers(wgs_fuzz_graph const* graph, FILE* file) {
    static char const* const contents[] = {
        "any", "small", "few", "ascending", "whole", "segments", "groups"};
    for (uint32_t i = 0; i < graph->buffer_count; i++) {
        wgs_fuzz_buffer const* const buffer = &graph->buffers[i];
        (void)fprintf(
            file,
            "buffer %" PRIu32 ": %s of %" PRIu32 " words%s%s",
            i,
            buffer->imported ? "import" : "transient",
            buffer->words,
            buffer->aligned ? ", aligned" : "",
            buffer->unordered ? ", unordered" : "");
        if (buffer->imported)
            (void)fprintf(file, ", %s", contents[buffer->contents]);
        if (buffer->with_default)
            (void)fprintf(file, ", by default memory %" PRIu32, buffer->default_at);
        (void)fprintf(file, "\n");
    }
    for (uint32_t i = 0; i < graph->value_count; i++)
        (void)fprintf(
            file,
            "value %" PRIu32 ": %" PRIu32 " of at most %" PRIu32 "\n",
            i,
            graph->values[i].value,
            graph->values[i].maximum);
}

static void print_settings(wgs_fuzz_node const* node, FILE* file) {
    (void)fprintf(
        file,
        "algorithm %d, operation %" PRIu32 ", mode %d, in place %d, domain %d, stride %" PRIu32
        ", %g to %g, range %" PRIu32 ", order %d, longest %" PRIu32 ", variant %" PRIu32
        ", %" PRIu32 " workgroups\n",
        (int)node->algorithm,
        node->operation,
        (int)node->mode,
        (int)node->in_place,
        (int)node->domain,
        node->stride,
        node->low,
        node->high,
        node->range,
        (int)node->order,
        node->max_length,
        node->variant,
        node->workgroups);
    for (uint32_t k = 0; k < node->key_count; k++)
        (void)fprintf(
            file,
            "    key %" PRIu32 ": direction %d, bits %" PRIu32 " + %" PRIu32 "\n",
            k,
            (int)node->keys[k].direction,
            node->keys[k].firstBit,
            node->keys[k].bitCount);
    for (uint32_t i = 0; i < node->segment_count; i++)
        (void)fprintf(
            file,
            "    segment %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 ", %" PRIu32 " rows\n",
            node->segments[i].keysIn,
            node->segments[i].keysOut,
            node->segments[i].valuesIn,
            node->segments[i].valuesOut,
            node->segments[i].length);
}

static void print_node(wgs_fuzz_graph const* graph, uint32_t index, FILE* file) {
    wgs_fuzz_node const* const node = &graph->nodes[index];
    (void)fprintf(
        file,
        "node %" PRIu32 ": %s of %" PRIu32 " rows, ",
        index,
        kind_names[node->kind],
        node->capacity);
    if (node->value != WGS_FUZZ_NONE)
        (void)fprintf(file, "as many as value %" PRIu32 ", ", node->value);
    if (node->spoil != WGS_FUZZ_SPOIL_NOTHING)
        (void)fprintf(
            file, "spoiled by %d of %s, ", (int)node->spoil, slot_names[node->spoiled_slot]);
    if (node->condition != WGS_FUZZ_NONE)
        (void)fprintf(file, "under condition %" PRIu32 ", ", node->condition);
    print_settings(node, file);
    for (uint32_t s = 0; s < WGS_FUZZ_SLOT_COUNT; s++)
        for (uint32_t c = 0; c < WGS_FUZZ_MAX_CHUNKS; c++) {
            wgs_fuzz_view const* const view = &node->slots[s].chunks[c];
            if (view->buffer != WGS_FUZZ_NONE)
                (void)fprintf(
                    file,
                    "    %s: buffer %" PRIu32 " from word %" PRIu32 ", %" PRIu32
                    " elements of format %d\n",
                    slot_names[s],
                    view->buffer,
                    view->first,
                    view->length,
                    (int)view->format);
        }
}

static void print_encode(wgs_fuzz_graph const* graph, uint32_t index, FILE* file) {
    wgs_fuzz_encode const* const encode = &graph->encodes[index];
    (void)fprintf(
        file,
        "encode %" PRIu32 ": timing %d, separate %d, steps %d (submitted %d) of %" PRIu64
        " rows, %" PRIu64 " bytes, %" PRIu32 " commands, %" PRIu32 " nodes; refused before %d%s\n",
        index,
        (int)encode->timing,
        (int)encode->separate,
        (int)encode->stepped,
        (int)encode->submit_steps,
        encode->budget.rows,
        encode->budget.bytes,
        encode->budget.commandCount,
        encode->budget.nodeCount,
        (int)encode->bad,
        encode->submit ? ", submitted" : "");
    for (uint32_t i = 0; i < graph->buffer_count; i++)
        if (graph->buffers[i].imported)
            (void)fprintf(
                file,
                "    buffer %" PRIu32 " in memory %" PRIu32 " from word %" PRIu32 "%s\n",
                i,
                encode->places[i].memory,
                encode->places[i].first,
                encode->places[i].replaced ? "" : " (default)");
    for (uint32_t c = 0; c < graph->condition_count; c++)
        (void)fprintf(
            file, "    condition %" PRIu32 " says %s\n", c, encode->answers[c] ? "yes" : "no");
    for (uint32_t i = 0; i < graph->value_count; i++)
        if (encode->value_replaced[i])
            (void)fprintf(file, "    value %" PRIu32 " is %" PRIu32 "\n", i, encode->values[i]);
}

void wgs_fuzz_print(wgs_fuzz_graph const* graph, FILE* file) {
    print_buffers(graph, file);
    for (uint32_t i = 0; i < graph->node_count; i++)
        print_node(graph, i, file);
    for (uint32_t i = 0; i < graph->dependency_count; i++)
        (void)fprintf(
            file,
            "node %" PRIu32 " runs after node %" PRIu32 "%s\n",
            graph->dependencies[i].node,
            graph->dependencies[i].dependency,
            graph->dependencies[i].with_node ? " (named with it)" : "");
    for (uint32_t i = 0; i < graph->memory_count; i++)
        (void)fprintf(file, "memory %" PRIu32 ": %" PRIu32 " words\n", i, graph->memories[i].words);
    for (uint32_t i = 0; i < graph->encode_count; i++)
        print_encode(graph, i, file);
    if (graph->own_scratch)
        (void)fprintf(file, "scratch of the caller's\n");
}

void wgs_fuzz_fail(wgs_fuzz_graph const* graph, char const* format, ...) {
    va_list arguments;
    wgs_fuzz_print(graph, stderr);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fprintf(stderr, "\n");
    abort();
}
