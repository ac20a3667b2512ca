/* SPDX-License-Identifier: MIT */
#include "testing/test_device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/native.h"

/* One device a process: tests run on one thread. */
static struct {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGSContext context;
    unsigned errors;
} opened;

WGPUStringView wgs_test_text(char const* text) {
    return (WGPUStringView){.data = text, .length = WGPU_STRLEN};
}

static _Noreturn void skip(char const* reason) {
    (void)fprintf(stderr, "skipped: %s\n", reason);
    exit(WGS_TEST_SKIPPED);
}

static void adapter_found(
    WGPURequestAdapterStatus status,
    WGPUAdapter adapter,
    WGPUStringView message,
    void* result,
    void* done) {
    (void)message;
    if (status == WGPURequestAdapterStatus_Success)
        *(WGPUAdapter*)result = adapter;
    *(bool*)done = true;
}

static void device_found(
    WGPURequestDeviceStatus status,
    WGPUDevice device,
    WGPUStringView message,
    void* result,
    void* done) {
    if (status == WGPURequestDeviceStatus_Success)
        *(WGPUDevice*)result = device;
    else
        (void)fprintf(stderr, "no device: %.*s\n", (int)message.length, message.data);
    *(bool*)done = true;
}

static void device_error(
    WGPUDevice const* device,
    WGPUErrorType type,
    WGPUStringView message,
    void* userdata1,
    void* userdata2) {
    (void)device;
    (void)userdata1;
    (void)userdata2;
    opened.errors++;
    (void)fprintf(stderr, "device error %d: %.*s\n", (int)type, (int)message.length, message.data);
}

