/* SPDX-License-Identifier: MIT */
#include "own_device.h"

#include <stdio.h>

static void take_adapter(
    WGPURequestAdapterStatus status,
    WGPUAdapter adapter,
    WGPUStringView message,
    void* own,
    void* done) {
    (void)message;
    if (status == WGPURequestAdapterStatus_Success)
        ((OwnDevice*)own)->adapter = adapter;
    *(bool*)done = true;
}

static void take_device(
    WGPURequestDeviceStatus status,
    WGPUDevice device,
    WGPUStringView message,
    void* own,
    void* done) {
    (void)message;
    if (status == WGPURequestDeviceStatus_Success)
        ((OwnDevice*)own)->device = device;
    *(bool*)done = true;
}

/* The first error is the cause of those that follow. */
static void take_error(
    WGPUDevice const* device,
    WGPUErrorType type,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)device;
    (void)type;
    (void)unused;
    OwnDevice* const own = userdata;
    if (own->failed)
        return;
    own->failed = true;
    size_t const most = sizeof own->message - 1; /* a length of WGPU_STRLEN is more: up to the 0 */
    int const length = (int)(message.length < most ? message.length : most);
    snprintf(own->message, sizeof own->message, "%.*s", length, message.data);
}

static WGSStatus open_adapter(OwnDevice* own, WGSError* error) {
    own->instance = wgpuCreateInstance(NULL);
    if (own->instance == NULL)
        return own_device_error(error, "no WebGPU instance");
    bool done = false;
    WGPURequestAdapterCallbackInfo const got_adapter = {
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = take_adapter,
        .userdata1 = own,
        .userdata2 = &done,
    };
    wgpuInstanceRequestAdapter(own->instance, NULL, got_adapter);
    while (!done)
        wgpuInstanceProcessEvents(own->instance);
    if (own->adapter == NULL)
        return own_device_error(error, "no WebGPU adapter");
    return WGSStatus_Success;
}

WGSStatus own_device_open(OwnDevice* own, WGSError* error) {
    WGS_TRY(open_adapter(own, error));
    WGPUDeviceDescriptor const descriptor = {
        .uncapturedErrorCallbackInfo = {.callback = take_error, .userdata1 = own},
    };
    bool done = false;
    WGPURequestDeviceCallbackInfo const got_device = {
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = take_device,
        .userdata1 = own,
        .userdata2 = &done,
    };
    wgpuAdapterRequestDevice(own->adapter, &descriptor, got_device);
    while (!done)
        wgpuInstanceProcessEvents(own->instance);
    if (own->device == NULL)
        return own_device_error(error, "no WebGPU device");
    own->queue = wgpuDeviceGetQueue(own->device);
    return WGSStatus_Success;
}

void own_device_close(OwnDevice* own) {
    if (own->queue != NULL)
        wgpuQueueRelease(own->queue);
    if (own->device != NULL)
        wgpuDeviceRelease(own->device);
    if (own->adapter != NULL)
        wgpuAdapterRelease(own->adapter);
    if (own->instance != NULL)
        wgpuInstanceRelease(own->instance);
}

WGSStatus own_device_check(OwnDevice* own, WGSError* error) {
    wgpuInstanceProcessEvents(own->instance); /* where errors are not reported at once */
    return own->failed ? own_device_error(error, own->message) : WGSStatus_Success;
}

WGSStatus own_device_create_context(OwnDevice const* own, WGSContext* context, WGSError* error) {
    WGSContextDescriptor const descriptor = {
        .device = own->device,
        .instance = own->instance,
        .adapter = own->adapter,
    };
    return wgsCreateContext(&descriptor, context, error);
}

WGPUBuffer own_device_create_buffer(OwnDevice const* own, uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor const descriptor = {
        .usage = usage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = size,
    };
    return wgpuDeviceCreateBuffer(own->device, &descriptor);
}

WGPUShaderModule own_device_create_module(OwnDevice const* own, char const* wgsl) {
    WGPUShaderSourceWGSL const source = {
        .chain = {.sType = WGPUSType_ShaderSourceWGSL},
        .code = {wgsl, WGPU_STRLEN},
    };
    WGPUShaderModuleDescriptor const descriptor = {
        .nextInChain = (WGPUChainedStruct*)&source,
    };
    return wgpuDeviceCreateShaderModule(own->device, &descriptor);
}

WGSStatus own_device_submit(OwnDevice* own, WGPUCommandEncoder encoder, WGSError* error) {
    WGPUCommandBuffer const commands = wgpuCommandEncoderFinish(encoder, NULL);
    WGSStatus const status = own_device_check(own, error);
    if (status == WGSStatus_Success)
        wgpuQueueSubmit(own->queue, 1, &commands);
    if (commands != NULL)
        wgpuCommandBufferRelease(commands);
    return status;
}

WGSStatus own_device_error(WGSError* error, char const* message) {
    error->status = WGSStatus_DeviceError;
    snprintf(error->message, sizeof error->message, "%s", message);
    return error->status;
}
