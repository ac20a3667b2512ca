/* SPDX-License-Identifier: MIT */
/* From a configuration to the nodes of its subject's graph, whose buffers are there. */
#ifndef WGSORT_BENCH_ADD_H
#define WGSORT_BENCH_ADD_H

#include "bench_subject.h"

/* Errors: those of the library; FeatureUnsupported for what a primitive doesn't have. */
WGSStatus wgs_bench_add_sort(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_batch(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_segments(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_counting(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_comparator(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_scan(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_reduce(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_histogram(wgs_bench_subject* subject, WGSError* error);
WGSStatus wgs_bench_add_gather(wgs_bench_subject* subject, WGSError* error);

/* The view of a role's buffer; empty where the role is. */
WGSStatus wgs_bench_import_view(
    wgs_bench_subject* subject,
    wgs_bench_role role,
    WGSFormat format,
    uint64_t length,
    WGSView* view,
    WGSError* error);

WGSFormat wgs_bench_key_format(wgs_bench_key key);
WGSFormat wgs_bench_value_format(uint32_t size);

#endif
