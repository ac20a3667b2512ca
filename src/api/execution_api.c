/* SPDX-License-Identifier: MIT */
/* Public functions of executions. */
#include "base/error.h"
#include "gpu/gpu.h"

WGSStatus wgsProgramCreateExecution(
    WGSProgram program,
    WGSExecutionDescriptor const* descriptor,
    WGSExecution* execution,
    WGSError* error) {
    char const* const function = "wgsProgramCreateExecution";
    if (program == NULL)
        return wgs_error_null(error, function, "program");
    if (execution == NULL)
        return wgs_error_null(error, function, "execution");
    return wgs_execution_create(program, descriptor, execution, function, error);
}

void wgsExecutionAddRef(WGSExecution execution) {
    if (execution != NULL)
        wgs_execution_add_ref(execution);
}

void wgsExecutionRelease(WGSExecution execution) { wgs_execution_release(execution); }

WGSStatus wgsExecutionEncodeStep(
    WGSExecution execution,
    WGPUCommandEncoder encoder,
    WGSStepDescriptor const* descriptor,
    WGSStep* step,
    WGSError* error) {
    char const* const function = "wgsExecutionEncodeStep";
    if (execution == NULL)
        return wgs_error_null(error, function, "execution");
    if (encoder == NULL)
        return wgs_error_null(error, function, "encoder");
    return wgs_execution_encode_step(execution, encoder, descriptor, step, function, error);
}
