/* SPDX-License-Identifier: MIT */
/* Nodes that run kernels of callers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "api/kernel_source.h"
#include "base/error.h"
#include "gpu/caller_kernel.h"
#include "plan/view.h"
#include "primitives/common/launch.h"

_Static_assert((int)WGS_MAX_KERNEL_PARAMS == (int)WGS_MAX_PARAMS_WORDS, "words of Params");
_Static_assert(
    (int)WGS_MAX_KERNEL_STORAGE + 1 == (int)WGS_MAX_KERNEL_BINDINGS, "bindings and Params");
_Static_assert((int)WGS_MAX_KERNEL_CONSTANTS == (int)WGS_MAX_VARIANT_CONSTANTS, "constants");
_Static_assert((int)WGS_MAX_KERNEL_VALUES == (int)WGS_NODE_MAX_VALUES, "values");
_Static_assert((int)WGS_MAX_KERNEL_DATA == (int)WGS_NODE_DATA_SIZE, "data");

enum { MAX_BINDING_NUMBER = 999 }; /* WebGPU has at least so many */

static char const function[] = "wgsGraphAddKernel";

/* How messages name the views, and how the plan finds their bases. */
static char const* const view_names[WGS_MAX_KERNEL_STORAGE] = {
    "bindings[0].view",
    "bindings[1].view",
    "bindings[2].view",
    "bindings[3].view",
    "bindings[4].view",
    "bindings[5].view",
    "bindings[6].view",
    "bindings[7].view",
    "bindings[8].view",
};
static char const* const base_names[WGS_MAX_KERNEL_STORAGE] = {
    "bindings[0].view_base",
    "bindings[1].view_base",
    "bindings[2].view_base",
    "bindings[3].view_base",
    "bindings[4].view_base",
    "bindings[5].view_base",
    "bindings[6].view_base",
    "bindings[7].view_base",
    "bindings[8].view_base",
};

/* A descriptor on its way to a node. */
typedef struct kernel_build {
    WGSGraph graph;
    WGSKernelDescriptor const* descriptor;
    WGSError* error;
    char entry[WGS_KERNEL_NAME_SIZE];
    char constants[WGS_MAX_KERNEL_CONSTANTS][WGS_KERNEL_NAME_SIZE];
    wgs_caller_kernel kernel;
    wgs_kernel_binding_use uses[WGS_MAX_KERNEL_STORAGE];
} kernel_build;

/* --- What is given ------------------------------------------------------------------------- */

static WGSStatus check_pointers(WGSKernelDescriptor const* descriptor, WGSError* error) {
    struct {
        size_t count;
        void const* array;
        char const* name;
    } const arrays[] = {
        {descriptor->bindingCount, descriptor->bindings, "bindings"},
        {descriptor->constantCount, descriptor->constants, "constants"},
        {descriptor->dataSize, descriptor->data, "data"},
        {descriptor->valueCount, descriptor->values, "values"},
        {descriptor->dependencyCount, descriptor->dependencies, "dependencies"},
    };
    if (descriptor->prepare == NULL)
        return wgs_error_null(error, function, "prepare");
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (arrays[i].count > 0 && arrays[i].array == NULL)
            return wgs_error_null(error, function, arrays[i].name);
    return WGSStatus_Success;
}

static WGSStatus check_shape(WGSKernelDescriptor const* descriptor, WGSError* error) {
    struct {
        size_t given;
        size_t limit;
        WGSErrorId id;
        char const* name;
    } const limits[] = {
        {descriptor->bindingCount,
         WGS_MAX_KERNEL_STORAGE,
         WGSErrorId_TooManyColumns,
         "bindingCount"},
        {descriptor->constantCount,
         WGS_MAX_KERNEL_CONSTANTS,
         WGSErrorId_KernelShape,
         "constantCount"},
        {descriptor->paramsWordCount,
         WGS_MAX_KERNEL_PARAMS,
         WGSErrorId_KernelShape,
         "paramsWordCount"},
        {descriptor->valueCount, WGS_MAX_KERNEL_VALUES, WGSErrorId_KernelShape, "valueCount"},
        {descriptor->dataSize, WGS_MAX_KERNEL_DATA, WGSErrorId_KernelShape, "dataSize"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].given > limits[i].limit)
            return wgs_error(
                error,
                WGSStatus_TooLarge,
                limits[i].id,
                "%s: %s is %zu but the limit is %zu",
                function,
                limits[i].name,
                limits[i].given,
                limits[i].limit);
    return WGSStatus_Success;
}

static WGSStatus check_values(WGSKernelDescriptor const* descriptor, WGSError* error) {
    for (size_t i = 0; i < descriptor->valueCount; i++)
        if (descriptor->values[i] == NULL)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_NullArgument,
                "%s: values[%zu] is NULL",
                function,
                i);
    return WGSStatus_Success;
}