/* Whether `name` contains `part`, in any case. */
static bool contains(WGPUStringView name, char const* part) {
    size_t const length = strlen(part);
    for (size_t start = 0; start + length <= name.length; start++) {
        size_t i = 0;
        while (i < length &&
               tolower((unsigned char)name.data[start + i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static void open_adapter(void) {
    if (opened.instance == NULL)
        opened.instance = wgpuCreateInstance(NULL);
    if (opened.instance == NULL)
        skip("no WebGPU instance");
    bool done = false;
    WGPURequestAdapterOptions const options = {
        .featureLevel = WGPUFeatureLevel_Core,
        .powerPreference = WGPUPowerPreference_HighPerformance,
        .backendType = WGPUBackendType_Vulkan,
    };
    (void)wgpuInstanceRequestAdapter(
        opened.instance,
        &options,
        (WGPURequestAdapterCallbackInfo){
            .mode = WGPUCallbackMode_AllowProcessEvents,
            .callback = adapter_found,
            .userdata1 = &opened.adapter,
            .userdata2 = &done});
    while (!done)
        wgpuInstanceProcessEvents(opened.instance);
    if (opened.adapter == NULL)
        skip("no Vulkan adapter");
}

static void check_adapter(void) {
    char const* wanted = getenv("WGS_TEST_ADAPTER");
    if (wanted == NULL)
        return;
    if (strcmp(wanted, "lavapipe") == 0)
        wanted = "llvmpipe";
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    bool const found = wgpuAdapterGetInfo(opened.adapter, &info) == WGPUStatus_Success &&
                       contains(info.device, wanted);
    if (!found)
        (void)fprintf(
            stderr, "the adapter is \"%.*s\"\n", (int)info.device.length, info.device.data);
    wgpuAdapterInfoFreeMembers(info);
    if (!found)
        skip("WGS_TEST_ADAPTER names another adapter");
}

static WGPUDevice open_device(size_t count, WGPUFeatureName const* features) {
    bool done = false;
    WGPUDevice device = NULL;
    WGPUDeviceDescriptor const descriptor = {
        .label = wgs_test_text("wgsort tests"),
        .requiredFeatureCount = count,
        .requiredFeatures = features,
        .uncapturedErrorCallbackInfo = {.callback = device_error},
    };
    (void)wgpuAdapterRequestDevice(
        opened.adapter,
        &descriptor,
        (WGPURequestDeviceCallbackInfo){
            .mode = WGPUCallbackMode_AllowProcessEvents,
            .callback = device_found,
            .userdata1 = &device,
            .userdata2 = &done});
    while (!done)
        wgpuInstanceProcessEvents(opened.instance);
    return device;
}

static void open_own_device(void) {
    WGPUFeatureName const useful[] = {WGPUFeatureName_TimestampQuery, wgs_native_threads_feature()};
    WGPUFeatureName features[sizeof useful / sizeof *useful];
    size_t count = 0;
    for (size_t i = 0; i < sizeof useful / sizeof *useful; i++)
        if (useful[i] != WGS_NATIVE_NO_FEATURE && wgpuAdapterHasFeature(opened.adapter, useful[i]))
            features[count++] = useful[i];
    opened.device = open_device(count, features);
    if (opened.device == NULL)
        exit(EXIT_FAILURE);
}

static WGSStatus make_context(
    WGPUDevice device,
    WGSLimits limits,
    WGSAllocator allocator,
    WGSContext* context,
    WGSError* error) {
    WGSContextDescriptor const descriptor = {
        .label = wgs_test_text("wgsort tests"),
        .device = device,
        .instance = opened.instance,
        .adapter = opened.adapter,
        .limits = limits,
        .allocator = allocator,
    };
    return wgsCreateContext(&descriptor, context, error);
}

WGSContext wgs_test_context(void) {
    if (opened.context != NULL)
        return opened.context;
    open_adapter();
    check_adapter();
    open_own_device();
    WGSError error;
    if (make_context(opened.device, (WGSLimits){0}, (WGSAllocator){0}, &opened.context, &error) !=
        WGSStatus_Success) {
        (void)fprintf(stderr, "%s\n", error.message);
        exit(EXIT_FAILURE);
    }
    return opened.context;
}

WGSContext wgs_test_context_limited(WGSLimits limits) {
    (void)wgs_test_context();
    WGSContext context = NULL;
    WGSError error;
    if (make_context(opened.device, limits, (WGSAllocator){0}, &context, &error) ==
        WGSStatus_Success)
        return context;
    (void)fprintf(stderr, "%s\n", error.message);
    return NULL;
}

WGSStatus wgs_test_context_allocated(WGSAllocator allocator, WGSContext* context, WGSError* error) {
    (void)wgs_test_context();
    return make_context(opened.device, (WGSLimits){0}, allocator, context, error);
}

bool wgs_test_adapter_has(WGPUFeatureName feature) {
    (void)wgs_test_context();
    return wgpuAdapterHasFeature(opened.adapter, feature) != 0;
}

WGSContext wgs_test_context_featured(size_t count, WGPUFeatureName const* features) {
    (void)wgs_test_context();
    WGPUDevice device = open_device(count, features);
    if (device == NULL)
        return NULL;
    WGSContext context = NULL;
    WGSError error;
    if (make_context(device, (WGSLimits){0}, (WGSAllocator){0}, &context, &error) !=
        WGSStatus_Success)
        (void)fprintf(stderr, "%s\n", error.message);
    wgpuDeviceRelease(device);
    return context;
}

WGPUDevice wgs_test_device(void) {
    (void)wgs_test_context();
    return opened.device;
}

bool wgs_test_adapter_is_slow(void) {
    char const* const adapter = getenv("WGS_TEST_ADAPTER");
    return adapter != NULL && strcmp(adapter, "swiftshader") == 0;
}

unsigned wgs_test_device_errors(void) { return opened.errors; }

/* The instance stays: with it the drivers' code goes, and leak reports could no longer tell theirs.
 */
void wgs_test_close(void) {
    wgsContextRelease(opened.context);
    if (opened.device != NULL)
        wgpuDeviceRelease(opened.device);
    if (opened.adapter != NULL)
        wgpuAdapterRelease(opened.adapter);
    opened.context = NULL;
    opened.device = NULL;
    opened.adapter = NULL;
}
