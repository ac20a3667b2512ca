/* SPDX-License-Identifier: MIT */
/* The parameters of many nodes in one encode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gpu/test_kernels/number_rig.h"
#include "testing/test_device.h"

enum { ROWS = 3 };

typedef struct many {
    uint32_t nodes;
    WGPUBuffer in, out;
    WGSValue* counts;
    WGSProgram program;
} many;

/* Node i adds 100 i to the first elements of `in` and writes them to its own place in `out`. */
static many open_many(uint32_t nodes) {
    many m = {.nodes = nodes};
    m.in = wgs_number_buffer(wgs_test_context(), ROWS, 1, 1);
    m.out = wgs_number_buffer(wgs_test_context(), (uint64_t)nodes * ROWS, 0, 0);
    m.counts = calloc(nodes, sizeof(WGSValue));
    assert_non_null(m.counts);
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer const from = wgs_number_import(graph, "in", 0, m.in);
    WGSBuffer const to = wgs_number_import(graph, "out", 0, m.out);
    WGSError error;
    for (uint32_t i = 0; i < nodes; ++i) {
        WGSValueDescriptor const value = {.value = ROWS};
        assert_int_equal(wgsGraphCreateValue(graph, &value, &m.counts[i], &error), 0);
        WGSView const out = wgs_number_view(to, (uint64_t)i * ROWS * 4, ROWS);
        assert_int_equal(
            wgs_number_add(
                graph, wgs_number_view(from, 0, ROWS), out, 100 * i, m.counts[i], &error),
            0);
    }
    m.program = wgs_number_compile(graph);
    wgsGraphRelease(graph);
    return m;
}

static void close_many(many* m) {
    wgsProgramRelease(m->program);
    wgpuBufferRelease(m->in);
    wgpuBufferRelease(m->out);
    free(m->counts);
}

/* Encodes with the counts of the first `changed` nodes replaced by 1 and 2 in turns. */
static void run_changed(many const* m, uint32_t changed) {
    WGSValueReplacement* const values = calloc(m->nodes, sizeof *values);
    assert_non_null(values);
    for (uint32_t i = 0; i < changed; ++i)
        values[i] = (WGSValueReplacement){m->counts[i], 1 + i % 2};
    WGSEncodeDescriptor const descriptor = {.valueCount = changed, .values = values};
    wgs_number_run(wgs_test_context(), m->program, &descriptor);
    free(values);
}

static void check_changed(many const* m, uint32_t changed) {
    uint32_t* const words = wgs_number_read(wgs_test_context(), m->out, (uint64_t)m->nodes * ROWS);
    for (uint32_t i = 0; i < m->nodes * ROWS; ++i) {
        uint32_t const node = i / ROWS, row = i % ROWS;
        bool const written = row < (node < changed ? 1 + node % 2 : ROWS);
        if (words[i] != (written ? 1 + row + 100 * node : 0))
            fail_msg("%u of %u nodes: word %u is %u", changed, m->nodes, i, words[i]);
    }
    free(words);
}

/* fault GR-09: no block of parameters is lost at the end of a buffer: as many nodes as fit 64
 * KiB of uniforms at the alignment of 256, one less, one more, and others; all, half or none
 * replaced. */
static void test_many_nodes(void** state) {
    (void)state;
    static uint32_t const numbers[] = {1, 2, 3, 255, 256, 257};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; ++n)
        for (uint32_t part = 0; part < 3; ++part) {
            many m = open_many(numbers[n]);
            uint32_t const changed = part * numbers[n] / 2;
            run_changed(&m, changed);
            check_changed(&m, changed);
            close_many(&m);
        }
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* One node more than a buffer has room for parameters of is refused at compile, with the numbers. */
static void test_too_many_nodes(void** state) {
    (void)state;
    enum { MOST = 10 };
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxBufferSize = UINT64_C(256) * MOST});
    assert_non_null(context);
    WGPUBuffer const in = wgs_number_buffer(wgs_test_context(), ROWS, 1, 1);
    WGPUBuffer const out = wgs_number_buffer(wgs_test_context(), ROWS, 0, 0);
    WGSGraph const graph = wgs_number_graph(context);
    WGSView const from = wgs_number_view(wgs_number_import(graph, "in", 0, in), 0, ROWS);
    WGSView const to = wgs_number_view(wgs_number_import(graph, "out", 0, out), 0, ROWS);
    WGSProgram program = NULL;
    WGSError error;
    for (uint32_t i = 0; i < MOST; ++i)
        assert_int_equal(wgs_number_add(graph, from, to, i, NULL, &error), 0);
    assert_int_equal(wgs_number_add(graph, from, to, MOST, NULL, &error), 0);
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_BufferTooLarge);
    assert_string_equal(
        error.message,
        "wgsGraphCompile: the parameters of 11 nodes need 2816 bytes but a buffer holds 2560");
    assert_null(program);
    wgsGraphRelease(graph);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
    wgsContextRelease(context);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_many_nodes),
        cmocka_unit_test(test_too_many_nodes),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
