/* SPDX-License-Identifier: MIT */
/* Making the outputs, the scratch and the program of a blocking sort, beside the upload. */
#ifndef WGS_API_HOST_BUILD_H
#define WGS_API_HOST_BUILD_H

#include <pthread.h>

#include "api/host_columns.h"

typedef struct wgs_host_build {
    WGSContext context;
    WGSHostSortDescriptor const* descriptor;
    char const* function;
    wgs_host_columns* columns; /* with their inputs made */
    WGSProgram program;        /* the result */
    WGSSortInfo sort;
    WGSStatus status;
    WGSError error;
    pthread_t thread;
    bool started;
} wgs_host_build;

/* Starts a thread with `beside`, where one can be had; builds at once otherwise. */
void wgs_host_build_start(wgs_host_build* build, bool beside);

/* Waits for the end; the program is the caller's to release, also after another failure. */
WGSStatus wgs_host_build_finish(wgs_host_build* build, WGSError* error);

#endif
