/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/error.h"
#include "plan/view.h"
#include "primitives/common/launch.h"
#include "primitives/common/vector_roles.h"
#include "primitives/scan/scan_sequence.h"

enum { NAME_SIZE = 48 };

/* "in", or "inChunks[3]". */
static void name_view(char name[NAME_SIZE], char const* role, bool chunked, size_t chunk) {
    if (chunked)
        (void)snprintf(name, NAME_SIZE, "%sChunks[%zu]", role, chunk);
    else
        (void)snprintf(name, NAME_SIZE, "%s", role);
}

static WGSStatus mismatch(
    char const* name, uint64_t length, uint64_t wanted, char const* function, WGSError* error) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: %s holds %llu elements but the input has %llu",
        function,
        name,
        (unsigned long long)length,
        (unsigned long long)wanted);
}

static WGSStatus
check_enums(WGSScanDescriptor const* descriptor, char const* function, WGSError* error) {
    bool const bad_mode = (unsigned)descriptor->mode > WGSScanMode_Inclusive;
    if (!bad_mode && (unsigned)descriptor->operation <= WGSScanOperation_Maximum)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_InvalidEnum,
        "%s: %s is %u",
        function,
        bad_mode ? "mode" : "operation",
        bad_mode ? (unsigned)descriptor->mode : (unsigned)descriptor->operation);
}

/* Which of the two forms is asked for, and nothing of the other. */
static WGSStatus check_form(
    WGSScanDescriptor const* descriptor, bool chunked, char const* function, WGSError* error) {
    bool const has_view = descriptor->in.buffer != NULL || descriptor->out.buffer != NULL ||
                          descriptor->segmentFlags.buffer != NULL;
    bool const has_chunks = chunked || descriptor->outChunks.chunkCount > 0 ||
                            descriptor->segmentFlagChunks.chunkCount > 0;
    if (has_view && has_chunks)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_TooManyColumns,
            "%s: views and chunks are both given",
            function);
    if (chunked && (descriptor->count != NULL || descriptor->gpuCount.view.buffer != NULL))
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_FeatureUnsupported,
            "%s: a scan of chunks takes no count",
            function);
    return WGSStatus_Success;
}

/* In place, the input is an output, and no role of its own. */
static void list_roles(WGSScanDescriptor const* descriptor, wgs_role_list* roles) {
    roles->count = 0;
    if (!descriptor->inPlace)
        wgs_role_list_add(roles, descriptor->inChunks, "inChunks", -1, "");
    if (descriptor->segmentFlagChunks.chunkCount > 0)
        wgs_role_list_add(roles, descriptor->segmentFlagChunks, "segmentFlagChunks", -1, "");
    roles->inputs = roles->count;
    wgs_role_list_add(roles, descriptor->outChunks, "outChunks", -1, "");
    if (descriptor->inPlace)
        wgs_role_list_add(roles, descriptor->inChunks, "inChunks", -1, "");
}

static wgs_scan_sequence list_chunks(WGSScanDescriptor const* descriptor, bool chunked) {
    if (chunked)
        return (wgs_scan_sequence){
            .chunk_count = descriptor->inChunks.chunkCount,
            .in = descriptor->inChunks.chunks,
            .out = descriptor->outChunks.chunks,
            .flags = descriptor->segmentFlagChunks.chunks,
        };
    bool const flagged = descriptor->segmentFlags.buffer != NULL;
    return (wgs_scan_sequence){
        .chunk_count = 1,
        .in = &descriptor->in,
        .out = &descriptor->out,
        .flags = flagged ? &descriptor->segmentFlags : NULL,
    };
}

/* Out is in, exactly, or in another buffer. */
static WGSStatus check_place(
    WGSScanDescriptor const* descriptor,
    WGSView const* in,
    char const* in_name,
    WGSView const* out,
    char const* out_name,
    char const* function,
    WGSError* error) {
    if (!descriptor->inPlace)
        return wgs_view_check_distinct(in, in_name, out, out_name, function, error);
    if (out->buffer == in->buffer && out->offset == in->offset && out->length == in->length)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_LengthMismatch,
        "%s: inPlace is set but %s is not %s",
        function,
        out_name,
        in_name);
}

