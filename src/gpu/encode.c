/* SPDX-License-Identifier: MIT */
/* One encode of a whole program. */
#include "base/error.h"
#include "gpu/recorder.h"

WGSStatus wgs_program_check_idle(WGSProgram program, char const* function, WGSError* error) {
    if (!program->executing)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidState,
        WGSErrorId_ExecutionActive,
        "%s: an execution of the program is under way, whose half-done work lies in the transients",
        function);
}

WGSStatus wgs_program_encode(
    WGSProgram program,
    WGPUCommandEncoder encoder,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    char const* function,
    WGSError* error) {
    uint64_t const start = wgs_now_nanoseconds();
    WGSEncodeDescriptor const given = descriptor != NULL ? *descriptor : (WGSEncodeDescriptor){0};
    wgs_recording const recording = {
        .count = program->node_count,
        .encoder = encoder,
        .timing = given.timing,
        .queries = given.querySet,
        .first_query = given.firstQuery,
        .separate_passes = given.separatePasses != 0,
        .report_count = given.reportCount,
        .reports = given.reports};
    WGS_TRY(wgs_context_check_alive(program->context, function, error));
    WGS_TRY(wgs_program_check_idle(program, function, error));
    WGS_TRY(wgs_recording_check(program, &recording, function, error));
    wgs_frame frame;
    WGS_TRY(wgs_frame_init(&frame, program, &given, function, error));
    WGSEncodeStats recorded = {0};
    WGSStatus const status = wgs_record(&frame, &recording, &recorded, function, error);
    wgs_frame_free(&frame);
    recorded.encodeNanoseconds = wgs_now_nanoseconds() - start;
    if (status == WGSStatus_Success && stats != NULL)
        *stats = recorded;
    return status;
}
