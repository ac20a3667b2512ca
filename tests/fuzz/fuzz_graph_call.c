/* SPDX-License-Identifier: MIT */
/* Each kind of node through its public function, as it is or with one wrong argument. */
#include "fuzz_graph.h"

#include <string.h>

/* A node on its way to the API. */
typedef struct call {
    wgs_fuzz_rig* rig;
    wgs_fuzz_node const* node;
    uint32_t index;
    bool spoiled;
    WGSError* error;
} call;

/* Puts the wrong thing into a view. */
static void spoil_view(call const* c, WGSView* view) {
    wgs_fuzz_graph const* const graph = c->rig->description;
    wgs_fuzz_node const* const node = c->node;
    wgs_fuzz_view const* const given = &node->slots[node->spoiled_slot].chunks[0];
    uint32_t const in = wgs_fuzz_has(node, WGS_FUZZ_KEY_IN) ? WGS_FUZZ_KEY_IN : WGS_FUZZ_IN;
    switch (node->spoil) {
    case WGS_FUZZ_SPOIL_RANGE:
        view->offset =
            4ull * (graph->buffers[given->buffer].words - wgs_fuzz_view_words(given) + 1);
        break;
    case WGS_FUZZ_SPOIL_OFFSET:
        view->offset += 2;
        break;
    case WGS_FUZZ_SPOIL_FOREIGN:
        view->buffer = c->rig->foreign;
        break;
    case WGS_FUZZ_SPOIL_USAGE:
        view->buffer = c->rig->plain;
        break;
    case WGS_FUZZ_SPOIL_FORMAT:
        view->format = (WGSFormat)77;
        break;
    case WGS_FUZZ_SPOIL_ALIAS:
        view->buffer = c->rig->buffers[node->slots[in].chunks[0].buffer];
        view->offset = 0;
        break;
    default:
        break;
    }
}

WGSErrorId wgs_fuzz_refusal(wgs_fuzz_spoil spoil) {
    static WGSErrorId const refusals[] = {
        [WGS_FUZZ_SPOIL_NOTHING] = WGSErrorId_None,
        [WGS_FUZZ_SPOIL_RANGE] = WGSErrorId_ViewOutOfRange,
        [WGS_FUZZ_SPOIL_OFFSET] = WGSErrorId_InvalidOffset,
        [WGS_FUZZ_SPOIL_FOREIGN] = WGSErrorId_ForeignObject,
        [WGS_FUZZ_SPOIL_USAGE] = WGSErrorId_MissingUsage,
        [WGS_FUZZ_SPOIL_FORMAT] = WGSErrorId_ViewFormat,
        [WGS_FUZZ_SPOIL_ALIAS] = WGSErrorId_AliasedUse,
        [WGS_FUZZ_SPOIL_COUNT] = WGSErrorId_CountOutOfRange,
        [WGS_FUZZ_SPOIL_SIZE] = WGSErrorId_InvalidSize,
    };
    return refusals[spoil];
}

static WGSView chunk_of(call const* c, uint32_t slot, uint32_t chunk) {
    wgs_fuzz_view const* const given = &c->node->slots[slot].chunks[chunk];
    if (given->buffer == WGS_FUZZ_NONE)
        return (WGSView){0};
    WGSView view = {
        .buffer = c->rig->buffers[given->buffer],
        .format = given->format,
        .offset = 4ull * given->first,
        .length = given->length};
    if (c->spoiled && slot == c->node->spoiled_slot && chunk == 0)
        spoil_view(c, &view);
    return view;
}

static WGSView view_of(call const* c, uint32_t slot) { return chunk_of(c, slot, 0); }

/* The chunks of a slot in `chunks`; no chunks when it is empty. */
static WGSVector vector_of(call const* c, uint32_t slot, WGSView chunks[WGS_FUZZ_MAX_CHUNKS]) {
    if (!wgs_fuzz_has(c->node, slot))
        return (WGSVector){0};
    for (uint32_t i = 0; i < c->node->chunk_count; i++)
        chunks[i] = chunk_of(c, slot, i);
    return (WGSVector){c->node->chunk_count, chunks};
}

static WGSValue value_of(call const* c) {
    if (c->spoiled && c->node->spoil == WGS_FUZZ_SPOIL_COUNT)
        return c->rig->values[c->node->spoiled_value];
    return c->node->value == WGS_FUZZ_NONE ? NULL : c->rig->values[c->node->value];
}

static WGSGpuCount gpu_count_of(call const* c, uint32_t chunk) {
    return (WGSGpuCount){
        .view = chunk_of(c, WGS_FUZZ_COUNT, chunk),
        .exceeded = chunk_of(c, WGS_FUZZ_EXCEEDED, chunk)};
}

