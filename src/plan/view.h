/* SPDX-License-Identifier: MIT */
/* Checks that every primitive makes of the views it is given. */
#ifndef WGS_PLAN_VIEW_H
#define WGS_PLAN_VIEW_H

#include "plan/graph.h"

/* A set of formats, one bit each: WGS_FORMAT_BIT(WGSFormat_Uint32) | ... */
#define WGS_FORMAT_BIT(format) (1u << (unsigned)(format))

enum {
    WGS_FORMATS_KEY = 0x7E,  /* Uint32 ... Float64 */
    WGS_FORMATS_ANY = 0x3FE, /* all */
};

/* The bytes that a checked view covers. */
uint64_t wgs_view_size(WGSView const* view);

/* Checks one view: it has a buffer of this graph, a format of the set, an offset that is a multiple
 * of 4, an end inside the buffer, the Storage usage, and fits one binding after rounding its offset
 * down to the device's alignment. `name` is how the caller wrote it: "keys[1].in". */
WGSStatus wgs_view_check(
    WGSGraph graph,
    WGSView const* view,
    unsigned formats,
    char const* function,
    char const* name,
    WGSError* error);

/* Checks that `value` belongs to the graph and that its maximum is at most `length`. NULL passes.
 */
WGSStatus wgs_value_check(
    WGSGraph graph,
    WGSValue value,
    uint64_t length,
    char const* function,
    char const* name,
    WGSError* error);

/* Refuses two views that share a buffer, naming both. */
WGSStatus wgs_view_check_distinct(
    WGSView const* a,
    char const* a_name,
    WGSView const* b,
    char const* b_name,
    char const* function,
    WGSError* error);

#endif
