/* SPDX-License-Identifier: MIT */
#include "scan_column.h"

#include "exit_status.h"
#include "sort_engine.h"

wgs_key_type wgs_scan_result_type(wgs_scan_options const* options, wgs_key_type type) {
    return options->as_f32 ? WGS_KEY_F32 : type;
}

static bool refuse(wgs_scan_plan const* plan, char const* why, wgs_failure* failure) {
    return wgs_fail(failure, WGS_EXIT_DATA, "%s: column \"%s\": %s", plan->path, plan->name, why);
}

/* Sums take the integers as they are; least and greatest their offsets from the least of all. */
static bool plan_integers(wgs_scan_plan* plan, wgs_extent const* extent, wgs_failure* failure) {
    plan->format = WGSFormat_Uint32;
    if (plan->operation != WGSScanOperation_Sum) {
        plan->base = extent->low;
        return extent->high - extent->low <= UINT32_MAX ||
               refuse(plan, "its values span more than 32 bits (--f32 rounds them)", failure);
    }
    if (extent->low < 0)
        plan->format = WGSFormat_Sint32;
    wgs_wide const least = extent->low < 0 ? INT32_MIN : 0;
    wgs_wide const greatest = extent->low < 0 ? (wgs_wide)INT32_MAX : (wgs_wide)UINT32_MAX;
    return (extent->low >= least && extent->high <= greatest) ||
           refuse(
               plan,
               "it holds values beyond 32 bits, which can't be added (--f32 rounds them)",
               failure);
}

bool wgs_scan_plan_make(
    wgs_scan_options const* options,
    wgs_key_column const* column,
    char const* path,
    char const* name,
    wgs_scan_plan* plan,
    wgs_failure* failure) {
    *plan = (wgs_scan_plan){
        .path = path,
        .name = name,
        .operation = options->operation,
        .mode = options->mode,
        .format = WGSFormat_Float32,
        .result = wgs_scan_result_type(options, column->type),
        .by_flags = options->input.segment_count > 0,
        .wrap = options->wrap,
    };
    if (plan->result == WGS_KEY_F32)
        return true;
    if (plan->result == WGS_KEY_F64)
        return refuse(plan, "it holds doubles: --f32 rounds them, and scans in f32", failure);
    plan->by_flags |= plan->operation == WGSScanOperation_Sum;
    wgs_key_column part = *column;
    wgs_numbers const numbers = {
        .type = column->type, .parts = &part, .part_count = 1, .rows = column->rows};
    wgs_extent const extent = wgs_numbers_extent(&numbers);
    return plan_integers(plan, &extent, failure);
}

static bool add_scan(
    wgs_scan_graph const* made,
    wgs_scan_plan const* plan,
    uint64_t capacity,
    wgs_failure* failure) {
    WGSView const values = {.buffer = made->values, .format = plan->format, .length = capacity};
    WGSScanDescriptor const descriptor = {
        .label = {"scan", 4},
        .in = values,
        .out = values,
        .segmentFlags =
            {
                .buffer = made->flags,
                .format = made->flags ? WGSFormat_Uint32 : WGSFormat_Undefined,
                .length = made->flags ? capacity : 0,
            },
        .operation = plan->operation,
        .mode = plan->mode,
        .inPlace = 1,
        .count = made->rows,
    };
    WGSError error;
    return wgsGraphAddScan(made->graph, &descriptor, &error) == WGSStatus_Success ||
           wgs_fail_library(failure, &error);
}

bool wgs_scan_graph_make(
    WGSContext context,
    wgs_scan_plan const* plan,
    uint64_t capacity,
    wgs_scan_graph* made,
    wgs_failure* failure) {
    *made = (wgs_scan_graph){0};
    WGSError error;
    bool good = wgsContextCreateGraph(context, NULL, &made->graph, &error) == WGSStatus_Success ||
                wgs_fail_library(failure, &error);
    good = good && wgs_device_rows_value(made->graph, capacity, &made->rows, failure) &&
           wgs_device_import(made->graph, "values", capacity, &made->values, failure) &&
           (!plan->by_flags ||
            wgs_device_import(made->graph, "segment flags", capacity, &made->flags, failure)) &&
           add_scan(made, plan, capacity, failure);
    if (!good) {
        wgsGraphRelease(made->graph);
        made->graph = NULL;
    }
    return good;
}
