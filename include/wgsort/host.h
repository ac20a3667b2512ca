/* SPDX-License-Identifier: MIT */
/*
 * All that submits, waits, or reads back: opening a device, the self-test, and blocking sorts of
 * arrays in memory. The rest of the library only records.
 *
 * Three lines for a beginner:
 *
 *     WGSContext context;
 *     if (wgsOpenContext(NULL, &context, NULL) == WGSStatus_Success)
 *         wgsContextSortArray(context, WGSFormat_Float32, values, count, 0, NULL);
 *
 * These functions take any context, also one on the caller's own device; they use its default queue
 * and block until the device is done. One call at a time on a context.
 */
#ifndef WGSORT_HOST_H
#define WGSORT_HOST_H

#include "wgsort/sort.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSAdapterInfo {
    char name[128];
    char vendor[64];
    char driver[128];
    WGPUBackendType backendType;
    WGPUAdapterType adapterType;
} WGSAdapterInfo;

/* Lists the adapters of this machine: pass `infos` NULL to learn `*count`, then an array of that
 * many. An implementation that can't enumerate lists the default one. Errors: NullArgument,
 * NoAdapter (none at all), HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsListAdapters(size_t* count, WGSAdapterInfo* infos, WGSError* error);

typedef struct WGSOpenDescriptor {
    WGPUStringView label;
    WGPUStringView adapter; /* a number of wgsListAdapters, a part of a name (any case), "software";
                               empty: the fastest kind there is, a GPU before a software adapter */
    WGSLimits limits;       /* as in WGSContextDescriptor */
    WGSAllocator allocator;
    WGPUBool skipSelfTest;
} WGSOpenDescriptor;
#define WGS_OPEN_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Opens an adapter and a device with the adapter's limits and the features that the library uses
 * (timestamps, subgroups), makes a context that owns them, and runs the self-test. `descriptor` may
 * be NULL. Errors: NullArgument, NoAdapter, NoDevice, SelfTest, HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsOpenContext(WGSOpenDescriptor const* descriptor, WGSContext* context, WGSError* error);

/* Checks on the device what the library's paths rest on: sorts tiles of awkward keys on poisoned
 * workgroup memory and compares with the CPU. The result is also in WGSContextInfo.
 * Cost: a few small dispatches, well under a second. Errors: NullArgument, SelfTest, DeviceLost and
 * those of wgsGraphCompile. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextSelfTest(WGSContext context, WGSError* error);

/* Finishes `encoder` (whose reference stays the caller's), submits and waits. What the encoder
 * recorded wrongly is an error with the implementation's text, and is not submitted.
 * Errors: NullArgument, Recording, Submission, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsContextSubmit(WGSContext context, WGPUCommandEncoder encoder, WGSError* error);

/* Encodes a program into an encoder of its own, submits and waits. `descriptor` and `stats` may be
 * NULL. Errors: NullArgument, those of wgsProgramEncode and of wgsContextSubmit. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsProgramRun(
    WGSProgram program,
    WGSEncodeDescriptor const* descriptor,
    WGSEncodeStats* stats,
    WGSError* error);

/* Makes a buffer of zeros; what the device can't give is an error, and nothing is reported to the
 * device's own callback. The caller releases it: with wgpuBufferRelease, or with
 * wgsReleaseBuffer where webgpu.h is not at hand; NULL is allowed. Errors: NullArgument,
 * InvalidSize (0, or not a multiple of 4), MissingUsage (0), BufferTooLarge, DeviceMemory (also:
 * flags that the device does not take together), HostMemory. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextCreateBuffer(
    WGSContext context,
    WGPUStringView label,
    uint64_t size,
    WGPUBufferUsage usage,
    WGPUBuffer* buffer,
    WGSError* error);
WGS_EXPORT void wgsReleaseBuffer(WGPUBuffer buffer);

/* Copies to and from a buffer [CopyDst, CopySrc] and waits; any size and offset that are multiples
 * of 4, staged in pieces. Errors: NullArgument, InvalidOffset, InvalidSize, MissingUsage, Mapping,
 * DeviceMemory, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextWriteBuffer(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void const* data,
    uint64_t size,
    WGSError* error);
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextReadBuffer(
    WGSContext context,
    WGPUBuffer buffer,
    uint64_t offset,
    void* data,
    uint64_t size,
    WGSError* error);

/* Reads timestamps that submitted passes have written (see WGSTiming in graph.h), and waits:
 * `nanoseconds[i]` is query firstQuery + i, counted from query firstQuery; an earlier one is 0.
 * Errors: NullArgument, FeatureUnsupported (no timestamps), InvalidEnum (a set of another type),
 * InvalidSize (no query, or beyond the set), DeviceMemory, Mapping, Submission, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextReadTimestamps(
    WGSContext context,
    WGPUQuerySet querySet,
    uint32_t firstQuery,
    uint32_t count,
    uint64_t* nanoseconds,
    WGSError* error);

/* One key column in memory, the most significant first. */
typedef struct WGSHostKey {
    WGSFormat format;
    void const* in;
    void* out; /* nullable; may be `in` */
    WGSDirection direction;
    uint32_t firstBit;
    uint32_t bitCount;
} WGSHostKey;
#define WGS_HOST_KEY_INIT WGS_ZERO_INIT

