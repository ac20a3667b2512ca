/* SPDX-License-Identifier: MIT */
/* Kernels of callers on a device: any view, values and buffers of each encode, one pipeline for equal
 * kernels, whole primitives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/context.h"
#include "plan/workload.h"
#include "primitives/gather/gather_reference.h"
#include "testing/distribution.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

/* A gather of somebody else's: out[i] = in[rows[i]] + add. */
static char const pick_text[] =
    "struct Params { count: u32, add: u32, length: u32, rows_base: u32, in_base: u32,\n"
    "                out_base: u32 }\n"
    "@group(0) @binding(0) var<uniform> params: Params;\n"
    "@group(0) @binding(7) var<storage, read> rows: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read> numbers_in: array<u32>;\n"
    "@group(0) @binding(4) var<storage, read_write> numbers_out: array<u32>;\n"
    "@compute @workgroup_size(WG_SIZE)\n"
    "fn pick(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) grid: vec3u,\n"
    "        @builtin(local_invocation_index) lane: u32) {\n"
    "    let step = grid.x * grid.y * grid.z * WG_SIZE;\n"
    "    let linear = group.x + grid.x * (group.y + grid.y * group.z);\n"
    "    for (var i = linear * WG_SIZE + lane; i < params.count; i += step) {\n"
    "        let row = min(rows[params.rows_base + i], params.length - 1u);\n"
    "        numbers_out[params.out_base + i] = numbers_in[params.in_base + row] + params.add;\n"
    "    }\n"
    "}\n";

typedef struct pick_data {
    uint32_t length;
    uint32_t add;
    uint64_t max_groups;
    uint32_t count; /* where there is no value */
    uint32_t values;
} pick_data;

static void prepare_pick(void const* given, uint32_t const* values, WGSKernelLaunch* launch) {
    pick_data const* const data = given;
    for (size_t i = 0; i < WGS_MAX_KERNEL_PARAMS; i++)
        assert_int_equal(launch->params[i], 0);
    assert_int_equal(launch->workgroups, 0);
    uint32_t const count = data->values > 0 ? values[0] : data->count;
    launch->params[0] = count;
    launch->params[1] = data->values > 1 ? values[1] : data->add;
    launch->params[2] = data->length;
    launch->params[5] = 12345; /* a base's word: filled in by the library */
    uint64_t const groups = ((uint64_t)count + 63) / 64;
    launch->workgroups = groups < data->max_groups ? groups : data->max_groups;
}

/* What a test makes of the kernel. */
typedef struct pick {
    WGSView rows;
    WGSView in;
    WGSView out;
    size_t value_count;
    WGSValue values[2]; /* count, add */
    uint32_t add;
    uint32_t width; /* of a workgroup; 0: 64 */
    WGPUBool unchecked;
    char const* note;
} pick;

static WGSStatus add_pick(WGSGraph graph, pick const* p, WGSNode* node, WGSError* error) {
    WGSKernelBinding const bindings[] = {
        {7, WGSAccess_StorageRead, p->rows, 1, 3},
        {1, WGSAccess_StorageRead, p->in, 1, 4},
        {4, WGSAccess_StorageWrite, p->out, 1, 5},
    };
    pick_data const data = {
        .length = (uint32_t)p->in.length,
        .add = p->add,
        .max_groups = wgsGraphGetMaxWorkgroups(graph),
        .count = (uint32_t)p->rows.length,
        .values = (uint32_t)p->value_count,
    };
    /* Texts of its own each time, so that nothing is found by its address. */
    char text[sizeof pick_text];
    memcpy(text, pick_text, sizeof text);
    char name[] = "WG_SIZE";
    WGSKernelConstant const constant = {{name, WGPU_STRLEN}, p->width != 0 ? p->width : 64};
    WGSKernelDescriptor const descriptor = {
        .label = wgs_test_text("mine.pick"),
        .note = wgs_test_text(p->note),
        .source = {text, sizeof text - 1},
        .entryPoint = wgs_test_text("pick"),
        .bindingCount = 3,
        .bindings = bindings,
        .constantCount = 1,
        .constants = &constant,
        .paramsWordCount = 6,
        .prepare = prepare_pick,
        .data = &data,
        .dataSize = sizeof data,
        .valueCount = p->value_count,
        .values = p->values,
        .workload = {.rows = p->rows.length, .readBytes = 99},
        .unchecked = p->unchecked,
    };
    WGSStatus const status = wgsGraphAddKernel(graph, &descriptor, node, error);
    memset(text, '!', sizeof text);
    memset(name, '!', sizeof name);
    return status;
}

