/* SPDX-License-Identifier: MIT */
/* Errors of the WebGPU implementation around the creation of objects. */
#ifndef WGS_GPU_ERROR_SCOPE_H
#define WGS_GPU_ERROR_SCOPE_H

#include "gpu/wait.h"

typedef struct wgs_scope_error {
    bool failed;
    bool out_of_memory;
    char text[WGS_ERROR_TEXT_SIZE];
} wgs_scope_error;

/* Between push and pop the calling thread has the device's error scopes for itself: do not wait,
 * and do not push again. */
void wgs_scope_push(WGSContext context);

/* What went wrong since the push; all fields are set. */
void wgs_scope_pop(WGSContext context, wgs_scope_error* result);

#endif
