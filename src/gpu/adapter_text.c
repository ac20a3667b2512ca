/* SPDX-License-Identifier: MIT */
/* Names of an adapter as plain text. */
#include "gpu/adapter_text.h"

#include <stdio.h>
#include <string.h>

#include "gpu/wait.h"

void wgs_adapter_describe(WGPUAdapter adapter, WGSAdapterInfo* info) {
    memset(info, 0, sizeof *info);
    WGPUAdapterInfo told;
    memset(&told, 0, sizeof told);
    if (wgpuAdapterGetInfo(adapter, &told) != WGPUStatus_Success)
        return;
    wgs_copy_text(info->name, sizeof info->name, told.device);
    wgs_copy_text(info->vendor, sizeof info->vendor, told.vendor);
    wgs_copy_text(info->driver, sizeof info->driver, told.description);
    if (info->vendor[0] == '\0')
        (void)snprintf(info->vendor, sizeof info->vendor, "0x%04x", (unsigned)told.vendorID);
    info->backendType = told.backendType;
    info->adapterType = told.adapterType;
    wgpuAdapterInfoFreeMembers(told);
}
