/* SPDX-License-Identifier: MIT */
/*
 * The command graph: buffers, views and nodes as data, compiled once and recorded many times.
 *
 *   1. Create a graph; import the caller's buffers, declare transients and values.
 *   2. Add nodes: primitives (sort.h, scan.h, gather.h), your own (contribute.h), compute, copies,
 *      callbacks; some of them under conditions.
 *   3. Compile: the order is inferred from the uses, transients with disjoint lifetimes share
 *      memory, pipelines are taken from the context's cache.
 *   4. Encode into a command encoder of the caller's, as often as wanted, with other buffers and
 *      values each time. Encoding only records: nothing is submitted, mapped, waited for. Or encode
 *      in steps within a budget, one submission each (execution.h).
 *
 * Order: nodes run in the order they were added, unless an explicit dependency points forward. A
 * read waits for the last write of the buffer, a write for the last write and all reads since.
 * Contents of transients are undefined before their first write in each encode.
 *
 * Ownership: WGSBuffer, WGSValue and WGSNode belong to their graph and live as long as the graph
 * or a program compiled from it. Buffers given by the caller are referenced, never destroyed.
 */
#ifndef WGSORT_GRAPH_H
#define WGSORT_GRAPH_H

#include "wgsort/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSGraphImpl* WGSGraph;
typedef struct WGSBufferImpl* WGSBuffer; /* a logical buffer of a graph */
typedef struct WGSValueImpl* WGSValue;   /* a number that each encode may replace */
typedef struct WGSNodeImpl* WGSNode;
typedef struct WGSProgramImpl* WGSProgram; /* a compiled graph */

/* How the bytes of a view are read. 64-bit elements are two words, the low one first. */
typedef enum WGSFormat {
    WGSFormat_Undefined = 0,
    WGSFormat_Uint32 = 1,
    WGSFormat_Sint32 = 2,
    WGSFormat_Float32 = 3,
    WGSFormat_Uint64 = 4,
    WGSFormat_Sint64 = 5,
    WGSFormat_Float64 = 6,
    WGSFormat_Uint32x2 = 7, /* rows of plain words, carried but not compared */
    WGSFormat_Uint32x3 = 8,
    WGSFormat_Uint32x4 = 9,
    WGSFormat_Force32 = 0x7FFFFFFF
} WGSFormat;

/* Bytes of one element: 4, 8, 12 or 16; 0 for other values. */
WGS_EXPORT uint32_t wgsFormatGetSize(WGSFormat format);

/* `length` packed elements that start `offset` bytes into a buffer. `offset` is any multiple of 4;
 * the buffer offset alignment of the device is the library's affair. */
typedef struct WGSView {
    WGSBuffer buffer; /* NULL: no view, where a view is optional */
    WGSFormat format;
    uint64_t offset;
    uint64_t length;
} WGSView;
#define WGS_VIEW_INIT WGS_ZERO_INIT

/* Chunks in order, possibly empty, each in a buffer of its own or sharing one. Nothing is packed.
 */
typedef struct WGSVector {
    size_t chunkCount;
    WGSView const* chunks;
} WGSVector;
#define WGS_VECTOR_INIT WGS_ZERO_INIT

typedef struct WGSGraphDescriptor {
    WGPUStringView label;
} WGSGraphDescriptor;
#define WGS_GRAPH_DESCRIPTOR_INIT WGS_ZERO_INIT

/* `descriptor` may be NULL. Errors: NullArgument, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextCreateGraph(
    WGSContext context, WGSGraphDescriptor const* descriptor, WGSGraph* graph, WGSError* error);
WGS_EXPORT void wgsGraphAddRef(WGSGraph graph);
WGS_EXPORT void wgsGraphRelease(WGSGraph graph); /* NULL is allowed */

/* A buffer of the caller's. With `buffer` NULL every encode must supply one, even when no node uses
 * it. */
typedef struct WGSImportDescriptor {
    WGPUStringView label;
    uint64_t size;         /* bytes that views may cover; 0: all of `buffer`, to a multiple of 4 */
    WGPUBufferUsage usage; /* flags that uses may rely on; 0: those of `buffer` */
    WGPUBuffer buffer;     /* nullable default */
} WGSImportDescriptor;
#define WGS_IMPORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Errors: NullArgument, InvalidSize (a multiple of 4; 0 without a buffer), BufferTooSmall,
 * MissingUsage (the buffer lacks a declared flag; none declared and no buffer), BufferTooLarge,
 * AliasedImports (this default buffer is another import's already, compared by handle, and one of
 * them is written: found at encode), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphImportBuffer(
    WGSGraph graph, WGSImportDescriptor const* descriptor, WGSBuffer* buffer, WGSError* error);

