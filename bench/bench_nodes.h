/* SPDX-License-Identifier: MIT */
/* Where the time of a graph goes, node by node. */
#ifndef WGSORT_BENCH_NODES_H
#define WGSORT_BENCH_NODES_H

#include "bench_report.h"

/* Times every compute node of the subject's program and reports them in run order. A pass of its
 * own costs each node some microseconds that it doesn't cost in a whole run.
 * Errors: FeatureUnsupported without timestamps or for copies; InvalidSize over 2,048 nodes. */
WGSStatus
wgs_bench_time_nodes(wgs_bench_report* report, wgs_bench_subject const* subject, WGSError* error);

#endif
