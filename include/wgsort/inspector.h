/* SPDX-License-Identifier: MIT */
/*
 * The inspector: what encodes of programs cost lately. It keeps the last 120 samples of each node
 * and of each program as a whole, and tells the latest, the median and the 95th percentile.
 *
 * It takes numbers, and nothing else: no GPU work, no memory once a program is attached. A frame
 * that is measured, with as many queries and reports as wgsProgramGetStats says:
 *
 *     WGSInspector inspector;
 *     WGSInspectorAttachment attached;
 *     WGSInspectorAttachDescriptor ad = {.program = program, .label = {"frame", WGPU_STRLEN}};
 *     WGS_TRY(wgsContextCreateInspector(context, NULL, &inspector, &error));
 *     WGS_TRY(wgsInspectorAttach(inspector, &ad, &attached, &error));
 *
 *     WGSEncodeStats stats;
 *     WGSEncodeDescriptor ed = {.timing = WGSTiming_Nodes, .querySet = queries,
 *                               .reportCount = nodeCount, .reports = reports};
 *     WGS_TRY(wgsProgramEncode(program, encoder, &ed, &stats, &error));
 *     ... submit; when the frame is done:
 *     WGS_TRY(wgsContextReadTimestamps(context, queries, 0, queryCount, times, &error));
 *     WGSInspectorSample sample = {.stats = &stats, .reportCount = nodeCount, .reports = reports,
 *                                  .timing = WGSTiming_Nodes,
 *                                  .nanosecondCount = queryCount, .nanoseconds = times};
 *     WGS_TRY(wgsInspectorRecord(inspector, attached, &sample, &error));
 *
 *     char text[8192];
 *     size_t size = sizeof text;
 *     WGS_TRY(wgsInspectorPrint(inspector, WGSExplainFormat_Text, text, &size, &error));
 *
 * All of it may be left out: without timestamps there are no GPU times, without reports nothing
 * of single nodes.
 *
 * Memory: at most 6 KiB an attached program and 2 KiB a node of it, and the labels, from the
 * context's allocator; freed when the program is detached or replaced. A program may be attached to
 * several inspectors, and to one under several labels. No reference to it is held: it may be
 * released before. Like graphs, an inspector is used from one thread at a time.
 */
#ifndef WGSORT_INSPECTOR_H
#define WGSORT_INSPECTOR_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSInspectorImpl* WGSInspector;

/* Samples kept of each quantity; older ones are forgotten. */
#define WGS_INSPECTOR_SAMPLES 120

typedef struct WGSInspectorDescriptor {
    WGPUStringView label;
} WGSInspectorDescriptor;
#define WGS_INSPECTOR_DESCRIPTOR_INIT WGS_ZERO_INIT

/* The context gives its allocator only. `descriptor` may be NULL.
 * Errors: NullArgument, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextCreateInspector(
    WGSContext context,
    WGSInspectorDescriptor const* descriptor,
    WGSInspector* inspector,
    WGSError* error);
WGS_EXPORT void wgsInspectorAddRef(WGSInspector inspector);
WGS_EXPORT void wgsInspectorRelease(WGSInspector inspector); /* NULL is allowed */

/* A program in an inspector. Numbers are never used again, so that one which was detached or
 * replaced can't be taken for another; {0} names none. */
typedef struct WGSInspectorAttachment {
    WGSInspector inspector; /* not a reference */
    uint64_t number;
} WGSInspectorAttachment;
#define WGS_INSPECTOR_ATTACHMENT_INIT WGS_ZERO_INIT

typedef struct WGSInspectorAttachDescriptor {
    WGSProgram program;   /* of any context; labels are copied, no reference is held */
    WGPUStringView label; /* empty: the label of the program's graph */
} WGSInspectorAttachDescriptor;
#define WGS_INSPECTOR_ATTACH_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Begins a history without samples. A program attached under the same label is replaced: its
 * samples go, this one takes its place in the list. Without any label none is replaced.
 * Errors: NullArgument, HostMemory (then nothing was replaced). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorAttach(
    WGSInspector inspector,
    WGSInspectorAttachDescriptor const* descriptor,
    WGSInspectorAttachment* attachment,
    WGSError* error);

/* Forgets a program and its samples. Without effect when it was detached or replaced already, also
 * when another one has its label now; when it belongs to another inspector; when either is zero. */
WGS_EXPORT void wgsInspectorDetach(WGSInspector inspector, WGSInspectorAttachment attachment);

/* What is known of one encode, or of one step of an execution (execution.h), which is a sample of
 * its own: the program's quantities are then those of steps. */
typedef struct WGSInspectorSample {
    WGSStatus status; /* of the encode; a failure is counted, and the rest is not read */
    WGSEncodeStats const* stats;
    uint32_t firstNode; /* that a report is of: of a step its own; of an encode 0 */
    size_t reportCount; /* 0, or one for each node of the encode or step */
    WGSNodeReport const* reports;
    WGSTiming timing;            /* of the encode; tells what the nanoseconds are of */
    size_t nanosecondCount;      /* 0: timestamps were not read */
    uint64_t const* nanoseconds; /* from firstQuery of the encode on */
} WGSInspectorSample;
#define WGS_INSPECTOR_SAMPLE_INIT WGS_ZERO_INIT

