/* SPDX-License-Identifier: MIT */
#include "testing/clean_failure.h"

#include <stdio.h>
#include <string.h>

wgs_clean_failure wgs_clean_failure_begin(WGSGraph graph, char const* function, char const* name) {
    wgs_clean_failure failure = {.name = name, .function = function, .graph = graph};
    if (graph != NULL)
        failure.mark = wgs_graph_get_mark(graph);
    return failure;
}

static bool say(wgs_clean_failure const* failure, char const* what) {
    (void)fprintf(stderr, "%s: %s: %s\n", failure->function, failure->name, what);
    return false;
}

bool wgs_clean_failure_end(
    wgs_clean_failure const* failure, WGSStatus status, WGSStatus wanted, WGSErrorId detail) {
    char what[400];
    if (status != wanted || failure->error.status != wanted || failure->error.detail != detail) {
        (void)snprintf(
            what,
            sizeof what,
            "%s %s (\"%s\"), expected %s %s",
            wgsStatusGetName(status),
            wgsErrorIdGetName(failure->error.detail),
            failure->error.message,
            wgsStatusGetName(wanted),
            wgsErrorIdGetName(detail));
        return say(failure, what);
    }
    size_t const length = strlen(failure->function);
    if (strncmp(failure->error.message, failure->function, length) != 0 ||
        strncmp(failure->error.message + length, ": ", 2) != 0) {
        (void)snprintf(what, sizeof what, "the message is \"%s\"", failure->error.message);
        return say(failure, what);
    }
    if (failure->graph == NULL)
        return true;
    wgs_graph_mark const now = wgs_graph_get_mark(failure->graph);
    if (now.node_count != failure->mark.node_count)
        return say(failure, "nodes were left in the graph");
    if (now.buffer_count != failure->mark.buffer_count)
        return say(failure, "buffers were left in the graph");
    if (now.value_count != failure->mark.value_count)
        return say(failure, "values were left in the graph");
    return true;
}

bool wgs_clean_failure_refuses(
    WGSGraph graph,
    char const* function,
    char const* name,
    wgs_add_call add,
    void const* descriptor,
    WGSStatus wanted,
    WGSErrorId detail) {
    wgs_clean_failure failure = wgs_clean_failure_begin(graph, function, name);
    WGSStatus const status = add(graph, descriptor, &failure.error);
    return wgs_clean_failure_end(&failure, status, wanted, detail);
}

bool wgs_clean_failure_null_and_compiled(
    WGSGraph graph, char const* function, wgs_add_call add, void const* descriptor) {
    WGSStatus const invalid = WGSStatus_InvalidArgument;
    WGSErrorId const null = WGSErrorId_NullArgument;
    bool good = add(graph, descriptor, NULL) == WGSStatus_Success;
    good = wgs_clean_failure_refuses(NULL, function, "no graph", add, descriptor, invalid, null) &&
           good;
    good = wgs_clean_failure_refuses(graph, function, "no descriptor", add, NULL, invalid, null) &&
           good;
    WGSProgram program;
    WGSError error;
    if (wgsGraphCompile(graph, NULL, &program, &error) != WGSStatus_Success) {
        (void)fprintf(stderr, "%s: %s\n", function, error.message);
        return false;
    }
    good = wgs_clean_failure_refuses(
               graph,
               function,
               "compiled",
               add,
               descriptor,
               WGSStatus_InvalidState,
               WGSErrorId_GraphCompiled) &&
           good;
    wgsProgramRelease(program);
    return good;
}
