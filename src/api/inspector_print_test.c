/* SPDX-License-Identifier: MIT */
/* What an inspector prints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "testing/inspector_fixture.h"
#include "testing/plan_fixture.h"

/* Two programs: one with four encodes of all outcomes and a failed one, and one that never ran. */
static void fill(wgs_inspector_fixture* f) {
    WGSInspectorAttachment const frame = wgs_inspector_fixture_attach(f, &f->frame, "");
    wgs_inspector_fixture_attach(f, &f->empty, "");
    static uint32_t const costs[] = {0, 999400, 2000000000};
    for (size_t i = 0; i < 3; i++)
        wgs_inspector_fixture_record(f, frame, costs[i]);
    wgs_measured_encode e;
    wgs_measured_encode_fill(&e, 0);
    e.stats.nodeCount = 0;
    e.stats.skippedNodeCount = 1;
    e.reports[0].outcome = WGSNodeOutcome_Skipped;
    e.reports[1].outcome = WGSNodeOutcome_Empty;
    e.reports[2].outcome = WGSNodeOutcome_GpuResolved;
    assert_int_equal(wgsInspectorRecord(f->inspector, frame, &e.sample, NULL), WGSStatus_Success);
    WGSInspectorSample const failed = {.status = WGSStatus_DeviceLost};
    assert_int_equal(wgsInspectorRecord(f->inspector, frame, &failed, NULL), WGSStatus_Success);
}

static char const* print(wgs_inspector_fixture* f, WGSExplainFormat format) {
    static char text[16384];
    size_t size = sizeof text;
    assert_int_equal(wgsInspectorPrint(f->inspector, format, text, &size, NULL), WGSStatus_Success);
    assert_int_equal(strlen(text) + 1, size);
    return text;
}

/* clang-format off */
static char const* const expected_text =
        "inspector \"test\": 2 programs\n"
        "\n"
        "program \"frame\": 3 nodes, 4 encodes, 1 failed\n"
        "                         latest       p50       p95  samples\n"
        "  CPU, encode           1.00 us   1.00 us    2.00 s  4 of 4\n"
        "  GPU, sum of nodes       20 ns     30 ns    4.00 s  4 of 4\n"
        "  GPU, first to last          -         -         -  0 of 0\n"
        "  passes                      2         2         2  4 of 4\n"
        "  nodes recorded              0         3         3  4 of 4\n"
        "  nodes skipped               1         0         1  4 of 4\n"
        "\n"
        "    #  node        CPU       p50       p95        GPU       p50       p95  recorded    empty  skipped indirect\n"
        "    0  keys     2.00 s   1.00 ms    2.00 s     2.00 s    999 us    2.00 s         3        0        1        0\n"
        "    1  move     2.00 s   1.00 ms    2.00 s          -         -         -         3        1        0        0\n"
        "    2  sort     300 ns    300 ns    2.00 s      20 ns     20 ns    2.00 s         3        0        0        1\n"
        "\n"
        "program \"empty\": 0 nodes, 0 encodes, 0 failed\n"
        "                         latest       p50       p95  samples\n"
        "  CPU, encode                 -         -         -  0 of 0\n"
        "  GPU, sum of nodes           -         -         -  0 of 0\n"
        "  GPU, first to last          -         -         -  0 of 0\n"
        "  passes                      -         -         -  0 of 0\n"
        "  nodes recorded              -         -         -  0 of 0\n"
        "  nodes skipped               -         -         -  0 of 0\n";

