/* SPDX-License-Identifier: MIT */
/*
 * A graph and its encodes as data: decoded from any bytes, built through the public API, executed
 * on the device and, node by node, on the host, and printed when the two differ.
 *
 * Everything that the API promises about a description is known from it: which adds and encodes are
 * refused and why, whether the dependencies form a cycle, and every byte of every buffer afterwards.
 */
#ifndef WGS_FUZZ_FUZZ_GRAPH_H
#define WGS_FUZZ_FUZZ_GRAPH_H

#include <stdbool.h>
#include <stdio.h>

#include "fuzz.h"
#include "wgsort/wgsort.h"

enum {
    WGS_FUZZ_MAX_NODES = 24,
    WGS_FUZZ_MAX_BUFFERS = 64,
    WGS_FUZZ_MAX_VALUES = 32,
    WGS_FUZZ_MAX_CHUNKS = 4,
    WGS_FUZZ_MAX_KEYS = 3, /* and values of a sort */
    WGS_FUZZ_MAX_SEGMENTS = 12,
    WGS_FUZZ_MAX_EDGES = 24,
    WGS_FUZZ_MAX_CONDITIONS = 6,
    WGS_FUZZ_MAX_DEPENDENCIES = 6,
    WGS_FUZZ_MAX_ENCODES = 4,
    WGS_FUZZ_MAX_MEMORIES = WGS_FUZZ_MAX_BUFFERS * (WGS_FUZZ_MAX_ENCODES + 1),
    WGS_FUZZ_ALIGNMENT = 64, /* words: the offset alignment that the test device asks for */
};
#define WGS_FUZZ_NONE 0xFFFFFFFFu

/* What a buffer holds at first. The kinds from WGS_FUZZ_ASCENDING on are never written: nodes rely
 * on what is in them. */
typedef enum wgs_fuzz_contents {
    WGS_FUZZ_ANY,       /* random bits, odd floats among them */
    WGS_FUZZ_SMALL,     /* numbers up to a few hundred: counts, row numbers */
    WGS_FUZZ_FEW,       /* a few different words, 0 often: ties, flags */
    WGS_FUZZ_ASCENDING, /* strictly increasing as u32, i32 and f32: edges */
    WGS_FUZZ_WHOLE,     /* f32 whole numbers whose sums are exact */
    WGS_FUZZ_SEGMENTS,  /* begins, then ends, of segments that don't overlap, in any order */
    WGS_FUZZ_GROUPS,    /* workgroups of indirect dispatches, three words each */
} wgs_fuzz_contents;

/* A buffer of the graph. */
typedef struct wgs_fuzz_buffer {
    bool imported;
    wgs_fuzz_contents contents;
    uint32_t words;
    bool aligned;      /* bound by a kernel without a base: starts at multiples of the alignment */
    bool unordered;    /* an unstable sort writes it, nothing else uses it */
    bool with_default; /* an import that has its own buffer from the beginning */
    uint32_t default_at; /* the memory that it is */
} wgs_fuzz_buffer;

typedef struct wgs_fuzz_view {
    uint32_t buffer; /* WGS_FUZZ_NONE: no view */
    WGSFormat format;
    uint32_t first; /* word of the buffer */
    uint32_t length;
} wgs_fuzz_view;

typedef struct wgs_fuzz_value {
    uint32_t value;
    uint32_t maximum;
} wgs_fuzz_value;

typedef enum wgs_fuzz_kind {
    WGS_FUZZ_SORT,
    WGS_FUZZ_BATCH_SORT,
    WGS_FUZZ_SCAN,
    WGS_FUZZ_GATHER,
    WGS_FUZZ_REDUCE,
    WGS_FUZZ_HISTOGRAM,
    WGS_FUZZ_COUNTING_SORT,
    WGS_FUZZ_SEGMENTED_SORT,
    WGS_FUZZ_SEGMENTED_BY_OFFSETS,
    WGS_FUZZ_COMPARATOR_SORT,
    WGS_FUZZ_COMPUTE,
    WGS_FUZZ_COPY,
    WGS_FUZZ_CALLBACK,
    WGS_FUZZ_KIND_COUNT
} wgs_fuzz_kind;

