/* SPDX-License-Identifier: MIT */
/*
 * The device of a test process: opened once, with WebGPU's default limits (256-byte offsets, 8
 * storage buffers, 256 invocations), on the adapter that the environment points Vulkan at.
 */
#ifndef WGS_TESTING_TEST_DEVICE_H
#define WGS_TESTING_TEST_DEVICE_H

#include <stdbool.h>

#include "wgsort/wgsort.h"

/* Exit status that CTest shows as skipped. */
enum { WGS_TEST_SKIPPED = 77 };

/* The context of this process. Without an adapter says why and ends the process with
 * WGS_TEST_SKIPPED; with WGS_TEST_ADAPTER set, another adapter than that is none. */
WGSContext wgs_test_context(void);

/* A further context on the same device, with limits below its own. The caller releases it. NULL
 * when it can't be made, with the reason on standard error. */
WGSContext wgs_test_context_limited(WGSLimits limits);

/* The same with an allocator. */
WGSStatus wgs_test_context_allocated(WGSAllocator allocator, WGSContext* context, WGSError* error);

/* A context on a device of its own, with these features and no others; for the rest as above. */
WGSContext wgs_test_context_featured(size_t count, WGPUFeatureName const* features);
bool wgs_test_adapter_has(WGPUFeatureName feature);

WGPUDevice wgs_test_device(void);

/* Whether the adapter takes so long for each dispatch that large grids of cases are thinned. */
bool wgs_test_adapter_is_slow(void);

/* Errors that the device has reported outside of error scopes so far; each was printed. */
unsigned wgs_test_device_errors(void);

/* Frees context and device, for leak checkers. */
void wgs_test_close(void);

/* A string view of a terminated string. */
WGPUStringView wgs_test_text(char const* text);

#endif