/* One chunk of a column: `length` packed elements, `offset` bytes into a buffer of the caller's. */
typedef struct WGSImportChunk {
    WGPUBuffer buffer; /* also of an empty chunk */
    uint64_t offset;   /* a multiple of 4 */
    uint64_t length;   /* may be 0 */
} WGSImportChunk;

typedef struct WGSImportVectorDescriptor {
    WGPUStringView label;
    WGSFormat format;
    size_t chunkCount;
    WGSImportChunk const* chunks;
} WGSImportVectorDescriptor;
#define WGS_IMPORT_VECTOR_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Imports a column by chunk: order, offsets, lengths and empty chunks stay as they are, and views[i],
 * one a chunk, is what WGSVector takes. Chunks that lie in one buffer get one import, also across
 * vectors of the graph, so that hazards between them are seen; imports of wgsGraphImportBuffer stay
 * apart. An import is of the whole buffer, with its usage, labelled as the vector, or "label[i]" when
 * there are several chunks, after the first chunk in it. Errors: NullArgument, ViewFormat,
 * InvalidOffset, ViewOutOfRange, BufferTooLarge, GraphCompiled, HostMemory; nothing is imported then. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphImportVector(
    WGSGraph graph, WGSImportVectorDescriptor const* descriptor, WGSView* views, WGSError* error);

/* A buffer that the graph owns, from its first use to its last. */
typedef struct WGSTransientDescriptor {
    WGPUStringView label;
    uint64_t size;         /* bytes, a multiple of 4; 0 is made 4 */
    WGPUBufferUsage usage; /* 0: Storage. Not MapRead, MapWrite */
} WGSTransientDescriptor;
#define WGS_TRANSIENT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Errors: NullArgument, InvalidEnum (a usage flag that is unknown or of mapping), InvalidSize,
 * BufferTooLarge, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphCreateTransient(
    WGSGraph graph, WGSTransientDescriptor const* descriptor, WGSBuffer* buffer, WGSError* error);

/* A number known at encode: a row count, for example. */
typedef struct WGSValueDescriptor {
    WGPUStringView label;
    uint32_t value;   /* used by encodes that don't replace it */
    uint32_t maximum; /* the largest that an encode may give; 0: `value` */
} WGSValueDescriptor;
#define WGS_VALUE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Errors: NullArgument, ValueOutOfRange, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphCreateValue(
    WGSGraph graph, WGSValueDescriptor const* descriptor, WGSValue* value, WGSError* error);

/* A number of rows that an earlier node of the same encode writes: what the capacity of the views
 * is more than. A count past the capacity (the views' length, or the value that also limits it)
 * acts as the capacity, and `exceeded` tells, also where there is room for no row and nothing else
 * is added. */
typedef struct WGSGpuCount {
    WGSView view;     /* Uint32, one element [Storage]; no buffer: the count is not on the GPU */
    WGSView exceeded; /* Uint32, one element [Storage], optional: set to 1 when the count is past
                         the capacity, else to 0 */
} WGSGpuCount;
#define WGS_GPU_COUNT_INIT WGS_ZERO_INIT

/* What a node does with a buffer. Each needs the buffer usage in brackets. */
typedef enum WGSAccess {
    WGSAccess_Undefined = 0,
    WGSAccess_StorageRead = 1,      /* [Storage] var<storage, read> */
    WGSAccess_StorageWrite = 2,     /* [Storage] var<storage, read_write>, old contents not read */
    WGSAccess_StorageReadWrite = 3, /* [Storage] var<storage, read_write> */
    WGSAccess_Uniform = 4,          /* [Uniform] */
    WGSAccess_CopySource = 5,       /* [CopySrc] */
    WGSAccess_CopyDestination = 6,  /* [CopyDst] */
    WGSAccess_Indirect = 7,         /* [Indirect] */
    WGSAccess_Vertex = 8,           /* [Vertex] callback nodes only */
    WGSAccess_Index = 9,            /* [Index] callback nodes only */
    WGSAccess_Force32 = 0x7FFFFFFF
} WGSAccess;

