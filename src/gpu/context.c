/* SPDX-License-Identifier: MIT */
/* Contexts: creation from a device, limits in force, reference counts, the lost flag. */
#include "gpu/context.h"

#include <string.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/adapter_text.h"
#include "gpu/native.h"
#include "gpu/wait.h"

static uint32_t lower_u32(uint32_t device, uint32_t wanted) {
    return wanted != 0 && wanted < device ? wanted : device;
}

static uint64_t lower_u64(uint64_t device, uint64_t wanted) {
    return wanted != 0 && wanted < device ? wanted : device;
}

/* The smallest power of two that is at least both: offsets are rounded with masks. */
static uint32_t higher_alignment(uint32_t device, uint32_t wanted) {
    uint32_t alignment = 4;
    while (alignment < (1u << 30) && (alignment < device || alignment < wanted))
        alignment *= 2;
    return alignment;
}

/* Limits are the device's, never the adapter's, lowered by the caller. */
static WGSLimits limits_in_force(WGPULimits const* device, WGSLimits const* wanted) {
    WGSLimits limits = {
        .maxBufferSize = lower_u64(device->maxBufferSize, wanted->maxBufferSize),
        .maxStorageBufferBindingSize =
            lower_u64(device->maxStorageBufferBindingSize, wanted->maxStorageBufferBindingSize),
        .maxComputeWorkgroupsPerDimension = lower_u32(
            device->maxComputeWorkgroupsPerDimension, wanted->maxComputeWorkgroupsPerDimension),
        .maxStorageBuffersPerShaderStage = lower_u32(
            device->maxStorageBuffersPerShaderStage, wanted->maxStorageBuffersPerShaderStage),
        .maxComputeInvocationsPerWorkgroup = lower_u32(
            device->maxComputeInvocationsPerWorkgroup, wanted->maxComputeInvocationsPerWorkgroup),
        .maxComputeWorkgroupStorageSize = lower_u32(
            device->maxComputeWorkgroupStorageSize, wanted->maxComputeWorkgroupStorageSize),
        .minStorageBufferOffsetAlignment = higher_alignment(
            device->minStorageBufferOffsetAlignment, wanted->minStorageBufferOffsetAlignment),
        .minUniformBufferOffsetAlignment = higher_alignment(
            device->minUniformBufferOffsetAlignment, wanted->minUniformBufferOffsetAlignment),
    };
    /* Bindings are whole words. */
    limits.maxStorageBufferBindingSize &= ~(uint64_t)3;
    limits.maxBufferSize &= ~(uint64_t)3;
    return limits;
}

/* What WebGPU guarantees, and every kernel is built for. */
enum { KERNEL_INVOCATIONS = 256, KERNEL_WORKGROUP_BYTES = 16384 };

static WGSStatus check_limit(
    uint32_t limit, uint32_t needed, char const* name, char const* function, WGSError* error) {
    if (limit >= needed)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_Unsupported,
        WGSErrorId_FeatureUnsupported,
        "%s: %s is %u but the kernels need %u",
        function,
        name,
        limit,
        needed);
}

/* A workgroup that a device can't hold would fail when its pipeline is made, or write nothing. */
static WGSStatus check_limits(WGSLimits const* limits, char const* function, WGSError* error) {
    WGS_TRY(check_limit(
        limits->maxComputeInvocationsPerWorkgroup,
        KERNEL_INVOCATIONS,
        "maxComputeInvocationsPerWorkgroup",
        function,
        error));
    return check_limit(
        limits->maxComputeWorkgroupStorageSize,
        KERNEL_WORKGROUP_BYTES,
        "maxComputeWorkgroupStorageSize",
        function,
        error);
}

static void fill_info(WGSContext context) {
    WGSContextInfo* info = &context->info;
    WGSAdapterInfo adapter = {0};
    if (context->adapter != NULL)
        wgs_adapter_describe(context->adapter, &adapter);
    memcpy(info->adapterName, adapter.name, sizeof info->adapterName);
    memcpy(info->adapterVendor, adapter.vendor, sizeof info->adapterVendor);
    memcpy(info->driver, adapter.driver, sizeof info->driver);
    info->backendType = adapter.backendType;
    info->adapterType = adapter.adapterType;
    wgs_native_version(info->implementation, sizeof info->implementation);
    info->limits = context->capabilities.limits;
    info->hasTimestamps = context->capabilities.timestamps;
    info->hasSubgroups = context->capabilities.subgroups;
    info->selfTest = WGSSelfTest_NotRun;
    memcpy(info->selfTestReason, "not run", sizeof "not run");
    static char const path[] = "portable: core WebGPU limits, no subgroups, no waiting workgroups";
    memcpy(info->path, path, sizeof path);
}

static WGSContext allocate_context(WGSAllocator const* allocator) {
    WGSContext context = wgs_allocate(allocator, 1, sizeof *context);
    if (context == NULL)
        return NULL;
    context->allocator = *allocator;
    atomic_init(&context->references, 1);
    atomic_init(&context->lost, false);
    if (pthread_mutex_init(&context->scope_mutex, NULL) != 0)
        goto no_scope;
    if (pthread_mutex_init(&context->info_mutex, NULL) != 0)
        goto no_info;
    if (!wgs_pipeline_cache_init(&context->pipelines, allocator))
        goto no_cache;
    context->scope_signal = wgs_signal_create(allocator);
    if (context->scope_signal == NULL)
        goto no_signal;
    return context;
no_signal:
    wgs_pipeline_cache_free(&context->pipelines);
no_cache:
    (void)pthread_mutex_destroy(&context->info_mutex);
no_info:
    (void)pthread_mutex_destroy(&context->scope_mutex);
no_scope:
    wgs_free(allocator, context);
    return NULL;
}

