/* SPDX-License-Identifier: MIT */
/* Listing the adapters of an instance. */
#include "gpu/adapters.h"

#include <string.h>

#include "base/error.h"
#include "gpu/adapter_text.h"
#include "gpu/native.h"
#include "gpu/wait.h"

static void on_adapter(
    WGPURequestAdapterStatus status,
    WGPUAdapter adapter,
    WGPUStringView message,
    void* userdata,
    void* unused) {
    (void)unused;
    wgs_signal* signal = userdata;
    signal->status = (uint32_t)status;
    signal->object = adapter;
    wgs_signal_finish(signal, message);
}

/* Asks for the default adapter, where adapters can't be enumerated. NULL: none. */
static WGPUAdapter request_default(WGPUInstance instance, WGSAllocator const* allocator) {
    wgs_signal* signal = wgs_signal_create(allocator);
    if (signal == NULL)
        return NULL;
    WGPURequestAdapterOptions options;
    memset(&options, 0, sizeof options);
    options.featureLevel = WGPUFeatureLevel_Core;
    options.powerPreference = WGPUPowerPreference_HighPerformance;
    WGPURequestAdapterCallbackInfo const info = {
        .nextInChain = NULL,
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = on_adapter,
        .userdata1 = signal,
        .userdata2 = NULL};
    (void)wgpuInstanceRequestAdapter(instance, &options, info);
    WGPUAdapter const adapter = wgs_wait_instance(instance, signal) ? signal->object : NULL;
    wgs_signal_release(signal);
    return adapter;
}

static void fill_list(WGPUInstance instance, size_t enumerated, wgs_adapter_list* list) {
    if (enumerated > 0) {
        list->count = wgs_native_enumerate(instance, list->adapters);
        return;
    }
    list->adapters[0] = request_default(instance, &list->allocator);
    list->count = list->adapters[0] != NULL;
}

WGSStatus wgs_adapters_find(
    WGPUInstance instance,
    WGSAllocator const* allocator,
    wgs_adapter_list* list,
    char const* function,
    WGSError* error) {
    size_t const enumerated = wgs_native_adapter_count(instance);
    size_t const room = enumerated > 0 ? enumerated : 1;
    memset(list, 0, sizeof *list);
    list->allocator = *allocator;
    list->adapters = wgs_allocate(allocator, room, sizeof *list->adapters);
    list->infos = wgs_allocate(allocator, room, sizeof *list->infos);
    WGSStatus status = WGSStatus_Success;
    if (list->adapters == NULL || list->infos == NULL)
        status = wgs_error_memory(error, function);
    else
        fill_list(instance, enumerated, list);
    if (status == WGSStatus_Success && list->count == 0)
        status = wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_NoAdapter,
            "%s: this machine has no adapter for WebGPU: no driver for a GPU, no software one",
            function);
    if (status != WGSStatus_Success) {
        wgs_adapters_free(list);
        return status;
    }
    for (size_t i = 0; i < list->count; ++i)
        wgs_adapter_describe(list->adapters[i], &list->infos[i]);
    return WGSStatus_Success;
}

void wgs_adapters_free(wgs_adapter_list* list) {
    for (size_t i = 0; list->adapters != NULL && i < list->count; ++i)
        wgpuAdapterRelease(list->adapters[i]);
    wgs_free(&list->allocator, list->adapters);
    wgs_free(&list->allocator, list->infos);
    memset(list, 0, sizeof *list);
}

WGSStatus wgs_adapters_list(
    WGSAllocator const* allocator,
    size_t capacity,
    WGSAdapterInfo* infos,
    size_t* count,
    char const* function,
    WGSError* error) {
    WGPUInstance instance = wgpuCreateInstance(NULL);
    if (instance == NULL)
        return wgs_error(
            error,
            WGSStatus_Unsupported,
            WGSErrorId_NoAdapter,
            "%s: WebGPU gives no instance",
            function);
    wgs_adapter_list list;
    WGSStatus const status = wgs_adapters_find(instance, allocator, &list, function, error);
    if (status == WGSStatus_Success) {
        *count = list.count;
        for (size_t i = 0; i < list.count && i < capacity; ++i)
            infos[i] = list.infos[i];
        wgs_adapters_free(&list);
    }
    wgpuInstanceRelease(instance);
    return status;
}