static char const* const expected_json =
        "{\n"
        "  \"version\": 1,\n"
        "  \"label\": \"test\", \"sampleCapacity\": 120,\n"
        "  \"programs\": [\n"
        "    {\"label\": \"frame\", \"encodeCount\": 4, \"failedEncodeCount\": 1,\n"
        "      \"recordedCount\": 9, \"emptyCount\": 1, \"skippedCount\": 1, \"gpuResolvedCount\": 1,\n"
        "      \"encodeNanoseconds\": {\"latest\": 1000, \"p50\": 1000, \"p95\": 2000001000, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "      \"gpuNanoseconds\": {\"latest\": 20, \"p50\": 30, \"p95\": 4000000030, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "      \"gpuSpanNanoseconds\": null,\n"
        "      \"passCount\": {\"latest\": 2, \"p50\": 2, \"p95\": 2, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "      \"nodeCount\": {\"latest\": 0, \"p50\": 3, \"p95\": 3, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "      \"skippedNodeCount\": {\"latest\": 1, \"p50\": 0, \"p95\": 1, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "      \"nodes\": [\n"
        "        {\"order\": 0, \"label\": \"keys\", \"recordedCount\": 3, \"emptyCount\": 0, \"skippedCount\": 1, \"gpuResolvedCount\": 0,\n"
        "          \"encodeNanoseconds\": {\"latest\": 2000000100, \"p50\": 999500, \"p95\": 2000000100, \"sampleCount\": 3, \"totalCount\": 3},\n"
        "          \"gpuNanoseconds\": {\"latest\": 2000000010, \"p50\": 999410, \"p95\": 2000000010, \"sampleCount\": 3, \"totalCount\": 3}},\n"
        "        {\"order\": 1, \"label\": \"move\", \"recordedCount\": 3, \"emptyCount\": 1, \"skippedCount\": 0, \"gpuResolvedCount\": 0,\n"
        "          \"encodeNanoseconds\": {\"latest\": 2000000200, \"p50\": 999600, \"p95\": 2000000200, \"sampleCount\": 3, \"totalCount\": 3},\n"
        "          \"gpuNanoseconds\": null},\n"
        "        {\"order\": 2, \"label\": \"sort\", \"recordedCount\": 3, \"emptyCount\": 0, \"skippedCount\": 0, \"gpuResolvedCount\": 1,\n"
        "          \"encodeNanoseconds\": {\"latest\": 300, \"p50\": 300, \"p95\": 2000000300, \"sampleCount\": 4, \"totalCount\": 4},\n"
        "          \"gpuNanoseconds\": {\"latest\": 20, \"p50\": 20, \"p95\": 2000000020, \"sampleCount\": 4, \"totalCount\": 4}}\n"
        "      ]},\n"
        "    {\"label\": \"empty\", \"encodeCount\": 0, \"failedEncodeCount\": 0,\n"
        "      \"recordedCount\": 0, \"emptyCount\": 0, \"skippedCount\": 0, \"gpuResolvedCount\": 0,\n"
        "      \"encodeNanoseconds\": null,\n"
        "      \"gpuNanoseconds\": null,\n"
        "      \"gpuSpanNanoseconds\": null,\n"
        "      \"passCount\": null,\n"
        "      \"nodeCount\": null,\n"
        "      \"skippedNodeCount\": null,\n"
        "      \"nodes\": []}\n"
        "  ]\n"
        "}\n";
/* clang-format on */

/* item 36: latest, p50, p95 and counters a node and a program. */
static void text_has_aligned_columns(void** state) {
    wgs_inspector_fixture* const f = *state;
    assert_string_equal(print(f, WGSExplainFormat_Text), "inspector \"test\": 0 programs\n");
    fill(f);
    assert_string_equal(print(f, WGSExplainFormat_Text), expected_text);
}

static void json_has_the_documented_members(void** state) {
    wgs_inspector_fixture* const f = *state;
    assert_non_null(strstr(wgs_inspector_fixture_json(f), "\"programs\": []"));
    fill(f);
    assert_string_equal(wgs_inspector_fixture_json(f), expected_json);
}