/* --- Columns ------------------------------------------------------------------------------- */

enum { OUTS = 2 };

typedef struct columns {
    size_t row_count;
    size_t in_length;
    uint32_t* rows;
    uint32_t* in;
    wgs_guarded_buffer rows_place;
    wgs_guarded_buffer in_place;
    wgs_guarded_buffer out_places[OUTS];
} columns;

static void make_columns(columns* c, size_t row_count, size_t in_length, uint32_t turn) {
    *c = (columns){.row_count = row_count, .in_length = in_length};
    c->rows = malloc(4 * row_count);
    c->in = malloc(4 * in_length);
    assert_non_null(c->rows);
    assert_non_null(c->in);
    wgs_random random = {turn};
    for (size_t i = 0; i < row_count; i++)
        c->rows[i] = (uint32_t)wgs_random_below(&random, in_length + 1);
    for (size_t i = 0; i < in_length; i++)
        c->in[i] = (uint32_t)wgs_random_bits(&random);
    c->rows_place = wgs_guarded_buffer_create(turn % 66, 4 * row_count, c->rows);
    c->in_place = wgs_guarded_buffer_create((turn + 1) * 7 % 66, 4 * in_length, c->in);
    for (uint32_t i = 0; i < OUTS; i++)
        c->out_places[i] = wgs_guarded_buffer_create((turn + 2 + i) * 5 % 66, 4 * row_count, NULL);
}

static void free_columns(columns* c) {
    wgs_guarded_buffer_free(&c->rows_place);
    wgs_guarded_buffer_free(&c->in_place);
    for (size_t i = 0; i < OUTS; i++)
        wgs_guarded_buffer_free(&c->out_places[i]);
    free(c->rows);
    free(c->in);
}

static WGSGraph make_graph(WGSContext context) {
    WGSGraph graph;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, NULL), WGSStatus_Success);
    return graph;
}

static WGSView import_place(WGSGraph graph, wgs_guarded_buffer const* place) {
    WGSView view;
    WGSError error;
    assert_int_equal(
        wgs_guarded_buffer_import(place, graph, WGSFormat_Uint32, &view, &error),
        WGSStatus_Success);
    return view;
}

static pick import_columns(WGSGraph graph, columns const* c) {
    return (pick){
        .rows = import_place(graph, &c->rows_place),
        .in = import_place(graph, &c->in_place),
        .out = import_place(graph, &c->out_places[0])};
}

