/* SPDX-License-Identifier: MIT */
/* Making the outputs, the scratch and the program of a blocking sort, beside the upload. */
#include "api/host_build.h"

static WGSStatus compile(wgs_host_build* build) {
    uint64_t const rows = build->descriptor->count;
    WGS_TRY(wgs_host_columns_allocate_outputs(
        build->columns, build->context, rows, build->function, &build->error));
    WGSGraph graph = NULL;
    WGS_TRY(wgsContextCreateGraph(build->context, NULL, &graph, &build->error));
    WGSStatus status = wgs_host_columns_add_sort(
        build->columns, build->descriptor, rows, graph, &build->sort, &build->error);
    if (status == WGSStatus_Success)
        status = wgsGraphCompile(graph, NULL, &build->program, &build->error);
    wgsGraphRelease(graph);
    return status;
}

static void* run(void* userdata) {
    wgs_host_build* build = userdata;
    build->status = compile(build);
    return NULL;
}

void wgs_host_build_start(wgs_host_build* build, bool beside) {
    build->started = beside && pthread_create(&build->thread, NULL, run, build) == 0;
    if (!build->started)
        (void)run(build);
}

WGSStatus wgs_host_build_finish(wgs_host_build* build, WGSError* error) {
    if (build->started)
        (void)pthread_join(build->thread, NULL);
    if (build->status != WGSStatus_Success && error != NULL)
        *error = build->error;
    return build->status;
}
