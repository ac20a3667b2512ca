/* SPDX-License-Identifier: MIT */
/* Questions about the plan of a graph, before or after it is compiled. */
#include "base/error.h"
#include "plan/preflight.h"

WGSStatus wgsGraphExplain(
    WGSGraph graph, WGSExplainFormat format, char* text, size_t* size, WGSError* error) {
    char const* const function = "wgsGraphExplain";
    if (graph == NULL)
        return wgs_error_null(error, function, "graph");
    if (size == NULL)
        return wgs_error_null(error, function, "size");
    if (text == NULL && *size > 0)
        return wgs_error_null(error, function, "text");
    if (format != WGSExplainFormat_Text && format != WGSExplainFormat_JSON &&
        format != WGSExplainFormat_DOT)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: format is %d, which is none",
            function,
            (int)format);
    wgs_plan plan;
    WGS_TRY(wgs_plan_build(graph, &plan, function, error));
    *size = wgs_explain(graph, &plan, format, text, *size);
    wgs_plan_free(&plan);
    return WGSStatus_Success;
}

WGSStatus
wgsGraphGetScratch(WGSGraph graph, size_t* count, WGSScratch* scratches, WGSError* error) {
    char const* const function = "wgsGraphGetScratch";
    if (graph == NULL)
        return wgs_error_null(error, function, "graph");
    if (count == NULL)
        return wgs_error_null(error, function, "count");
    wgs_plan plan;
    WGS_TRY(wgs_plan_build(graph, &plan, function, error));
    WGSStatus status = WGSStatus_Success;
    if (scratches != NULL && *count < plan.slot_count)
        status = wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidSize,
            "%s: count is %zu but the graph needs %zu scratch buffers",
            function,
            *count,
            plan.slot_count);
    for (size_t s = 0; status == WGSStatus_Success && scratches != NULL && s < plan.slot_count; s++)
        scratches[s] = (WGSScratch){.size = plan.slots[s].size, .usage = plan.slots[s].usage};
    if (status == WGSStatus_Success)
        *count = plan.slot_count;
    wgs_plan_free(&plan);
    return status;
}

WGSStatus wgsGraphPreflight(
    WGSGraph graph,
    WGSPreflightDescriptor const* descriptor,
    WGSPreflight* preflight,
    WGSError* error) {
    char const* const function = "wgsGraphPreflight";
    WGSPreflightDescriptor const given =
        descriptor != NULL ? *descriptor : (WGSPreflightDescriptor){0};
    if (graph == NULL)
        return wgs_error_null(error, function, "graph");
    if (preflight == NULL)
        return wgs_error_null(error, function, "preflight");
    wgs_plan plan;
    WGS_TRY(wgs_plan_build(graph, &plan, function, error));
    WGSStatus const status =
        wgs_preflight_check(graph, &plan, given.maxScratchBytes, function, error);
    if (status == WGSStatus_Success)
        *preflight = wgs_preflight(graph, &plan, given.nodeCount, given.nodes);
    wgs_plan_free(&plan);
    return status;
}
