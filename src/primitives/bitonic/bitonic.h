/* SPDX-License-Identifier: MIT */
/* Stable bitonic sort by one word. See README.md beside this. */
#ifndef WGS_PRIMITIVES_BITONIC_H
#define WGS_PRIMITIVES_BITONIC_H

#include "primitives/common/word_sort.h"

/* Rows that one dispatch sorts. */
enum { WGS_BITONIC_LOCAL_ROWS = 256 };

/* Adds the nodes. On failure nodes may have been added: the caller rolls back to its mark. */
WGSStatus
wgs_bitonic_add(WGSGraph graph, wgs_word_sort const* sort, char const* function, WGSError* error);

#endif
