/* SPDX-License-Identifier: MIT */
/* Nodes that are the caller's own: dispatches, copies, callbacks. */
#include <inttypes.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/gpu.h"
#include "plan/graph.h"

/* An array that may be NULL when it is empty only. */
static WGSStatus check_array(
    size_t count, void const* array, char const* function, char const* name, WGSError* error) {
    return count > 0 && array == NULL ? wgs_error_null(error, function, name) : WGSStatus_Success;
}

static WGSStatus check_multiple_of_4(
    uint64_t value, WGSErrorId id, char const* function, char const* name, WGSError* error) {
    if (value % 4 == 0)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        id,
        "%s: %s is %" PRIu64 " but must be a multiple of 4",
        function,
        name,
        value);
}

/* The byte range of a binding's view. What depends on the access is checked with the node. */
static WGSStatus use_of_binding(
    WGSComputeDescriptor const* descriptor,
    size_t index,
    wgs_use* use,
    char const* function,
    WGSError* error) {
    WGSView const* const view = &descriptor->bindings[index].view;
    *use = (wgs_use){
        .buffer = view->buffer,
        .access = descriptor->bindings[index].access,
        .offset = view->offset};
    if (view->buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewMissing,
            "%s: bindings[%zu].view has no buffer",
            function,
            index);
    if (view->format == WGSFormat_Undefined && view->length == 0) {
        use->size = view->buffer->size - wgs_min_u64(view->offset, view->buffer->size);
        return WGSStatus_Success;
    }
    if (wgsFormatGetSize(view->format) == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: the format of bindings[%zu].view is %d, which is none",
            function,
            index,
            (int)view->format);
    if (!wgs_multiply_u64(view->length, wgsFormatGetSize(view->format), &use->size))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: bindings[%zu].view has %" PRIu64 " elements but its buffer holds %" PRIu64
            " bytes",
            function,
            index,
            view->length,
            view->buffer->size);
    return WGSStatus_Success;
}

/* Fills the uses and the binding numbers, which must differ. */
static WGSStatus collect_bindings(
    WGSComputeDescriptor const* descriptor,
    wgs_use* uses,
    uint32_t* numbers,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < descriptor->bindingCount; i++) {
        WGS_TRY(use_of_binding(descriptor, i, &uses[i], function, error));
        if (uses[i].access == WGSAccess_Indirect)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_InvalidEnum,
                "%s: the access of bindings[%zu].view is Indirect, which is no binding",
                function,
                i);
        numbers[i] = descriptor->bindings[i].binding;
        for (size_t earlier = 0; earlier < i; earlier++)
            if (numbers[earlier] == numbers[i])
                return wgs_error(
                    error,
                    WGSStatus_InvalidArgument,
                    WGSErrorId_DuplicateBinding,
                    "%s: bindings[%zu] and bindings[%zu] both have the number %" PRIu32,
                    function,
                    earlier,
                    i,
                    numbers[i]);
    }
    return WGSStatus_Success;
}

/* The use for the counts of an indirect dispatch. */
static WGSStatus collect_indirect(
    WGSComputeDescriptor const* descriptor, wgs_use* use, char const* function, WGSError* error) {
    WGSView const* const view = &descriptor->indirect;
    if (view->format != WGSFormat_Uint32 || view->length != 3)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewFormat,
            "%s: indirect has format %d and %" PRIu64 " elements but must be 3 of Uint32",
            function,
            (int)view->format,
            view->length);
    for (size_t i = 0; i < 3; i++)
        if (descriptor->workgroupCount[i] != 0)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_InvalidSize,
                "%s: workgroupCount[%zu] is %" PRIu32 " but must be 0 beside indirect",
                function,
                i,
                descriptor->workgroupCount[i]);
    *use = (wgs_use){
        .buffer = view->buffer, .access = WGSAccess_Indirect, .offset = view->offset, .size = 12};
    return WGSStatus_Success;
}

static WGSStatus check_compute(
    WGSGraph graph, WGSComputeDescriptor const* descriptor, char const* function, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->pipeline == NULL)
        return wgs_error_null(error, function, "pipeline");
    WGS_TRY(
        check_array(descriptor->bindingCount, descriptor->bindings, function, "bindings", error));
    WGS_TRY(check_array(
        descriptor->dependencyCount, descriptor->dependencies, function, "dependencies", error));
    uint32_t const limit = graph->capabilities->limits.maxComputeWorkgroupsPerDimension;
    for (size_t i = 0; i < 3; i++)
        if (descriptor->workgroupCount[i] > limit)
            return wgs_error(
                error,
                WGSStatus_TooLarge,
                WGSErrorId_DispatchTooLarge,
                "%s: workgroupCount[%zu] is %" PRIu32 " but the device dispatches at most %" PRIu32,
                function,
                i,
                descriptor->workgroupCount[i],
                limit);
    return WGSStatus_Success;
}

