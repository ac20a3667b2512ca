/* SPDX-License-Identifier: MIT */
/* A graph and a good description of a kernel of a caller's, for tests that then spoil it. */
#ifndef WGS_TESTING_KERNEL_RIG_H
#define WGS_TESTING_KERNEL_RIG_H

#include "wgsort/wgsort.h"

typedef struct wgs_kernel_rig {
    WGSGraph graph;
    WGSGraph other; /* whose objects are foreign */
    WGSBuffer in;
    WGSBuffer out;
    WGSBuffer bare;
    WGSBuffer foreign;
    WGSValue values[3];
    WGSValue foreign_value;
    WGSNode dependency;
    WGSNode foreign_node;
    WGSKernelBinding bindings[WGS_MAX_KERNEL_STORAGE + 1];
    WGSKernelConstant constants[WGS_MAX_KERNEL_CONSTANTS + 1];
    unsigned char data[WGS_MAX_KERNEL_DATA + 1];
    uint64_t groups_per_row; /* copied as data */
    WGSKernelDescriptor descriptor;
} wgs_kernel_rig;

/* Describes a kernel "mine" of 4 rows, from word 3 of `in` to word 1 of `out`, after `dependency`, that
 * launches values[0] * groups_per_row workgroups. Fails the test on errors, as does the next. */
void wgs_kernel_rig_open(wgs_kernel_rig* f, WGSContext context);
void wgs_kernel_rig_close(wgs_kernel_rig* f);

/* Describes it anew, after it was spoilt. */
void wgs_kernel_rig_describe(wgs_kernel_rig* f);

#endif
