/* SPDX-License-Identifier: MIT */
/*
 * The context: one device, its limits and features, and the cache of compiled pipelines.
 *
 * A context does no GPU work when it is created, and owns no device unless host.h opened it. It may
 * be used from several threads if its device may (wgpu-native's always; Dawn's when made with
 * ImplicitDeviceSynchronization, as host.h makes them); graphs, programs and sorters from one
 * thread at a time. It must outlive nothing: graphs and programs hold a reference.
 */
#ifndef WGSORT_CONTEXT_H
#define WGSORT_CONTEXT_H

#include <webgpu.h>

#include "wgsort/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSContextImpl* WGSContext;

/* Host memory hooks. Both are needed when one is given; `allocate` returns NULL on failure, memory
 * aligned for any type otherwise. Called from any thread that uses the context, and by host.h from a
 * thread of its own at the same time. */
typedef struct WGSAllocator {
    void* (*allocate)(size_t size, void* userdata);
    void (*release)(void* memory, void* userdata);
    void* userdata;
} WGSAllocator;

/* Limits below the device's. A zero keeps the device's value; a larger value has no effect. For
 * tests of splitting, and for programs that leave room for others. */
typedef struct WGSLimits {
    uint64_t maxBufferSize;
    uint64_t maxStorageBufferBindingSize;
    uint32_t maxComputeWorkgroupsPerDimension;
    uint32_t maxStorageBuffersPerShaderStage;
    uint32_t maxComputeInvocationsPerWorkgroup; /* not below 256: kernels are built for that */
    uint32_t maxComputeWorkgroupStorageSize;    /* not below 16,384: likewise */
    uint32_t
        minStorageBufferOffsetAlignment; /* at least the device's: a larger value takes effect */
    uint32_t minUniformBufferOffsetAlignment; /* likewise */
} WGSLimits;

typedef struct WGSContextDescriptor {
    WGPUStringView label;
    WGPUDevice device;     /* required; a reference is held */
    WGPUInstance instance; /* nullable; host.h needs it to wait where the device alone can't */
    WGPUAdapter adapter;   /* nullable; for the names in WGSContextInfo */
    WGSLimits limits;
    WGSAllocator allocator; /* zero: malloc and free */
} WGSContextDescriptor;
#define WGS_CONTEXT_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What the self-test of host.h found, or that it has not run. */
typedef enum WGSSelfTest {
    WGSSelfTest_NotRun = 0,
    WGSSelfTest_Passed = 1,
    WGSSelfTest_Failed = 2, /* the portable path gave a wrong result: nothing may be trusted */
    WGSSelfTest_Force32 = 0x7FFFFFFF
} WGSSelfTest;

typedef struct WGSContextInfo {
    char adapterName[128]; /* empty without an adapter */
    char adapterVendor[64];
    char driver[128];
    char implementation[64]; /* "wgpu-native 29.0.1.1", "WebGPU" when it can't be told */
    WGPUBackendType backendType;
    WGPUAdapterType adapterType;
    WGSLimits limits; /* those in force */
    WGPUBool hasTimestamps;
    WGPUBool hasSubgroups; /* the device has the feature; used only where a path says so */
    WGSSelfTest selfTest;
    char selfTestReason[128]; /* what was checked, or what failed */
    char path[128];           /* the sort path chosen on this device and why */
} WGSContextInfo;

/* Creates a context on the caller's device.
 * Cost: no GPU work. Errors: NullArgument (descriptor, device, context), FeatureUnsupported (limits
 * below what kernels need), HostMemory, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsCreateContext(WGSContextDescriptor const* descriptor, WGSContext* context, WGSError* error);

/* Fills `info`. Errors: NullArgument. */
WGS_EXPORT WGS_NODISCARD WGSStatus
wgsContextGetInfo(WGSContext context, WGSContextInfo* info, WGSError* error);

/* The device, without a new reference. NULL for NULL. */
WGS_EXPORT WGPUDevice wgsContextGetDevice(WGSContext context);

/* Tells the context that its device is lost, for devices whose lost callback is the caller's. From
 * then on every call that needs the device fails with WGSStatus_DeviceLost. */
WGS_EXPORT void wgsContextNotifyDeviceLost(WGSContext context);

WGS_EXPORT void wgsContextAddRef(WGSContext context);
WGS_EXPORT void wgsContextRelease(WGSContext context); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
