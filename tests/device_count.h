/* SPDX-License-Identifier: MIT */
/* A row count that exists on the device only: a gather picks it from a table. For tests, which fail
 * where a function of this file fails. */
#ifndef WGS_TESTS_DEVICE_COUNT_H
#define WGS_TESTS_DEVICE_COUNT_H

#include "testing/guarded_buffer.h"
#include "wgsort/gather.h"

/* The nodes that put table[chosen] on the device, and where it lies. */
typedef struct device_count {
    wgs_guarded_buffer table;
    wgs_guarded_buffer chosen;
    wgs_guarded_buffer count;
    wgs_guarded_buffer exceeded;
    WGSGpuCount source;
} device_count;

/* The count starts at element 0, 1, 3, 63, 64 or 65 of its buffer, by turns of `chosen`. */
void device_count_add(
    device_count* d, WGSGraph graph, uint32_t const* table, size_t table_count, uint32_t chosen);
void device_count_free(device_count* d);

/* Another count for the next run. */
void device_count_choose(device_count const* d, uint32_t chosen);

/* The flag must say whether the count was past the capacity. */
void device_count_check_exceeded(device_count const* d, bool expected);

#endif
