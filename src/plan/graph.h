/* SPDX-License-Identifier: MIT */
/*
 * The graph as data. Nothing here calls WebGPU: handles of the caller are stored, referenced and
 * released by the gpu layer through the hooks of wgs_graph_hooks.
 */
#ifndef WGS_PLAN_GRAPH_H
#define WGS_PLAN_GRAPH_H

#include <stdbool.h>

#include "base/capabilities.h"
#include "base/memory.h"
#include "kernels/kernel.h"
#include "wgsort/contribute.h"

/* A logical buffer: an import, a transient or a table. */
struct WGSBufferImpl {
    WGSGraph graph;
    uint32_t index; /* in graph->buffers */
    bool imported;
    char* label;
    uint64_t size;
    WGPUBufferUsage usage;
    WGPUBuffer default_buffer; /* imports only; nullable */
    bool joined;               /* imports only: a vector's, which others of the graph share */
    bool may_be_short; /* imports only: encodes may give a buffer that ends earlier; whoever sets
                          this checks that no kernel goes beyond its end */
    uint32_t* table;   /* tables only: the words, for every program a buffer of its own; NULL: not
                          a table */
};

struct WGSValueImpl {
    WGSGraph graph;
    uint32_t index; /* in graph->values */
    char* label;
    uint32_t value;
    uint32_t maximum;
};

/* One buffer use of a node: a byte range of a logical buffer. */
typedef struct wgs_use {
    WGSBuffer buffer;
    WGSAccess access;
    uint64_t offset;
    uint64_t size;
} wgs_use;

/* One condition, asked once an encode. */
typedef struct wgs_condition {
    char* label;
    WGSConditionCallback evaluate;
    void* userdata;
    uint32_t parent; /* the one around it, with a smaller index; WGS_NO_CONDITION */
} wgs_condition;

#define WGS_NO_CONDITION UINT32_MAX

typedef enum wgs_node_kind {
    WGS_NODE_KERNEL,  /* one of the library's kernels */
    WGS_NODE_COMPUTE, /* the caller's pipeline */
    WGS_NODE_COPY,    /* uses[0] to uses[1] */
    WGS_NODE_CALLBACK,
} wgs_node_kind;

/* The words of Params and the number of workgroups of one dispatch, at most
 * wgs_grid_capacity(limits). Words named `<binding>_base` are filled in afterwards. 0 workgroups:
 * nothing is recorded. */
typedef WGSKernelLaunch wgs_launch;

enum { WGS_NODE_DATA_SIZE = 96, WGS_NODE_MAX_VALUES = 2 };

/* Computes a launch from a node's data and the resolved values; pure, called at each encode. */
typedef WGSPrepareCallback wgs_prepare;

typedef struct wgs_kernel_node {
    wgs_variant variant;
    uint32_t binding_numbers[WGS_MAX_KERNEL_BINDINGS]; /* uses[i] is bound at binding_numbers[i] */
    wgs_prepare prepare;
    _Alignas(8) unsigned char data[WGS_NODE_DATA_SIZE];
    uint32_t value_count;
    WGSValue values[WGS_NODE_MAX_VALUES];
} wgs_kernel_node;

typedef struct wgs_compute_node {
    WGPUComputePipeline pipeline;
    WGPUBindGroupLayout layout; /* nullable */
    uint32_t* binding_numbers;  /* of the uses that are bindings */
    uint32_t workgroups[3];
    bool indirect; /* the last use has the workgroup counts, and is no binding */
} wgs_compute_node;

typedef struct wgs_callback_node {
    WGSRecordCallback callback;
    void* userdata;
} wgs_callback_node;

