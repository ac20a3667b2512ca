/* SPDX-License-Identifier: MIT */
/* The programs in an inspector: attached, replaced, detached; and what every call refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/inspector_fixture.h"
#include "testing/plan_fixture.h"

enum { LISTED_MAX = 20 };

/* The labels of the attached programs, in order, each followed by a space. */
static char const* labels_of(WGSInspector inspector) {
    static char text[256];
    WGSInspectorAttachment attachments[LISTED_MAX];
    size_t needed = 99;
    size_t count = LISTED_MAX;
    assert_int_equal(wgsInspectorGetAttachments(inspector, &needed, NULL, NULL), WGSStatus_Success);
    assert_int_equal(
        wgsInspectorGetAttachments(inspector, &count, attachments, NULL), WGSStatus_Success);
    assert_int_equal(count, needed);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        WGSInspectorProgramInfo info;
        assert_int_equal(
            wgsInspectorGetProgramInfo(inspector, attachments[i], &info, NULL), WGSStatus_Success);
        strncat(text, info.label, sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
    }
    return text;
}

static uint64_t encodes_of(WGSInspector inspector, WGSInspectorAttachment attachment) {
    WGSInspectorProgramInfo info;
    assert_int_equal(
        wgsInspectorGetProgramInfo(inspector, attachment, &info, NULL), WGSStatus_Success);
    return info.encodeCount;
}

/* item 36: detaching is safe against a replaced label. */
static void a_replaced_program_cannot_detach_its_successor(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const first = wgs_inspector_fixture_attach(f, &f->frame, "a");
    wgs_inspector_fixture_attach(f, &f->empty, "b");
    wgs_inspector_fixture_record(f, first, 0);
    WGSInspectorAttachment const second = wgs_inspector_fixture_attach(f, &f->frame, "a");
    assert_string_equal(labels_of(f->inspector), "a b ");
    assert_int_equal(encodes_of(f->inspector, second), 0);
    wgs_inspector_fixture_record(f, second, 0);

    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    assert_int_not_equal(wgsInspectorRecord(f->inspector, first, &e.sample, NULL), 0);
    wgsInspectorDetach(f->inspector, first);
    assert_string_equal(labels_of(f->inspector), "a b ");
    assert_int_equal(encodes_of(f->inspector, second), 1);

    wgsInspectorDetach(f->inspector, second);
    assert_string_equal(labels_of(f->inspector), "b ");
    WGSInspectorAttachment const third = wgs_inspector_fixture_attach(f, &f->frame, "a");
    wgsInspectorDetach(f->inspector, second);
    wgsInspectorDetach(f->inspector, first);
    assert_string_equal(labels_of(f->inspector), "b a ");
    wgsInspectorDetach(f->inspector, third);
    assert_string_equal(labels_of(f->inspector), "b ");
}

static void detaching_nothing_has_no_effect(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspector other;
    assert_int_equal(wgsContextCreateInspector(f->context, NULL, &other, NULL), WGSStatus_Success);
    WGSInspectorAttachment const here = wgs_inspector_fixture_attach(f, &f->frame, "a");
    WGSInspectorAttachDescriptor const d = {.program = wgs_fake_program_handle(&f->frame)};
    WGSInspectorAttachment there;
    assert_int_equal(wgsInspectorAttach(other, &d, &there, NULL), WGSStatus_Success);
    assert_int_equal(here.number, there.number);
    wgsInspectorDetach(f->inspector, there);
    wgsInspectorDetach(other, here);
    wgsInspectorDetach(NULL, here);
    wgsInspectorDetach(f->inspector, (WGSInspectorAttachment){0});
    assert_string_equal(labels_of(f->inspector), "a ");
    assert_string_equal(labels_of(other), "frame ");
    wgsInspectorRelease(other);
}

