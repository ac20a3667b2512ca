/* SPDX-License-Identifier: MIT */
#include "testing/inspector_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "testing/json_check.h"
#include "testing/plan_fixture.h"

static char const* const node_labels[WGS_FIXTURE_NODES] = {"keys", "move", "sort"};

int wgs_inspector_fixture_open(void** state) {
    static wgs_inspector_fixture f;
    f = (wgs_inspector_fixture){
        .frame = {.label = "frame", .node_count = WGS_FIXTURE_NODES, .node_labels = node_labels},
        .empty = {.label = "empty"}};
    f.context = wgs_fake_context(&f.gpu);
    WGSInspectorDescriptor const descriptor = {.label = wgs_string_view("test")};
    assert_int_equal(
        wgsContextCreateInspector(f.context, &descriptor, &f.inspector, NULL), WGSStatus_Success);
    *state = &f;
    return 0;
}

int wgs_inspector_fixture_close(void** state) {
    wgs_inspector_fixture* const f = *state;
    wgsInspectorRelease(f->inspector);
    assert_int_equal(f->gpu.memory.live, 0);
    assert_int_equal(f->gpu.context_references, 1);
    return 0;
}

WGSInspectorAttachment wgs_inspector_fixture_attach(
    wgs_inspector_fixture* fixture, wgs_fake_program* program, char const* label) {
    WGSInspectorAttachment attachment = WGS_INSPECTOR_ATTACHMENT_INIT;
    WGSInspectorAttachDescriptor const descriptor = {
        .program = wgs_fake_program_handle(program), .label = wgs_string_view(label)};
    assert_int_equal(
        wgsInspectorAttach(fixture->inspector, &descriptor, &attachment, NULL), WGSStatus_Success);
    return attachment;
}

void wgs_measured_encode_fill(wgs_measured_encode* encode, uint32_t i) {
    *encode = (wgs_measured_encode){
        .stats =
            {.nodeCount = 3,
             .dispatchCount = 2,
             .passCount = 2,
             .timedNodeCount = 2,
             .copyCount = 1,
             .encodeNanoseconds = 1000 + i},
        .reports =
            {{.label = "keys", .timing = 0, .encodeNanoseconds = 100 + i},
             {.label = "move", .timing = UINT32_MAX, .encodeNanoseconds = 200 + i},
             {.label = "sort", .timing = 1, .encodeNanoseconds = 300 + i}},
        .nanoseconds = {5, 15 + i, 1000, 1020 + i},
    };
    encode->sample = (WGSInspectorSample){
        .stats = &encode->stats,
        .reportCount = WGS_FIXTURE_NODES,
        .reports = encode->reports,
        .timing = WGSTiming_Nodes,
        .nanosecondCount = 4,
        .nanoseconds = encode->nanoseconds,
    };
}

void wgs_inspector_fixture_record(
    wgs_inspector_fixture* fixture, WGSInspectorAttachment attachment, uint32_t i) {
    wgs_measured_encode encode;
    WGSError error = {0};
    wgs_measured_encode_fill(&encode, i);
    if (wgsInspectorRecord(fixture->inspector, attachment, &encode.sample, &error) !=
        WGSStatus_Success)
        fail_msg("%s", error.message);
}

char const* wgs_inspector_fixture_json(wgs_inspector_fixture* fixture) {
    static char text[16384];
    size_t size = sizeof text;
    size_t error_at = 0;
    assert_int_equal(
        wgsInspectorPrint(fixture->inspector, WGSExplainFormat_JSON, text, &size, NULL),
        WGSStatus_Success);
    assert_true(size <= sizeof text);
    if (!wgs_json_is_valid(text, &error_at))
        fail_msg("no JSON from byte %zu on: %.40s", error_at, text + error_at);
    return text;
}