WGSStatus wgs_context_create(
    WGSContextDescriptor const* descriptor,
    WGSContext* context,
    char const* function,
    WGSError* error) {
    WGPULimits limits;
    memset(&limits, 0, sizeof limits);
    if (wgpuDeviceGetLimits(descriptor->device, &limits) != WGPUStatus_Success)
        return wgs_error(
            error,
            WGSStatus_DeviceLost,
            WGSErrorId_DeviceLost,
            "%s: the device tells no limits",
            function);
    WGSLimits const in_force = limits_in_force(&limits, &descriptor->limits);
    WGS_TRY(check_limits(&in_force, function, error));
    WGSAllocator allocator = wgs_allocator_or_default(descriptor->allocator);
    WGSContext made = allocate_context(&allocator);
    if (made == NULL)
        return wgs_error_memory(error, function);
    made->device = descriptor->device;
    made->instance = descriptor->instance;
    made->adapter = descriptor->adapter;
    wgpuDeviceAddRef(made->device);
    if (made->instance != NULL)
        wgpuInstanceAddRef(made->instance);
    if (made->adapter != NULL)
        wgpuAdapterAddRef(made->adapter);
    made->queue = wgpuDeviceGetQueue(made->device);
    made->capabilities = (wgs_capabilities){
        .limits = in_force,
        .timestamps = wgpuDeviceHasFeature(made->device, WGPUFeatureName_TimestampQuery) != 0,
        .subgroups = wgpuDeviceHasFeature(made->device, wgs_native_subgroup_feature()) != 0,
        .threads = wgs_native_has_threads(made->device),
    };
    fill_info(made);
    *context = made;
    return WGSStatus_Success;
}

void wgs_context_adopt_device(WGSContext context, wgs_device_monitor* monitor) {
    context->owns_device = true;
    context->monitor = monitor;
}

static void destroy(WGSContext context) {
    WGSAllocator allocator = context->allocator;
    wgs_pipeline_cache_free(&context->pipelines);
    wgs_signal_forget(context->scope_signal);
    wgpuQueueRelease(context->queue);
    if (context->owns_device)
        wgpuDeviceDestroy(context->device);
    wgpuDeviceRelease(context->device);
    if (context->adapter != NULL)
        wgpuAdapterRelease(context->adapter);
    if (context->instance != NULL)
        wgpuInstanceRelease(context->instance);
    if (context->monitor != NULL) {
        /* Without device and instance no callback comes any more; wgpu-native calls none. */
        wgs_device_monitor_end_callback(context->monitor);
        wgs_device_monitor_release(context->monitor);
    }
    (void)pthread_mutex_destroy(&context->scope_mutex);
    (void)pthread_mutex_destroy(&context->info_mutex);
    wgs_free(&allocator, context);
}

void wgsContextAddRef(WGSContext context) {
    if (context != NULL)
        atomic_fetch_add(&context->references, 1);
}

void wgsContextRelease(WGSContext context) {
    if (context != NULL && atomic_fetch_sub(&context->references, 1) == 1)
        destroy(context);
}

void wgsContextNotifyDeviceLost(WGSContext context) {
    if (context != NULL)
        atomic_store(&context->lost, true);
}

bool wgs_context_is_lost(WGSContext context) {
    return atomic_load(&context->lost) ||
           (context->monitor != NULL && atomic_load(&context->monitor->lost));
}

bool wgs_context_take_error(WGSContext context, char text[WGS_DEVICE_ERROR_SIZE]) {
    wgs_device_monitor* monitor = context->monitor;
    if (monitor == NULL)
        return false;
    (void)pthread_mutex_lock(&monitor->mutex);
    memcpy(text, monitor->error, WGS_DEVICE_ERROR_SIZE);
    monitor->error[0] = '\0';
    (void)pthread_mutex_unlock(&monitor->mutex);
    return text[0] != '\0';
}

WGSStatus wgs_context_check_alive(WGSContext context, char const* function, WGSError* error) {
    if (wgs_context_is_lost(context))
        return wgs_error(
            error,
            WGSStatus_DeviceLost,
            WGSErrorId_DeviceLost,
            "%s: the device of this context is lost",
            function);
    return WGSStatus_Success;
}

wgs_capabilities const* wgs_context_capabilities(WGSContext context) {
    return &context->capabilities;
}

WGSAllocator wgs_context_allocator(WGSContext context) { return context->allocator; }

WGPUDevice wgs_context_device(WGSContext context) { return context->device; }

WGSContextInfo wgs_context_info(WGSContext context) {
    (void)pthread_mutex_lock(&context->info_mutex);
    WGSContextInfo info = context->info;
    (void)pthread_mutex_unlock(&context->info_mutex);
    return info;
}

void wgs_context_set_self_test(WGSContext context, WGSSelfTest verdict, char const* reason) {
    (void)pthread_mutex_lock(&context->info_mutex);
    context->info.selfTest = verdict;
    size_t length = strlen(reason);
    if (length >= sizeof context->info.selfTestReason)
        length = sizeof context->info.selfTestReason - 1;
    memcpy(context->info.selfTestReason, reason, length);
    context->info.selfTestReason[length] = '\0';
    (void)pthread_mutex_unlock(&context->info_mutex);
}