/* Adds a sample. A node that recorded nothing is counted and adds no sample; one that was not timed
 * adds none of GPU time. A pair of timestamps that runs backwards, as drivers may write, adds none
 * either, and then the sum of the nodes has none.
 * Errors: NullArgument, ForeignObject (the attachment was detached or replaced or is of another
 * inspector; a report is of a node with another label), LengthMismatch (reports past the program's
 * nodes; nanoseconds of nodes that lack a report), InvalidEnum (timing, outcome), InvalidSize
 * (nanoseconds: with WGSTiming_None some, with WGSTiming_Program not 2, or fewer than a report's
 * pair needs). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorRecord(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    WGSInspectorSample const* sample,
    WGSError* error);

/* The attached programs, in the order of their attachment: pass `attachments` NULL to learn
 * `*count`, then an array of that many, with `*count` as it is.
 * Errors: NullArgument, InvalidSize (`*count` is too small). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorGetAttachments(
    WGSInspector inspector, size_t* count, WGSInspectorAttachment* attachments, WGSError* error);

/* Counters since the attachment. Labels live until the program is detached or replaced. */
typedef struct WGSInspectorProgramInfo {
    char const* label;
    uint32_t nodeCount;
    uint64_t encodeCount;       /* samples given of encodes that succeeded */
    uint64_t failedEncodeCount; /* and of others */
    uint64_t recordedCount;     /* nodes that recorded something, by the stats */
    uint64_t skippedCount;      /* nodes whose condition said no, by the stats */
    uint64_t emptyCount;        /* nodes that had nothing to do, by the reports */
    uint64_t gpuResolvedCount;  /* nodes that left it to the GPU, by the reports */
} WGSInspectorProgramInfo;

/* Errors: NullArgument, ForeignObject. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorGetProgramInfo(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    WGSInspectorProgramInfo* info,
    WGSError* error);

/* A node's reports, by outcome. */
typedef struct WGSInspectorNodeInfo {
    char const* label;
    uint64_t recordedCount;
    uint64_t emptyCount;
    uint64_t skippedCount;
    uint64_t gpuResolvedCount;
} WGSInspectorNodeInfo;

/* `node` is a place in the run order. Errors: NullArgument, ForeignObject, ValueOutOfRange (node). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorGetNodeInfo(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorNodeInfo* info,
    WGSError* error);

/* In place of a node: the program as a whole. */
#define WGS_INSPECTOR_PROGRAM UINT32_MAX

typedef enum WGSInspectorQuantity {
    WGSInspectorQuantity_EncodeNanoseconds = 0, /* CPU time */
    WGSInspectorQuantity_GpuNanoseconds = 1, /* WGSTiming_Nodes; of a program: sum of its nodes */
    /* of programs only: */
    WGSInspectorQuantity_GpuSpanNanoseconds = 2, /* WGSTiming_Program: from first to last pass */
    WGSInspectorQuantity_PassCount = 3,
    WGSInspectorQuantity_NodeCount = 4, /* that recorded something */
    WGSInspectorQuantity_SkippedNodeCount = 5,
    WGSInspectorQuantity_Force32 = 0x7FFFFFFF
} WGSInspectorQuantity;

/* The kept samples of one quantity; all 0 when there is none. A percentile is by nearest rank: the
 * least of the n samples that ceil(n * p / 100) of them do not exceed. */
typedef struct WGSInspectorSummary {
    uint32_t sampleCount; /* kept, at most WGS_INSPECTOR_SAMPLES */
    uint64_t totalCount;  /* since the attachment */
    uint64_t latest;
    uint64_t p50;
    uint64_t p95;
} WGSInspectorSummary;

/* `node` is a place in the run order or WGS_INSPECTOR_PROGRAM. Errors: NullArgument, ForeignObject,
 * ValueOutOfRange (node), InvalidEnum (the quantity is none, or none of nodes). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorGetSummary(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorQuantity quantity,
    WGSInspectorSummary* summary,
    WGSError* error);

/* The kept samples themselves, the oldest first, for a plot: pass `samples` NULL to learn `*count`,
 * then an array of that many, with `*count` as it is; WGS_INSPECTOR_SAMPLES always suffice.
 * Errors: as wgsInspectorGetSummary, InvalidSize (`*count` is too small). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorGetSamples(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    uint32_t node,
    WGSInspectorQuantity quantity,
    size_t* count,
    uint64_t* samples,
    WGSError* error);

/* Prints all of it as text or JSON (docs/inspector.md), with the sizes of wgsGraphExplain: `*size`
 * is the capacity of `text` in bytes going in and the bytes needed, the terminating zero included,
 * coming out; the text is cut to what fits. `text` may be NULL when `*size` is 0.
 * Errors: NullArgument, InvalidEnum (also: DOT, which is for graphs). */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsInspectorPrint(
    WGSInspector inspector, WGSExplainFormat format, char* text, size_t* size, WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