static WGSStatus call_sort(call const* c) {
    WGSSortKey keys[WGS_FUZZ_MAX_KEYS];
    WGSSortValue values[WGS_FUZZ_MAX_KEYS];
    for (uint32_t k = 0; k < c->node->key_count; k++) {
        keys[k] = c->node->keys[k];
        keys[k].in = view_of(c, WGS_FUZZ_KEY_IN + k);
        keys[k].out = view_of(c, WGS_FUZZ_KEY_OUT + k);
    }
    for (uint32_t v = 0; v < c->node->value_count; v++)
        values[v] =
            (WGSSortValue){view_of(c, WGS_FUZZ_VALUE_IN + v), view_of(c, WGS_FUZZ_VALUE_OUT + v)};
    WGSSortDescriptor const descriptor = {
        .keyCount = c->node->key_count,
        .keys = keys,
        .valueCount = c->node->value_count,
        .values = values,
        .rowsOut = view_of(c, WGS_FUZZ_ROWS_OUT),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
        .algorithm = c->node->algorithm,
    };
    return wgsGraphAddSort(c->rig->graph, &descriptor, NULL, c->error);
}

static WGSStatus call_batch_sort(call const* c) {
    WGSBatchSortKey keys[WGS_FUZZ_MAX_KEYS];
    WGSBatchSortValue values[WGS_FUZZ_MAX_KEYS];
    WGSView chunks[4 * WGS_FUZZ_MAX_KEYS + 1][WGS_FUZZ_MAX_CHUNKS];
    WGSGpuCount counts[WGS_FUZZ_MAX_CHUNKS];
    uint32_t used = 0;
    for (uint32_t k = 0; k < c->node->key_count; k++) {
        keys[k] = (WGSBatchSortKey){
            .in = vector_of(c, WGS_FUZZ_KEY_IN + k, chunks[used]),
            .out = vector_of(c, WGS_FUZZ_KEY_OUT + k, chunks[used + 1]),
            .direction = c->node->keys[k].direction,
            .firstBit = c->node->keys[k].firstBit,
            .bitCount = c->node->keys[k].bitCount};
        used += 2;
    }
    for (uint32_t v = 0; v < c->node->value_count; v++) {
        values[v] = (WGSBatchSortValue){
            vector_of(c, WGS_FUZZ_VALUE_IN + v, chunks[used]),
            vector_of(c, WGS_FUZZ_VALUE_OUT + v, chunks[used + 1])};
        used += 2;
    }
    for (uint32_t i = 0; i < c->node->chunk_count; i++)
        counts[i] = gpu_count_of(c, i);
    WGSBatchSortDescriptor const descriptor = {
        .keyCount = c->node->key_count,
        .keys = keys,
        .valueCount = c->node->value_count,
        .values = values,
        .rowsOut = vector_of(c, WGS_FUZZ_ROWS_OUT, chunks[used]),
        .gpuCounts = wgs_fuzz_has(c->node, WGS_FUZZ_COUNT) ? counts : NULL,
        .algorithm = c->node->algorithm,
    };
    return wgsGraphAddBatchSort(c->rig->graph, &descriptor, NULL, c->error);
}