/* The views of a node by what they are for. */
typedef enum wgs_fuzz_slot {
    WGS_FUZZ_KEY_IN = 0,
    WGS_FUZZ_VALUE_IN = WGS_FUZZ_KEY_IN + WGS_FUZZ_MAX_KEYS,
    WGS_FUZZ_KEY_OUT = WGS_FUZZ_VALUE_IN + WGS_FUZZ_MAX_KEYS,
    WGS_FUZZ_VALUE_OUT = WGS_FUZZ_KEY_OUT + WGS_FUZZ_MAX_KEYS,
    WGS_FUZZ_ROWS_OUT = WGS_FUZZ_VALUE_OUT + WGS_FUZZ_MAX_KEYS,
    WGS_FUZZ_OFFSETS_OUT,
    WGS_FUZZ_IN,
    WGS_FUZZ_ROWS,  /* of a gather */
    WGS_FUZZ_FLAGS, /* of a scan; the mask of a histogram */
    WGS_FUZZ_DOMAIN,
    WGS_FUZZ_BEGINS,
    WGS_FUZZ_ENDS,
    WGS_FUZZ_UNIFORM,
    WGS_FUZZ_INDIRECT,
    WGS_FUZZ_OUT,  /* also what is changed in place */
    WGS_FUZZ_OUT2, /* of a compute node */
    WGS_FUZZ_COUNT,
    WGS_FUZZ_EXCEEDED,
    WGS_FUZZ_SLOT_COUNT
} wgs_fuzz_slot;

typedef struct wgs_fuzz_column {
    WGSAccess access;
    wgs_fuzz_view chunks[WGS_FUZZ_MAX_CHUNKS];
} wgs_fuzz_column;

/* A wrong argument that is tried, and must be refused, before the node is added as it is. */
typedef enum wgs_fuzz_spoil {
    WGS_FUZZ_SPOIL_NOTHING,
    WGS_FUZZ_SPOIL_RANGE,
    WGS_FUZZ_SPOIL_OFFSET,
    WGS_FUZZ_SPOIL_FOREIGN,
    WGS_FUZZ_SPOIL_USAGE,
    WGS_FUZZ_SPOIL_FORMAT,
    WGS_FUZZ_SPOIL_ALIAS,
    WGS_FUZZ_SPOIL_COUNT,
    WGS_FUZZ_SPOIL_SIZE,
} wgs_fuzz_spoil;

/* The caller's kernels, and the comparators. */
enum { WGS_FUZZ_KERNEL_WRITE, WGS_FUZZ_KERNEL_CHANGE, WGS_FUZZ_KERNEL_TWO, WGS_FUZZ_KERNELS };
enum { WGS_FUZZ_COMPARATORS = 3, WGS_FUZZ_MAX_RECORD = 4 };

typedef struct wgs_fuzz_node {
    wgs_fuzz_kind kind;
    uint32_t chunk_count;
    bool chunked; /* vectors, not views */
    wgs_fuzz_column slots[WGS_FUZZ_SLOT_COUNT];
    uint32_t value;    /* that limits the rows; WGS_FUZZ_NONE: none */
    uint32_t capacity; /* rows, without any count */

    uint32_t key_count;
    uint32_t value_count;
    WGSSortKey keys[WGS_FUZZ_MAX_KEYS]; /* direction and window only */
    WGSAlgorithm algorithm;
    uint32_t operation; /* of a scan or reduction */
    WGSScanMode mode;
    bool in_place;
    WGSHistogramDomain domain;
    uint32_t stride;
    uint32_t edge_count;
    double edges[WGS_FUZZ_MAX_EDGES];
    double low;
    double high;
    uint32_t range;
    WGSCountingOrder order;
    uint32_t segment_count;
    WGSSegment segments[WGS_FUZZ_MAX_SEGMENTS];
    uint32_t max_length;
    uint32_t variant;    /* kernel or comparator */
    uint32_t workgroups; /* of a compute node */
    bool clears;         /* a callback that clears OUT; else it copies IN to OUT */
    uint32_t condition;  /* the innermost around it; WGS_FUZZ_NONE: none */
    bool publishes;

    wgs_fuzz_spoil spoil;
    uint32_t spoiled_slot;
    uint32_t spoiled_value;
} wgs_fuzz_node;

typedef struct wgs_fuzz_dependency {
    uint32_t node;
    uint32_t dependency;
    bool with_node; /* named when the node is added */
} wgs_fuzz_dependency;

/* A buffer of the caller's. */
typedef struct wgs_fuzz_memory {
    uint32_t words;
    wgs_fuzz_contents contents;
    bool reserved;           /* for one import: what is in it matters, or is in no order */
    uint32_t contents_first; /* where reserved contents begin, */
    uint32_t contents_words; /* and how long they are */
} wgs_fuzz_memory;

typedef struct wgs_fuzz_place {
    bool replaced; /* else the default is taken */
    uint32_t memory;
    uint32_t first; /* word */
} wgs_fuzz_place;

