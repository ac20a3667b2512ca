/* SPDX-License-Identifier: MIT */
/* Names of an adapter as plain text. */
#ifndef WGS_GPU_ADAPTER_TEXT_H
#define WGS_GPU_ADAPTER_TEXT_H

#include "wgsort/host.h"

void wgs_adapter_describe(WGPUAdapter adapter, WGSAdapterInfo* info);

#endif
