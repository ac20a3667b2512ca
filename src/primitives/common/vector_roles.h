/* SPDX-License-Identifier: MIT */
/* The vectors of a primitive that treats chunk after chunk, and what must hold among them. */
#ifndef WGS_PRIMITIVES_COMMON_VECTOR_ROLES_H
#define WGS_PRIMITIVES_COMMON_VECTOR_ROLES_H

#include "plan/graph.h"
#include "wgsort/sort.h"

enum { WGS_MAX_ROLES = 2 * (WGS_MAX_SORT_KEYS + WGS_MAX_SORT_VALUES) + 1 };

/* Vectors by number, inputs first, then outputs; each is a role of its own. */
typedef struct wgs_role_list {
    size_t count;
    size_t inputs;
    WGSVector vectors[WGS_MAX_ROLES];
    char names[WGS_MAX_ROLES][40]; /* as the caller wrote them: "keys[1].in" */
} wgs_role_list;

/* Adds a vector; `index` is named in brackets when it is not negative: "keys" + [1] + ".in". */
void wgs_role_list_add(
    wgs_role_list* roles, WGSVector vector, char const* list, int index, char const* member);

/* Equally many chunks in every role, and a buffer in every chunk. */
WGSStatus
wgs_role_list_check_chunks(wgs_role_list const* roles, char const* function, WGSError* error);

/* No output lies in a buffer that an input reads or another role writes, in whatever chunk, and the
 * chunks of one output don't overlap: chunks may be treated in any order. The views are checked. */
WGSStatus wgs_role_list_check_sharing(
    WGSGraph graph, wgs_role_list const* roles, char const* function, WGSError* error);

#endif
