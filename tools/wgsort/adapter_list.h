/* SPDX-License-Identifier: MIT */
/* The adapters of this machine. */
#ifndef WGSORT_TOOLS_ADAPTER_LIST_H
#define WGSORT_TOOLS_ADAPTER_LIST_H

#include "table.h"

#include <stdio.h>
#include <wgsort/host.h>

/* "discrete GPU", "software", ... and "Vulkan", "Metal", ... */
char const* wgs_adapter_kind(WGPUAdapterType type);
char const* wgs_backend_name(WGPUBackendType type);

/* *infos is the caller's to free(). */
bool wgs_list_adapters(WGSAdapterInfo** infos, size_t* count, wgs_failure* failure);
/* One line an adapter: its number, name, kind, backend and driver. */
bool wgs_print_adapters(FILE* file, wgs_failure* failure);

#endif
