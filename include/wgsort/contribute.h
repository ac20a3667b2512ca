/* SPDX-License-Identifier: MIT */
/*
 * Primitives of your own: kernels that a graph treats as it treats the library's, and functions that
 * add several nodes or none. examples/own_primitive.c is one from end to end.
 *
 * A KERNEL is WGSL text with an entry point. The graph compiles it, binds it, orders it by what it
 * reads and writes, and lets the transients around it share memory:
 *
 *     struct Params { count: u32, in_base: u32, out_base: u32 }
 *     @group(0) @binding(0) var<uniform> params: Params;
 *     @group(0) @binding(1) var<storage, read> numbers_in: array<u32>;
 *     @group(0) @binding(2) var<storage, read_write> numbers_out: array<u32>;
 *
 *     @compute @workgroup_size(WG_SIZE)
 *     fn twice(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) grid: vec3u,
 *              @builtin(local_invocation_index) lane: u32) {
 *         let i = (group.x + grid.x * (group.y + grid.y * group.z)) * WG_SIZE + lane;
 *         if (i < params.count) {
 *             numbers_out[params.out_base + i] = 2u * numbers_in[params.in_base + i];
 *         }
 *     }
 *
 *     static void prepare(void const* data, uint32_t const* values, WGSKernelLaunch* launch) {
 *         launch->params[0] = values[0];
 *         launch->workgroups = ((uint64_t)values[0] + 255) / 256;
 *     }
 *
 *     WGSKernelBinding const bindings[] = {
 *         {.binding = 1, .access = WGSAccess_StorageRead, .view = in, .hasBase = 1, .baseWord = 1},
 *         {.binding = 2, .access = WGSAccess_StorageWrite, .view = out, .hasBase = 1, .baseWord = 2}};
 *     WGSKernelConstant const constant = {{"WG_SIZE", WGPU_STRLEN}, 256};
 *     WGSKernelDescriptor const kernel = {
 *         .source = {text, WGPU_STRLEN}, .entryPoint = {"twice", WGPU_STRLEN},
 *         .bindingCount = 2, .bindings = bindings, .constantCount = 1, .constants = &constant,
 *         .paramsWordCount = 3, .prepare = prepare, .valueCount = 1, .values = &count};
 *     WGS_TRY(wgsGraphAddKernel(graph, &kernel, NULL, error));
 *
 * Bindings. All in group 0. A view may start at any multiple of 4 bytes, but a device binds from
 * aligned offsets only (256 bytes by default): the library binds from the aligned place below the
 * view, and puts the number of 32-bit words between the two into word `baseWord` of Params, at each
 * encode, since buffers may be replaced by others at other offsets. A kernel whose arrays have
 * elements of 4 bytes and that adds the base to every index takes any view. One without a base
 * (hasBase 0) takes aligned offsets only. What is bound ends with the view, and begins before it by
 * less than the alignment: there lie rows of others, which a kernel must not write, and which
 * arrayLength() counts. Which accesses one dispatch may combine: wgsGraphAddCompute.
 *
 * Params. Binding 0, a uniform, when paramsWordCount is not 0: as many 32-bit words, at each encode
 * what `prepare` says and the bases. A `struct Params` of u32, i32 and f32 members has a word each. In
 * one that holds vectors, WGSL leaves gaps; its size must not exceed the words, rounded up to 16 bytes.
 *
 * `prepare` computes Params and the number of workgroups from `data` and from the values, resolved for
 * the encode, and from nothing else: it is pure. It is called with everything zero in `launch`, at any
 * time while the graph or a program of it lives: when the node is added, by explain, at compile, and
 * at each encode. 0 workgroups: this encode records nothing for the node.
 *
 * The grid. Workgroups are spread over x, y and z when one dimension does not hold them:
 *
 *     linear number   id.x + grid.x * (id.y + grid.y * id.z)    id: workgroup_id
 *     how many        grid.x * grid.y * grid.z, below 2^32      grid: num_workgroups
 *
 * There may be some more than were asked for: a kernel leaves where the number is past what it needs.
 * wgsGraphGetMaxWorkgroups tells how many there can be; a kernel that steps over its rows by all
 * invocations launched does with any number.
 *
 * A count that an earlier node wrote (WGSGpuCount) is a binding like others: launch for the capacity,
 * and take the smaller of the two in the kernel.
 *
 * The text is printable ASCII, whole WGSL of any functions, structures, constants, overrides excepted,
 * workgroup variables and barriers. Not allowed, outside of comments:
 *   - words that start with wgs_
 *   - enable, requires, diagnostic, override
 *   - @group of anything but 0
 * Constants of the descriptor come before the text, as `const NAME: u32 = VALUEu;`, and may shape
 * workgroups and arrays. A loop in front of which stands the line comment `// unroll`, of the form
 * `for (var i = 0u; i < LIMIT; i++) { ... }` with a constant LIMIT up to 256 and no break or continue
 * of its own, is unrolled. Compile errors name the entry point and the text's own line: "twice.wgsl:12".
 *
 * What a kernel must see to itself: loops that end, and workgroup variables that are written before
 * they are read, since not every implementation clears them.
 *
 * Pipelines are compiled by wgsGraphCompile and kept by the context: nodes of equal text, entry point,
 * bindings (numbers, accesses, base words, in order), size of Params, constants and `unchecked` share
 * one, in all graphs. Texts are copied once, and stay as long as the context.
 *
 * A CONTRIBUTION is a function that adds to a graph: values, transients, nodes, primitives. Called by
 * wgsGraphContribute, it adds all of that or, when it fails, nothing.
 */