typedef struct WGSHostValue {
    WGSFormat format;
    void const* in;
    void* out; /* may be `in` */
} WGSHostValue;
#define WGS_HOST_VALUE_INIT WGS_ZERO_INIT

/* Called as the work goes on, from within the call: `done` of `total` bytes of `phase` ("upload",
 * "sort", "read back"). While it reads back, the first `done` bytes of the outputs, one after the
 * other in their order, are final. */
typedef void (*WGSHostProgress)(char const* phase, uint64_t done, uint64_t total, void* userdata);

typedef struct WGSHostSortDescriptor {
    uint64_t count; /* rows */
    size_t keyCount;
    WGSHostKey const* keys;
    size_t valueCount;
    WGSHostValue const* values;
    uint32_t* rowsOut; /* nullable: the input row of each output row */
    WGSAlgorithm algorithm;
    WGSHostProgress progress; /* nullable */
    void* progressUserdata;
} WGSHostSortDescriptor;
#define WGS_HOST_SORT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What a blocking sort did and where the time went. */
typedef struct WGSHostSortReport {
    WGSSortInfo sort;
    uint64_t scratchBytes;
    uint32_t dispatchCount; /* recorded */
    WGPUBool gpuTimed;      /* gpuNanoseconds is from timestamps; else 0 */
    uint64_t gpuNanoseconds;
    uint64_t prepareNanoseconds; /* buffers and pipelines */
    uint64_t uploadNanoseconds;
    uint64_t sortNanoseconds; /* submit to done, by the CPU's clock */
    uint64_t readBackNanoseconds;
} WGSHostSortReport;

/* Rows that wgsContextSort can take in one call for these columns on this device: bounded by the
 * largest binding and buffer. Errors: as wgsContextSort, for the shape; `count` is not read. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextGetSortCapacity(
    WGSContext context, WGSHostSortDescriptor const* descriptor, uint64_t* rows, WGSError* error);

/* Uploads, sorts, reads back. `report` may be NULL. Outputs are written once the device is done with
 * the sort, so that an output may be its input; when the device is lost in the middle of the reading
 * the call fails and outputs hold a part of the result.
 * Errors: as wgsGraphAddSort and wgsGraphCompile; TooLarge names the rows that fit. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextSort(
    WGSContext context,
    WGSHostSortDescriptor const* descriptor,
    WGSHostSortReport* report,
    WGSError* error);

/* Sorts one array in place. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsContextSortArray(
    WGSContext context,
    WGSFormat format,
    void* data,
    uint64_t count,
    WGSDirection direction,
    WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