static WGSStatus check_chunk(
    WGSGraph graph,
    WGSScanDescriptor const* descriptor,
    wgs_scan_sequence const* sequence,
    size_t chunk,
    char const* function,
    WGSError* error) {
    unsigned const formats = WGS_FORMAT_BIT(WGSFormat_Uint32) | WGS_FORMAT_BIT(WGSFormat_Sint32) |
                             WGS_FORMAT_BIT(WGSFormat_Float32);
    bool const chunked = descriptor->inChunks.chunkCount > 0;
    WGSView const* const in = &sequence->in[chunk];
    WGSView const* const out = &sequence->out[chunk];
    char in_name[NAME_SIZE];
    char out_name[NAME_SIZE];
    char flags_name[NAME_SIZE];
    name_view(in_name, "in", chunked, chunk);
    name_view(out_name, "out", chunked, chunk);
    name_view(flags_name, chunked ? "segmentFlag" : "segmentFlags", chunked, chunk);

    WGS_TRY(wgs_view_check(
        graph,
        in,
        chunk == 0 ? formats : WGS_FORMAT_BIT(sequence->in[0].format),
        function,
        in_name,
        error));
    WGS_TRY(wgs_view_check(graph, out, WGS_FORMAT_BIT(in->format), function, out_name, error));
    if (chunked ? out->length != in->length : out->length < in->length)
        return mismatch(out_name, out->length, in->length, function, error);
    WGS_TRY(check_place(descriptor, in, in_name, out, out_name, function, error));
    if (sequence->flags == NULL)
        return WGSStatus_Success;
    WGSView const* const flags = &sequence->flags[chunk];
    WGS_TRY(wgs_view_check(
        graph, flags, WGS_FORMAT_BIT(WGSFormat_Uint32), function, flags_name, error));
    if (chunked ? flags->length != in->length : flags->length < in->length)
        return mismatch(flags_name, flags->length, in->length, function, error);
    return wgs_view_check_distinct(flags, flags_name, out, out_name, function, error);
}

/* The sum of the chunks' lengths, each of which is at most 2^31. */
static WGSStatus add_lengths(wgs_scan_sequence* sequence, char const* function, WGSError* error) {
    for (size_t c = 0; c < sequence->chunk_count; c++) {
        WGS_TRY(wgs_row_limit_check(sequence->in[c].length, function, error));
        sequence->length += sequence->in[c].length;
        WGS_TRY(wgs_row_limit_check(sequence->length, function, error));
    }
    return WGSStatus_Success;
}

WGSStatus wgs_scan_check(
    WGSGraph graph,
    WGSScanDescriptor const* descriptor,
    wgs_scan_sequence* sequence,
    char const* function,
    WGSError* error) {
    bool const chunked = descriptor->inChunks.chunkCount > 0;
    wgs_role_list roles;
    WGS_TRY(check_enums(descriptor, function, error));
    WGS_TRY(check_form(descriptor, chunked, function, error));
    if (chunked) {
        list_roles(descriptor, &roles);
        WGS_TRY(wgs_role_list_check_chunks(&roles, function, error));
    }
    *sequence = list_chunks(descriptor, chunked);
    for (size_t c = 0; c < sequence->chunk_count; c++)
        WGS_TRY(check_chunk(graph, descriptor, sequence, c, function, error));
    if (chunked) {
        roles.count -= descriptor->inPlace ? 1 : 0; /* the input is the output */
        WGS_TRY(wgs_role_list_check_sharing(graph, &roles, function, error));
    }
    WGS_TRY(add_lengths(sequence, function, error));
    WGS_TRY(wgs_value_check(graph, descriptor->count, sequence->length, function, "count", error));
    return wgs_gpu_count_check(graph, &descriptor->gpuCount, function, error);
}