/* One binding of group 0. For StorageRead, -Write and -ReadWrite `view.offset` must be a multiple
 * of the device's storage offset alignment: the caller's kernel has no base to add; for Uniform of
 * the uniform offset alignment. No other access is a binding. With format and length 0 the view is
 * the buffer from `offset` to its end. */
typedef struct WGSBinding {
    uint32_t binding;
    WGSAccess access;
    WGSView view;
} WGSBinding;

/* What a node costs: for budgets (execution.h) and for wgsGraphPreflight. Of the library's own nodes
 * and of copies the library knows it, at their capacities; of the caller's nodes it takes what they
 * state. A zero is filled in: commands by 1, bytes by what the views or buffers of the uses hold;
 * rows stay 0. */
typedef struct WGSWorkload {
    uint64_t rows;
    uint32_t commandCount; /* dispatches and copies */
    uint64_t readBytes;
    uint64_t writtenBytes;
} WGSWorkload;
#define WGS_WORKLOAD_INIT WGS_ZERO_INIT

/* One dispatch of the caller's pipeline. (contribute.h takes WGSL instead, and views at any offset.)
 */
typedef struct WGSComputeDescriptor {
    WGPUStringView label;
    WGPUComputePipeline pipeline;    /* a reference is held */
    WGPUBindGroupLayout groupLayout; /* of group 0; NULL: the pipeline's own */
    size_t bindingCount;
    WGSBinding const* bindings;
    uint32_t workgroupCount[3]; /* a zero dispatches nothing */
    WGSView indirect; /* Uint32, three elements [Indirect]: the workgroup counts, which an earlier
                         node or the caller wrote, in place of workgroupCount, whose members are
                         then 0. Three zeros are a condition on the GPU that says no. Counts past
                         the device's limit dispatch nothing. No buffer: not indirect */
    size_t dependencyCount; /* nodes that must run before, beside those inferred */
    WGSNode const* dependencies;
    WGSWorkload workload;
} WGSComputeDescriptor;
#define WGS_COMPUTE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* `node` may be NULL. Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, ViewFormat,
 * ViewOutOfRange (also: empty), InvalidOffset, MissingUsage, BindingTooLarge, TooManyColumns
 * (storage bindings), DuplicateBinding, AliasedUse (one buffer both read-only and writable in this
 * dispatch, whatever the ranges, or two writable bindings that meet after rounding to the offset
 * alignment; `indirect` counts as read-only), DispatchTooLarge, InvalidSize (workgroupCount beside
 * `indirect`), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddCompute(
    WGSGraph graph, WGSComputeDescriptor const* descriptor, WGSNode* node, WGSError* error);

/* A copy between two buffers: a command of the encoder, which ends the current compute pass. */
typedef struct WGSCopyDescriptor {
    WGPUStringView label;
    WGSBuffer source; /* [CopySrc] */
    uint64_t sourceOffset;
    WGSBuffer destination; /* [CopyDst], another buffer than source */
    uint64_t destinationOffset;
    uint64_t size; /* bytes, a multiple of 4; 0 copies nothing */
    size_t dependencyCount;
    WGSNode const* dependencies;
} WGSCopyDescriptor;
#define WGS_COPY_DESCRIPTOR_INIT WGS_ZERO_INIT

/* `node` may be NULL. Errors: NullArgument, ForeignObject, ViewMissing (no source or destination),
 * ViewOutOfRange, InvalidOffset, InvalidSize, MissingUsage, AliasedUse (one buffer), GraphCompiled,
 * HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddCopy(
    WGSGraph graph, WGSCopyDescriptor const* descriptor, WGSNode* node, WGSError* error);

/* One buffer that a callback touches, as a whole. */
typedef struct WGSUse {
    WGSBuffer buffer;
    WGSAccess access;
} WGSUse;

/* What a callback is given: the encoder, with no pass open, and the buffers that its uses resolved
 * to, in the order of the uses. Valid during the call only. */
typedef struct WGSRecording {
    WGPUCommandEncoder encoder;
    size_t bufferCount;
    WGPUBuffer const* buffers;
} WGSRecording;

typedef void (*WGSRecordCallback)(WGSRecording const* recording, void* userdata);