typedef enum wgs_fuzz_bad_encode {
    WGS_FUZZ_BAD_NOTHING,
    WGS_FUZZ_BAD_VALUE,
    WGS_FUZZ_BAD_TRANSIENT,
    WGS_FUZZ_BAD_DUPLICATE,
    WGS_FUZZ_BAD_OFFSET,
    WGS_FUZZ_BAD_SIZE,
    WGS_FUZZ_BAD_ALIAS,
    WGS_FUZZ_BAD_CONDITION,
    WGS_FUZZ_BAD_COUNT
} wgs_fuzz_bad_encode;

typedef struct wgs_fuzz_encode {
    wgs_fuzz_place places[WGS_FUZZ_MAX_BUFFERS];
    bool value_replaced[WGS_FUZZ_MAX_VALUES];
    uint32_t values[WGS_FUZZ_MAX_VALUES]; /* that act */
    bool answers[WGS_FUZZ_MAX_CONDITIONS];
    WGSTiming timing;
    bool separate; /* a pass for each compute node */
    bool stepped;  /* an execution within the budget, not one encode */
    WGSBudget budget;
    bool submit_steps;       /* each by itself */
    wgs_fuzz_bad_encode bad; /* tried, and refused, before */
    bool submit;             /* afterwards, with what was recorded since the last one */
} wgs_fuzz_encode;

typedef struct wgs_fuzz_graph {
    uint32_t buffer_count;
    wgs_fuzz_buffer buffers[WGS_FUZZ_MAX_BUFFERS];
    uint32_t value_count;
    wgs_fuzz_value values[WGS_FUZZ_MAX_VALUES];
    uint32_t node_count;
    wgs_fuzz_node nodes[WGS_FUZZ_MAX_NODES];
    uint32_t condition_count;
    uint32_t parents[WGS_FUZZ_MAX_CONDITIONS]; /* of conditions; WGS_FUZZ_NONE: none */
    uint32_t dependency_count;
    wgs_fuzz_dependency dependencies[WGS_FUZZ_MAX_DEPENDENCIES];
    uint32_t memory_count;
    wgs_fuzz_memory memories[WGS_FUZZ_MAX_MEMORIES];
    uint32_t encode_count;
    wgs_fuzz_encode encodes[WGS_FUZZ_MAX_ENCODES];
    bool own_scratch; /* the caller's, not the program's */
    uint64_t seed;    /* of the contents of all memories */
} wgs_fuzz_graph;

/* --- Facts about a description (fuzz_graph_facts.c) --- */

bool wgs_fuzz_access_writes(WGSAccess access);
uint32_t wgs_fuzz_view_words(wgs_fuzz_view const* view);

/* Whether the node has views in this slot, reads or writes the buffer, or gives a WGSNode. */
bool wgs_fuzz_has(wgs_fuzz_node const* node, uint32_t slot);
bool wgs_fuzz_uses(wgs_fuzz_node const* node, uint32_t buffer);
bool wgs_fuzz_writes(wgs_fuzz_node const* node, uint32_t buffer);
bool wgs_fuzz_has_handle(wgs_fuzz_node const* node);
bool wgs_fuzz_is_counted(wgs_fuzz_node const* node);

/* Whether a condition is asked in an encode, and whether the node is left out. */
bool wgs_fuzz_is_asked(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, uint32_t condition);
bool wgs_fuzz_is_skipped(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, wgs_fuzz_node const* node);
uint32_t wgs_fuzz_record_words(uint32_t comparator);

typedef enum wgs_fuzz_cycle {
    WGS_FUZZ_NO_CYCLE,
    WGS_FUZZ_MAYBE_CYCLE, /* it depends on the dispatches that a primitive is made of */
    WGS_FUZZ_CYCLE
} wgs_fuzz_cycle;

typedef struct wgs_fuzz_order {
    wgs_fuzz_cycle cycle;
    bool before[WGS_FUZZ_MAX_NODES][WGS_FUZZ_MAX_NODES]; /* [a][b]: among nodes with handles */
} wgs_fuzz_order;

void wgs_fuzz_find_order(wgs_fuzz_graph const* graph, wgs_fuzz_order* order);

void wgs_fuzz_print(wgs_fuzz_graph const* graph, FILE* file);

