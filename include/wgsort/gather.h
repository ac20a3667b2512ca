/* SPDX-License-Identifier: MIT */
/*
 * Gather: out[i] = in[rows[i]]. With the rows of an argsort this moves any column into sorted
 * order.
 */
#ifndef WGSORT_GATHER_H
#define WGSORT_GATHER_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSGatherDescriptor {
    WGPUStringView label;
    WGSView rows;         /* Uint32 [Storage] */
    WGSView in;           /* any format [Storage] */
    WGSView out;          /* same format, as long as `rows` [Storage], in a buffer of its own */
    WGSValue count;       /* rows to write, at most the length of `rows`; NULL: all */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
} WGSGatherDescriptor;
#define WGS_GATHER_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds one dispatch: reads 4 + s and writes s bytes a row, s = element size. A row number beyond
 * `in` reads its last element: never outside the view. With 0 rows, nothing is added.
 * Errors: NullArgument, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange (also: `in` is empty
 * and `rows` is not), InvalidOffset, LengthMismatch, MissingUsage, BindingTooLarge, AliasedUse,
 * CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddGather(WGSGraph graph, WGSGatherDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