/* --- The kernel ---------------------------------------------------------------------------- */

static WGSStatus take_constants(kernel_build* build) {
    WGSKernelDescriptor const* const descriptor = build->descriptor;
    for (size_t i = 0; i < descriptor->constantCount; i++) {
        char what[48];
        (void)snprintf(what, sizeof what, "constants[%zu].name", i);
        char* const name = build->constants[i];
        WGS_TRY(wgs_kernel_name_check(
            descriptor->constants[i].name, what, name, function, build->error));
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(build->constants[earlier], name) == 0)
                return wgs_error(
                    build->error,
                    WGSStatus_InvalidArgument,
                    WGSErrorId_SourceText,
                    "%s: constants[%zu] and constants[%zu] both have the name %s",
                    function,
                    earlier,
                    i,
                    name);
        build->kernel.constant_names[i] = name;
    }
    build->kernel.constant_count = (uint32_t)descriptor->constantCount;
    return WGSStatus_Success;
}

static WGSStatus take_source(kernel_build* build) {
    WGPUStringView const source = build->descriptor->source;
    size_t const size = wgs_text_length(source);
    if (size == 0)
        return wgs_error(
            build->error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: source is empty",
            function);
    if (size > WGS_MAX_KERNEL_SOURCE)
        return wgs_error(
            build->error,
            WGSStatus_TooLarge,
            WGSErrorId_SourceText,
            "%s: source has %zu bytes but the limit is %d",
            function,
            size,
            WGS_MAX_KERNEL_SOURCE);
    WGS_TRY(wgs_kernel_name_check(
        build->descriptor->entryPoint, "entryPoint", build->entry, function, build->error));
    WGS_TRY(wgs_kernel_source_check(source.data, size, build->entry, function, build->error));
    build->kernel.name = build->entry;
    build->kernel.source = source.data;
    build->kernel.source_size = size;
    return WGSStatus_Success;
}

/* --- Bindings ------------------------------------------------------------------------------ */

static WGSStatus check_number(kernel_build* build, size_t index) {
    uint32_t const number = build->descriptor->bindings[index].binding;
    if (number > MAX_BINDING_NUMBER)
        return wgs_error(
            build->error,
            WGSStatus_InvalidArgument,
            WGSErrorId_KernelShape,
            "%s: bindings[%zu].binding is %" PRIu32 " but the limit is %d",
            function,
            index,
            number,
            MAX_BINDING_NUMBER);
    if (number == 0 && build->descriptor->paramsWordCount > 0)
        return wgs_error(
            build->error,
            WGSStatus_InvalidArgument,
            WGSErrorId_DuplicateBinding,
            "%s: bindings[%zu].binding is 0, which is Params",
            function,
            index);
    for (size_t earlier = 0; earlier < index; earlier++)
        if (build->descriptor->bindings[earlier].binding == number)
            return wgs_error(
                build->error,
                WGSStatus_InvalidArgument,
                WGSErrorId_DuplicateBinding,
                "%s: bindings[%zu] and bindings[%zu] both have the number %" PRIu32,
                function,
                earlier,
                index,
                number);
    return WGSStatus_Success;
}

static WGSStatus check_access(kernel_build* build, size_t index, wgs_binding_kind* kind) {
    WGSAccess const access = build->descriptor->bindings[index].access;
    *kind = access == WGSAccess_StorageRead ? WGS_BINDING_READ : WGS_BINDING_READ_WRITE;
    if (access == WGSAccess_StorageRead || access == WGSAccess_StorageWrite ||
        access == WGSAccess_StorageReadWrite)
        return WGSStatus_Success;
    return wgs_error(
        build->error,
        WGSStatus_InvalidArgument,
        WGSErrorId_InvalidEnum,
        "%s: bindings[%zu].access is %d, which is not of storage",
        function,
        index,
        (int)access);
}

/* Gives the base its word, or sees that none is needed. */
static WGSStatus take_base(kernel_build* build, size_t index) {
    WGSKernelBinding const* const binding = &build->descriptor->bindings[index];
    uint32_t const alignment = build->graph->capabilities->limits.minStorageBufferOffsetAlignment;
    if (!binding->hasBase) {
        if (binding->view.offset % alignment == 0)
            return WGSStatus_Success;
        return wgs_error(
            build->error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: bindings[%zu] has no base and starts at offset %" PRIu64
            ", not a multiple of %" PRIu32,
            function,
            index,
            binding->view.offset,
            alignment);
    }
    bool const inside = binding->baseWord < build->descriptor->paramsWordCount;
    if (!inside || build->kernel.params_names[binding->baseWord][0] != '\0')
        return wgs_error(
            build->error,
            WGSStatus_InvalidArgument,
            WGSErrorId_KernelShape,
            inside ? "%s: bindings[%zu].baseWord is %" PRIu32
                     ", which is another binding's among the %" PRIu32 " words"
                   : "%s: bindings[%zu].baseWord is %" PRIu32 " but Params has %" PRIu32 " words",
            function,
            index,
            binding->baseWord,
            build->descriptor->paramsWordCount);
    build->kernel.params_names[binding->baseWord] = base_names[index];
    return WGSStatus_Success;
}

