/* SPDX-License-Identifier: MIT */
/* Public functions for conditions and publications. */
#include "base/error.h"
#include "plan/graph.h"

WGSStatus
wgsGraphPushCondition(WGSGraph graph, WGSConditionDescriptor const* descriptor, WGSError* error) {
    char const* const function = "wgsGraphPushCondition";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->evaluate == NULL)
        return wgs_error_null(error, function, "evaluate");
    return wgs_graph_push_condition(graph, descriptor, function, error);
}

WGSStatus wgsGraphPopCondition(WGSGraph graph, WGSError* error) {
    return wgs_graph_pop_condition(graph, "wgsGraphPopCondition", error);
}

WGSStatus wgsGraphAddPublication(
    WGSGraph graph, WGSPublicationDescriptor const* descriptor, WGSError* error) {
    char const* const function = "wgsGraphAddPublication";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (descriptor == NULL)
        return wgs_error_null(error, function, "descriptor");
    if (descriptor->kind != WGSPublicationKind_Partial &&
        descriptor->kind != WGSPublicationKind_Complete)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: kind is %d, which is none",
            function,
            (int)descriptor->kind);
    return wgs_graph_add_publication(graph, descriptor, function, error);
}
