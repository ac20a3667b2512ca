/* SPDX-License-Identifier: MIT */
/* A description on the device: compiled, encoded as often as it says, submitted, and every word of
 * every memory compared with the host, guards included. */
#include "fuzz_graph.h"

#include <stdlib.h>
#include <string.h>

#include "testing/test_device.h"

enum { QUERIES = 2048 };

static void check(wgs_fuzz_rig const* rig, WGSStatus status, WGSError const* error) {
    if (status != WGSStatus_Success)
        wgs_fuzz_fail(rig->description, "failed: %s", error->message);
}

/* --- Compile --- */

/* Scratch as the graph asks for it, and a little more. */
static size_t make_scratch(wgs_fuzz_rig const* rig, WGPUBuffer** buffers) {
    size_t count = 0;
    WGSError error;
    check(rig, wgsGraphGetScratch(rig->graph, &count, NULL, &error), &error);
    WGSScratch* const scratches = calloc(count + 1, sizeof *scratches);
    *buffers = calloc(count + 1, sizeof **buffers);
    FUZZ_CHECK(scratches != NULL && *buffers != NULL);
    if (count > 0)
        check(rig, wgsGraphGetScratch(rig->graph, &count, scratches, &error), &error);
    for (size_t i = 0; i < count; i++) {
        WGPUBufferDescriptor const descriptor = {
            .usage = scratches[i].usage | WGPUBufferUsage_CopySrc,
            .size = scratches[i].size + 4 * (i % 3)};
        if (i % 4 != 3) /* the program allocates the others */
            (*buffers)[i] = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
    }
    free(scratches);
    return count;
}

static WGSStatus compile(wgs_fuzz_rig* rig, WGSError* error) {
    WGPUBuffer* buffers = NULL;
    WGSCompileDescriptor descriptor = {0};
    if (rig->description->own_scratch)
        descriptor.scratchCount = make_scratch(rig, &buffers);
    descriptor.scratches = buffers;
    WGSStatus const status = wgsGraphCompile(rig->graph, &descriptor, &rig->program, error);
    for (size_t i = 0; i < descriptor.scratchCount; i++)
        if (buffers[i] != NULL)
            wgpuBufferRelease(buffers[i]);
    free(buffers);
    return status;
}

/* Whether there is a program: a cycle is told as one, at every try, and nothing else is. */
static bool compile_or_cycle(wgs_fuzz_rig* rig, wgs_fuzz_order const* order) {
    WGSError error;
    size_t count = 0;
    WGSStatus status = wgsGraphGetScratch(rig->graph, &count, NULL, &error);
    if (status != WGSStatus_Success && error.detail == WGSErrorId_DependencyCycle) {
        status = wgsGraphCompile(rig->graph, NULL, &rig->program, &error);
        if (order->cycle == WGS_FUZZ_NO_CYCLE || status == WGSStatus_Success ||
            error.detail != WGSErrorId_DependencyCycle)
            wgs_fuzz_fail(rig->description, "is this a cycle? %s", error.message);
        return false;
    }
    check(rig, status, &error);
    if (order->cycle == WGS_FUZZ_CYCLE)
        wgs_fuzz_fail(rig->description, "a cycle was compiled");
    check(rig, compile(rig, &error), &error);
    return true;
}

/* --- Encode --- */

/* The replacements of one encode, as the API takes them. */
typedef struct replacements {
    size_t buffer_count;
    WGSBufferReplacement buffers[WGS_FUZZ_MAX_BUFFERS + 1];
    size_t value_count;
    WGSValueReplacement values[WGS_FUZZ_MAX_VALUES + 1];
} replacements;

static void list_replacements(wgs_fuzz_rig const* rig, replacements* list) {
    wgs_fuzz_encode const* const encode = rig->encode;
    list->buffer_count = 0;
    list->value_count = 0;
    for (uint32_t i = 0; i < rig->description->buffer_count; i++) {
        wgs_fuzz_place const* const place = &encode->places[i];
        if (rig->description->buffers[i].imported && place->replaced)
            list->buffers[list->buffer_count++] = (WGSBufferReplacement){
                rig->buffers[i], rig->memories[place->memory], 4ull * place->first};
    }
    for (uint32_t i = 0; i < rig->description->value_count; i++)
        if (encode->value_replaced[i])
            list->values[list->value_count++] =
                (WGSValueReplacement){rig->values[i], encode->values[i]};
}