static WGSStatus take_binding(kernel_build* build, size_t index) {
    WGSKernelBinding const* const binding = &build->descriptor->bindings[index];
    wgs_binding_kind kind;
    WGS_TRY(check_number(build, index));
    WGS_TRY(check_access(build, index, &kind));
    WGS_TRY(wgs_view_check(
        build->graph, &binding->view, WGS_FORMATS_ANY, function, view_names[index], build->error));
    WGS_TRY(take_base(build, index));
    build->kernel.bindings[build->kernel.binding_count++] =
        (wgs_kernel_binding){view_names[index], kind, binding->binding};
    build->uses[index] =
        (wgs_kernel_binding_use){view_names[index], binding->view, binding->access};
    return WGSStatus_Success;
}

static WGSStatus take_bindings(kernel_build* build) {
    wgs_caller_kernel* const kernel = &build->kernel;
    kernel->params_words = build->descriptor->paramsWordCount;
    for (uint32_t i = 0; i < kernel->params_words; i++)
        kernel->params_names[i] = "";
    if (kernel->params_words > 0)
        kernel->bindings[kernel->binding_count++] =
            (wgs_kernel_binding){"params", WGS_BINDING_UNIFORM, 0};
    for (size_t i = 0; i < build->descriptor->bindingCount; i++)
        WGS_TRY(take_binding(build, i));
    return WGSStatus_Success;
}

/* --- The node ------------------------------------------------------------------------------ */

static wgs_variant make_variant(kernel_build const* build, wgs_kept_kernel const* kept) {
    wgs_variant variant = {
        .kernel = &kept->kernel,
        .constant_count = kept->parts.constant_count,
        .bounds_proved = build->descriptor->unchecked != 0,
    };
    for (uint32_t i = 0; i < variant.constant_count; i++)
        variant.constants[i] =
            (wgs_constant){kept->parts.constant_names[i], build->descriptor->constants[i].value};
    return variant;
}

/* Adds the node, with copies of label and note that are terminated. */
static WGSStatus
add_node(kernel_build const* build, wgs_kept_kernel const* kept, char const* note) {
    WGSKernelDescriptor const* const descriptor = build->descriptor;
    char label[WGS_LABEL_SIZE];
    wgs_label(label, descriptor->label, build->entry);
    wgs_kernel_request request = {
        .role = label,
        .note = note,
        .variant = make_variant(build, kept),
        .use_count = descriptor->bindingCount,
        .uses = build->uses,
        .prepare = descriptor->prepare,
        .data = descriptor->data,
        .data_size = descriptor->dataSize,
        .value_count = (uint32_t)descriptor->valueCount,
        .rows = descriptor->workload.rows,
        .dependency_count = descriptor->dependencyCount,
        .dependencies = descriptor->dependencies,
    };
    for (size_t i = 0; i < descriptor->valueCount; i++)
        request.values[i] = descriptor->values[i];
    return wgs_graph_add_kernel(build->graph, &request, function, build->error);
}

static WGSStatus add_kernel(kernel_build const* build) {
    WGSAllocator const* const allocator = &build->graph->allocator;
    bool const has_note = wgs_text_length(build->descriptor->note) > 0;
    char* const note = has_note ? wgs_copy_string(allocator, build->descriptor->note) : NULL;
    wgs_kept_kernel const* const kept =
        wgs_context_keep_kernel(build->graph->context, &build->kernel);
    WGSStatus const status = kept == NULL || (has_note && note == NULL)
                                 ? wgs_error_memory(build->error, function)
                                 : add_node(build, kept, note);
    wgs_free(allocator, note);
    return status;
}

WGSStatus wgsGraphAddKernel(
    WGSGraph graph, WGSKernelDescriptor const* descriptor, WGSNode* node, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    WGS_TRY(check_pointers(descriptor, error));
    WGS_TRY(check_shape(descriptor, error));
    WGS_TRY(check_values(descriptor, error));
    kernel_build build = {.graph = graph, .descriptor = descriptor, .error = error};
    WGS_TRY(take_source(&build));
    WGS_TRY(take_constants(&build));
    WGS_TRY(take_bindings(&build));
    WGS_TRY(add_kernel(&build));
    WGSNode const made = graph->nodes[graph->node_count - 1];
    made->stated = descriptor->workload;
    if (node != NULL)
        *node = made;
    return WGSStatus_Success;
}
