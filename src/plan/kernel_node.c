/* SPDX-License-Identifier: MIT */
/* Nodes that run the library's own kernels. */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "plan/grid.h"
#include "plan/node.h"
#include "plan/uses.h"

/* The uses of a kernel node, in the form that all nodes share. */
typedef struct use_set {
    wgs_use uses[WGS_MAX_KERNEL_BINDINGS];
    uint32_t numbers[WGS_MAX_KERNEL_BINDINGS];
    char const* names[WGS_MAX_KERNEL_BINDINGS];
} use_set;

/* A request that does not fit its kernel: a fault of this library, told rather than dispatched. */
static WGSStatus
misfit(wgs_kernel_request const* request, char const* what, char const* function, WGSError* error) {
    return wgs_error(
        error,
        WGSStatus_Unsupported,
        WGSErrorId_FeatureUnsupported,
        "%s: internal fault: %s of kernel %s does not match its WGSL",
        function,
        what,
        request->variant.kernel->name);
}

static wgs_kernel_binding const*
find_binding(wgs_kernel_binding const* const* bindings, uint32_t count, char const* name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(bindings[i]->name, name) == 0)
            return bindings[i];
    return NULL;
}

/* Whether the access is what the WGSL declares. */
static bool kind_matches(wgs_binding_kind kind, WGSAccess access) {
    switch (kind) {
    case WGS_BINDING_READ:
        return access == WGSAccess_StorageRead;
    case WGS_BINDING_READ_WRITE:
        return access == WGSAccess_StorageWrite || access == WGSAccess_StorageReadWrite;
    case WGS_BINDING_UNIFORM:
        break;
    }
    return false;
}

/* Finds the binding of every use; every storage binding must be met once. */
static WGSStatus collect_uses(
    WGSGraph graph,
    wgs_kernel_request const* request,
    use_set* set,
    char const* function,
    WGSError* error) {
    wgs_kernel_binding const* bindings[WGS_MAX_KERNEL_BINDINGS];
    uint32_t const count = wgs_variant_bindings(&request->variant, bindings);
    uint32_t storage_count = 0;
    for (uint32_t i = 0; i < count; i++)
        storage_count += bindings[i]->kind != WGS_BINDING_UNIFORM ? 1 : 0;
    if (request->use_count != storage_count)
        return misfit(request, "the number of bindings", function, error);

    uint32_t const alignment = graph->capabilities->limits.minStorageBufferOffsetAlignment;
    for (size_t i = 0; i < request->use_count; i++) {
        wgs_kernel_binding_use const* const use = &request->uses[i];
        wgs_kernel_binding const* const binding = find_binding(bindings, count, use->name);
        if (binding == NULL || !kind_matches(binding->kind, use->access))
            return misfit(request, use->name, function, error);
        for (size_t earlier = 0; earlier < i; earlier++)
            if (set->numbers[earlier] == binding->number)
                return misfit(request, use->name, function, error);
        if (use->view.offset % alignment != 0 &&
            wgs_kernel_base_word(request->variant.kernel, use->name) < 0)
            return misfit(request, use->name, function, error);
        uint64_t const element = wgsFormatGetSize(use->view.format);
        if (element == 0 || use->view.length > UINT64_MAX / element)
            return misfit(request, use->name, function, error);
        set->uses[i] = (wgs_use){
            .buffer = use->view.buffer,
            .access = use->access,
            .offset = use->view.offset,
            .size = use->view.length * element};
        set->numbers[i] = binding->number;
        set->names[i] = use->name;
    }
    return WGSStatus_Success;
}

/* The launch at the values' maxima must fit one dispatch: encodes can only make it smaller. */
static WGSStatus check_launch(
    WGSGraph graph, wgs_kernel_request const* request, char const* function, WGSError* error) {
    if (request->prepare == NULL || request->data_size > WGS_NODE_DATA_SIZE ||
        request->value_count > WGS_NODE_MAX_VALUES ||
        request->variant.kernel->params_words > WGS_MAX_PARAMS_WORDS)
        return misfit(request, "the launch", function, error);
    uint32_t values[WGS_NODE_MAX_VALUES] = {0};
    for (uint32_t i = 0; i < request->value_count; i++) {
        if (request->values[i] == NULL || request->values[i]->graph != graph)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ForeignObject,
                "%s: a value belongs to another graph",
                function);
        values[i] = request->values[i]->maximum;
    }
    _Alignas(8) unsigned char data[WGS_NODE_DATA_SIZE] = {0};
    if (request->data_size > 0)
        memcpy(data, request->data, request->data_size);
    wgs_launch launch = {0};
    request->prepare(data, values, &launch);
    uint64_t const capacity =
        wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
    if (launch.workgroups > capacity)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_DispatchTooLarge,
            "%s: %s needs %" PRIu64 " workgroups but one dispatch has at most %" PRIu64,
            function,
            request->role,
            launch.workgroups,
            capacity);
    return WGSStatus_Success;
}

static void
fill_kernel(wgs_kernel_node* kernel, wgs_kernel_request const* request, use_set const* set) {
    kernel->variant = request->variant;
    memcpy(kernel->binding_numbers, set->numbers, sizeof set->numbers);
    kernel->prepare = request->prepare;
    if (request->data_size > 0)
        memcpy(kernel->data, request->data, request->data_size);
    kernel->value_count = request->value_count;
    for (uint32_t i = 0; i < request->value_count; i++)
        kernel->values[i] = request->values[i];
}

static char* copy_note(WGSAllocator const* allocator, char const* note) {
    return wgs_copy_string(allocator, (WGPUStringView){.data = note, .length = WGPU_STRLEN});
}

WGSStatus wgs_graph_add_kernel(
    WGSGraph graph, wgs_kernel_request const* request, char const* function, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    use_set set = {0};
    WGS_TRY(collect_uses(graph, request, &set, function, error));
    WGS_TRY(wgs_uses_check(
        graph, WGS_NODE_KERNEL, request->use_count, set.uses, set.names, function, error));
    WGS_TRY(wgs_dependencies_check(
        graph, request->dependency_count, request->dependencies, function, error));
    WGS_TRY(check_launch(graph, request, function, error));

    WGSAllocator const* const allocator = &graph->allocator;
    char* const label = wgs_join_label(allocator, request->parent, request->role);
    char* const note = request->note != NULL ? copy_note(allocator, request->note) : NULL;
    if (label == NULL || (request->note != NULL && note == NULL)) {
        wgs_free(allocator, label);
        wgs_free(allocator, note);
        return wgs_error_memory(error, function);
    }
    WGSNode node;
    WGSStatus const status = wgs_node_append(
        graph,
        WGS_NODE_KERNEL,
        label,
        note,
        request->use_count,
        set.uses,
        request->dependency_count,
        request->dependencies,
        &node,
        function,
        error);
    if (status != WGSStatus_Success) {
        wgs_free(allocator, label);
        wgs_free(allocator, note);
        return status;
    }
    node->rows = request->rows;
    fill_kernel(&node->as.kernel, request, &set);
    return WGSStatus_Success;
}