/* The source of a copy is moved to where its destination is. */
static WGSErrorId make_alias(wgs_fuzz_rig const* rig, replacements* list) {
    wgs_fuzz_graph const* const graph = rig->description;
    for (uint32_t n = 0; n < graph->node_count; n++) {
        wgs_fuzz_node const* const node = &graph->nodes[n];
        uint32_t const in = node->slots[WGS_FUZZ_IN].chunks[0].buffer;
        uint32_t const out = node->slots[WGS_FUZZ_OUT].chunks[0].buffer;
        if (node->kind != WGS_FUZZ_COPY || !graph->buffers[in].imported ||
            !graph->buffers[out].imported)
            continue;
        wgs_fuzz_place const* const place = &rig->encode->places[out];
        if (graph->memories[place->memory].words - place->first < graph->buffers[in].words)
            continue;
        for (size_t i = 0; i < list->buffer_count; i++)
            if (list->buffers[i].buffer == rig->buffers[in]) {
                list->buffers[i].replacement = rig->memories[place->memory];
                list->buffers[i].offset = 4ull * place->first;
                return WGSErrorId_AliasedImports;
            }
    }
    return WGSErrorId_None;
}

/* Makes the replacements wrong. None: there is nothing that could be. */
static WGSErrorId spoil(wgs_fuzz_rig const* rig, replacements* list) {
    wgs_fuzz_graph const* const graph = rig->description;
    switch (rig->encode->bad) {
    case WGS_FUZZ_BAD_VALUE:
        if (graph->value_count == 0)
            return WGSErrorId_None;
        list->value_count = 1;
        list->values[0] = (WGSValueReplacement){rig->values[0], graph->values[0].maximum + 1};
        return WGSErrorId_ValueOutOfRange;
    case WGS_FUZZ_BAD_TRANSIENT:
        list->buffers[list->buffer_count++] =
            (WGSBufferReplacement){rig->plain, rig->memories[0], 0};
        return graph->memory_count == 0 ? WGSErrorId_NullArgument : WGSErrorId_NotAnImport;
    case WGS_FUZZ_BAD_ALIAS:
        return make_alias(rig, list);
    default:
        break;
    }
    if (list->buffer_count == 0)
        return WGSErrorId_None;
    WGSBufferReplacement* const last = &list->buffers[list->buffer_count - 1];
    switch (rig->encode->bad) {
    case WGS_FUZZ_BAD_DUPLICATE:
        list->buffers[list->buffer_count++] = *last;
        return WGSErrorId_DuplicateReplacement;
    case WGS_FUZZ_BAD_OFFSET:
        last->offset += 2;
        return WGSErrorId_InvalidOffset;
    case WGS_FUZZ_BAD_SIZE:
        last->offset = wgpuBufferGetSize(last->replacement);
        return WGSErrorId_BufferTooSmall;
    default:
        return WGSErrorId_None;
    }
}

static WGSStatus encode_list(
    wgs_fuzz_rig* rig,
    WGPUCommandEncoder encoder,
    WGPUQuerySet queries,
    replacements const* list,
    WGSEncodeStats* stats,
    WGSError* error) {
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = list->buffer_count,
        .buffers = list->buffers,
        .valueCount = list->value_count,
        .values = list->values,
        .timing = queries == NULL ? WGSTiming_None : rig->encode->timing,
        .querySet = queries,
    };
    rig->recorded_count = 0;
    return wgsProgramEncode(rig->program, encoder, &descriptor, stats, error);
}

static void try_bad_encode(wgs_fuzz_rig* rig, WGPUCommandEncoder encoder) {
    replacements list;
    list_replacements(rig, &list);
    WGSErrorId const wanted = spoil(rig, &list);
    if (wanted == WGSErrorId_None)
        return;
    WGSError error = {.message = "success"};
    (void)encode_list(rig, encoder, NULL, &list, NULL, &error);
    if (error.detail != wanted || rig->recorded_count > 0)
        wgs_fuzz_fail(
            rig->description,
            "a bad encode (%d) should be refused by %s: %s",
            (int)rig->encode->bad,
            wgsErrorIdGetName(wanted),
            error.message);
}

/* Every callback once, in an order that the dependencies allow. */
static void check_recorded(wgs_fuzz_rig const* rig, wgs_fuzz_order const* order) {
    uint32_t callbacks = 0;
    for (uint32_t n = 0; n < rig->description->node_count; n++)
        callbacks += rig->description->nodes[n].kind == WGS_FUZZ_CALLBACK;
    bool good = callbacks == rig->recorded_count;
    for (uint32_t j = 1; good && j < rig->recorded_count; j++)
        for (uint32_t i = 0; i < j; i++)
            good = good && rig->recorded[i] != rig->recorded[j] &&
                   !order->before[rig->recorded[j]][rig->recorded[i]] &&
                   (rig->description->dependency_count > 0 || rig->recorded[i] < rig->recorded[j]);
    if (!good)
        wgs_fuzz_fail(
            rig->description,
            "%u callbacks ran, or in the wrong order",
            (unsigned)rig->recorded_count);
}

