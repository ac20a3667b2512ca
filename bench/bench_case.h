/* SPDX-License-Identifier: MIT */
/* One configuration: what is measured, of which rows. */
#ifndef WGSORT_BENCH_CASE_H
#define WGSORT_BENCH_CASE_H

#include "bench_input.h"
#include "bench_options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Members that the primitive doesn't have are 0. */
typedef struct wgs_bench_case {
    wgs_bench_primitive primitive;
    wgs_bench_mode mode; /* of all sorts */
    wgs_bench_key key;
    uint32_t value_size;           /* bytes, of pairs */
    wgs_bench_algorithm algorithm; /* of sort and batch */
    bool by_kernel;                /* of copies */
    wgs_bench_scan scan;
    wgs_bench_operation operation; /* of scans and reductions */
    wgs_bench_form form;           /* of segments */
    wgs_bench_order order;         /* of counting sorts */
    uint32_t bins;                 /* of histograms; of counting sorts: values of a key */
    uint32_t segment_rows;         /* of segments, chunks and segmented scans; the last may have
                                      fewer */
    wgs_bench_distribution distribution;
    uint64_t rows;
} wgs_bench_case;

wgs_bench_input wgs_bench_case_input(wgs_bench_case const* what);

/* How many segments or chunks there are; 0 where there are none. */
uint64_t wgs_bench_case_segments(wgs_bench_case const* what);

bool wgs_bench_case_is_sort(wgs_bench_case const* what);   /* any that has modes */
bool wgs_bench_case_by_flags(wgs_bench_case const* what);  /* a segmented scan */
bool wgs_bench_case_inclusive(wgs_bench_case const* what); /* an inclusive scan */

/* What a row of the report calls the work: the mode of `sort`, or the primitive; the mode of a
 * sort, else ""; and which variant of the primitive, or "". */
char const* wgs_bench_case_work(wgs_bench_case const* what);
char const* wgs_bench_case_mode(wgs_bench_case const* what);
void wgs_bench_case_variant(wgs_bench_case const* what, char variant[32]);

#ifdef __cplusplus
}
#endif
#endif