static void any_place_of_the_list_can_go(void** state) {
    wgs_inspector_fixture* const f = *state;
    static char const* const labels[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    WGSInspectorAttachment attached[10];
    for (size_t i = 0; i < 10; i++)
        attached[i] = wgs_inspector_fixture_attach(f, &f->empty, labels[i]);
    wgsInspectorDetach(f->inspector, attached[0]);
    wgsInspectorDetach(f->inspector, attached[4]);
    wgsInspectorDetach(f->inspector, attached[9]);
    assert_string_equal(labels_of(f->inspector), "b c d f g h i ");
    wgs_inspector_fixture_attach(f, &f->empty, "d");
    assert_string_equal(labels_of(f->inspector), "b c d f g h i ");
}

/* item 36: a program may be in several inspectors, and under several labels. */
static void one_program_has_several_histories(void** state) {
    wgs_inspector_fixture* const f = *state;
    wgs_inspector_fixture g = *f;
    assert_int_equal(
        wgsContextCreateInspector(f->context, NULL, &g.inspector, NULL), WGSStatus_Success);
    WGSInspectorAttachment const a = wgs_inspector_fixture_attach(f, &f->frame, "a");
    WGSInspectorAttachment const b = wgs_inspector_fixture_attach(f, &f->frame, "b");
    WGSInspectorAttachment const c = wgs_inspector_fixture_attach(&g, &f->frame, "a");
    wgs_inspector_fixture_record(f, a, 0);
    wgs_inspector_fixture_record(f, a, 0);
    wgs_inspector_fixture_record(&g, c, 0);
    assert_int_equal(encodes_of(f->inspector, a), 2);
    assert_int_equal(encodes_of(f->inspector, b), 0);
    assert_int_equal(encodes_of(g.inspector, c), 1);
    wgsInspectorRelease(g.inspector);
    assert_int_equal(encodes_of(f->inspector, a), 2);
}

static void labels_default_to_the_graph_and_are_copied(void** state) {
    wgs_inspector_fixture* const f = *state;
    char graph[] = "graph";
    char node[] = "node";
    char const* const nodes[] = {node};
    wgs_fake_program program = {.label = graph, .node_count = 1, .node_labels = nodes};
    WGSInspectorAttachment const attached = wgs_inspector_fixture_attach(f, &program, "");
    memset(graph, 'x', sizeof graph - 1);
    memset(node, 'y', sizeof node - 1);
    assert_string_equal(labels_of(f->inspector), "graph ");
    WGSInspectorNodeInfo info;
    assert_int_equal(
        wgsInspectorGetNodeInfo(f->inspector, attached, 0, &info, NULL), WGSStatus_Success);
    assert_string_equal(info.label, "node");
}

static void programs_without_a_label_replace_none(void** state) {
    wgs_inspector_fixture* const f = *state;
    f->empty.label = "";
    wgs_inspector_fixture_attach(f, &f->empty, "");
    wgs_inspector_fixture_attach(f, &f->empty, "");
    size_t count = 0;
    assert_int_equal(
        wgsInspectorGetAttachments(f->inspector, &count, NULL, NULL), WGSStatus_Success);
    assert_int_equal(count, 2);
}

static void references_are_counted(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspector inspector;
    assert_int_equal(
        wgsContextCreateInspector(f->context, NULL, &inspector, NULL), WGSStatus_Success);
    assert_int_equal(f->gpu.context_references, 3);
    size_t const live = f->gpu.memory.live;
    wgsInspectorAddRef(inspector);
    wgsInspectorRelease(inspector);
    assert_int_equal(f->gpu.memory.live, live);
    wgsInspectorRelease(inspector);
    assert_int_equal(f->gpu.context_references, 2);
    wgsInspectorAddRef(NULL);
    wgsInspectorRelease(NULL);
}

/* --- Refusals -----------------------------------------------------------------------------------
 */

/* The call failed by this rule, says so in its own name, and left the inspector as it was. */
static void check_refusal(
    wgs_inspector_fixture* f,
    char const* before,
    WGSStatus status,
    WGSError* error,
    WGSErrorId detail,
    char const* message) {
    assert_string_equal(error->message, message);
    assert_int_equal(status, WGSStatus_InvalidArgument);
    assert_int_equal(error->status, status);
    assert_int_equal(error->detail, detail);
    assert_string_equal(wgs_inspector_fixture_json(f), before);
    *error = (WGSError){0};
}

static char const* snapshot(wgs_inspector_fixture* f) {
    static char text[16384];
    strncpy(text, wgs_inspector_fixture_json(f), sizeof text - 1);
    return text;
}

static void missing_arguments_are_refused(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const a = wgs_inspector_fixture_attach(f, &f->frame, "a");
    wgs_inspector_fixture_record(f, a, 0);
    char const* const before = snapshot(f);
    WGSInspector const i = f->inspector;
    WGSInspectorAttachment got = {0};
    WGSInspector made = NULL;
    WGSInspectorAttachDescriptor const none = {0};
    WGSInspectorAttachDescriptor const good = {.program = wgs_fake_program_handle(&f->frame)};
    wgs_measured_encode s;
    wgs_measured_encode_fill(&s, 0);
    WGSInspectorProgramInfo program;
    WGSInspectorNodeInfo node;
    WGSInspectorSummary summary;
    size_t size = 10;
    WGSError e = {0};
    WGSErrorId const id = WGSErrorId_NullArgument;
#define REFUSED(call, message) check_refusal(f, before, call, &e, id, message)
    REFUSED(
        wgsContextCreateInspector(NULL, NULL, &made, &e),
        "wgsContextCreateInspector: context is NULL");
    REFUSED(
        wgsContextCreateInspector(f->context, NULL, NULL, &e),
        "wgsContextCreateInspector: inspector is NULL");
    REFUSED(wgsInspectorAttach(NULL, &good, &got, &e), "wgsInspectorAttach: inspector is NULL");
    REFUSED(wgsInspectorAttach(i, NULL, &got, &e), "wgsInspectorAttach: descriptor is NULL");
    REFUSED(wgsInspectorAttach(i, &good, NULL, &e), "wgsInspectorAttach: attachment is NULL");
    REFUSED(
        wgsInspectorAttach(i, &none, &got, &e), "wgsInspectorAttach: descriptor->program is NULL");
    REFUSED(wgsInspectorRecord(NULL, a, &s.sample, &e), "wgsInspectorRecord: inspector is NULL");
    REFUSED(wgsInspectorRecord(i, a, NULL, &e), "wgsInspectorRecord: sample is NULL");
    REFUSED(
        wgsInspectorGetAttachments(NULL, &size, NULL, &e),
        "wgsInspectorGetAttachments: inspector is NULL");
    REFUSED(
        wgsInspectorGetAttachments(i, NULL, NULL, &e), "wgsInspectorGetAttachments: count is NULL");
    REFUSED(
        wgsInspectorGetProgramInfo(NULL, a, &program, &e),
        "wgsInspectorGetProgramInfo: inspector is NULL");
    REFUSED(wgsInspectorGetProgramInfo(i, a, NULL, &e), "wgsInspectorGetProgramInfo: info is NULL");
    REFUSED(
        wgsInspectorGetNodeInfo(NULL, a, 0, &node, &e),
        "wgsInspectorGetNodeInfo: inspector is NULL");
    REFUSED(wgsInspectorGetNodeInfo(i, a, 0, NULL, &e), "wgsInspectorGetNodeInfo: info is NULL");
    REFUSED(
        wgsInspectorGetSummary(NULL, a, 0, 0, &summary, &e),
        "wgsInspectorGetSummary: inspector is NULL");
    REFUSED(
        wgsInspectorGetSummary(i, a, 0, 0, NULL, &e), "wgsInspectorGetSummary: summary is NULL");
    REFUSED(
        wgsInspectorGetSamples(NULL, a, 0, 0, &size, NULL, &e),
        "wgsInspectorGetSamples: inspector is NULL");
    REFUSED(
        wgsInspectorGetSamples(i, a, 0, 0, NULL, NULL, &e),
        "wgsInspectorGetSamples: count is NULL");
    REFUSED(
        wgsInspectorPrint(NULL, WGSExplainFormat_Text, NULL, &size, &e),
        "wgsInspectorPrint: inspector is NULL");
    REFUSED(
        wgsInspectorPrint(i, WGSExplainFormat_Text, NULL, NULL, &e),
        "wgsInspectorPrint: size is NULL");
    REFUSED(
        wgsInspectorPrint(i, WGSExplainFormat_Text, NULL, &size, &e),
        "wgsInspectorPrint: text is NULL");
#undef REFUSED
    assert_null(made);
    assert_int_equal(got.number, 0);
    assert_int_equal(size, 10);
}

static void wrong_samples_are_refused(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const a = wgs_inspector_fixture_attach(f, &f->frame, "a");
    wgs_inspector_fixture_record(f, a, 0);
    char const* const before = snapshot(f);
    wgs_measured_encode s;
    WGSError e = {0};
#define REFUSED(id, message, ...)                                                                  \
    do {                                                                                           \
        wgs_measured_encode_fill(&s, 0);                                                           \
        __VA_ARGS__;                                                                               \
        check_refusal(                                                                             \
            f,                                                                                     \
            before,                                                                                \
            wgsInspectorRecord(f->inspector, a, &s.sample, &e),                                    \
            &e,                                                                                    \
            WGSErrorId_##id,                                                                       \
            "wgsInspectorRecord: " message);                                                       \
    } while (0)
    REFUSED(NullArgument, "sample->stats is NULL", s.sample.stats = NULL);
    REFUSED(NullArgument, "sample->reports is NULL", s.sample.reports = NULL);
    REFUSED(NullArgument, "sample->nanoseconds is NULL", s.sample.nanoseconds = NULL);
    REFUSED(InvalidEnum, "timing is 3, which is none", s.sample.timing = (WGSTiming)3);
    REFUSED(InvalidEnum, "timing is -1, which is none", s.sample.timing = (WGSTiming)-1);
    REFUSED(
        InvalidEnum,
        "reports[2].outcome is 4, which is none",
        s.reports[2].outcome = (WGSNodeOutcome)4);
    REFUSED(
        InvalidEnum,
        "reports[1].outcome is -1, which is none",
        s.reports[1].outcome = (WGSNodeOutcome)-1);
    REFUSED(
        InvalidSize,
        "nanosecondCount is 4 but the timing writes 2",
        s.sample.timing = WGSTiming_Program);
    REFUSED(
        InvalidSize,
        "nanosecondCount is 4 but the timing writes 0",
        s.sample.timing = WGSTiming_None);
    REFUSED(
        InvalidSize, "nanosecondCount is 3 but reports[2] needs 4", s.sample.nanosecondCount = 3);
    REFUSED(
        InvalidSize,
        "nanosecondCount is 4 but reports[2] needs 8589934590",
        s.reports[2].timing = UINT32_MAX - 1);
    REFUSED(
        LengthMismatch,
        "2 nodes were timed but the reports are of 0 of them",
        s.sample.reportCount = 0);
    REFUSED(
        LengthMismatch,
        "2 nodes were timed but the reports are of 1 of them",
        s.sample.reportCount = 2);
    REFUSED(
        LengthMismatch,
        "4 reports from node 0 on, but \"a\" has 3 nodes",
        s.sample.reportCount = 4);
    REFUSED(
        LengthMismatch, "3 reports from node 1 on, but \"a\" has 3 nodes", s.sample.firstNode = 1);
    REFUSED(
        LengthMismatch,
        "0 reports from node 4 on, but \"a\" has 3 nodes",
        s.sample.firstNode = 4,
        s.sample.reportCount = 0);
    REFUSED(
        ForeignObject,
        "reports[0] is of node \"keys\" but that of \"a\" is \"move\"",
        s.sample.firstNode = 1,
        s.sample.reportCount = 2);
    REFUSED(
        ForeignObject,
        "reports[1] is of node \"gather\" but that of \"a\" is \"move\"",
        s.reports[1].label = "gather");
#undef REFUSED
    wgs_measured_encode_fill(&s, 0);
    s.reports[1].label = NULL; /* not known: not compared */
    assert_int_equal(wgsInspectorRecord(f->inspector, a, &s.sample, NULL), WGSStatus_Success);
}

static void wrong_questions_are_refused(void** state) {
    wgs_inspector_fixture* const f = *state;
    WGSInspectorAttachment const a = wgs_inspector_fixture_attach(f, &f->frame, "a");
    wgs_inspector_fixture_record(f, a, 0);
    wgs_inspector_fixture_record(f, a, 1);
    char const* const before = snapshot(f);
    WGSInspector const i = f->inspector;
    WGSInspectorAttachment const gone = {.inspector = i, .number = 7};
    WGSInspectorAttachment const foreign = {.number = a.number};
    WGSInspectorAttachment listed[1];
    WGSInspectorProgramInfo program;
    WGSInspectorNodeInfo node;
    WGSInspectorSummary summary;
    uint64_t samples[2] = {77, 77};
    wgs_measured_encode s;
    wgs_measured_encode_fill(&s, 0);
    WGSError e = {0};
    size_t n = 0;
#define REFUSED(id, call, message) check_refusal(f, before, call, &e, WGSErrorId_##id, message)
    REFUSED(
        ForeignObject,
        wgsInspectorRecord(i, gone, &s.sample, &e),
        "wgsInspectorRecord: attachment 7 was detached or replaced");
    REFUSED(
        ForeignObject,
        wgsInspectorRecord(i, foreign, &s.sample, &e),
        "wgsInspectorRecord: attachment 1 is of another inspector");
    REFUSED(
        ForeignObject,
        wgsInspectorGetProgramInfo(i, gone, &program, &e),
        "wgsInspectorGetProgramInfo: attachment 7 was detached or replaced");
    REFUSED(
        ForeignObject,
        wgsInspectorGetNodeInfo(i, gone, 0, &node, &e),
        "wgsInspectorGetNodeInfo: attachment 7 was detached or replaced");
    REFUSED(
        ForeignObject,
        wgsInspectorGetSummary(i, gone, 0, 0, &summary, &e),
        "wgsInspectorGetSummary: attachment 7 was detached or replaced");
    REFUSED(
        ForeignObject,
        wgsInspectorGetSamples(i, gone, 0, 0, &n, samples, &e),
        "wgsInspectorGetSamples: attachment 7 was detached or replaced");
    REFUSED(
        ValueOutOfRange,
        wgsInspectorGetNodeInfo(i, a, 3, &node, &e),
        "wgsInspectorGetNodeInfo: node is 3 but \"a\" has 3 nodes");
    REFUSED(
        ValueOutOfRange,
        wgsInspectorGetNodeInfo(i, a, WGS_INSPECTOR_PROGRAM, &node, &e),
        "wgsInspectorGetNodeInfo: node is 4294967295 but \"a\" has 3 nodes");
    REFUSED(
        ValueOutOfRange,
        wgsInspectorGetSummary(i, a, 3, 0, &summary, &e),
        "wgsInspectorGetSummary: node is 3 but \"a\" has 3 nodes");
    REFUSED(
        ValueOutOfRange,
        wgsInspectorGetSamples(i, a, 4, 0, &n, samples, &e),
        "wgsInspectorGetSamples: node is 4 but \"a\" has 3 nodes");
    REFUSED(
        InvalidEnum,
        wgsInspectorGetSummary(i, a, 0, WGSInspectorQuantity_GpuSpanNanoseconds, &summary, &e),
        "wgsInspectorGetSummary: quantity is 2, which is none of a node's");
    REFUSED(
        InvalidEnum,
        wgsInspectorGetSamples(
            i, a, WGS_INSPECTOR_PROGRAM, (WGSInspectorQuantity)6, &n, samples, &e),
        "wgsInspectorGetSamples: quantity is 6, which is none of a program's");
    REFUSED(
        InvalidEnum,
        wgsInspectorGetSummary(i, a, WGS_INSPECTOR_PROGRAM, (WGSInspectorQuantity)-1, &summary, &e),
        "wgsInspectorGetSummary: quantity is -1, which is none of a program's");
    REFUSED(
        InvalidSize,
        wgsInspectorGetAttachments(i, &n, listed, &e),
        "wgsInspectorGetAttachments: count is 0 but there are 1 programs");
    assert_int_equal(n, 0);
    n = 1;
    REFUSED(
        InvalidSize,
        wgsInspectorGetSamples(i, a, 0, 0, &n, samples, &e),
        "wgsInspectorGetSamples: count is 1 but there are 2 samples");
    assert_int_equal(n, 1);
    n = 0;
    REFUSED(
        InvalidEnum,
        wgsInspectorPrint(i, WGSExplainFormat_DOT, NULL, &n, &e),
        "wgsInspectorPrint: format is 2, which is neither text nor JSON");
    REFUSED(
        InvalidEnum,
        wgsInspectorPrint(i, (WGSExplainFormat)-1, NULL, &n, &e),
        "wgsInspectorPrint: format is -1, which is neither text nor JSON");
    assert_int_equal(n, 0);
#undef REFUSED
    assert_int_equal(samples[0], 77);
    assert_int_not_equal(wgsInspectorGetNodeInfo(i, a, 3, &node, NULL), WGSStatus_Success);
}

static void without_memory_no_inspector_is_made(void** state) {
    wgs_inspector_fixture* const f = *state;
    size_t const live = f->gpu.memory.live;
    for (size_t n = 1;; n++) {
        WGSInspector inspector = NULL;
        WGSError error = {0};
        wgs_fail_allocation(&f->gpu.memory, n);
        WGSStatus const status = wgsContextCreateInspector(f->context, NULL, &inspector, &error);
        wgs_fail_allocation(&f->gpu.memory, 0);
        if (status == WGSStatus_Success) {
            assert_true(n > 2);
            wgsInspectorRelease(inspector);
            break;
        }
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_null(inspector);
        assert_int_equal(f->gpu.context_references, 2);
        assert_int_equal(f->gpu.memory.live, live);
    }
}

/* Fails every allocation of an attachment once; in the end it is made. */
static void attach_in_need(wgs_inspector_fixture* f, char const* label, size_t allocations) {
    char const* const before = snapshot(f);
    WGSInspectorAttachDescriptor const d = {
        .program = wgs_fake_program_handle(&f->frame), .label = wgs_string_view(label)};
    size_t const live = f->gpu.memory.live;
    for (size_t n = 1;; n++) {
        WGSInspectorAttachment attachment = {.number = 77};
        WGSError error = {0};
        wgs_fail_allocation(&f->gpu.memory, n);
        WGSStatus const status = wgsInspectorAttach(f->inspector, &d, &attachment, &error);
        wgs_fail_allocation(&f->gpu.memory, 0);
        if (status == WGSStatus_Success) {
            assert_int_equal(n, allocations + 1);
            assert_int_not_equal(attachment.number, 77);
            return;
        }
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_string_equal(
            error.message, "wgsInspectorAttach: an allocation in host memory failed");
        assert_int_equal(attachment.number, 77);
        assert_int_equal(f->gpu.memory.live, live);
        assert_string_equal(wgs_inspector_fixture_json(f), before);
    }
}

static void without_memory_nothing_is_attached_or_replaced(void** state) {
    wgs_inspector_fixture* const f = *state;
    attach_in_need(f, "", 6); /* the list, the program, its label twice, nodes, their labels */
    assert_string_equal(labels_of(f->inspector), "frame ");
    attach_in_need(f, "frame", 4); /* replaces it */
    attach_in_need(f, "other", 4);
    assert_string_equal(labels_of(f->inspector), "frame other ");
}

#define WITH_FIXTURE(test)                                                                         \
    cmocka_unit_test_setup_teardown(test, wgs_inspector_fixture_open, wgs_inspector_fixture_close)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(a_replaced_program_cannot_detach_its_successor),
        WITH_FIXTURE(detaching_nothing_has_no_effect),
        WITH_FIXTURE(any_place_of_the_list_can_go),
        WITH_FIXTURE(one_program_has_several_histories),
        WITH_FIXTURE(labels_default_to_the_graph_and_are_copied),
        WITH_FIXTURE(programs_without_a_label_replace_none),
        WITH_FIXTURE(references_are_counted),
        WITH_FIXTURE(missing_arguments_are_refused),
        WITH_FIXTURE(wrong_samples_are_refused),
        WITH_FIXTURE(wrong_questions_are_refused),
        WITH_FIXTURE(without_memory_no_inspector_is_made),
        WITH_FIXTURE(without_memory_nothing_is_attached_or_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