static void check_stats(wgs_fuzz_rig const* rig, WGSEncodeStats const* stats, size_t values) {
    WGSProgramStats program;
    WGSError error;
    check(rig, wgsProgramGetStats(rig->program, &program, &error), &error);
    if (stats->nodeCount > program.nodeCount ||
        (values == 0 && stats->dispatchCount != program.dispatchCount))
        wgs_fuzz_fail(
            rig->description,
            "%u nodes and %u dispatches were recorded of %u and %u",
            (unsigned)stats->nodeCount,
            (unsigned)stats->dispatchCount,
            (unsigned)program.nodeCount,
            (unsigned)program.dispatchCount);
}

/* A set that is large enough for the program's queries; NULL where none are wanted or possible. */
static WGPUQuerySet make_queries(wgs_fuzz_rig const* rig) {
    WGSContextInfo info;
    WGSProgramStats stats;
    WGSError error;
    check(rig, wgsContextGetInfo(wgs_test_context(), &info, &error), &error);
    check(rig, wgsProgramGetStats(rig->program, &stats, &error), &error);
    if (!info.hasTimestamps || rig->encode->timing == WGSTiming_None ||
        stats.timestampCountNodes > QUERIES)
        return NULL;
    WGPUQuerySetDescriptor const descriptor = {.type = WGPUQueryType_Timestamp, .count = QUERIES};
    return wgpuDeviceCreateQuerySet(wgs_test_device(), &descriptor);
}

static void encode_one(wgs_fuzz_rig* rig, WGPUCommandEncoder encoder, wgs_fuzz_order const* order) {
    replacements list;
    WGSEncodeStats stats;
    WGSError error;
    WGPUQuerySet const queries = make_queries(rig);
    try_bad_encode(rig, encoder);
    list_replacements(rig, &list);
    check(rig, encode_list(rig, encoder, queries, &list, &stats, &error), &error);
    if (queries != NULL)
        wgpuQuerySetRelease(queries);
    check_recorded(rig, order);
    check_stats(rig, &stats, list.value_count);
}

/* --- Compare --- */

static int compare_words(void const* a, void const* b) {
    uint32_t const x = *(uint32_t const*)a;
    uint32_t const y = *(uint32_t const*)b;
    return x < y ? -1 : x > y;
}

/* Rows that may be in any order are compared in order. */
static void sort_runs(wgs_fuzz_state const* state, uint32_t memory, uint32_t* words) {
    for (uint32_t i = 0; i < state->run_count; i++)
        if (state->runs[i].memory == memory)
            qsort(words + state->runs[i].first, state->runs[i].length, 4, compare_words);
}

static void compare_memory(wgs_fuzz_rig const* rig, wgs_fuzz_state* state, uint32_t memory) {
    uint32_t const count = rig->description->memories[memory].words;
    uint32_t* const expected = state->memories[memory];
    uint32_t* const words = malloc(4 * (size_t)count);
    FUZZ_CHECK(words != NULL);
    WGSError error;
    check(
        rig,
        wgsContextReadBuffer(
            wgs_test_context(), rig->memories[memory], 0, words, 4ull * count, &error),
        &error);
    sort_runs(state, memory, words);
    sort_runs(state, memory, expected);
    for (uint32_t i = 0; i < count; i++)
        if (words[i] != expected[i])
            wgs_fuzz_fail(
                rig->description,
                "word %u of memory %u is 0x%08X but should be 0x%08X",
                (unsigned)i,
                (unsigned)memory,
                (unsigned)words[i],
                (unsigned)expected[i]);
    free(words);
}

void wgs_fuzz_run(wgs_fuzz_rig* rig, wgs_fuzz_state* state) {
    wgs_fuzz_order order;
    wgs_fuzz_find_order(rig->description, &order);
    if (!compile_or_cycle(rig, &order))
        return;
    unsigned const errors = wgs_test_device_errors();
    WGPUCommandEncoder encoder = NULL;
    WGSError error;
    for (uint32_t e = 0; e < rig->description->encode_count; e++) {
        if (encoder == NULL)
            encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
        rig->encode = &rig->description->encodes[e];
        encode_one(rig, encoder, &order);
        wgs_fuzz_execute(rig->description, rig->encode, state);
        if (!rig->encode->submit)
            continue;
        check(rig, wgsContextSubmit(wgs_test_context(), encoder, &error), &error);
        wgpuCommandEncoderRelease(encoder);
        encoder = NULL;
    }
    for (uint32_t i = 0; i < rig->description->memory_count; i++)
        compare_memory(rig, state, i);
    if (wgs_test_device_errors() != errors)
        wgs_fuzz_fail(rig->description, "the device has reported an error");
}
