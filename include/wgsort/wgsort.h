/* SPDX-License-Identifier: MIT */
/*
 * wgsort: scan, gather and sort on the GPU for C programs on the C WebGPU API.
 *
 * The library records into the caller's command encoder. It never submits, waits or reads back;
 * what does lives in host.h alone. Kernels are plain WGSL; every path needs core WebGPU limits only.
 *
 *   status.h           status codes, error details, WGS_TRY
 *   context.h          a device, its limits, the pipeline cache
 *   graph.h            buffers, views, nodes; compile once, encode often
 *   execution.h        a compiled graph encoded in steps within a budget
 *   key.h              the order of keys
 *   sort.h             sort and batch sort in a graph
 *   segmented_sort.h   many ranges of shared columns, each sorted by itself
 *   sorter.h           the same as one call, without a graph
 *   scan.h             prefix sums
 *   gather.h           rows by index
 *   reduce.h           sums, least and greatest elements
 *   histogram.h        elements a bin
 *   counting_sort.h    rows by a small range of keys, with the start of each
 *   comparator_sort.h  records by a function of the caller's
 *   contribute.h       kernels and primitives of your own
 *   inspector.h        what encodes cost lately: latest, p50, p95 of programs and nodes
 *   host.h             open a device, self-test, sort arrays in memory
 *   arrow.h            Arrow C data interface (link wgsort::arrow; not included here)
 *
 * Conventions. Handles are opaque; descriptors may be zero-initialised, and zero is the default of
 * every member. X AddRef / Release count references, Release(NULL) is allowed. Sizes and offsets are
 * in bytes, lengths and counts in elements. Functions that can fail return WGSStatus.
 */
#ifndef WGSORT_WGSORT_H
#define WGSORT_WGSORT_H

#include "wgsort/comparator_sort.h"
#include "wgsort/context.h"
#include "wgsort/contribute.h"
#include "wgsort/counting_sort.h"
#include "wgsort/execution.h"
#include "wgsort/gather.h"
#include "wgsort/graph.h"
#include "wgsort/histogram.h"
#include "wgsort/host.h"
#include "wgsort/inspector.h"
#include "wgsort/key.h"
#include "wgsort/reduce.h"
#include "wgsort/scan.h"
#include "wgsort/segmented_sort.h"
#include "wgsort/sort.h"
#include "wgsort/sorter.h"
#include "wgsort/status.h"

#endif
