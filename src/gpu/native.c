/* SPDX-License-Identifier: MIT */
/* The extensions of wgpu-native. */
#include "gpu/native.h"

#include <stdio.h>

#include <wgpu.h>

/* GL is left out: it lists the same hardware again, with fewer limits. */
static WGPUInstanceEnumerateAdapterOptions const enumerate_options = {
    .nextInChain = NULL,
    .backends = WGPUInstanceBackend_Vulkan | WGPUInstanceBackend_Metal | WGPUInstanceBackend_DX12};

bool wgs_native_poll(WGPUDevice device, bool wait) {
    (void)wgpuDevicePoll(device, wait, NULL);
    return true;
}

WGPUShaderModule wgs_native_create_module(
    WGPUDevice device, WGPUShaderModuleDescriptor const* descriptor, bool bounds_checks) {
    return wgpuDeviceCreateShaderModuleTrusted(
        device,
        descriptor,
        bounds_checks ? WGPUShaderRuntimeChecks_BoundsChecks : WGPUShaderRuntimeChecks_None);
}

bool wgs_native_has_internal_errors(void) { return false; }

bool wgs_native_scopes_span_threads(void) { return true; }

bool wgs_native_has_threads(WGPUDevice device) {
    (void)device;
    return true;
}

WGPUFeatureName wgs_native_threads_feature(void) { return WGS_NATIVE_NO_FEATURE; }

bool wgs_native_keeps_enables(void) { return false; }

size_t wgs_native_adapter_count(WGPUInstance instance) {
    return wgpuInstanceEnumerateAdapters(instance, &enumerate_options, NULL);
}

size_t wgs_native_enumerate(WGPUInstance instance, WGPUAdapter* adapters) {
    return wgpuInstanceEnumerateAdapters(instance, &enumerate_options, adapters);
}

WGPUFeatureName wgs_native_subgroup_feature(void) {
    return (WGPUFeatureName)WGPUNativeFeature_Subgroup;
}

double wgs_native_timestamp_period(WGPUQueue queue) {
    return (double)wgpuQueueGetTimestampPeriod(queue);
}

void wgs_native_version(char* text, size_t size) {
    uint32_t version = wgpuGetVersion();
    (void)snprintf(
        text,
        size,
        "wgpu-native %u.%u.%u.%u",
        (unsigned)(version >> 24),
        (unsigned)(version >> 16 & 255),
        (unsigned)(version >> 8 & 255),
        (unsigned)(version & 255));
}
