/* SPDX-License-Identifier: MIT */
/* Conditions on the CPU, and the results that nodes publish. */
#include <inttypes.h>

#include "base/error.h"
#include "plan/node.h"

WGSStatus wgs_graph_push_condition(
    WGSGraph graph,
    WGSConditionDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGSAllocator const* const allocator = &graph->allocator;
    char* const label = wgs_copy_string(allocator, descriptor->label);
    void* array = graph->conditions;
    if (label == NULL || !wgs_reserve_one(
                             allocator,
                             &array,
                             graph->condition_count,
                             &graph->condition_capacity,
                             sizeof *graph->conditions)) {
        wgs_free(allocator, label);
        return wgs_error_memory(error, function);
    }
    graph->conditions = array;
    graph->conditions[graph->condition_count] = (wgs_condition){
        .label = label,
        .evaluate = descriptor->evaluate,
        .userdata = descriptor->userdata,
        .parent = graph->open_condition};
    graph->open_condition = (uint32_t)graph->condition_count++;
    return WGSStatus_Success;
}

WGSStatus wgs_graph_pop_condition(WGSGraph graph, char const* function, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (graph->open_condition == WGS_NO_CONDITION)
        return wgs_error(
            error,
            WGSStatus_InvalidState,
            WGSErrorId_ConditionStack,
            "%s: no condition is pushed",
            function);
    graph->open_condition = graph->conditions[graph->open_condition].parent;
    return WGSStatus_Success;
}

WGSStatus wgs_graph_check_conditions_closed(WGSGraph graph, char const* function, WGSError* error) {
    if (graph->open_condition == WGS_NO_CONDITION)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidState,
        WGSErrorId_ConditionStack,
        "%s: condition %" PRIu32 ", \"%.60s\", was pushed and not popped",
        function,
        graph->open_condition,
        graph->conditions[graph->open_condition].label);
}

static WGSStatus
cannot_publish(WGSNode node, char const* why, char const* function, WGSError* error) {
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_Publication,
        "%s: node %" PRIu32 ", \"%.60s\", %s",
        function,
        node->index,
        node->label,
        why);
}

WGSStatus wgs_graph_add_publication(
    WGSGraph graph,
    WGSPublicationDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGSNode node = descriptor->node;
    if (node == NULL && graph->node_count > 0)
        node = graph->nodes[graph->node_count - 1];
    if (node == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_Publication,
            "%s: the graph has no node that could publish",
            function);
    if (node->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: node belongs to another graph",
            function);
    if (node->condition != WGS_NO_CONDITION)
        return cannot_publish(node, "is under a condition", function, error);
    if (node->publication != NULL)
        return cannot_publish(node, "publishes already", function, error);
    char* const label = wgs_graph_reserve_addition(graph)
                            ? wgs_copy_string(&graph->allocator, descriptor->label)
                            : NULL;
    if (label == NULL)
        return wgs_error_memory(error, function);
    node->publication = label;
    node->publication_kind = descriptor->kind;
    graph->additions[graph->addition_count++] = (wgs_addition){node, true};
    return WGSStatus_Success;
}
