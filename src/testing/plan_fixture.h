/* SPDX-License-Identifier: MIT */
/* A graph without a device, for tests of the plan. */
#ifndef WGS_TESTING_PLAN_FIXTURE_H
#define WGS_TESTING_PLAN_FIXTURE_H

#include "plan/plan.h"
#include "testing/failing_allocator.h"

typedef struct wgs_plan_fixture {
    wgs_failing_allocator memory;
    wgs_capabilities capabilities; /* WebGPU's default limits */
    WGSGraph graph;
} wgs_plan_fixture;

/* WebGPU's default limits, which every device offers. */
wgs_capabilities wgs_default_capabilities(void);

void wgs_plan_fixture_open(wgs_plan_fixture* fixture);

/* Releases the graph; fails the test when memory was leaked. */
void wgs_plan_fixture_close(wgs_plan_fixture* fixture);

/* Buffers with the usages Storage, CopySrc, CopyDst, Uniform and Indirect. Fail the test on errors.
 */
WGSBuffer wgs_plan_fixture_import(wgs_plan_fixture* fixture, char const* label, uint64_t size);
WGSBuffer wgs_plan_fixture_transient(wgs_plan_fixture* fixture, char const* label, uint64_t size);

/* Adds a callback node that reads `read_count` buffers and then writes `write_count` others. */
WGSNode wgs_plan_fixture_node(
    wgs_plan_fixture* fixture,
    char const* label,
    size_t read_count,
    WGSBuffer const* reads,
    size_t write_count,
    WGSBuffer const* writes);

WGPUStringView wgs_string_view(char const* text);

#endif