/* Commands that the caller records. */
typedef struct WGSCallbackDescriptor {
    WGPUStringView label;
    size_t useCount;
    WGSUse const* uses;
    WGSRecordCallback callback;
    void* userdata; /* must outlive the program */
    size_t dependencyCount;
    WGSNode const* dependencies;
    WGSWorkload workload;
} WGSCallbackDescriptor;
#define WGS_CALLBACK_DESCRIPTOR_INIT WGS_ZERO_INIT

/* `node` may be NULL. How the callback's own commands combine its uses is not checked.
 * Errors: NullArgument, InvalidEnum, ForeignObject, ViewMissing, MissingUsage, GraphCompiled,
 * HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddCallback(
    WGSGraph graph, WGSCallbackDescriptor const* descriptor, WGSNode* node, WGSError* error);

/* Makes `node` run after `dependency`, which may have been added later. A node's dependency on
 * itself has no effect. Errors: NullArgument, ForeignObject, GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddDependency(WGSGraph graph, WGSNode node, WGSNode dependency, WGSError* error);

/* Says whether nodes are recorded: 1 yes, 0 no, and a negative number that it can't be said, which
 * fails the encode. `parameters` is what the encode was given (WGSEncodeDescriptor). Asked once an
 * encode, before anything is recorded. */
typedef int (*WGSConditionCallback)(void const* parameters, void* userdata);

typedef struct WGSConditionDescriptor {
    WGPUStringView label;
    WGSConditionCallback evaluate;
    void* userdata; /* must outlive the program */
} WGSConditionDescriptor;
#define WGS_CONDITION_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Puts the nodes that are added from here to wgsGraphPopCondition under a condition, those of
 * primitives too. Conditions nest: a node is recorded when all around it say yes; one inside of one
 * that says no is not asked. A node that is not recorded leaves old contents where it would have
 * written; nodes that read them run all the same. (A condition on the GPU is the `indirect` of a
 * compute node, or a count on the GPU, WGSGpuCount, of a primitive.)
 * Errors: NullArgument (also: evaluate), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphPushCondition(WGSGraph graph, WGSConditionDescriptor const* descriptor, WGSError* error);

/* Errors: NullArgument, ConditionStack (none was pushed), GraphCompiled. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphPopCondition(WGSGraph graph, WGSError* error);

typedef enum WGSPublicationKind {
    WGSPublicationKind_Partial = 0,  /* a better result under this label follows */
    WGSPublicationKind_Complete = 1, /* the last one */
    WGSPublicationKind_Force32 = 0x7FFFFFFF
} WGSPublicationKind;

/* A result that is worth showing before all nodes have run. */
typedef struct WGSPublicationDescriptor {
    WGPUStringView label;
    WGSPublicationKind kind;
    WGSNode node; /* whose end it is; NULL: the node added last */
} WGSPublicationDescriptor;
#define WGS_PUBLICATION_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Marks the end of a node as the moment when a result is there: an execution in steps ends a step
 * behind it (execution.h), `explain` shows it, and whole encodes ignore it. Errors: NullArgument,
 * InvalidEnum, ForeignObject, Publication (no node yet, a node under a condition, or one that
 * publishes already), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphAddPublication(WGSGraph graph, WGSPublicationDescriptor const* descriptor, WGSError* error);

typedef enum WGSExplainFormat {
    WGSExplainFormat_Text = 0,
    WGSExplainFormat_JSON = 1,
    WGSExplainFormat_DOT = 2, /* Graphviz */
    WGSExplainFormat_Force32 = 0x7FFFFFFF
} WGSExplainFormat;

/* Prints the plan: nodes in order, bytes, dispatches, slots, why an algorithm was chosen.
 * `*size` is the capacity of `text` in bytes going in and the bytes needed, the terminating zero
 * included, coming out; the text is cut to what fits. `text` may be NULL when `*size` is 0.
 * Before and after compile. Errors: NullArgument, InvalidEnum, DependencyCycle, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphExplain(WGSGraph graph, WGSExplainFormat format, char* text, size_t* size, WGSError* error);

/* One physical buffer behind the transients of a graph. */
typedef struct WGSScratch {
    uint64_t size;
    WGPUBufferUsage usage;
} WGSScratch;

