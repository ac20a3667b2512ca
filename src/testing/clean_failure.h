/* SPDX-License-Identifier: MIT */
/* Calls that must fail: by the right rule, with a message, and without a trace in the graph. */
#ifndef WGS_TESTING_CLEAN_FAILURE_H
#define WGS_TESTING_CLEAN_FAILURE_H

#include "plan/graph.h"

/* A call that is about to fail. */
typedef struct wgs_clean_failure {
    char const* name;     /* of the case */
    char const* function; /* the message starts with it */
    WGSGraph graph;       /* nullable */
    wgs_graph_mark mark;
    WGSError error; /* to be passed */
} wgs_clean_failure;

wgs_clean_failure wgs_clean_failure_begin(WGSGraph graph, char const* function, char const* name);

/* True when `status` and the error are as wanted and the graph is as it was; else says what is
 * different. */
bool wgs_clean_failure_end(
    wgs_clean_failure const* failure, WGSStatus status, WGSStatus wanted, WGSErrorId detail);

/* A function that adds to a graph, by a descriptor of its own. */
typedef WGSStatus (*wgs_add_call)(WGSGraph graph, void const* descriptor, WGSError* error);

/* Calls `add` with a descriptor that breaks a documented rule: true when that is refused as wanted and
 * leaves no trace; else says what is different. */
bool wgs_clean_failure_refuses(
    WGSGraph graph,
    char const* function,
    char const* name,
    wgs_add_call add,
    void const* descriptor,
    WGSStatus wanted,
    WGSErrorId detail);

/* Adds a valid descriptor with a NULL error, then sees that a NULL graph, a NULL descriptor and, once
 * the graph is compiled, everything is refused. True when all was as wanted. */
bool wgs_clean_failure_null_and_compiled(
    WGSGraph graph, char const* function, wgs_add_call add, void const* descriptor);

#endif
