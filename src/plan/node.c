/* SPDX-License-Identifier: MIT */
#include "plan/node.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "plan/uses.h"

char* wgs_join_label(WGSAllocator const* allocator, char const* parent, char const* role) {
    size_t const parent_length = parent != NULL ? strlen(parent) : 0;
    size_t const role_length = strlen(role);
    char* const label = wgs_allocate(allocator, parent_length + role_length + 2, 1);
    if (label == NULL)
        return NULL;
    size_t start = 0;
    if (parent_length > 0) {
        memcpy(label, parent, parent_length);
        label[parent_length] = '.';
        start = parent_length + 1;
    }
    memcpy(label + start, role, role_length);
    return label;
}

bool wgs_node_is_indirect(WGSNode node) {
    return node->kind == WGS_NODE_COMPUTE && node->as.compute.indirect;
}

size_t wgs_node_binding_count(WGSNode node) { return node->use_count - wgs_node_is_indirect(node); }

void wgs_node_free(WGSAllocator const* allocator, WGSNode node) {
    if (node->kind == WGS_NODE_COMPUTE)
        wgs_free(allocator, node->as.compute.binding_numbers);
    wgs_free(allocator, node->dependencies);
    wgs_free(allocator, node->uses);
    wgs_free(allocator, node->publication);
    wgs_free(allocator, node->note);
    wgs_free(allocator, node->label);
    wgs_free(allocator, node);
}

WGSStatus wgs_node_append(
    WGSGraph graph,
    wgs_node_kind kind,
    char* label,
    char* note,
    size_t use_count,
    wgs_use const* uses,
    size_t dependency_count,
    WGSNode const* dependencies,
    WGSNode* node,
    char const* function,
    WGSError* error) {
    WGSAllocator const* const allocator = &graph->allocator;
    WGSNode const made = wgs_allocate(allocator, 1, sizeof *made);
    wgs_use* const use_copies = wgs_allocate(allocator, use_count, sizeof *uses);
    WGSNode* const dependency_copies =
        wgs_allocate(allocator, dependency_count, sizeof *dependencies);
    void* array = graph->nodes;
    if (made == NULL || use_copies == NULL || dependency_copies == NULL ||
        !wgs_reserve_one(
            allocator, &array, graph->node_count, &graph->node_capacity, sizeof made)) {
        wgs_free(allocator, dependency_copies);
        wgs_free(allocator, use_copies);
        wgs_free(allocator, made);
        return wgs_error_memory(error, function);
    }
    graph->nodes = array;
    if (use_count > 0)
        memcpy(use_copies, uses, use_count * sizeof *uses);
    if (dependency_count > 0)
        memcpy(dependency_copies, dependencies, dependency_count * sizeof *dependencies);
    made->graph = graph;
    made->index = (uint32_t)graph->node_count;
    made->kind = kind;
    made->label = label;
    made->note = note;
    made->condition = graph->open_condition;
    made->use_count = use_count;
    made->uses = use_copies;
    made->dependency_count = dependency_count;
    made->dependency_capacity = dependency_count;
    made->dependencies = dependency_copies;
    graph->nodes[graph->node_count++] = made;
    *node = made;
    return WGSStatus_Success;
}

WGSStatus wgs_dependencies_check(
    WGSGraph graph,
    size_t count,
    WGSNode const* dependencies,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < count; i++) {
        if (dependencies[i] == NULL)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_NullArgument,
                "%s: dependencies[%zu] is NULL",
                function,
                i);
        if (dependencies[i]->graph != graph)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ForeignObject,
                "%s: dependencies[%zu] belongs to another graph",
                function,
                i);
    }
    return WGSStatus_Success;
}

WGSStatus wgs_graph_add_node(
    WGSGraph graph,
    wgs_node_kind kind,
    WGPUStringView label,
    size_t use_count,
    wgs_use const* uses,
    size_t dependency_count,
    WGSNode const* dependencies,
    WGSNode* node,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(wgs_uses_check(graph, kind, use_count, uses, NULL, function, error));
    WGS_TRY(wgs_dependencies_check(graph, dependency_count, dependencies, function, error));
    char* const label_copy = wgs_copy_string(&graph->allocator, label);
    if (label_copy == NULL)
        return wgs_error_memory(error, function);
    WGSStatus const status = wgs_node_append(
        graph,
        kind,
        label_copy,
        NULL,
        use_count,
        uses,
        dependency_count,
        dependencies,
        node,
        function,
        error);
    if (status != WGSStatus_Success)
        wgs_free(&graph->allocator, label_copy);
    return status;
}

bool wgs_graph_reserve_addition(WGSGraph graph) {
    void* list = graph->additions;
    bool const good = wgs_reserve_one(
        &graph->allocator,
        &list,
        graph->addition_count,
        &graph->addition_capacity,
        sizeof *graph->additions);
    graph->additions = list;
    return good;
}

/* Makes room for a further dependency, in the node and in the graph's list of additions. */
static bool reserve_dependency(WGSGraph graph, WGSNode node) {
    void* own = node->dependencies;
    if (!wgs_graph_reserve_addition(graph) || !wgs_reserve_one(
                                                  &graph->allocator,
                                                  &own,
                                                  node->dependency_count,
                                                  &node->dependency_capacity,
                                                  sizeof(WGSNode)))
        return false;
    node->dependencies = own;
    return true;
}

WGSStatus wgs_graph_add_dependency(
    WGSGraph graph, WGSNode node, WGSNode dependency, char const* function, WGSError* error) {
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    if (node == NULL || dependency == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: %s is NULL",
            function,
            node == NULL ? "node" : "dependency");
    if (node->graph != graph || dependency->graph != graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: %s belongs to another graph",
            function,
            node->graph != graph ? "node" : "dependency");
    if (node == dependency)
        return WGSStatus_Success;
    for (size_t i = 0; i < node->dependency_count; i++)
        if (node->dependencies[i] == dependency)
            return WGSStatus_Success;

    if (!reserve_dependency(graph, node))
        return wgs_error_memory(error, function);
    node->dependencies[node->dependency_count++] = dependency;
    graph->additions[graph->addition_count++] = (wgs_addition){node, false};
    return WGSStatus_Success;
}
