/* SPDX-License-Identifier: MIT */
/* Graphs and what they are made of, but for nodes. */
#include <inttypes.h>

#include "base/error.h"
#include "gpu/gpu.h"
#include "plan/access.h"
#include "plan/plan.h"

WGSStatus wgsContextCreateGraph(
    WGSContext context, WGSGraphDescriptor const* descriptor, WGSGraph* graph, WGSError* error) {
    char const* const function = "wgsContextCreateGraph";
    if (context == NULL)
        return wgs_error_null(error, function, "context");
    if (graph == NULL)
        return wgs_error_null(error, function, "graph");
    WGPUStringView const label =
        descriptor != NULL ? descriptor->label : (WGPUStringView){.data = NULL};
    wgsContextAddRef(context);
    WGSStatus const status = wgs_graph_create(
        context,
        wgs_context_allocator(context),
        wgs_context_capabilities(context),
        wgs_gpu_graph_hooks(),
        label,
        graph,
        function,
        error);
    if (status != WGSStatus_Success)
        wgsContextRelease(context);
    return status;
}

void wgsGraphAddRef(WGSGraph graph) {
    if (graph != NULL)
        wgs_graph_add_ref(graph);
}

void wgsGraphRelease(WGSGraph graph) { wgs_graph_release(graph); }

/* The default buffer must be what the import declares. */
static WGSStatus check_default(
    WGPUBuffer buffer,
    uint64_t size,
    WGPUBufferUsage usage,
    char const* function,
    WGSError* error) {
    uint64_t const held = wgs_gpu_buffer_size(buffer);
    if (held < size)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_BufferTooSmall,
            "%s: size is %" PRIu64 " but buffer holds %" PRIu64 " bytes",
            function,
            size,
            held);
    WGPUBufferUsage const missing = usage & ~wgs_gpu_buffer_usage(buffer);
    char text[128];
    if (missing != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: buffer lacks the declared usage %s",
            function,
            wgs_usage_text(missing, text, sizeof text));
    return WGSStatus_Success;
}

WGSStatus wgsGraphImportBuffer(
    WGSGraph graph, WGSImportDescriptor const* descriptor, WGSBuffer* buffer, WGSError* error) {
    char const* const function = "wgsGraphImportBuffer";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (buffer == NULL)
        return wgs_error_null(error, function, "buffer");
    WGPUBuffer const given = descriptor->buffer;
    uint64_t size = descriptor->size;
    if (size == 0 && given != NULL)
        size = wgs_gpu_buffer_size(given) & ~UINT64_C(3);
    if (size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            given == NULL ? "%s: size is 0 and there is no buffer to take it from"
                          : "%s: buffer holds less than 4 bytes",
            function);
    WGPUBufferUsage usage = descriptor->usage;
    if (usage == 0 && given != NULL)
        usage = wgs_gpu_buffer_usage(given);
    if (usage == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: usage is 0 and there is no buffer to take it from",
            function);
    if (given != NULL)
        WGS_TRY(check_default(given, size, usage, function, error));
    WGSBuffer made;
    WGS_TRY(
        wgs_graph_add_buffer(graph, true, descriptor->label, size, usage, &made, function, error));
    if (given != NULL)
        wgs_gpu_buffer_add_ref(given);
    made->default_buffer = given;
    *buffer = made;
    return WGSStatus_Success;
}

WGSStatus wgsGraphCreateTransient(
    WGSGraph graph, WGSTransientDescriptor const* descriptor, WGSBuffer* buffer, WGSError* error) {
    char const* const function = "wgsGraphCreateTransient";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (buffer == NULL)
        return wgs_error_null(error, function, "buffer");
    /* A transient lives on the device only, and the flags of several are united in one buffer. */
    WGPUBufferUsage const refused =
        descriptor->usage & (~WGS_USAGE_ALL | WGPUBufferUsage_MapRead | WGPUBufferUsage_MapWrite);
    char text[128];
    if (refused != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: usage has %s, which no transient can have",
            function,
            wgs_usage_text(refused, text, sizeof text));
    return wgs_graph_add_buffer(
        graph,
        false,
        descriptor->label,
        descriptor->size > 0 ? descriptor->size : 4,
        descriptor->usage != 0 ? descriptor->usage : WGPUBufferUsage_Storage,
        buffer,
        function,
        error);
}

WGSStatus wgsGraphCreateValue(
    WGSGraph graph, WGSValueDescriptor const* descriptor, WGSValue* value, WGSError* error) {
    char const* const function = "wgsGraphCreateValue";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (value == NULL)
        return wgs_error_null(error, function, "value");
    return wgs_graph_add_value(
        graph, descriptor->label, descriptor->value, descriptor->maximum, value, function, error);
}
