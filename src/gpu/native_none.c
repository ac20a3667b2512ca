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
