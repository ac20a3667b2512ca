/* SPDX-License-Identifier: MIT */
/* Encodes, and executions, that must be refused, by the right rule, and record nothing. */
#include "fuzz_graph.h"

/* The source of a copy is moved to where its destination is. */
static WGSErrorId make_alias(wgs_fuzz_rig const* rig, wgs_fuzz_replacements* list) {
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

/* Whether the encode asks some condition for sure: one that has a node of its own. */
static bool asks_conditions(wgs_fuzz_rig const* rig) {
    for (uint32_t n = 0; n < rig->description->node_count; n++) {
        wgs_fuzz_node const* const node = &rig->description->nodes[n];
        if (node->condition != WGS_FUZZ_NONE && wgs_fuzz_has_handle(node) &&
            wgs_fuzz_is_asked(rig->description, rig->encode, node->condition))
            return true;
    }
    return false;
}

/* Makes the replacements wrong. None: there is nothing that could be. */
static WGSErrorId spoil(wgs_fuzz_rig const* rig, wgs_fuzz_replacements* list) {
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
    case WGS_FUZZ_BAD_CONDITION:
        return asks_conditions(rig) ? WGSErrorId_ConditionFailed : WGSErrorId_None;
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

static WGSStatus
encode_list(wgs_fuzz_rig* rig, wgs_fuzz_replacements const* list, WGSError* error) {
    WGSEncodeDescriptor const descriptor = {
        .bufferCount = list->buffer_count,
        .buffers = list->buffers,
        .valueCount = list->value_count,
        .values = list->values,
        .parameters = rig->encode,
    };
    return wgsProgramEncode(rig->program, rig->encoder, &descriptor, NULL, error);
}

static WGSStatus
create_list(wgs_fuzz_rig* rig, wgs_fuzz_replacements const* list, WGSError* error) {
    WGSExecutionDescriptor const descriptor = {
        .bufferCount = list->buffer_count,
        .buffers = list->buffers,
        .valueCount = list->value_count,
        .values = list->values,
        .parameters = rig->encode,
    };
    WGSExecution execution = NULL;
    return wgsProgramCreateExecution(rig->program, &descriptor, &execution, error);
}

void wgs_fuzz_try_bad_encode(wgs_fuzz_rig* rig) {
    wgs_fuzz_replacements list;
    wgs_fuzz_list_replacements(rig, &list);
    WGSErrorId const wanted = spoil(rig, &list);
    if (wanted == WGSErrorId_None)
        return;
    WGSError error = {.message = "success"};
    wgs_fuzz_begin_encode(rig);
    rig->failing = rig->encode->bad == WGS_FUZZ_BAD_CONDITION;
    (void)(rig->encode->stepped ? create_list : encode_list)(rig, &list, &error);
    rig->failing = false;
    if (error.detail != wanted || rig->recorded_count > 0)
        wgs_fuzz_fail(
            rig->description,
            "a bad encode (%d) should be refused by %s: %s",
            (int)rig->encode->bad,
            wgsErrorIdGetName(wanted),
            error.message);
}
