/* SPDX-License-Identifier: MIT */
/* Contributions: functions of callers that add to a graph, all or nothing. */
#include "base/error.h"
#include "plan/graph.h"
#include "plan/grid.h"

/* The callback has an error of its own, so that the caller's stays as it is when all goes well,
 * whatever failed and was dealt with on the way. */
static WGSStatus
tell_failure(WGSStatus status, WGSError const* told, char const* function, WGSError* error) {
    if (told->status == WGSStatus_Success)
        return wgs_error(
            error,
            status,
            WGSErrorId_Contribution,
            "%s: the callback failed with %s and without a reason",
            function,
            wgsStatusGetName(status));
    if (error != NULL)
        *error = *told;
    return status;
}

/* Conditions have numbers of their own: the same one is open only when nothing else was popped. */
static WGSStatus
check_conditions(WGSGraph graph, wgs_graph_mark before, char const* function, WGSError* error) {
    if (graph->open_condition == before.open_condition)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidState,
        WGSErrorId_ConditionStack,
        "%s: the callback left other conditions open than there were",
        function);
}

WGSStatus wgsGraphContribute(
    WGSGraph graph, WGSContributeCallback callback, void* userdata, WGSError* error) {
    char const* const function = "wgsGraphContribute";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (callback == NULL)
        return wgs_error_null(error, function, "callback");
    WGSError told = {0};
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    wgs_graph_add_ref(graph);
    graph->contribution_depth++;
    WGSStatus status = callback(graph, userdata, &told);
    graph->contribution_depth--;
    if (status == WGSStatus_Success)
        status = check_conditions(graph, mark, function, &told);
    if (status != WGSStatus_Success) {
        wgs_graph_roll_back(graph, mark);
        status = tell_failure(status, &told, function, error);
    }
    wgs_graph_release(graph);
    return status;
}

WGSContext wgsGraphGetContext(WGSGraph graph) { return graph == NULL ? NULL : graph->context; }

uint64_t wgsGraphGetMaxWorkgroups(WGSGraph graph) {
    return graph == NULL
               ? 0
               : wgs_grid_capacity(graph->capabilities->limits.maxComputeWorkgroupsPerDimension);
}

uint32_t wgsValueGetMaximum(WGSValue value) { return value == NULL ? 0 : value->maximum; }
