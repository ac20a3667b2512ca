/* SPDX-License-Identifier: MIT */
/*
 * A WebGPU device of the program's own, for examples: opened without wgsort, as a renderer or a
 * simulation does it, with the limits that every device has.
 *
 * WebGPU reports what was wrong with a call later and elsewhere, by a callback of the device. Here
 * the first such error is kept, and own_device_check returns it as a WGSError. Ask before commands
 * are submitted: a submission of commands that were refused ends the process in wgpu-native.
 */
#ifndef EXAMPLES_OWN_DEVICE_H
#define EXAMPLES_OWN_DEVICE_H

#include <stdbool.h>
#include <wgsort/wgsort.h>

/* Stays where it is while it is open: the callbacks of the device point to it. */
typedef struct OwnDevice {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
    bool failed;
    char message[200]; /* of the first error */
} OwnDevice;

/* `own` is all zero. To be closed also when the opening failed. */
WGSStatus own_device_open(OwnDevice* own, WGSError* error);
void own_device_close(OwnDevice* own);

/* Fails when the device has reported an error since it was opened. */
WGSStatus own_device_check(OwnDevice* own, WGSError* error);

/* A context of wgsort on the device. */
WGSStatus own_device_create_context(OwnDevice const* own, WGSContext* context, WGSError* error);

/* A buffer of zeros, that can be written and read back as well. */
WGPUBuffer own_device_create_buffer(OwnDevice const* own, uint64_t size, WGPUBufferUsage usage);

WGPUShaderModule own_device_create_module(OwnDevice const* own, char const* wgsl);

/* Finishes the encoder and submits it, without waiting for the device. The encoder can't be used
 * again, and is to be released. */
WGSStatus own_device_submit(OwnDevice* own, WGPUCommandEncoder encoder, WGSError* error);

/* For what is not wrong in a call to WebGPU or wgsort: fills in `error`, returns its status. */
WGSStatus own_device_error(WGSError* error, char const* message);

#endif