struct WGSNodeImpl {
    WGSGraph graph;
    uint32_t index; /* insertion order, in graph->nodes */
    wgs_node_kind kind;
    char* label;
    char* note;         /* why it is there, for explain; nullable */
    uint64_t rows;      /* that it treats at most; 0: not told */
    WGSWorkload stated; /* by a caller, with zeros where he said nothing */
    uint32_t condition; /* index in graph->conditions, or WGS_NO_CONDITION */
    char* publication;  /* label of the result that is there when it has run; nullable */
    WGSPublicationKind publication_kind;
    size_t use_count;
    wgs_use* uses;
    size_t dependency_count;
    size_t dependency_capacity;
    WGSNode* dependencies;
    union {
        wgs_kernel_node kernel;
        wgs_compute_node compute;
        wgs_callback_node callback;
    } as;
};

/* Whether the GPU has the workgroup counts. */
bool wgs_node_is_indirect(WGSNode node);

/* The uses of a dispatch that are bindings come first. */
size_t wgs_node_binding_count(WGSNode node);

/* What was added to a node that was there: its last dependency at that time, or its publication. */
typedef struct wgs_addition {
    WGSNode node;
    bool is_publication;
} wgs_addition;

/* Where a graph ended at some time. */
typedef struct wgs_graph_mark {
    size_t buffer_count;
    size_t value_count;
    size_t node_count;
    size_t text_count;
    size_t condition_count;
    size_t open_condition;
    size_t addition_count;
} wgs_graph_mark;

/* How the plan layer lets go of WebGPU objects and of the context. */
typedef struct wgs_graph_hooks {
    void (*release_graph)(WGSGraph graph); /* lets go of the context */
    /* Releases every WebGPU object that buffers and nodes past the mark hold; NULL: there is none. */
    void (*release_objects)(WGSGraph graph, wgs_graph_mark from);
} wgs_graph_hooks;

struct WGSGraphImpl {
    uint32_t references;
    WGSContext context;
    WGSAllocator allocator;
    wgs_capabilities const* capabilities; /* the context's */
    wgs_graph_hooks hooks;
    char* label;
    bool compiled;
    size_t buffer_count, buffer_capacity;
    WGSBuffer* buffers;
    size_t value_count, value_capacity;
    WGSValue* values;
    size_t node_count, node_capacity;
    WGSNode* nodes;
    size_t text_count, text_capacity;
    char** texts; /* WGSL of the caller's, for variants */
    size_t condition_count, condition_capacity;
    wgs_condition* conditions;
    uint32_t open_condition; /* the innermost one that nodes are added under; WGS_NO_CONDITION */
    size_t addition_count, addition_capacity;
    wgs_addition* additions;
    uint32_t contribution_depth; /* calls of wgsGraphContribute that are under way */
};

/* Creates an empty graph that holds nothing yet; the caller has referenced the context. */
WGSStatus wgs_graph_create(
    WGSContext context,
    WGSAllocator allocator,
    wgs_capabilities const* capabilities,
    wgs_graph_hooks hooks,
    WGPUStringView label,
    WGSGraph* graph,
    char const* function,
    WGSError* error);
void wgs_graph_add_ref(WGSGraph graph);
void wgs_graph_release(WGSGraph graph);

/* Fails with GraphCompiled when nothing may be added any more. NULL graph: NullArgument. */
WGSStatus wgs_graph_check_open(WGSGraph graph, char const* function, WGSError* error);

/* The nodes added from here to the pop are under the condition, and those around it. */
WGSStatus wgs_graph_push_condition(
    WGSGraph graph,
    WGSConditionDescriptor const* descriptor,
    char const* function,
    WGSError* error);
WGSStatus wgs_graph_pop_condition(WGSGraph graph, char const* function, WGSError* error);

/* Fails with ConditionStack while a condition is open. */
WGSStatus wgs_graph_check_conditions_closed(WGSGraph graph, char const* function, WGSError* error);

WGSStatus wgs_graph_add_publication(
    WGSGraph graph,
    WGSPublicationDescriptor const* descriptor,
    char const* function,
    WGSError* error);

