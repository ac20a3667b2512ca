/* SPDX-License-Identifier: MIT */
/*
 * Comparator sort: records in the order of a function of the caller's, for keys that no integer can
 * carry. In place, any number of records, no scratch, unstable.
 *
 * The caller gives WGSL text with a record and its order:
 *
 *     struct Record { position: vec3f, id: u32 }
 *     fn before(a: Record, b: Record) -> bool { return a.position.z < b.position.z; }
 *
 * Bitonic (Batcher 1968), first step of each merge mirrored, nothing padded: O(n log^2 n). Blocks of
 * 2 B records are ordered in workgroup memory, B = 256, or the largest power of two with
 * 2 B recordSize <= 16 KiB (128 for 48 bytes); with k doublings from 2 B to n that is
 * 1 + k + k (k + 1) / 2 dispatches, each of which reads and writes up to recordSize bytes a record.
 *
 * Records are held in registers, two at a time: for large ones, whose kernels compilers are slow at
 * too, sort a small record with the row's number and gather the rest.
 *
 * The text is plain ASCII and comes first in the module: what the compiler says names its lines, as
 * "source.wgsl:LINE". It may hold further functions, structures, constants and aliases, but not,
 * outside of comments:
 *   - words that start with wgs_
 *   - enable, requires, diagnostic, override; the attributes @group, @binding, @compute
 *   - workgroup variables and barriers
 *   - declarations at module scope of names that the library uses itself: Params, params, min, u32
 *     and a few more; the refusal says so
 *
 * `before` must be a strict weak order (a before b means not b before a, and so on) for the result
 * to be sorted. With any other, a NaN compared by `<` for example, the records come out in some
 * order, some perhaps not next to those they belong to; each is there once, and nothing outside of
 * the view is touched.
 */
#ifndef WGSORT_COMPARATOR_SORT_H
#define WGSORT_COMPARATOR_SORT_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a record and of the text at most. */
#define WGS_MAX_RECORD_SIZE 256
#define WGS_MAX_COMPARATOR_SOURCE 65536

typedef struct WGSComparatorSortDescriptor {
    WGPUStringView label;
    WGPUStringView source; /* WGSL: struct Record, fn before; copied */
    uint32_t recordSize;   /* bytes from one record to the next: a multiple of 4 and of Record's
                              alignment, at least Record's size. Bytes that no member covers don't
                              move along */
    WGSView records;       /* Uint32 [Storage]: recordSize / 4 elements a record; `offset` is a
                              multiple of the device's storage offset alignment */
    WGSValue count;        /* records to sort, at most those of the view; NULL: all. Those past it
                              are not touched */
    WGSGpuCount gpuCount;  /* the same, written by an earlier node */
} WGSComparatorSortDescriptor;
#define WGS_COMPARATOR_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds a sort in place. With 0 records nothing is added. The text is compiled by wgsGraphCompile,
 * whose ShaderModule error tells its line; a recordSize that Record does not fit is told there, too
 * (of comparator_record.wgsl). The three pipelines of a text and a recordSize stay in the context's
 * cache.
 * Errors: NullArgument (no text), SourceText (what the rules above forbid, or Record or before is
 * missing), RecordSize, ForeignObject, ViewMissing, ViewFormat, ViewOutOfRange, InvalidOffset,
 * LengthMismatch (not whole records), TooManyRows, MissingUsage, BindingTooLarge, AliasedUse,
 * CountOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddComparatorSort(
    WGSGraph graph, WGSComparatorSortDescriptor const* descriptor, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
