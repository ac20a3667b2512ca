/* SPDX-License-Identifier: MIT */
#include "bench_case.h"

wgs_bench_input wgs_bench_case_input(wgs_bench_case const* what) {
    bool const folds = what->primitive == WGS_BENCH_SCAN || what->primitive == WGS_BENCH_REDUCE;
    return (wgs_bench_input){
        .key = what->key,
        .distribution = what->distribution,
        .rows = what->rows,
        .range = what->primitive == WGS_BENCH_COUNTING ? what->bins : 0,
        .units = folds && what->key == WGS_BENCH_F32 && what->operation == WGS_BENCH_SUM,
    };
}

uint64_t wgs_bench_case_segments(wgs_bench_case const* what) {
    if (what->segment_rows == 0)
        return 0;
    return (what->rows + what->segment_rows - 1) / what->segment_rows;
}

bool wgs_bench_case_is_sort(wgs_bench_case const* what) {
    switch (what->primitive) {
    case WGS_BENCH_SORT:
    case WGS_BENCH_SEGMENTS:
    case WGS_BENCH_BATCH:
    case WGS_BENCH_COUNTING:
    case WGS_BENCH_COMPARATOR:
        return true;
    default:
        return false;
    }
}

bool wgs_bench_case_by_flags(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SCAN && what->scan >= WGS_BENCH_SEGMENTED;
}

bool wgs_bench_case_inclusive(wgs_bench_case const* what) {
    return what->scan == WGS_BENCH_INCLUSIVE || what->scan == WGS_BENCH_SEGMENTED_INCLUSIVE;
}

char const* wgs_bench_case_work(wgs_bench_case const* what) {
    return what->primitive == WGS_BENCH_SORT ? wgs_bench_mode_name(what->mode)
                                             : wgs_bench_primitive_name(what->primitive);
}

char const* wgs_bench_case_mode(wgs_bench_case const* what) {
    return wgs_bench_case_is_sort(what) ? wgs_bench_mode_name(what->mode) : "";
}

void wgs_bench_case_variant(wgs_bench_case const* what, char variant[32]) {
    char const* first = "";
    char const* second = "";
    if (what->primitive == WGS_BENCH_SCAN || what->primitive == WGS_BENCH_REDUCE)
        first = wgs_bench_operation_name(what->operation);
    if (what->primitive == WGS_BENCH_SCAN)
        second = wgs_bench_scan_name(what->scan);
    if (what->primitive == WGS_BENCH_SEGMENTS)
        first = wgs_bench_form_name(what->form);
    if (what->primitive == WGS_BENCH_COUNTING)
        first = wgs_bench_order_name(what->order);
    (void)snprintf(variant, 32, "%s%s%s", first, *second == 0 ? "" : " ", second);
}