static void texts_are_cut_to_their_room(void** state) {
    wgs_inspector_fixture* const f = *state;
    fill(f);
    for (int format = WGSExplainFormat_Text; format <= WGSExplainFormat_JSON; format++) {
        char whole[16384];
        (void)snprintf(whole, sizeof whole, "%s", print(f, (WGSExplainFormat)format));
        size_t const needed = strlen(whole) + 1;
        size_t size = 0;
        assert_int_equal(
            wgsInspectorPrint(f->inspector, (WGSExplainFormat)format, NULL, &size, NULL),
            WGSStatus_Success);
        assert_int_equal(size, needed);
        for (size_t room = 1; room <= needed; room += 37) {
            char cut[16384];
            memset(cut, '#', sizeof cut);
            size = room;
            assert_int_equal(
                wgsInspectorPrint(f->inspector, (WGSExplainFormat)format, cut, &size, NULL),
                WGSStatus_Success);
            assert_int_equal(size, needed);
            assert_int_equal(strlen(cut), room - 1);
            assert_memory_equal(cut, whole, room - 1);
            assert_int_equal(cut[room], '#');
        }
    }
}

/* A time as it is printed for a program's encode. */
static void check_time(wgs_inspector_fixture* f, uint64_t nanoseconds, char const* expected) {
    WGSInspectorAttachment const a = wgs_inspector_fixture_attach(f, &f->empty, "time");
    WGSEncodeStats const stats = {.encodeNanoseconds = nanoseconds};
    WGSInspectorSample const sample = {.stats = &stats};
    assert_int_equal(wgsInspectorRecord(f->inspector, a, &sample, NULL), WGSStatus_Success);
    char line[80];
    (void)snprintf(line, sizeof line, "  %9s %9s %9s  1 of 1\n", expected, expected, expected);
    if (strstr(print(f, WGSExplainFormat_Text), line) == NULL)
        fail_msg("%s", print(f, WGSExplainFormat_Text));
}

static void times_have_three_digits(void** state) {
    wgs_inspector_fixture* const f = *state;
    check_time(f, 0, "0 ns");
    check_time(f, 999, "999 ns");
    check_time(f, 1000, "1.00 us");
    check_time(f, 9994, "9.99 us");
    check_time(f, 9996, "10.0 us");
    check_time(f, 99940, "99.9 us");
    check_time(f, 99960, "100 us");
    check_time(f, 999499, "999 us");
    check_time(f, 999501, "1.00 ms");
    check_time(f, 12345678, "12.3 ms");
    check_time(f, UINT64_C(1500000000), "1.50 s");
    check_time(f, UINT64_C(4000000000000), "4000 s");
}

static void odd_labels_break_nothing(void** state) {
    wgs_inspector_fixture* const f = *state;
    static char const* const nodes[] = {"gr\xC3\xBC\xC3\x9F", "a\tb\"c\xFF", ""};
    wgs_fake_program odd = {.label = "x\ny", .node_count = 3, .node_labels = nodes};
    wgs_inspector_fixture_attach(f, &odd, "");
    char const* const text = print(f, WGSExplainFormat_Text);
    assert_non_null(strstr(text, "program \"x?y\": 3 nodes"));
    assert_non_null(strstr(text, "    0  gr\xC3\xBC\xC3\x9F            -"));
    assert_non_null(strstr(text, "    1  a?b\"c?          -"));
    assert_non_null(strstr(text, "    2                  -"));
    char const* const json = wgs_inspector_fixture_json(f);
    assert_non_null(strstr(json, "\"label\": \"x\\u000ay\""));
    assert_non_null(strstr(json, "\"label\": \"a\\u0009b\\\"c\\ufffd\""));
}

#define WITH_FIXTURE(test)                                                                         \
    cmocka_unit_test_setup_teardown(test, wgs_inspector_fixture_open, wgs_inspector_fixture_close)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(text_has_aligned_columns),
        WITH_FIXTURE(json_has_the_documented_members),
        WITH_FIXTURE(texts_are_cut_to_their_room),
        WITH_FIXTURE(times_have_three_digits),
        WITH_FIXTURE(odd_labels_break_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