static WGSProgram compile(WGSGraph graph) {
    WGSProgram program = NULL;
    WGSError error = {0};
    if (wgsGraphCompile(graph, NULL, &program, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    wgsGraphRelease(graph);
    return program;
}

static void run(WGSProgram program, WGSEncodeDescriptor const* descriptor) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSError error = {0};
    if (wgsProgramEncode(program, encoder, descriptor, NULL, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    assert_true(wgs_test_submit(encoder));
}

/* Output `which` holds `count` rows of the reference plus `add`, then guard words. */
static void check_out(columns const* c, size_t which, size_t count, uint32_t add) {
    uint32_t* const expected = malloc(4 * c->row_count);
    uint32_t* const got = malloc(4 * c->row_count);
    assert_non_null(expected);
    assert_non_null(got);
    if (count > 0)
        wgs_gather_reference(c->rows, count, c->in, c->in_length, 4, expected);
    for (size_t i = 0; i < c->row_count; i++)
        expected[i] = i < count ? expected[i] + add : WGS_GUARD_WORD;
    assert_true(wgs_guarded_buffer_read(&c->out_places[which], "out", got));
    assert_memory_equal(got, expected, 4 * c->row_count);
    free(expected);
    free(got);
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* --- Views and grids ----------------------------------------------------------------------- */

/* item 4: what a caller's kernel and the library's own gather write is the same, wherever the views
 * begin. */
static void test_equal_to_gather(void** state) {
    (void)state;
    static size_t const sizes[][2] = {{1, 1}, {257, 3}, {300, 1000}, {5000, 4000}};
    for (uint32_t i = 0; i < 4; i++) {
        columns c;
        make_columns(&c, sizes[i][0], sizes[i][1], 13 * i + 1);
        WGSGraph const graph = make_graph(wgs_test_context());
        pick const p = import_columns(graph, &c);
        WGSGatherDescriptor const gather = {
            .rows = p.rows, .in = p.in, .out = import_place(graph, &c.out_places[1])};
        assert_int_equal(wgsGraphAddGather(graph, &gather, NULL), WGSStatus_Success);
        assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
        WGSProgram const program = compile(graph);
        run(program, NULL);
        check_out(&c, 0, c.row_count, 0);
        check_out(&c, 1, c.row_count, 0);
        wgsProgramRelease(program);
        free_columns(&c);
    }
}

/* item 4: the grid is spread over three dimensions, and what one dispatch can't hold is refused. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    static size_t const sizes[] = {64, 65, 129, 257, 512, 5000};
    for (uint32_t i = 0; i < 6; i++) {
        columns c;
        make_columns(&c, sizes[i], 700, i);
        WGSGraph const graph = make_graph(context);
        assert_int_equal(wgsGraphGetMaxWorkgroups(graph), 8);
        pick const p = import_columns(graph, &c);
        assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
        WGSProgram const program = compile(graph);
        run(program, NULL);
        check_out(&c, 0, c.row_count, 0);
        wgsProgramRelease(program);
        free_columns(&c);
    }
    wgsContextRelease(context);
}

/* item 4: indices that are proved need no checks; the result is the same. */
static void test_unchecked(void** state) {
    (void)state;
    columns c;
    make_columns(&c, 1000, 700, 5);
    WGSGraph const graph = make_graph(wgs_test_context());
    pick p = import_columns(graph, &c);
    p.unchecked = 1;
    assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
    WGSProgram const program = compile(graph);
    run(program, NULL);
    check_out(&c, 0, c.row_count, 0);
    wgsProgramRelease(program);
    free_columns(&c);
}

/* --- Encodes ------------------------------------------------------------------------------- */

static void make_values(WGSGraph graph, pick* p, uint32_t rows) {
    WGSValueDescriptor const count = {.value = rows};
    WGSValueDescriptor const add = {.value = 3, .maximum = 0xFFFFFFFF};
    assert_int_equal(wgsGraphCreateValue(graph, &count, &p->values[0], NULL), 0);
    assert_int_equal(wgsGraphCreateValue(graph, &add, &p->values[1], NULL), 0);
    p->value_count = 2;
}

/* item 4: each encode has its own values. */
static void test_values(void** state) {
    (void)state;
    columns c;
    make_columns(&c, 1000, 700, 9);
    WGSGraph const graph = make_graph(wgs_test_context());
    pick p = import_columns(graph, &c);
    make_values(graph, &p, 1000);
    assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
    WGSProgram const program = compile(graph);
    run(program, NULL);
    check_out(&c, 0, 1000, 3);
    static uint32_t const counts[] = {1000, 0, 1, 64, 65, 999};
    for (uint32_t i = 0; i < 6; i++) {
        WGSValueReplacement const values[] = {{p.values[0], counts[i]}, {p.values[1], 77 * i}};
        WGSEncodeDescriptor const descriptor = {.valueCount = 2, .values = values};
        assert_true(wgs_guarded_buffer_reset(&c.out_places[0]));
        run(program, &descriptor);
        check_out(&c, 0, counts[i], 77 * i);
    }
    wgsProgramRelease(program);
    free_columns(&c);
}

/* item 4: two encodes in one submission, with values, buffers and offsets of their own: bases follow
 * the buffers. */
static void test_replaced_buffers(void** state) {
    (void)state;
    columns c;
    make_columns(&c, 500, 300, 3);
    WGSGraph const graph = make_graph(wgs_test_context());
    pick p = import_columns(graph, &c);
    make_values(graph, &p, 500);
    WGSImportDescriptor const later = {.size = 2000, .usage = WGPUBufferUsage_Storage};
    p.out = (WGSView){.format = WGSFormat_Uint32, .length = 500};
    assert_int_equal(wgsGraphImportBuffer(graph, &later, &p.out.buffer, NULL), 0);
    assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
    WGSProgram const program = compile(graph);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    for (uint32_t i = 0; i < OUTS; i++) {
        WGSValueReplacement const values[] = {{p.values[0], 500 - 100 * i}, {p.values[1], i}};
        WGSBufferReplacement const buffer = {
            p.out.buffer, c.out_places[i].buffer, c.out_places[i].offset};
        WGSEncodeDescriptor const descriptor = {
            .bufferCount = 1, .buffers = &buffer, .valueCount = 2, .values = values};
        assert_int_equal(wgsProgramEncode(program, encoder, &descriptor, NULL, NULL), 0);
    }
    assert_true(wgs_test_submit(encoder));
    for (uint32_t i = 0; i < OUTS; i++)
        check_out(&c, i, 500 - 100 * i, i);
    wgsProgramRelease(program);
    free_columns(&c);
}

/* item 4: 0 workgroups record nothing. */
static void test_nothing_launched(void** state) {
    (void)state;
    columns c;
    make_columns(&c, 10, 10, 3);
    WGSGraph const graph = make_graph(wgs_test_context());
    pick p = import_columns(graph, &c);
    make_values(graph, &p, 10);
    assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
    WGSProgram const program = compile(graph);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const value = {p.values[0], 0};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &value};
    WGSEncodeStats stats;
    assert_int_equal(wgsProgramEncode(program, encoder, &descriptor, &stats, NULL), 0);
    assert_int_equal(stats.nodeCount, 0);
    assert_int_equal(stats.dispatchCount, 0);
    assert_int_equal(stats.passCount, 0);
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, &stats, NULL), 0);
    assert_int_equal(stats.dispatchCount, 1);
    assert_true(wgs_test_submit(encoder));
    check_out(&c, 0, 10, 3);
    wgsProgramRelease(program);
    free_columns(&c);
}

/* --- Small kernels ------------------------------------------------------------------------- */

static void prepare_one(void const* data, uint32_t const* values, WGSKernelLaunch* launch) {
    (void)data;
    (void)values;
    launch->workgroups = 1;
}

/* No Params: binding 0 is a binding like others. */
static char const store_text[] =
    "@group(0) @binding(0) var<storage, read_write> words: array<u32>;\n"
    "@compute @workgroup_size(4) fn store(@builtin(local_invocation_index) lane: u32) {\n"
    "    var sum = 0u;\n"
    "    // unroll\n"
    "    for (var i = 0u; i < TIMES * 2u; i++) {\n"
    "        sum += i;\n"
    "    }\n"
    "    words[lane] = words[lane] + sum;\n"
    "}\n";

static WGSStatus
add_store(WGSGraph graph, WGSView view, uint32_t times, WGSNode after, WGSNode* node) {
    WGSKernelBinding const binding = {0, WGSAccess_StorageReadWrite, view, 0, 0};
    WGSKernelConstant const constant = {wgs_test_text("TIMES"), times};
    WGSKernelDescriptor const descriptor = {
        .source = wgs_test_text(store_text),
        .entryPoint = wgs_test_text("store"),
        .bindingCount = 1,
        .bindings = &binding,
        .constantCount = 1,
        .constants = &constant,
        .prepare = prepare_one,
        .dependencyCount = after != NULL,
        .dependencies = &after,
        .workload = {.rows = 4}};
    return wgsGraphAddKernel(graph, &descriptor, node, NULL);
}

/* item 4: constants shape the kernel, marked loops are unrolled or stay as they are, with one result;
 * a kernel may do without Params; a node says its rows and what it waits for. */
static void test_constants_and_loops(void** state) {
    (void)state;
    for (int rolled = 0; rolled < 2; rolled++) {
        WGSContext const context = wgs_test_context_limited((WGSLimits){0});
        assert_non_null(context);
        context->rolled = rolled != 0;
        static uint32_t const zeros[4] = {0};
        wgs_guarded_buffer place = wgs_guarded_buffer_create(0, sizeof zeros, zeros);
        WGSGraph const graph = make_graph(context);
        WGSView const view = import_place(graph, &place);
        WGSNode first;
        WGSNode second;
        assert_int_equal(add_store(graph, view, 2, NULL, &first), WGSStatus_Success);
        assert_int_equal(add_store(graph, view, 5, first, &second), WGSStatus_Success);
        assert_int_equal(first->rows, 4);
        assert_string_equal(first->label, "store");
        assert_int_equal(second->dependency_count, 1);
        assert_ptr_equal(second->dependencies[0], first);
        WGSProgram const program = compile(graph);
        WGSProgramStats stats;
        assert_int_equal(wgsProgramGetStats(program, &stats, NULL), 0);
        assert_int_equal(stats.pipelineCount, 2);
        run(program, NULL);
        uint32_t got[4];
        assert_true(wgs_guarded_buffer_read(&place, "words", got));
        for (size_t i = 0; i < 4; i++)
            assert_int_equal(got[i], 6 + 45);
        wgsProgramRelease(program);
        wgs_guarded_buffer_free(&place);
        wgsContextRelease(context);
    }
}

static void test_explain(void** state) {
    (void)state;
    columns c;
    make_columns(&c, 10, 10, 3);
    WGSGraph const graph = make_graph(wgs_test_context());
    pick p = import_columns(graph, &c);
    p.note = "as the caller says";
    WGSNode node;
    assert_int_equal(add_pick(graph, &p, &node, NULL), WGSStatus_Success);
    assert_int_equal(node->rows, 10);
    WGSWorkload const cost = wgs_node_workload(node);
    assert_int_equal(cost.rows, 10);
    assert_int_equal(cost.commandCount, 1);
    assert_int_equal(cost.readBytes, 99);
    assert_int_equal(cost.writtenBytes, 40);
    char text[4000];
    size_t size = sizeof text;
    assert_int_equal(wgsGraphExplain(graph, WGSExplainFormat_Text, text, &size, NULL), 0);
    assert_non_null(strstr(text, "mine.pick"));
    assert_non_null(strstr(text, "as the caller says"));
    size = sizeof text;
    assert_int_equal(wgsGraphExplain(graph, WGSExplainFormat_JSON, text, &size, NULL), 0);
    assert_non_null(strstr(text, "\"primitive\": \"caller\", \"kernel\": \"pick\""));
    wgsGraphRelease(graph);
    free_columns(&c);
}

/* --- Pipelines ----------------------------------------------------------------------------- */

static uint32_t
compile_picks(WGSContext context, columns const* c, pick const* variants, size_t count) {
    WGSGraph const graph = make_graph(context);
    for (size_t i = 0; i < count; i++) {
        pick p = import_columns(graph, c);
        p.width = variants[i].width;
        p.unchecked = variants[i].unchecked;
        p.add = variants[i].add;
        WGSTransientDescriptor const out = {.size = 4 * c->row_count};
        p.out = (WGSView){.format = WGSFormat_Uint32, .length = c->row_count};
        assert_int_equal(wgsGraphCreateTransient(graph, &out, &p.out.buffer, NULL), 0);
        assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
    }
    WGSProgram const program = compile(graph);
    WGSProgramStats stats;
    assert_int_equal(wgsProgramGetStats(program, &stats, NULL), WGSStatus_Success);
    wgsProgramRelease(program);
    return stats.pipelineCount;
}

/* item 4: equal kernels are one pipeline, compiled once for all graphs of a context. */
static void test_cache(void** state) {
    (void)state;
    WGSContext const context = wgs_test_context_limited((WGSLimits){0});
    assert_non_null(context);
    columns c;
    make_columns(&c, 10, 10, 3);
    static pick const same[] = {{.add = 1}, {.add = 2}, {.width = 64}};
    assert_int_equal(compile_picks(context, &c, same, 3), 1);
    assert_int_equal(context->pipelines.count, 1);
    assert_int_equal(compile_picks(context, &c, same, 3), 1);
    assert_int_equal(context->pipelines.count, 1);
    assert_int_equal(context->pipelines.kernel_count, 1);
    static pick const other[] = {{.width = 64}, {.width = 32}, {.width = 128}};
    assert_int_equal(compile_picks(context, &c, other, 3), 3);
    assert_int_equal(context->pipelines.count, 3);
    /* Alone in its program: for a WebGPU that always checks it may be the pipeline that it has. */
    static pick const unchecked[] = {{.unchecked = 1}};
    assert_int_equal(compile_picks(context, &c, unchecked, 1), 1);
    assert_int_equal(context->pipelines.count, 4);
    assert_int_equal(context->pipelines.kernel_count, 1);
    free_columns(&c);
    wgsContextRelease(context);
}

/* item 4: two contexts, each with its own cache, and programs of both at one time. */
static void test_two_contexts(void** state) {
    (void)state;
    WGSContext contexts[2];
    WGSProgram programs[2];
    columns c[2];
    for (uint32_t i = 0; i < 2; i++) {
        contexts[i] = wgs_test_context_limited((WGSLimits){0});
        assert_non_null(contexts[i]);
        make_columns(&c[i], 400 + i, 300, i);
        WGSGraph const graph = make_graph(contexts[i]);
        assert_ptr_equal(wgsGraphGetContext(graph), contexts[i]);
        pick const p = import_columns(graph, &c[i]);
        assert_int_equal(add_pick(graph, &p, NULL, NULL), WGSStatus_Success);
        programs[i] = compile(graph);
    }
    for (size_t i = 0; i < 2; i++) {
        run(programs[i], NULL);
        check_out(&c[i], 0, c[i].row_count, 0);
        wgsProgramRelease(programs[i]);
        wgsContextRelease(contexts[i]);
        free_columns(&c[i]);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_equal_to_gather),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_unchecked),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_replaced_buffers),
        cmocka_unit_test(test_nothing_launched),
        cmocka_unit_test(test_constants_and_loops),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_two_contexts),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
