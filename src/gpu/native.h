/* SPDX-License-Identifier: MIT */
/*
 * What one WebGPU implementation has beyond webgpu.h. native.c is for wgpu-native and alone
 * includes its header; native_none.c is for every other implementation. The build takes one of the
 * two.
 */
#ifndef WGS_GPU_NATIVE_H
#define WGS_GPU_NATIVE_H

#include <stdbool.h>
#include <stddef.h>

#include <webgpu.h>

/* Lets the device make progress and calls what callbacks are due; with `wait`, until its queue is
 * empty. False: can't be done, use wgpuInstanceProcessEvents. */
bool wgs_native_poll(WGPUDevice device, bool wait);

/* A shader module for our own, bounded loops; `bounds_checks` false for proved indices only. */
WGPUShaderModule wgs_native_create_module(
    WGPUDevice device, WGPUShaderModuleDescriptor const* descriptor, bool bounds_checks);

/* Whether error scopes may ask for internal errors: wgpu-native ends the process. */
bool wgs_native_has_internal_errors(void);

/* Whether an error scope catches what other threads do. By webgpu.h, scopes are each thread's own. */
bool wgs_native_scopes_span_threads(void);

/* Whether several threads may use the device at once, which webgpu.h leaves to implementations; and
 * the feature that a device needs for that, WGS_NATIVE_NO_FEATURE if it needs none or none is
 * known. */
bool wgs_native_has_threads(WGPUDevice device);
WGPUFeatureName wgs_native_threads_feature(void);
#define WGS_NATIVE_NO_FEATURE ((WGPUFeatureName)0)

/* Whether `enable ...;` lines stay in modules. */
bool wgs_native_keeps_enables(void);

/* The most adapters that wgs_native_enumerate can return; 0: it can't enumerate. */
size_t wgs_native_adapter_count(WGPUInstance instance);
size_t wgs_native_enumerate(WGPUInstance instance, WGPUAdapter* adapters);

WGPUFeatureName wgs_native_subgroup_feature(void);

/* Nanoseconds of one tick of a timestamp. */
double wgs_native_timestamp_period(WGPUQueue queue);

/* "wgpu-native 29.0.1.1", or "WebGPU". */
void wgs_native_version(char* text, size_t size);

#endif