/* The scratch that compile would allocate for the graph as it is now: pass `scratches` NULL to
 * learn `*count`, then an array of that many, with `*count` as it is. Nothing is allocated on the
 * device. Errors: NullArgument, InvalidSize (`*count` is too small), DependencyCycle,
 * BufferTooLarge (all transients together exceed 2^64 bytes), HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphGetScratch(WGSGraph graph, size_t* count, WGSScratch* scratches, WGSError* error);

/* One node of a preflight, in run order. */
typedef struct WGSNodeWorkload {
    char const* label; /* lives as long as the graph */
    WGSWorkload workload;
    uint64_t workgroupCount; /* the most that an encode can dispatch; 0: indirect, or no dispatch */
    WGPUBool conditional;    /* under a condition, or indirect */
} WGSNodeWorkload;

typedef struct WGSPreflightDescriptor {
    uint64_t maxScratchBytes; /* refuse to use more device memory for transients; 0: no limit */
    size_t nodeCount;         /* of `nodes` */
    WGSNodeWorkload* nodes;   /* nullable: filled with the first `nodeCount` nodes */
} WGSPreflightDescriptor;
#define WGS_PREFLIGHT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What a graph will ask of the device. */
typedef struct WGSPreflight {
    uint32_t nodeCount;
    uint32_t statedCount;      /* nodes whose rows are known */
    uint32_t conditionalCount; /* nodes that an encode may leave out */
    WGSWorkload workload;      /* the sums */
    uint64_t largestBuffer;    /* bytes of the largest buffer that a node uses or a slot needs */
    uint64_t largestBinding;   /* bytes of the largest storage binding, as bound */
    uint64_t largestDispatch;  /* workgroups */
    uint64_t scratchBytes;     /* of all slots together */
} WGSPreflight;

/* Adds up the graph as it is now and refuses what can't run; nothing is created. Buffers, bindings
 * and dispatches beyond a limit of the device never come this far: the call that would add them
 * refuses them. What only the whole can tell is checked here. wgsGraphCompile does the same first.
 * `descriptor` may be NULL. Errors: NullArgument, DependencyCycle, ConditionStack (a condition is
 * still open), ScratchTooLarge, BufferTooLarge (all transients together exceed 2^64 bytes),
 * HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphPreflight(
    WGSGraph graph,
    WGSPreflightDescriptor const* descriptor,
    WGSPreflight* preflight,
    WGSError* error);

typedef struct WGSCompileDescriptor {
    WGPUStringView label;
    size_t scratchCount;         /* 0: the program allocates; else as wgsGraphGetScratch said */
    WGPUBuffer const* scratches; /* references are held; NULL entries are allocated */
    uint64_t maxScratchBytes;    /* as in WGSPreflightDescriptor */
} WGSCompileDescriptor;
#define WGS_COMPILE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Compiles the graph, once: afterwards nothing can be added to it. After a failure that is not a
 * GraphCompiled error the graph can be changed and compiled again. `descriptor` may be NULL.
 * Errors: NullArgument, GraphCompiled, Contribution (contribute.h), those of wgsGraphPreflight,
 * ScratchMismatch, BufferTooLarge (the parameters of so many nodes fit no buffer: 256 bytes each, by
 * the device's uniform alignment), ShaderModule, Pipeline, DeviceMemory, HostMemory, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphCompile(
    WGSGraph graph, WGSCompileDescriptor const* descriptor, WGSProgram* program, WGSError* error);
WGS_EXPORT void wgsProgramAddRef(WGSProgram program);
WGS_EXPORT void wgsProgramRelease(WGSProgram program); /* NULL is allowed */

/* The buffer that an import resolves to in one encode. */
typedef struct WGSBufferReplacement {
    WGSBuffer buffer;
    WGPUBuffer replacement; /* of at least offset + the declared size, with the declared usage */
    uint64_t offset;        /* where the import starts in it, a multiple of 4 */
} WGSBufferReplacement;

typedef struct WGSValueReplacement {
    WGSValue value;
    uint32_t replacement;
} WGSValueReplacement;

/* Which timestamps an encode writes. */
typedef enum WGSTiming {
    WGSTiming_None = 0,
    WGSTiming_Program = 1, /* two: before the first and after the last pass */
    WGSTiming_Nodes = 2,   /* two a compute node, in run order; each node gets a pass of its own */
    WGSTiming_Force32 = 0x7FFFFFFF
} WGSTiming;

