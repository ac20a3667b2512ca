/* SPDX-License-Identifier: MIT */
/* A dispatch that leaves rubbish in workgroup memory. */
#include "gpu/poison.h"

#include "gpu/poison_workgroup.wgsl.h"

enum { POISON_GROUPS = 64 }; /* enough to reach every core of a small device, twice */

static void prepare(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)values;
    launch->params[0] = *(uint32_t const*)data;
    launch->workgroups = POISON_GROUPS;
}

WGSStatus
wgs_graph_add_poison(WGSGraph graph, uint32_t value, char const* function, WGSError* error) {
    WGSLimits const* limits = &graph->capabilities->limits;
    uint32_t const lanes = limits->maxComputeInvocationsPerWorkgroup < 256
                               ? limits->maxComputeInvocationsPerWorkgroup
                               : 256;
    uint32_t const bytes = limits->maxComputeWorkgroupStorageSize < 16384
                               ? limits->maxComputeWorkgroupStorageSize
                               : 16384;
    uint64_t const length = (uint64_t)POISON_GROUPS * lanes;
    WGSBuffer out = NULL;
    WGS_TRY(wgs_graph_add_scratch(graph, "poison", "out", length * 4, &out, function, error));
    wgs_kernel_binding_use const use = {
        .name = "out",
        .view = {.buffer = out, .format = WGSFormat_Uint32, .offset = 0, .length = length},
        .access = WGSAccess_StorageWrite};
    wgs_kernel_request const request = {
        .parent = "poison",
        .role = "workgroup",
        .note = "fills workgroup memory",
        .variant =
            {.kernel = &wgs_kernel_poison_workgroup,
             .constant_count = 2,
             .constants = {{"WG_SIZE", lanes}, {"WG_WORDS", bytes / 4}}},
        .use_count = 1,
        .uses = &use,
        .prepare = prepare,
        .data = &value,
        .data_size = sizeof value};
    return wgs_graph_add_kernel(graph, &request, function, error);
}