#ifndef WGSORT_CONTRIBUTE_H
#define WGSORT_CONTRIBUTE_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WGS_MAX_KERNEL_SOURCE 65536 /* bytes of text */
#define WGS_MAX_KERNEL_STORAGE 9    /* bindings; devices have a limit of their own, 8 by default */
#define WGS_MAX_KERNEL_PARAMS 32    /* words of Params */
#define WGS_MAX_KERNEL_CONSTANTS 6
#define WGS_MAX_KERNEL_VALUES 2
#define WGS_MAX_KERNEL_DATA 96 /* bytes that prepare is given */

/* One storage binding of group 0. */
typedef struct WGSKernelBinding {
    uint32_t binding; /* its number, at most 999; 0 is Params, where there is one */
    WGSAccess access; /* StorageRead for var<storage, read>; StorageWrite or StorageReadWrite for
                         var<storage, read_write> */
    WGSView view;     /* at least one element, of any format [Storage] */
    WGPUBool hasBase; /* word `baseWord` of Params gets the view's base, in 32-bit words */
    uint32_t baseWord;
} WGSKernelBinding;
#define WGS_KERNEL_BINDING_INIT WGS_ZERO_INIT

typedef struct WGSKernelConstant {
    WGPUStringView name; /* an identifier of WGSL, up to 63 characters, none starting with wgs_ */
    uint32_t value;
} WGSKernelConstant;
#define WGS_KERNEL_CONSTANT_INIT WGS_ZERO_INIT

/* What one encode launches. */
typedef struct WGSKernelLaunch {
    uint32_t params[WGS_MAX_KERNEL_PARAMS]; /* words that are bases are filled in afterwards */
    uint64_t workgroups;                    /* at most wgsGraphGetMaxWorkgroups */
} WGSKernelLaunch;

typedef void (*WGSPrepareCallback)(
    void const* data, uint32_t const* values, WGSKernelLaunch* launch);

typedef struct WGSKernelDescriptor {
    WGPUStringView label;      /* of the node, cut to 63 bytes; empty: the entry point */
    WGPUStringView note;       /* for explain: why it is there, or what was chosen; may be empty */
    WGPUStringView source;     /* WGSL; copied */
    WGPUStringView entryPoint; /* a function of it with @compute, up to 63 characters */
    size_t bindingCount;
    WGSKernelBinding const* bindings;
    size_t constantCount;
    WGSKernelConstant const* constants;
    uint32_t paramsWordCount; /* 0: binding 0 is not Params */
    WGSPrepareCallback prepare;
    void const* data; /* for prepare: copied */
    size_t dataSize;
    size_t valueCount;
    WGSValue const* values; /* for prepare, in this order; each encode may replace them */
    WGSWorkload workload;   /* what it costs at most; zeros are filled in */
    size_t dependencyCount; /* nodes that must run before, beside those inferred */
    WGSNode const* dependencies;
    WGPUBool unchecked; /* leaves out bounds checks where the implementation can (wgpu-native): a
                           promise that no index is ever outside of what is bound. An index that is
                           reads or writes anything, and may end the process. Default: checked */
} WGSKernelDescriptor;
#define WGS_KERNEL_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Adds one dispatch of a kernel of the caller's. `node` may be NULL. The text is compiled by
 * wgsGraphCompile, whose ShaderModule error tells its line, and whose Pipeline error what of the
 * bindings or of the workgroup the device refuses.
 * Errors: NullArgument (also: source, an entry point's or constant's name is empty), SourceText (what
 * the rules above forbid; no such entry point; a name that is none, or there twice), KernelShape (more
 * words, constants, values or data than the limits above; a base's word that Params lacks, or that two
 * bindings have; a binding's number), InvalidEnum, ForeignObject, ViewMissing, ViewFormat,
 * ViewOutOfRange (also: empty), InvalidOffset, MissingUsage, BindingTooLarge, TooManyColumns (storage
 * bindings), DuplicateBinding, AliasedUse (as wgsGraphAddCompute), DispatchTooLarge (with the values'
 * maxima; an encode that needs more fails, too), GraphCompiled, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsGraphAddKernel(
    WGSGraph graph, WGSKernelDescriptor const* descriptor, WGSNode* node, WGSError* error);

/* Adds to the graph through public functions. A failure is returned, with the reason in `error`,
 * which is never NULL. */
typedef WGSStatus (*WGSContributeCallback)(WGSGraph graph, void* userdata, WGSError* error);

/* Calls `callback` once, before it returns. When that fails, everything that was added to the graph
 * meanwhile is gone, as if it had not been called: imports, transients, values, nodes with the
 * references they hold, conditions, and dependencies and publications, also those of earlier nodes.
 * Handles of what is gone are invalid. Contributions may call others; what an inner one added goes
 * when an outer one fails. Meanwhile the graph can't be compiled. Conditions that the callback pushes
 * it must pop, and no others.
 * Returns what the callback returned. Errors: NullArgument, GraphCompiled, ConditionStack; those of
 * the callback; and Contribution, when it failed without filling its error. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsGraphContribute(WGSGraph graph, WGSContributeCallback callback, void* userdata, WGSError* error);

/* The context that the graph is of, without a new reference: for limits (wgsContextGetInfo). NULL for
 * NULL. */
WGS_EXPORT WGSContext wgsGraphGetContext(WGSGraph graph);

/* The most workgroups that one dispatch has: the third power of the limit a dimension, at most 2^31.
 * 0 for NULL. */
WGS_EXPORT uint64_t wgsGraphGetMaxWorkgroups(WGSGraph graph);

/* The largest that an encode may give for a value: to check a count against views. 0 for NULL. */
WGS_EXPORT uint32_t wgsValueGetMaximum(WGSValue value);

#ifdef __cplusplus
}
#endif
#endif
