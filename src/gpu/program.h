/* SPDX-License-Identifier: MIT */
/* The inside of a program: a compiled graph. */
#ifndef WGS_GPU_PROGRAM_H
#define WGS_GPU_PROGRAM_H

#include "gpu/bound.h"
#include "gpu/context.h"

/* Bind groups kept a node: enough for callers that take turns with two sets of buffers. */
enum { WGS_CACHED_GROUPS = 2 };

/* A bind group and what it binds. References to the buffers are held, so that no other buffer can
 * come to have the same handle while the entry lives. */
typedef struct wgs_cached_group {
    WGPUBindGroup group; /* NULL: empty */
    wgs_bound* bounds;   /* as many as the node has bindings */
} wgs_cached_group;

typedef struct wgs_program_node {
    WGSNode node;
    wgs_pipeline const* pipeline;            /* kernel nodes; kept by the context */
    WGPUBindGroupLayout layout;              /* compute nodes; referenced */
    int base_words[WGS_MAX_KERNEL_BINDINGS]; /* kernel nodes, by use: index in Params, or -1 */
    wgs_launch launch;                       /* with default values and buffers */
    uint32_t params_offset;                  /* in the program's params */
    wgs_cached_group groups[WGS_CACHED_GROUPS];
    uint32_t oldest_group;
} wgs_program_node;

struct WGSProgramImpl {
    uint32_t references;
    WGSAllocator allocator;
    WGSContext context; /* referenced through the graph */
    WGSGraph graph;     /* referenced */
    size_t node_count;
    wgs_program_node* nodes; /* in run order */
    size_t slot_count;
    WGPUBuffer* slots;        /* referenced */
    uint32_t* slot_of_buffer; /* by buffer index */
    size_t table_count;
    WGPUBuffer* tables;     /* by buffer index: the words of tables; NULL for other buffers */
    bool* used;             /* by buffer index: some node uses it */
    bool* written;          /* likewise, and writes it */
    WGPUBuffer params;      /* NULL when no node has any */
    uint32_t params_stride; /* 0 likewise */
    bool executing;         /* an execution has steps left (execution.c) */
    WGSProgramStats stats;
};

/* Fails with ExecutionActive while the transients hold half-done work. */
WGSStatus wgs_program_check_idle(WGSProgram program, char const* function, WGSError* error);

/* Compute nodes, the library's and the caller's, can be timed. */
bool wgs_node_is_compute(WGSNode node);

#endif
