/* SPDX-License-Identifier: MIT */
/* Which physical buffers and which values an encode works on. */
#include <inttypes.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/frame.h"
#include "plan/access.h"

/* Checks one replaced import and stores it. An import that may be short needs no more than its
 * caller has checked. */
static WGSStatus
replace_buffer(wgs_frame* frame, WGSBufferReplacement const* given, size_t index, WGSError* error) {
    char const* const function = frame->function;
    WGSGraph graph = frame->program->graph;
    WGSBuffer buffer = given->buffer;
    if (buffer == NULL || given->replacement == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: buffers[%zu].%s is NULL",
            function,
            index,
            buffer == NULL ? "buffer" : "replacement");
    if (buffer->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: buffers[%zu].buffer belongs to another graph",
            function,
            index);
    if (!buffer->imported)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NotAnImport,
            "%s: buffers[%zu].buffer is a transient, %s",
            function,
            index,
            buffer->label);
    if (frame->replaced[buffer->index])
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_DuplicateReplacement,
            "%s: buffers[%zu].buffer, %s, is replaced twice",
            function,
            index,
            buffer->label);
    if (given->offset % 4 != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: buffers[%zu].offset is %" PRIu64 ", not a multiple of 4",
            function,
            index,
            given->offset);
    uint64_t const whole = wgpuBufferGetSize(given->replacement) & ~(uint64_t)3;
    uint64_t const rest = given->offset <= whole ? whole - given->offset : 0;
    bool const short_enough = buffer->may_be_short && rest > 0;
    if (rest < buffer->size && !short_enough)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_BufferTooSmall,
            "%s: buffers[%zu].replacement has %" PRIu64 " bytes from offset %" PRIu64
            " on but %s was declared with %" PRIu64,
            function,
            index,
            rest,
            given->offset,
            buffer->label,
            buffer->size);
    WGPUBufferUsage const missing = buffer->usage & ~wgpuBufferGetUsage(given->replacement);
    char names[120];
    if (missing != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: buffers[%zu].replacement, for %s, lacks the usage %s",
            function,
            index,
            buffer->label,
            wgs_usage_text(missing, names, sizeof names));
    frame->replaced[buffer->index] = true;
    frame->buffers[buffer->index] =
        (wgs_bound){given->replacement, given->offset, wgs_min_u64(buffer->size, rest)};
    return WGSStatus_Success;
}

static WGSStatus
replace_value(wgs_frame* frame, WGSValueReplacement const* given, size_t index, WGSError* error) {
    char const* const function = frame->function;
    WGSGraph graph = frame->program->graph;
    WGSValue value = given->value;
    if (value == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: values[%zu].value is NULL",
            function,
            index);
    if (value->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: values[%zu].value belongs to another graph",
            function,
            index);
    bool* replaced = &frame->replaced[graph->buffer_count + value->index];
    if (*replaced)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_DuplicateReplacement,
            "%s: values[%zu].value, %s, is replaced twice",
            function,
            index,
            value->label);
    if (given->replacement > value->maximum)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ValueOutOfRange,
            "%s: values[%zu].replacement is %" PRIu32 " but the maximum of %s is %" PRIu32,
            function,
            index,
            given->replacement,
            value->label,
            value->maximum);
    *replaced = true;
    frame->values[value->index] = given->replacement;
    return WGSStatus_Success;
}

static void fill_defaults(wgs_frame* frame) {
    WGSProgram program = frame->program;
    WGSGraph graph = program->graph;
    for (size_t i = 0; i < graph->buffer_count; ++i) {
        WGSBuffer buffer = graph->buffers[i];
        WGPUBuffer physical = buffer->default_buffer;
        if (buffer->table != NULL)
            physical = program->tables[i];
        else if (!buffer->imported)
            physical = program->slot_of_buffer[i] == WGS_NO_SLOT
                           ? NULL
                           : program->slots[program->slot_of_buffer[i]];
        frame->buffers[i] = (wgs_bound){physical, 0, buffer->size};
    }
    for (size_t i = 0; i < graph->value_count; ++i)
        frame->values[i] = graph->values[i]->value;
}

static WGSStatus
check_lists(WGSEncodeDescriptor const* given, char const* function, WGSError* error) {
    if (given->bufferCount > 0 && given->buffers == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: bufferCount is %zu but buffers is NULL",
            function,
            given->bufferCount);
    if (given->valueCount > 0 && given->values == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: valueCount is %zu but values is NULL",
            function,
            given->valueCount);
    return WGSStatus_Success;
}

WGSStatus wgs_frame_resolve(wgs_frame* frame, WGSError* error) {
    WGSEncodeDescriptor const* given = frame->descriptor;
    WGS_TRY(check_lists(given, frame->function, error));
    fill_defaults(frame);
    for (size_t i = 0; i < given->bufferCount; ++i)
        WGS_TRY(replace_buffer(frame, &given->buffers[i], i, error));
    for (size_t i = 0; i < given->valueCount; ++i)
        WGS_TRY(replace_value(frame, &given->values[i], i, error));
    WGSProgram program = frame->program;
    for (size_t i = 0; i < program->graph->buffer_count; ++i)
        if (program->graph->buffers[i]->imported && frame->buffers[i].buffer == NULL)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_MissingBuffer,
                "%s: import %zu, %s, has neither a default nor a replacement",
                frame->function,
                i,
                program->graph->buffers[i]->label);
    return WGSStatus_Success;
}
