/* SPDX-License-Identifier: MIT */
/* An inspector without a device, and encodes as they might have been measured. */
#ifndef WGS_TESTING_INSPECTOR_FIXTURE_H
#define WGS_TESTING_INSPECTOR_FIXTURE_H

#include "testing/fake_gpu.h"
#include "wgsort/inspector.h"

enum { WGS_FIXTURE_NODES = 3 };

/* Two programs: "frame" of the compute nodes "keys" and "sort" with the copy "move" between them, and
 * "empty" without nodes. */
typedef struct wgs_inspector_fixture {
    wgs_fake_gpu gpu;
    WGSContext context;
    WGSInspector inspector; /* "test" */
    wgs_fake_program frame;
    wgs_fake_program empty;
} wgs_inspector_fixture;

/* For cmocka: `*state` becomes a fixture; closing fails the test when memory was leaked. */
int wgs_inspector_fixture_open(void** state);
int wgs_inspector_fixture_close(void** state);

/* Attaches a program under a label; fails the test on errors. */
WGSInspectorAttachment wgs_inspector_fixture_attach(
    wgs_inspector_fixture* fixture, wgs_fake_program* program, char const* label);

/* One encode of "frame" with a pass and a pair of timestamps for each compute node. */
typedef struct wgs_measured_encode {
    WGSEncodeStats stats;
    WGSNodeReport reports[WGS_FIXTURE_NODES];
    uint64_t nanoseconds[4];
    WGSInspectorSample sample; /* of the above; the object must not move */
} wgs_measured_encode;

/* The i-th encode: 1000 + i ns of CPU, its nodes 100 + i, 200 + i and 300 + i; on the GPU 10 + i for
 * "keys" and 20 + i for "sort". */
void wgs_measured_encode_fill(wgs_measured_encode* encode, uint32_t i);

/* Fills and records; fails the test on errors. */
void wgs_inspector_fixture_record(
    wgs_inspector_fixture* fixture, WGSInspectorAttachment attachment, uint32_t i);

/* All that the inspector knows, as JSON. Valid until the next call. Fails the test when it is not
 * valid JSON. */
char const* wgs_inspector_fixture_json(wgs_inspector_fixture* fixture);

#endif
