/* SPDX-License-Identifier: MIT */
/* Public functions of programs. */
#include "base/error.h"
#include "gpu/gpu.h"
#include "plan/preflight.h"

WGSStatus wgsGraphCompile(
    WGSGraph graph, WGSCompileDescriptor const* descriptor, WGSProgram* program, WGSError* error) {
    char const* const function = "wgsGraphCompile";
    if (program == NULL)
        return wgs_error_null(error, function, "program");
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (graph->contribution_depth > 0)
        return wgs_error(
            error,
            WGSStatus_InvalidState,
            WGSErrorId_Contribution,
            "%s: a contribution to the graph is not finished",
            function);
    wgs_plan plan;
    WGS_TRY(wgs_plan_build(graph, &plan, function, error));
    uint64_t const max_scratch = descriptor != NULL ? descriptor->maxScratchBytes : 0;
    WGSStatus status = wgs_preflight_check(graph, &plan, max_scratch, function, error);
    if (status == WGSStatus_Success)
        status = wgs_program_create(graph, &plan, descriptor, program, function, error);
    wgs_plan_free(&plan);
    if (status == WGSStatus_Success)
        graph->compiled = true;
    return status;
}

void wgsProgramAddRef(WGSProgram program) {
    if (program != NULL)
        wgs_program_add_ref(program);
}

void wgsProgramRelease(WGSProgram program) { wgs_program_release(program); }

WGSStatus wgsProgramEncode(
    WGSProgram program,
    WGPUCommandEncoder encoder,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error) {
    char const* const function = "wgsProgramEncode";
    if (program == NULL || encoder == NULL)
        return wgs_error_null(error, function, program == NULL ? "program" : "encoder");
    return wgs_program_encode(program, encoder, descriptor, stats, function, error);
}

WGSStatus wgsProgramGetStats(WGSProgram program, WGSProgramStats* stats, WGSError* error) {
    if (program == NULL || stats == NULL)
        return wgs_error_null(error, "wgsProgramGetStats", program == NULL ? "program" : "stats");
    *stats = wgs_program_stats(program);
    return WGSStatus_Success;
}

char const* wgsProgramGetTimedNodeLabel(WGSProgram program, uint32_t index) {
    return program == NULL ? NULL : wgs_program_timed_label(program, index);
}