/* Adds the node with arrays already allocated; takes over `numbers` when it succeeds. */
static WGSStatus add_compute(
    WGSGraph graph,
    WGSComputeDescriptor const* descriptor,
    wgs_use* uses,
    uint32_t* numbers,
    WGSNode* node,
    char const* function,
    WGSError* error) {
    WGS_TRY(collect_bindings(descriptor, uses, numbers, function, error));
    size_t const bindings = descriptor->bindingCount;
    bool const indirect = descriptor->indirect.buffer != NULL;
    if (indirect)
        WGS_TRY(collect_indirect(descriptor, &uses[bindings], function, error));
    WGSNode made;
    WGS_TRY(wgs_graph_add_node(
        graph,
        WGS_NODE_COMPUTE,
        descriptor->label,
        bindings + indirect,
        uses,
        descriptor->dependencyCount,
        descriptor->dependencies,
        &made,
        function,
        error));
    wgs_gpu_pipeline_add_ref(descriptor->pipeline);
    if (descriptor->groupLayout != NULL)
        wgs_gpu_layout_add_ref(descriptor->groupLayout);
    made->stated = descriptor->workload;
    made->rows = descriptor->workload.rows;
    made->as.compute = (wgs_compute_node){
        .indirect = indirect,
        .pipeline = descriptor->pipeline,
        .layout = descriptor->groupLayout,
        .binding_numbers = numbers,
        .workgroups = {
            descriptor->workgroupCount[0],
            descriptor->workgroupCount[1],
            descriptor->workgroupCount[2]}};
    if (node != NULL)
        *node = made;
    return WGSStatus_Success;
}

WGSStatus wgsGraphAddCompute(
    WGSGraph graph, WGSComputeDescriptor const* descriptor, WGSNode* node, WGSError* error) {
    char const* const function = "wgsGraphAddCompute";
    WGS_TRY(check_compute(graph, descriptor, function, error));
    WGSAllocator const* const allocator = &graph->allocator;
    wgs_use* const uses = wgs_allocate(allocator, descriptor->bindingCount + 1, sizeof *uses);
    uint32_t* const numbers = wgs_allocate(allocator, descriptor->bindingCount, sizeof *numbers);
    WGSStatus status;
    if (uses == NULL || numbers == NULL)
        status = wgs_error_memory(error, function);
    else
        status = add_compute(graph, descriptor, uses, numbers, node, function, error);
    if (status != WGSStatus_Success)
        wgs_free(allocator, numbers);
    wgs_free(allocator, uses);
    return status;
}

WGSStatus wgsGraphAddCopy(
    WGSGraph graph, WGSCopyDescriptor const* descriptor, WGSNode* node, WGSError* error) {
    char const* const function = "wgsGraphAddCopy";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    WGS_TRY(check_array(
        descriptor->dependencyCount, descriptor->dependencies, function, "dependencies", error));
    WGS_TRY(check_multiple_of_4(descriptor->size, WGSErrorId_InvalidSize, function, "size", error));
    WGS_TRY(check_multiple_of_4(
        descriptor->sourceOffset, WGSErrorId_InvalidOffset, function, "sourceOffset", error));
    WGS_TRY(check_multiple_of_4(
        descriptor->destinationOffset,
        WGSErrorId_InvalidOffset,
        function,
        "destinationOffset",
        error));
    wgs_use const uses[2] = {
        {.buffer = descriptor->source,
         .access = WGSAccess_CopySource,
         .offset = descriptor->sourceOffset,
         .size = descriptor->size},
        {.buffer = descriptor->destination,
         .access = WGSAccess_CopyDestination,
         .offset = descriptor->destinationOffset,
         .size = descriptor->size},
    };
    WGSNode made;
    WGS_TRY(wgs_graph_add_node(
        graph,
        WGS_NODE_COPY,
        descriptor->label,
        2,
        uses,
        descriptor->dependencyCount,
        descriptor->dependencies,
        &made,
        function,
        error));
    if (node != NULL)
        *node = made;
    return WGSStatus_Success;
}

/* Adds the callback with an array for its uses already allocated. */
static WGSStatus add_callback(
    WGSGraph graph,
    WGSCallbackDescriptor const* descriptor,
    wgs_use* uses,
    WGSNode* node,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < descriptor->useCount; i++) {
        WGSBuffer const buffer = descriptor->uses[i].buffer;
        uses[i] = (wgs_use){
            .buffer = buffer,
            .access = descriptor->uses[i].access,
            .size = buffer != NULL ? buffer->size : 0};
    }
    WGSNode made;
    WGS_TRY(wgs_graph_add_node(
        graph,
        WGS_NODE_CALLBACK,
        descriptor->label,
        descriptor->useCount,
        uses,
        descriptor->dependencyCount,
        descriptor->dependencies,
        &made,
        function,
        error));
    made->stated = descriptor->workload;
    made->rows = descriptor->workload.rows;
    made->as.callback =
        (wgs_callback_node){.callback = descriptor->callback, .userdata = descriptor->userdata};
    if (node != NULL)
        *node = made;
    return WGSStatus_Success;
}

WGSStatus wgsGraphAddCallback(
    WGSGraph graph, WGSCallbackDescriptor const* descriptor, WGSNode* node, WGSError* error) {
    char const* const function = "wgsGraphAddCallback";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->callback == NULL)
        return wgs_error_null(error, function, "callback");
    WGS_TRY(check_array(descriptor->useCount, descriptor->uses, function, "uses", error));
    WGS_TRY(check_array(
        descriptor->dependencyCount, descriptor->dependencies, function, "dependencies", error));
    wgs_use* const uses = wgs_allocate(&graph->allocator, descriptor->useCount, sizeof *uses);
    if (uses == NULL)
        return wgs_error_memory(error, function);
    WGSStatus const status = add_callback(graph, descriptor, uses, node, function, error);
    wgs_free(&graph->allocator, uses);
    return status;
}

WGSStatus wgsGraphAddDependency(WGSGraph graph, WGSNode node, WGSNode dependency, WGSError* error) {
    return wgs_graph_add_dependency(graph, node, dependency, "wgsGraphAddDependency", error);
}