/* Where the graph ends now. A primitive or a contribution that fails half way rolls back to its mark:
 * nodes, buffers, values, texts, conditions, dependencies and publications, all that was added since is
 * gone, and the WebGPU objects that it held are released. */
wgs_graph_mark wgs_graph_get_mark(WGSGraph graph);
void wgs_graph_roll_back(WGSGraph graph, wgs_graph_mark mark);

WGSStatus wgs_graph_add_buffer(
    WGSGraph graph,
    bool imported,
    WGPUStringView label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error);

WGSStatus wgs_graph_add_value(
    WGSGraph graph,
    WGPUStringView label,
    uint32_t value,
    uint32_t maximum,
    WGSValue* result,
    char const* function,
    WGSError* error);

/* A storage transient of the library's own, labelled "<parent>.<role>". */
WGSStatus wgs_graph_add_scratch(
    WGSGraph graph,
    char const* parent,
    char const* role,
    uint64_t size,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error);

/* A table: words known when the node is added, too many for parameters. Each program of the graph
 * holds them in a buffer [Storage] of its own, filled at compile, which no node may write. Not
 * scratch: no slot, and none of wgsGraphGetScratch. `words` is copied; at least one. */
WGSStatus wgs_graph_add_table(
    WGSGraph graph,
    char const* parent,
    char const* role,
    uint32_t const* words,
    uint64_t word_count,
    WGSBuffer* buffer,
    char const* function,
    WGSError* error);

/* A copy of WGSL of the caller's, for the variants of this graph's nodes; at least one byte. */
WGSStatus wgs_graph_add_text(
    WGSGraph graph,
    char const* text,
    size_t size,
    char const** copy,
    char const* function,
    WGSError* error);

/* One bound view of a kernel node. */
typedef struct wgs_kernel_binding_use {
    char const* name; /* of the binding in WGSL */
    WGSView view;     /* at least one element */
    WGSAccess access; /* StorageRead, StorageWrite or StorageReadWrite, as the WGSL declares */
} wgs_kernel_binding_use;

/* What wgs_graph_add_kernel takes. `data` is copied. */
typedef struct wgs_kernel_request {
    char const* parent; /* label of the primitive's instance */
    char const* role;   /* the node's label is "<parent>.<role>" */
    char const* note;   /* nullable */
    wgs_variant variant;
    size_t use_count;
    wgs_kernel_binding_use const* uses; /* exactly the storage bindings of the variant, any order */
    wgs_prepare prepare;
    void const* data;
    size_t data_size;
    uint32_t value_count;
    WGSValue values[WGS_NODE_MAX_VALUES];
    uint64_t rows; /* that it treats at most; 0: not told */
    size_t dependency_count;
    WGSNode const* dependencies; /* nodes that must run before, beside those inferred */
} wgs_kernel_request;

/* Adds one dispatch of a library kernel. Checks what a view check can't know: aliasing within the
 * dispatch, the sizes of bindings after rounding, and the workgroups at the values' maxima. */
WGSStatus wgs_graph_add_kernel(
    WGSGraph graph, wgs_kernel_request const* request, char const* function, WGSError* error);

/* Adds a node of another kind with the given uses (copied) after the checks that all nodes share:
 * ownership, ranges, usage flags, and for dispatches and copies sizes and aliasing. In messages use
 * i is "bindings[i].view" (compute), "source" or "destination" (copy), "uses[i]" (callback). The
 * caller fills node->as, with nothing that can fail. */
WGSStatus wgs_graph_add_node(
    WGSGraph graph,
    wgs_node_kind kind,
    WGPUStringView label,
    size_t use_count,
    wgs_use const* uses,
    size_t dependency_count,
    WGSNode const* dependencies,
    WGSNode* node,
    char const* function,
    WGSError* error);
WGSStatus wgs_graph_add_dependency(
    WGSGraph graph, WGSNode node, WGSNode dependency, char const* function, WGSError* error);

#endif