static WGSStatus call_scan(call const* c) {
    WGSView in[WGS_FUZZ_MAX_CHUNKS];
    WGSView out[WGS_FUZZ_MAX_CHUNKS];
    WGSView flags[WGS_FUZZ_MAX_CHUNKS];
    uint32_t const from = c->node->in_place ? WGS_FUZZ_OUT : WGS_FUZZ_IN;
    WGSScanDescriptor descriptor = {
        .operation = (WGSScanOperation)c->node->operation,
        .mode = c->node->mode,
        .inPlace = c->node->in_place,
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    if (c->node->chunked) {
        descriptor.inChunks = vector_of(c, from, in);
        descriptor.outChunks = vector_of(c, WGS_FUZZ_OUT, out);
        descriptor.segmentFlagChunks = vector_of(c, WGS_FUZZ_FLAGS, flags);
    } else {
        descriptor.in = view_of(c, from);
        descriptor.out = view_of(c, WGS_FUZZ_OUT);
        descriptor.segmentFlags = view_of(c, WGS_FUZZ_FLAGS);
    }
    return wgsGraphAddScan(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_gather(call const* c) {
    WGSGatherDescriptor const descriptor = {
        .rows = view_of(c, WGS_FUZZ_ROWS),
        .in = view_of(c, WGS_FUZZ_IN),
        .out = view_of(c, WGS_FUZZ_OUT),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    return wgsGraphAddGather(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_reduce(call const* c) {
    WGSView chunks[WGS_FUZZ_MAX_CHUNKS];
    WGSReduceDescriptor descriptor = {
        .operation = (WGSReduceOperation)c->node->operation,
        .out = view_of(c, WGS_FUZZ_OUT),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    if (c->node->chunked)
        descriptor.inChunks = vector_of(c, WGS_FUZZ_IN, chunks);
    else
        descriptor.in = view_of(c, WGS_FUZZ_IN);
    return wgsGraphAddReduce(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_histogram(call const* c) {
    WGSView in[WGS_FUZZ_MAX_CHUNKS];
    WGSView mask[WGS_FUZZ_MAX_CHUNKS];
    WGSHistogramDescriptor descriptor = {
        .stride = c->node->stride,
        .bins = view_of(c, WGS_FUZZ_OUT),
        .domain = c->node->domain,
        .low = c->node->low,
        .high = c->node->high,
        .edgeCount = c->node->edge_count,
        .edges = c->node->edges,
        .domainView = view_of(c, WGS_FUZZ_DOMAIN),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    if (c->node->chunked) {
        descriptor.inChunks = vector_of(c, WGS_FUZZ_IN, in);
        descriptor.maskChunks = vector_of(c, WGS_FUZZ_FLAGS, mask);
    } else {
        descriptor.in = view_of(c, WGS_FUZZ_IN);
        descriptor.mask = view_of(c, WGS_FUZZ_FLAGS);
    }
    return wgsGraphAddHistogram(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_counting_sort(call const* c) {
    WGSSortValue values[WGS_FUZZ_MAX_KEYS];
    for (uint32_t v = 0; v < c->node->value_count; v++)
        values[v] =
            (WGSSortValue){view_of(c, WGS_FUZZ_VALUE_IN + v), view_of(c, WGS_FUZZ_VALUE_OUT + v)};
    WGSCountingSortDescriptor const descriptor = {
        .keys = view_of(c, WGS_FUZZ_KEY_IN),
        .range = c->node->range,
        .order = c->node->order,
        .keysOut = view_of(c, WGS_FUZZ_KEY_OUT),
        .valueCount = c->node->value_count,
        .values = values,
        .rowsOut = view_of(c, WGS_FUZZ_ROWS_OUT),
        .offsetsOut = view_of(c, WGS_FUZZ_OFFSETS_OUT),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    return wgsGraphAddCountingSort(c->rig->graph, &descriptor, c->error);
}

static WGSSegmentedColumns columns_of(call const* c) {
    return (WGSSegmentedColumns){
        .keysIn = view_of(c, WGS_FUZZ_KEY_IN),
        .keysOut = view_of(c, WGS_FUZZ_KEY_OUT),
        .valuesIn = view_of(c, WGS_FUZZ_VALUE_IN),
        .valuesOut = view_of(c, WGS_FUZZ_VALUE_OUT),
        .direction = c->node->keys[0].direction};
}

static WGSStatus call_segmented_sort(call const* c) {
    WGSSegmentedSortDescriptor const descriptor = {
        .columns = columns_of(c),
        .segmentCount = c->node->segment_count,
        .segments = c->node->segments,
    };
    return wgsGraphAddSegmentedSort(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_by_offsets(call const* c) {
    WGSSegmentedSortByOffsetsDescriptor const descriptor = {
        .columns = columns_of(c),
        .begins = view_of(c, WGS_FUZZ_BEGINS),
        .ends = view_of(c, WGS_FUZZ_ENDS),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
        .maxLength = c->node->max_length,
    };
    return wgsGraphAddSegmentedSortByOffsets(c->rig->graph, &descriptor, c->error);
}

static WGSStatus call_comparator_sort(call const* c) {
    WGSComparatorSortDescriptor const descriptor = {
        .source = {wgs_fuzz_comparator(c->node->variant), WGPU_STRLEN},
        .recordSize = 4 * wgs_fuzz_record_words(c->node->variant),
        .records = view_of(c, WGS_FUZZ_OUT),
        .count = value_of(c),
        .gpuCount = gpu_count_of(c, 0),
    };
    return wgsGraphAddComparatorSort(c->rig->graph, &descriptor, c->error);
}

/* The dependencies that are named when the node is added. */
static size_t list_dependencies(call const* c, WGSNode* dependencies) {
    wgs_fuzz_graph const* const graph = c->rig->description;
    size_t count = 0;
    for (uint32_t i = 0; i < graph->dependency_count; i++)
        if (graph->dependencies[i].with_node && graph->dependencies[i].node == c->index)
            dependencies[count++] = c->rig->nodes[graph->dependencies[i].dependency];
    return count;
}

static WGSStatus call_compute(call const* c) {
    WGSNode dependencies[WGS_FUZZ_MAX_DEPENDENCIES];
    bool const two = c->node->variant == WGS_FUZZ_KERNEL_TWO;
    bool const indirect = wgs_fuzz_has(c->node, WGS_FUZZ_INDIRECT);
    WGSBinding const bindings[] = {
        {0, WGSAccess_Uniform, view_of(c, WGS_FUZZ_UNIFORM)},
        {1, WGSAccess_StorageRead, view_of(c, WGS_FUZZ_IN)},
        {2, c->node->slots[WGS_FUZZ_OUT].access, view_of(c, WGS_FUZZ_OUT)},
        {3, WGSAccess_StorageWrite, view_of(c, WGS_FUZZ_OUT2)},
    };
    WGSComputeDescriptor const descriptor = {
        .pipeline = wgs_fuzz_pipeline(c->node->variant),
        .bindingCount = two ? 4 : 3,
        .bindings = bindings,
        .workgroupCount = {c->node->workgroups, indirect ? 0 : 1, indirect ? 0 : 1},
        .indirect = view_of(c, WGS_FUZZ_INDIRECT),
        .dependencyCount = list_dependencies(c, dependencies),
        .dependencies = dependencies,
    };
    return wgsGraphAddCompute(c->rig->graph, &descriptor, &c->rig->nodes[c->index], c->error);
}

static WGSStatus call_copy(call const* c) {
    WGSNode dependencies[WGS_FUZZ_MAX_DEPENDENCIES];
    WGSView const from = view_of(c, WGS_FUZZ_IN);
    WGSView const to = view_of(c, WGS_FUZZ_OUT);
    WGSCopyDescriptor const descriptor = {
        .source = from.buffer,
        .sourceOffset = from.offset,
        .destination = to.buffer,
        .destinationOffset = to.offset,
        .size = 4 * from.length + (c->spoiled ? 2 : 0),
        .dependencyCount = list_dependencies(c, dependencies),
        .dependencies = dependencies,
    };
    return wgsGraphAddCopy(c->rig->graph, &descriptor, &c->rig->nodes[c->index], c->error);
}

static WGSStatus call_callback(call const* c) {
    WGSNode dependencies[WGS_FUZZ_MAX_DEPENDENCIES];
    WGSUse const uses[] = {
        {view_of(c, WGS_FUZZ_OUT).buffer, WGSAccess_CopyDestination},
        {view_of(c, WGS_FUZZ_IN).buffer, WGSAccess_CopySource},
    };
    c->rig->recorders[c->index] = (wgs_fuzz_recorder){c->rig, c->index};
    WGSCallbackDescriptor const descriptor = {
        .useCount = c->node->clears ? 1 : 2,
        .uses = uses,
        .callback = wgs_fuzz_record,
        .userdata = &c->rig->recorders[c->index],
        .dependencyCount = list_dependencies(c, dependencies),
        .dependencies = dependencies,
    };
    return wgsGraphAddCallback(c->rig->graph, &descriptor, &c->rig->nodes[c->index], c->error);
}

WGSStatus wgs_fuzz_call(wgs_fuzz_rig* rig, uint32_t index, bool spoiled, WGSError* error) {
    static WGSStatus (*const calls[WGS_FUZZ_KIND_COUNT])(call const*) = {
        [WGS_FUZZ_SORT] = call_sort,
        [WGS_FUZZ_BATCH_SORT] = call_batch_sort,
        [WGS_FUZZ_SCAN] = call_scan,
        [WGS_FUZZ_GATHER] = call_gather,
        [WGS_FUZZ_REDUCE] = call_reduce,
        [WGS_FUZZ_HISTOGRAM] = call_histogram,
        [WGS_FUZZ_COUNTING_SORT] = call_counting_sort,
        [WGS_FUZZ_SEGMENTED_SORT] = call_segmented_sort,
        [WGS_FUZZ_SEGMENTED_BY_OFFSETS] = call_by_offsets,
        [WGS_FUZZ_COMPARATOR_SORT] = call_comparator_sort,
        [WGS_FUZZ_COMPUTE] = call_compute,
        [WGS_FUZZ_COPY] = call_copy,
        [WGS_FUZZ_CALLBACK] = call_callback,
    };
    wgs_fuzz_node const* const node = &rig->description->nodes[index];
    call const c = {rig, node, index, spoiled, error};
    return calls[node->kind](&c);
}
