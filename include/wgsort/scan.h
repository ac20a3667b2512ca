/* SPDX-License-Identifier: MIT */
/*
 * Scan (prefix sum): out[i] = in[0] + ... + in[i], or without in[i].
 *
 * Reduce, then scan (Dotsenko et al. 2008; Merrill and Grimshaw 2009): up to 4,096 groups of tiles
 * are summed, one workgroup scans the sums, and every group scans its tiles from its start. Three
 * dispatches at any length, one below 16,384 elements. No subgroups; no workgroup waits for
 * another. Bytes: reads 8 and writes 4 an element (reads 4 in the one-dispatch form). Scratch: at
 * most 16 KiB.
 */
#ifndef WGSORT_SCAN_H
#define WGSORT_SCAN_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum WGSScanMode {
    WGSScanMode_Exclusive = 0,
    WGSScanMode_Inclusive = 1,
    WGSScanMode_Force32 = 0x7FFFFFFF
} WGSScanMode;

typedef struct WGSScanDescriptor {
    WGPUStringView label;
    WGSView in;  /* Uint32 or Sint32 [Storage] */
    WGSView out; /* same format, at least as long, in a buffer of its own [Storage] */
    WGSScanMode mode;
    WGSValue count;       /* elements to scan, at most the length of `in`; NULL: all */
    WGSGpuCount gpuCount; /* the same, written by an earlier node */
} WGSScanDescriptor;
#define WGS_SCAN_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a sum scan; sums wrap modulo 2^32. Elements of `out` past the count are not touched. With 0
 * elements nothing is added. Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing,
 * ViewFormat, ViewOutOfRange, InvalidOffset, LengthMismatch, TooManyRows, MissingUsage,
 * BindingTooLarge, AliasedUse, CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddScan(WGSGraph graph, WGSScanDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
