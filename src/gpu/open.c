/* SPDX-License-Identifier: MIT */
/* Opening a device: the adapter's limits, only the features that are used, our own callbacks. */
#include <string.h>

#include "base/error.h"
#include "gpu/adapters.h"
#include "gpu/buffer.h"
#include "gpu/native.h"
#include "gpu/wait.h"

static void on_device(
    WGPURequestDeviceStatus status,
    WGPUDevice device,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)unused;
    wgs_signal* signal = userdata;
    signal->status = (uint32_t)status;
    signal->object = device;
    wgs_signal_finish(signal, message);
}

static void on_lost(
    WGPUDevice const* device,
    WGPUDeviceLostReason reason,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)device;
    (void)message;
    (void)unused;
    (void)reason;
    wgs_device_monitor* monitor = userdata;
    atomic_store(&monitor->lost, true);
    wgs_device_monitor_end_callback(monitor);
}

/* Errors outside any scope are a fault of this library or of its caller: the last text is kept. */
static void on_error(
    WGPUDevice const* device,
    WGPUErrorType type,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)device;
    (void)type;
    (void)unused;
    wgs_device_monitor* monitor = userdata;
    (void)pthread_mutex_lock(&monitor->mutex);
    wgs_copy_text(monitor->error, sizeof monitor->error, message);
    (void)pthread_mutex_unlock(&monitor->mutex);
}

enum { MAX_FEATURES = 3 };

static size_t wanted_features(WGPUAdapter adapter, WGPUFeatureName features[MAX_FEATURES]) {
    size_t count = 0;
    WGPUFeatureName const useful[] = {
        WGPUFeatureName_TimestampQuery,
        wgs_native_subgroup_feature(),
        wgs_native_threads_feature()};
    for (size_t i = 0; i < MAX_FEATURES; ++i)
        if (useful[i] != WGS_NATIVE_NO_FEATURE && wgpuAdapterHasFeature(adapter, useful[i]))
            features[count++] = useful[i];
    return count;
}

static WGSStatus request_device(
    WGPUInstance instance,
    WGPUAdapter adapter,
    WGSOpenDescriptor const* given,
    wgs_device_monitor* monitor,
    WGPUDevice* device,
    char const* function,
    WGSError* error) {
    WGPULimits limits;
    memset(&limits, 0, sizeof limits);
    if (wgpuAdapterGetLimits(adapter, &limits) != WGPUStatus_Success)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_NoDevice,
            "%s: the adapter tells no limits",
            function);
    limits.nextInChain = NULL;
    WGPUFeatureName features[MAX_FEATURES];
    WGPUDeviceDescriptor descriptor;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.label = given->label;
    descriptor.requiredFeatureCount = wanted_features(adapter, features);
    descriptor.requiredFeatures = features;
    descriptor.requiredLimits = &limits;
    descriptor.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
    descriptor.deviceLostCallbackInfo.callback = on_lost;
    descriptor.deviceLostCallbackInfo.userdata1 = monitor;
    descriptor.uncapturedErrorCallbackInfo.callback = on_error;
    descriptor.uncapturedErrorCallbackInfo.userdata1 = monitor;
    wgs_signal* signal = wgs_signal_create(&monitor->allocator);
    if (signal == NULL)
        return wgs_error_memory(error, function);
    WGPURequestDeviceCallbackInfo const info = {
        .nextInChain = NULL,
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = on_device,
        .userdata1 = signal,
        .userdata2 = NULL};
    (void)wgpuAdapterRequestDevice(adapter, &descriptor, info);
    bool const came = wgs_wait_instance(instance, signal);
    WGSStatus status = WGSStatus_Success;
    if (came && signal->object != NULL)
        *device = signal->object;
    else
        status = wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_NoDevice,
            "%s: the adapter gives no device: %s",
            function,
            came ? signal->text : "no answer");
    wgs_signal_release(signal);
    return status;
}

static WGSStatus open_adapter(
    WGPUInstance instance,
    WGPUAdapter adapter,
    WGSOpenDescriptor const* given,
    wgs_device_monitor* monitor,
    WGSContext* context,
    char const* function,
    WGSError* error) {
    WGPUDevice device = NULL;
    WGS_TRY(request_device(instance, adapter, given, monitor, &device, function, error));
    WGSContextDescriptor const descriptor = {
        .label = given->label,
        .device = device,
        .instance = instance,
        .adapter = adapter,
        .limits = given->limits,
        .allocator = given->allocator};
    WGSStatus const status = wgs_context_create(&descriptor, context, function, error);
    wgpuDeviceRelease(device);
    if (status == WGSStatus_Success)
        wgs_context_adopt_device(*context, monitor);
    return status;
}

static WGSStatus open_chosen(
    WGPUInstance instance,
    WGSOpenDescriptor const* given,
    wgs_device_monitor* monitor,
    WGSContext* context,
    char const* function,
    WGSError* error) {
    wgs_adapter_list list;
    WGS_TRY(wgs_adapters_find(instance, &monitor->allocator, &list, function, error));
    size_t chosen = 0;
    WGSStatus status =
        wgs_adapters_choose(list.infos, list.count, given->adapter, &chosen, function, error);
    if (status == WGSStatus_Success)
        status =
            open_adapter(instance, list.adapters[chosen], given, monitor, context, function, error);
    wgs_adapters_free(&list);
    return status;
}

WGSStatus wgs_context_open(
    WGSOpenDescriptor const* descriptor,
    WGSContext* context,
    char const* function,
    WGSError* error) {
    WGSOpenDescriptor const given = descriptor != NULL ? *descriptor : (WGSOpenDescriptor){0};
    WGSAllocator const allocator = wgs_allocator_or_default(given.allocator);
    wgs_device_monitor* monitor = wgs_device_monitor_create(&allocator);
    if (monitor == NULL)
        return wgs_error_memory(error, function);
    WGSStatus status;
    WGPUInstance instance = wgpuCreateInstance(NULL);
    if (instance == NULL) {
        status = wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_NoAdapter,
            "%s: WebGPU gives no instance",
            function);
    } else {
        status = open_chosen(instance, &given, monitor, context, function, error);
        wgpuInstanceRelease(instance);
    }
    if (status != WGSStatus_Success) {
        wgs_device_monitor_end_callback(monitor);
        wgs_device_monitor_release(monitor);
    }
    return status;
}
