/* SPDX-License-Identifier: MIT */
/* For implementations of which only webgpu.h is known. */
#include "gpu/native.h"

#include <stdio.h>

bool wgs_native_poll(WGPUDevice device, bool wait) {
    (void)device;
    (void)wait;
    return false;
}

WGPUShaderModule wgs_native_create_module(
    WGPUDevice device, WGPUShaderModuleDescriptor const* descriptor, bool bounds_checks) {
    (void)bounds_checks;
    return wgpuDeviceCreateShaderModule(device, descriptor);
}

bool wgs_native_has_internal_errors(void) { return true; }

bool wgs_native_scopes_span_threads(void) { return false; }

/* Dawn's devices are for one thread at a time unless made with this feature. */
WGPUFeatureName wgs_native_threads_feature(void) {
#ifdef WGS_WEBGPU_HAS_DEVICE_SYNCHRONIZATION
    return WGPUFeatureName_ImplicitDeviceSynchronization;
#else
    return WGS_NATIVE_NO_FEATURE;
#endif
}

bool wgs_native_has_threads(WGPUDevice device) {
    WGPUFeatureName const feature = wgs_native_threads_feature();
    return feature != WGS_NATIVE_NO_FEATURE && wgpuDeviceHasFeature(device, feature) != 0;
}

bool wgs_native_keeps_enables(void) { return true; }

size_t wgs_native_adapter_count(WGPUInstance instance) {
    (void)instance;
    return 0;
}

size_t wgs_native_enumerate(WGPUInstance instance, WGPUAdapter* adapters) {
    (void)instance;
    (void)adapters;
    return 0;
}

WGPUFeatureName wgs_native_subgroup_feature(void) { return WGPUFeatureName_Subgroups; }

/* webgpu.h: timestamps are in nanoseconds. */
double wgs_native_timestamp_period(WGPUQueue queue) {
    (void)queue;
    return 1.0;
}

void wgs_native_version(char* text, size_t size) { (void)snprintf(text, size, "WebGPU"); }
