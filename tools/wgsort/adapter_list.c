/* SPDX-License-Identifier: MIT */
#include "adapter_list.h"

#include "exit_status.h"
#include "sort_engine.h"

#include <stdlib.h>

char const* wgs_adapter_kind(WGPUAdapterType type) {
    switch (type) {
    case WGPUAdapterType_DiscreteGPU:
        return "discrete GPU";
    case WGPUAdapterType_IntegratedGPU:
        return "integrated GPU";
    case WGPUAdapterType_CPU:
        return "software";
    default:
        return "unknown kind";
    }
}

char const* wgs_backend_name(WGPUBackendType type) {
    switch (type) {
    case WGPUBackendType_Vulkan:
        return "Vulkan";
    case WGPUBackendType_Metal:
        return "Metal";
    case WGPUBackendType_D3D12:
        return "D3D12";
    case WGPUBackendType_D3D11:
        return "D3D11";
    case WGPUBackendType_OpenGL:
        return "OpenGL";
    case WGPUBackendType_OpenGLES:
        return "OpenGL ES";
    default:
        return "unknown backend";
    }
}

bool wgs_list_adapters(WGSAdapterInfo** infos, size_t* count, wgs_failure* failure) {
    WGSError error;
    *infos = NULL;
    if (wgsListAdapters(count, NULL, &error) != WGSStatus_Success) {
        wgs_fail_library(failure, &error);
        return false;
    }
    *infos = calloc(*count ? *count : 1, sizeof **infos);
    if (!*infos) {
        wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
        return false;
    }
    if (wgsListAdapters(count, *infos, &error) == WGSStatus_Success)
        return true;
    free(*infos);
    *infos = NULL;
    wgs_fail_library(failure, &error);
    return false;
}

bool wgs_print_adapters(FILE* file, wgs_failure* failure) {
    WGSAdapterInfo* infos;
    size_t count;
    if (!wgs_list_adapters(&infos, &count, failure))
        return false;
    for (size_t i = 0; i < count; i++)
        (void)fprintf(
            file,
            "%zu  %s (%s, %s, driver %s)\n",
            i,
            infos[i].name,
            wgs_adapter_kind(infos[i].adapterType),
            wgs_backend_name(infos[i].backendType),
            infos[i].driver);
    free(infos);
    return true;
}