/* What became of a node. */
typedef enum WGSNodeOutcome {
    WGSNodeOutcome_Recorded = 0,
    WGSNodeOutcome_Empty = 1,       /* nothing to do: no rows, no workgroups, no bytes */
    WGSNodeOutcome_Skipped = 2,     /* a condition on the CPU said no */
    WGSNodeOutcome_GpuResolved = 3, /* recorded; an indirect dispatch, the GPU has the counts */
    WGSNodeOutcome_Force32 = 0x7FFFFFFF
} WGSNodeOutcome;

typedef struct WGSNodeReport {
    char const* label; /* lives as long as the program */
    WGSNodeOutcome outcome;
    uint32_t timing;            /* its place among the pairs of WGSTiming_Nodes; UINT32_MAX: none */
    uint64_t encodeNanoseconds; /* CPU time of recording it */
} WGSNodeReport;

typedef struct WGSEncodeDescriptor {
    size_t bufferCount;
    WGSBufferReplacement const* buffers;
    size_t valueCount;
    WGSValueReplacement const* values;
    WGSTiming timing;
    WGPUQuerySet querySet;   /* of type Timestamp, when timing is not None */
    uint32_t firstQuery;     /* wgsProgramGetStats says how many are written from here on */
    WGPUBool separatePasses; /* a pass for each compute node; else neighbours share one */
    void const* parameters;  /* what conditions are asked with */
    size_t reportCount;      /* of `reports` */
    WGSNodeReport* reports;  /* nullable: filled with the first `reportCount` nodes in run order */
} WGSEncodeDescriptor;
#define WGS_ENCODE_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What one encode recorded. */
typedef struct WGSEncodeStats {
    uint32_t nodeCount;        /* nodes that recorded something */
    uint32_t skippedNodeCount; /* nodes whose condition said no */
    uint32_t dispatchCount;
    uint32_t passCount;
    uint32_t coalescedNodeCount; /* compute nodes that share the pass of one before */
    uint32_t timedNodeCount;     /* nodes with a pair of timestamps of their own */
    uint32_t copyCount;
    uint64_t encodeNanoseconds; /* CPU time of the call */
} WGSEncodeStats;

/* Records all nodes into `encoder`, each in a debug group of its label. Each encode sees its own
 * values, also when several are submitted together; transients are shared, so programs recorded in
 * one queue run one after another. Replaced values cost one small uniform buffer, made and released within the call.
 * `descriptor` and `stats` may be NULL. A failed call has recorded nothing.
 * Errors: NullArgument, MissingBuffer, NotAnImport, ForeignObject, DuplicateReplacement,
 * BufferTooSmall, MissingUsage, InvalidOffset, ValueOutOfRange, AliasedImports (two imports, or one
 * and the scratch, resolve to one buffer, one of them is written, and they overlap or one node has
 * them read-only and writable), BindingTooLarge (an offset of a replacement makes it so), InvalidEnum
 * (timing), InvalidSize (of the query set), FeatureUnsupported (timestamps), ConditionFailed,
 * ExecutionActive (an execution of this program is under way), DeviceMemory, HostMemory,
 * DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsProgramEncode(
    WGSProgram program,
    WGPUCommandEncoder encoder,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error);

/* What a program is made of; known since compile. */
typedef struct WGSProgramStats {
    uint32_t nodeCount;
    uint32_t dispatchCount; /* with the default values */
    uint32_t pipelineCount; /* different ones */
    uint32_t importCount;
    uint32_t transientCount; /* that some node uses */
    uint32_t scratchCount;   /* physical buffers behind them */
    uint64_t importBytes;
    uint64_t logicalTransientBytes;
    uint64_t physicalTransientBytes;
    uint32_t timestampCountProgram; /* queries that WGSTiming_Program writes */
    uint32_t timestampCountNodes;   /* queries that WGSTiming_Nodes writes */
} WGSProgramStats;

/* Errors: NullArgument. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsProgramGetStats(WGSProgram program, WGSProgramStats* stats, WGSError* error);

/* The label of the compute node that pair `index` of WGSTiming_Nodes times; NULL past the end. */
WGS_EXPORT char const* wgsProgramGetTimedNodeLabel(WGSProgram program, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