/* Prints the description and what is wrong with it, and ends the process. */
_Noreturn void wgs_fuzz_fail(wgs_fuzz_graph const* graph, char const* format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- From bytes --- */

void wgs_fuzz_decode(uint8_t const* data, size_t size, wgs_fuzz_graph* graph);

/* --- Memories on the host --- */

/* The words of every memory, and those of the transients in one encode. */
typedef struct wgs_fuzz_state {
    uint32_t* memories[WGS_FUZZ_MAX_MEMORIES];
    uint32_t* transients[WGS_FUZZ_MAX_BUFFERS];
    uint32_t run_count; /* rows that an unstable sort may write in any order */
    struct {
        uint32_t memory;
        uint32_t first;
        uint32_t length;
    } * runs;
} wgs_fuzz_state;

void wgs_fuzz_state_init(wgs_fuzz_graph const* graph, wgs_fuzz_state* state);
void wgs_fuzz_state_free(wgs_fuzz_graph const* graph, wgs_fuzz_state* state);

/* Executes one encode, node by node in the order in which they were added. */
void wgs_fuzz_execute(
    wgs_fuzz_graph const* graph, wgs_fuzz_encode const* encode, wgs_fuzz_state* state);

/* --- On the device --- */

typedef struct wgs_fuzz_rig wgs_fuzz_rig;

/* What a callback or a condition is given. */
typedef struct wgs_fuzz_recorder {
    wgs_fuzz_rig* rig;
    uint32_t index;
} wgs_fuzz_recorder;

struct wgs_fuzz_rig {
    wgs_fuzz_graph const* description;
    WGSGraph graph;
    WGSGraph other; /* for objects that don't belong to `graph` */
    WGSProgram program;
    WGSBuffer buffers[WGS_FUZZ_MAX_BUFFERS];
    WGSBuffer foreign;
    WGSBuffer plain; /* an import that is no storage */
    WGSValue values[WGS_FUZZ_MAX_VALUES];
    WGSNode nodes[WGS_FUZZ_MAX_NODES];
    wgs_fuzz_recorder recorders[WGS_FUZZ_MAX_NODES];
    wgs_fuzz_recorder conditions[WGS_FUZZ_MAX_CONDITIONS];
    WGPUBuffer memories[WGS_FUZZ_MAX_MEMORIES];
    WGPUCommandEncoder encoder;    /* of what is recorded and not submitted; nullable */
    wgs_fuzz_encode const* encode; /* that is recorded now */
    uint32_t recorded_count;       /* callbacks of this encode, in order */
    uint32_t recorded[WGS_FUZZ_MAX_NODES];
    uint32_t asked[WGS_FUZZ_MAX_CONDITIONS]; /* how often, in this encode */
    bool failing;                            /* conditions can't be told */
};

/* Adds everything to a new graph, and tries what must be refused. */
void wgs_fuzz_build(wgs_fuzz_rig* rig);
void wgs_fuzz_add_node(wgs_fuzz_rig* rig, uint32_t index);

/* One node through its public function; `spoiled`: with the wrong argument. */
WGSStatus wgs_fuzz_call(wgs_fuzz_rig* rig, uint32_t index, bool spoiled, WGSError* error);
WGSErrorId wgs_fuzz_refusal(wgs_fuzz_spoil spoil);

/* The callback of all callback nodes. */
void wgs_fuzz_record(WGSRecording const* recording, void* userdata);

WGPUComputePipeline wgs_fuzz_pipeline(uint32_t kernel);
void wgs_fuzz_release_pipelines(void);
char const* wgs_fuzz_comparator(uint32_t comparator);

/* The callback of all conditions. */
int wgs_fuzz_evaluate(void const* parameters, void* userdata);

/* Compiles, encodes, submits, and compares with the host. */
void wgs_fuzz_run(wgs_fuzz_rig* rig, wgs_fuzz_state* state);

/* The replacements of one encode, as the API takes them; room for one that is wrong. */
typedef struct wgs_fuzz_replacements {
    size_t buffer_count;
    WGSBufferReplacement buffers[WGS_FUZZ_MAX_BUFFERS + 1];
    size_t value_count;
    WGSValueReplacement values[WGS_FUZZ_MAX_VALUES + 1];
} wgs_fuzz_replacements;

void wgs_fuzz_list_replacements(wgs_fuzz_rig const* rig, wgs_fuzz_replacements* list);

/* Forgets who was recorded and asked. */
void wgs_fuzz_begin_encode(wgs_fuzz_rig* rig);

/* Records rig->encode into rig->encoder: at once, or in steps. */
void wgs_fuzz_encode_whole(wgs_fuzz_rig* rig, WGSEncodeStats* stats);
void wgs_fuzz_encode_steps(wgs_fuzz_rig* rig, WGSEncodeStats* stats);

/* An encode that must be refused, if the description asks for one. */
void wgs_fuzz_try_bad_encode(wgs_fuzz_rig* rig);

/* A new encoder where there is none; submits what is there. */
void wgs_fuzz_open_encoder(wgs_fuzz_rig* rig);
void wgs_fuzz_submit(wgs_fuzz_rig* rig);

/* Every word of every memory. */
void wgs_fuzz_compare(wgs_fuzz_rig const* rig, wgs_fuzz_state* state);

#endif
