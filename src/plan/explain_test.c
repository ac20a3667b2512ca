/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plan/explain.h"
#include "testing/plan_fixture.h"

enum { CAPACITY = 16384 };

static int open_fixture(void** state) {
    static wgs_plan_fixture fixture;
    wgs_plan_fixture_open(&fixture);
    *state = &fixture;
    return 0;
}

static int close_fixture(void** state) {
    wgs_plan_fixture_close(*state);
    return 0;
}

static void explain(wgs_plan_fixture* f, WGSExplainFormat format, char* text, size_t capacity) {
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "test", NULL), WGSStatus_Success);
    size_t const needed = wgs_explain(f->graph, &plan, format, text, capacity);
    assert_int_equal(needed, strlen(text) + 1);
    wgs_plan_free(&plan);
}

static void expect(wgs_plan_fixture* f, WGSExplainFormat format, char const* expected) {
    char text[CAPACITY];
    explain(f, format, text, sizeof text);
    assert_string_equal(text, expected);
}

static void expect_part(wgs_plan_fixture* f, WGSExplainFormat format, char const* part) {
    char text[CAPACITY];
    explain(f, format, text, sizeof text);
    if (strstr(text, part) == NULL)
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void prepare(void const* data, uint32_t const* values, wgs_launch* launch) {
    (void)data;
    launch->workgroups = values[0] / 256;
}

/* A kernel, a copy and a callback, of which the last has to run first. */
static void add_sample(wgs_plan_fixture* f) {
    static wgs_kernel_binding const bindings[] = {
        {"keys", WGS_BINDING_READ, 1}, {"counts", WGS_BINDING_READ_WRITE, 2}};
    static char const* const params_names[] = {"count", "keys_base"};
    static wgs_kernel const kernel = {
        .name = "radix_histogram",
        .primitive = "radix",
        .binding_count = 2,
        .bindings = bindings,
        .params_words = 2,
        .params_names = params_names};
    WGSGraph const graph = f->graph;
    WGSBuffer const keys = wgs_plan_fixture_import(f, "keys", 4194304);
    WGSBuffer const counts = wgs_plan_fixture_transient(f, "", 65536);
    WGSBuffer const result = wgs_plan_fixture_import(f, "result", 500);
    wgs_plan_fixture_transient(f, "spare", 4);
    keys->usage = WGPUBufferUsage_Storage;
    counts->usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
    result->usage = WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage;
    graph->buffers[3]->usage = WGPUBufferUsage_Storage;
    WGSValue count;
    assert_int_equal(
        wgs_graph_add_value(graph, wgs_string_view("rows"), 1024, 4096, &count, "test", NULL),
        WGSStatus_Success);
    wgs_kernel_binding_use const uses[2] = {
        {"keys", {keys, WGSFormat_Uint32, 4, 100}, WGSAccess_StorageRead},
        {"counts", {counts, WGSFormat_Uint32, 0, 16384}, WGSAccess_StorageReadWrite},
    };
    wgs_kernel_request const request = {
        .parent = "sort",
        .role = "histogram",
        .note = "pass 1 of 8",
        .variant = {.kernel = &kernel},
        .use_count = 2,
        .uses = uses,
        .prepare = prepare,
        .rows = 100,
        .value_count = 1,
        .values = {count}};
    assert_int_equal(wgs_graph_add_kernel(graph, &request, "test", NULL), WGSStatus_Success);
    wgs_use const copy_uses[2] = {
        {.buffer = counts, .access = WGSAccess_CopySource, .offset = 8, .size = 16},
        {.buffer = result, .access = WGSAccess_CopyDestination, .size = 16},
    };
    WGSNode copy;
    assert_int_equal(
        wgs_graph_add_node(
            graph,
            WGS_NODE_COPY,
            wgs_string_view("copy"),
            2,
            copy_uses,
            0,
            NULL,
            &copy,
            "test",
            NULL),
        WGSStatus_Success);
    WGSNode const clear = wgs_plan_fixture_node(f, "clear", 0, NULL, 0, NULL);
    assert_int_equal(
        wgs_graph_add_dependency(graph, graph->nodes[0], clear, "test", NULL), WGSStatus_Success);
}

static void text_of_a_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    expect(
        f,
        WGSExplainFormat_Text,
        "graph \"graph\": 3 nodes, 2 imports, 1 transients (64.0 KiB) in 1 slots (64.0 KiB)\n"
        "\n"
        "nodes in run order\n"
        "    #  node            kind      workgroups  params  reads -> writes\n"
        "    0  clear           callback           -       -  \n"
        "    1  sort.histogram  kernel             4     8 B  keys, #1 (s0) -> #1 (s0)\n"
        "       pass 1 of 8\n"
        "    2  copy            copy               -       -  #1 (s0) -> result\n"
        "\n"
        "buffers\n"
        "    #  buffer  kind             size  slot  used by       usage\n"
        "    0  keys    import        4.0 MiB  -     1 to 1        Storage\n"
        "    1  #1      transient    64.0 KiB  s0    1 to 2        CopySrc | Storage\n"
        "    2  result  import          500 B  -     2 to 2        CopyDst | Storage\n"
        "    3  spare   transient         4 B  -     never         Storage\n"
        "\n"
        "slots\n"
        "   s0    64.0 KiB  CopySrc | Storage\n"
        "\n"
        "values\n"
        "    0  rows: 1024, at most 4096\n");
}

static void json_of_a_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    expect(
        f,
        WGSExplainFormat_JSON,
        "{\n"
        "  \"version\": 1,\n"
        "  \"label\": \"graph\",\n"
        "  \"compiled\": false,\n"
        "  \"nodes\": [\n"
        "    {\"order\": 0, \"index\": 2, \"label\": \"clear\", \"kind\": \"callback\",\n"
        "      \"workgroups\": null, \"rows\": 0, \"commands\": 1, \"readBytes\": 0, "
        "\"writtenBytes\": 0,\n"
        "      \"dependencies\": [],\n"
        "      \"uses\": []},\n"
        "    {\"order\": 1, \"index\": 0, \"label\": \"sort.histogram\", \"kind\": \"kernel\",\n"
        "      \"workgroups\": 4, \"primitive\": \"radix\", \"kernel\": \"radix_histogram\", "
        "\"paramsBytes\": 8, \"note\": \"pass 1 of 8\",\n"
        "      \"rows\": 100, \"commands\": 1, \"readBytes\": 65936, \"writtenBytes\": 65536,\n"
        "      \"dependencies\": [2],\n"
        "      \"uses\": [\n"
        "        {\"buffer\": 0, \"access\": \"StorageRead\", \"offset\": 4, \"size\": 400},\n"
        "        {\"buffer\": 1, \"access\": \"StorageReadWrite\", \"offset\": 0, \"size\": "
        "65536}\n"
        "      ]},\n"
        "    {\"order\": 2, \"index\": 1, \"label\": \"copy\", \"kind\": \"copy\",\n"
        "      \"workgroups\": null, \"rows\": 0, \"commands\": 1, \"readBytes\": 16, "
        "\"writtenBytes\": 16,\n"
        "      \"dependencies\": [],\n"
        "      \"uses\": [\n"
        "        {\"buffer\": 1, \"access\": \"CopySource\", \"offset\": 8, \"size\": 16},\n"
        "        {\"buffer\": 2, \"access\": \"CopyDestination\", \"offset\": 0, \"size\": 16}\n"
        "      ]}\n"
        "  ],\n"
        "  \"buffers\": [\n"
        "    {\"index\": 0, \"label\": \"keys\", \"kind\": \"import\", \"size\": 4194304, "
        "\"slot\": null, \"firstUse\": 1, \"lastUse\": 1, \"usage\": [\"Storage\"]},\n"
        "    {\"index\": 1, \"label\": \"\", \"kind\": \"transient\", \"size\": 65536, "
        "\"slot\": 0, \"firstUse\": 1, \"lastUse\": 2, \"usage\": [\"CopySrc\", \"Storage\"]},\n"
        "    {\"index\": 2, \"label\": \"result\", \"kind\": \"import\", \"size\": 500, "
        "\"slot\": null, \"firstUse\": 2, \"lastUse\": 2, \"usage\": [\"CopyDst\", \"Storage\"]},\n"
        "    {\"index\": 3, \"label\": \"spare\", \"kind\": \"transient\", \"size\": 4, "
        "\"slot\": null, \"firstUse\": null, \"lastUse\": null, \"usage\": [\"Storage\"]}\n"
        "  ],\n"
        "  \"slots\": [\n"
        "    {\"index\": 0, \"size\": 65536, \"usage\": [\"CopySrc\", \"Storage\"]}\n"
        "  ],\n"
        "  \"values\": [\n"
        "    {\"index\": 0, \"label\": \"rows\", \"value\": 1024, \"maximum\": 4096}\n"
        "  ],\n"
        "  \"conditions\": [],\n"
        "  \"transientCount\": 1,\n"
        "  \"logicalTransientBytes\": 65536,\n"
        "  \"physicalTransientBytes\": 65536\n"
        "}\n");
}

static void dot_of_a_graph(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    expect(
        f,
        WGSExplainFormat_DOT,
        "digraph \"graph\" {\n"
        "  n2 [label=\"0: clear\\ncallback\"];\n"
        "  n0 [label=\"1: sort.histogram\\nkernel, 4 workgroups\"];\n"
        "  n1 [label=\"2: copy\\ncopy\"];\n"
        "  b0 [shape=box, label=\"keys\\n4.0 MiB\", style=bold];\n"
        "  b1 [shape=box, label=\"#1\\n64.0 KiB, slot 0\", style=filled, colorscheme=pastel19, "
        "fillcolor=1];\n"
        "  b2 [shape=box, label=\"result\\n500 B\", style=bold];\n"
        "  b3 [shape=box, label=\"spare\\n4 B\", style=dotted];\n"
        "  b0 -> n0 [label=\"StorageRead\"];\n"
        "  n0 -> b1 [label=\"StorageReadWrite\", dir=both];\n"
        "  n2 -> n0 [style=dashed];\n"
        "  b1 -> n1 [label=\"CopySource\"];\n"
        "  n1 -> b2 [label=\"CopyDestination\"];\n"
        "}\n");
}

static int yes(void const* parameters, void* userdata) {
    (void)parameters;
    (void)userdata;
    return 1;
}

static void push(wgs_plan_fixture* f, char const* label) {
    WGSConditionDescriptor const condition = {.label = wgs_string_view(label), .evaluate = yes};
    assert_int_equal(
        wgs_graph_push_condition(f->graph, &condition, "test", NULL), WGSStatus_Success);
}

/* items 11, 14: conditions, publications and indirect dispatches are part of the plan. */
static void conditions_and_publications_are_explained(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSBuffer const counts = wgs_plan_fixture_import(f, "counts", 64);
    push(f, "outer");
    push(f, "in\"ner");
    wgs_use const use = {.buffer = counts, .access = WGSAccess_Indirect, .size = 12};
    WGSNode node;
    assert_int_equal(
        wgs_graph_add_node(
            f->graph,
            WGS_NODE_COMPUTE,
            wgs_string_view("cull"),
            1,
            &use,
            0,
            NULL,
            &node,
            "test",
            NULL),
        WGSStatus_Success);
    node->as.compute.indirect = true;
    assert_int_equal(wgs_graph_pop_condition(f->graph, "test", NULL), WGSStatus_Success);
    assert_int_equal(wgs_graph_pop_condition(f->graph, "test", NULL), WGSStatus_Success);
    wgs_plan_fixture_node(f, "sort", 0, NULL, 1, &counts);
    WGSPublicationDescriptor const publication = {
        .label = wgs_string_view("order"), .kind = WGSPublicationKind_Complete};
    assert_int_equal(
        wgs_graph_add_publication(f->graph, &publication, "test", NULL), WGSStatus_Success);

    expect_part(f, WGSExplainFormat_Text, "  0  cull  compute     indirect       -  counts\n");
    expect_part(f, WGSExplainFormat_Text, "\n       if \"in\"ner\" and \"outer\"\n");
    expect_part(f, WGSExplainFormat_Text, "\n       publishes \"order\", complete\n");
    expect_part(f, WGSExplainFormat_JSON, "\"workgroups\": null, \"indirect\": true, \"rows\": 0");
    expect_part(f, WGSExplainFormat_JSON, "\"condition\": 1, \"dependencies\"");
    expect_part(
        f,
        WGSExplainFormat_JSON,
        "\"publication\": \"order\", \"publicationKind\": \"complete\", \"dependencies\"");
    expect_part(
        f,
        WGSExplainFormat_JSON,
        "  \"conditions\": [\n"
        "    {\"index\": 0, \"parent\": null, \"label\": \"outer\"},\n"
        "    {\"index\": 1, \"parent\": 0, \"label\": \"in\\\"ner\"}\n"
        "  ],\n");
    expect_part(f, WGSExplainFormat_DOT, "n0 [label=\"0: cull\\ncompute\", style=dashed];");
}

static void an_empty_graph_is_explained(void** state) {
    wgs_plan_fixture* const f = *state;
    expect(
        f,
        WGSExplainFormat_Text,
        "graph \"graph\": 0 nodes, 0 imports, 0 transients (0 B) in 0 slots (0 B)\n");
    expect(f, WGSExplainFormat_DOT, "digraph \"graph\" {\n}\n");
    expect_part(f, WGSExplainFormat_JSON, "  \"nodes\": [],\n  \"buffers\": [],\n");
}

/* What labels hold can neither break the syntax nor reach a terminal. */
static void awkward_labels_are_escaped(void** state) {
    wgs_plan_fixture* const f = *state;
    /* quote, backslash, line break, escape, u umlaut, a stray byte, a surrogate in UTF-8, overlong
     */
    static char const label[] = "a\"\\\n\x1B\xC3\xBC\xFF\xED\xA0\x80\xC0\x80z";
    wgs_plan_fixture_node(f, label, 0, NULL, 0, NULL);
    expect_part(
        f,
        WGSExplainFormat_JSON,
        "\"a\\\"\\\\\\u000a\\u001b\xC3\xBC"
        "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffdz\"");
    expect_part(f, WGSExplainFormat_DOT, "\"0: a\\\"\\\\??\xC3\xBC??????z\\n");
    expect_part(f, WGSExplainFormat_Text, "  a\"\\??\xC3\xBC??????z  callback");
}

/* One column a character, not a byte. */
static void columns_are_aligned_by_characters(void** state) {
    wgs_plan_fixture* const f = *state;
    wgs_plan_fixture_node(f, "\xC3\xBC\xC3\xBC", 0, NULL, 0, NULL);
    wgs_plan_fixture_node(f, "abcdef", 0, NULL, 0, NULL);
    expect_part(f, WGSExplainFormat_Text, "    0  \xC3\xBC\xC3\xBC      callback");
    expect_part(f, WGSExplainFormat_Text, "    1  abcdef  callback");
}

/* One very long label does not push the columns of the others away. */
static void columns_have_a_largest_width(void** state) {
    wgs_plan_fixture* const f = *state;
    char label[101];
    memset(label, 'x', sizeof label - 1);
    label[sizeof label - 1] = '\0';
    wgs_plan_fixture_node(f, label, 0, NULL, 0, NULL);
    wgs_plan_fixture_node(f, "a", 0, NULL, 0, NULL);
    expect_part(f, WGSExplainFormat_Text, "xx  callback");
    expect_part(
        f,
        WGSExplainFormat_Text,
        "    1  a                                                 callback");
}

static void dispatches_of_the_caller(void** state) {
    wgs_plan_fixture* const f = *state;
    WGSNode node;
    assert_int_equal(
        wgs_graph_add_node(
            f->graph,
            WGS_NODE_COMPUTE,
            wgs_string_view("mine"),
            0,
            NULL,
            0,
            NULL,
            &node,
            "test",
            NULL),
        WGSStatus_Success);
    node->as.compute = (wgs_compute_node){.workgroups = {65535, 65535, 3}};
    expect_part(f, WGSExplainFormat_Text, "mine  compute   12884508675       -  ");
    expect_part(
        f, WGSExplainFormat_JSON, "\"kind\": \"compute\",\n      \"workgroups\": 12884508675");
    expect_part(f, WGSExplainFormat_DOT, "compute, 12884508675 workgroups");
}

static void text_is_cut_to_what_fits(void** state) {
    wgs_plan_fixture* const f = *state;
    add_sample(f);
    wgs_plan plan;
    assert_int_equal(wgs_plan_build(f->graph, &plan, "test", NULL), WGSStatus_Success);
    for (int format = 0; format < 3; format++) {
        char whole[CAPACITY];
        size_t const needed =
            wgs_explain(f->graph, &plan, (WGSExplainFormat)format, whole, sizeof whole);
        assert_int_equal(wgs_explain(f->graph, &plan, (WGSExplainFormat)format, NULL, 0), needed);
        for (size_t capacity = 1; capacity <= needed; capacity += 37) {
            char cut[CAPACITY];
            memset(cut, 0x5A, sizeof cut);
            assert_int_equal(
                wgs_explain(f->graph, &plan, (WGSExplainFormat)format, cut, capacity), needed);
            assert_int_equal(strlen(cut), capacity - 1);
            assert_memory_equal(cut, whole, capacity - 1);
            assert_int_equal(cut[capacity], 0x5A);
        }
    }
    wgs_plan_free(&plan);
}

/* A table is neither an import nor scratch. */
static void tables_have_no_slot(void** state) {
    wgs_plan_fixture* const f = *state;
    static uint32_t const words[] = {1, 2, 3};
    WGSBuffer table;
    assert_int_equal(
        wgs_graph_add_table(f->graph, "bins", "edges", words, 3, &table, "wgsF", NULL), 0);
    (void)wgs_plan_fixture_node(f, "reader", 1, &table, 0, NULL);
    expect_part(f, WGSExplainFormat_Text, "0 imports, 0 transients (0 B) in 0 slots (0 B)");
    expect_part(
        f,
        WGSExplainFormat_JSON,
        "\"label\": \"bins.edges\", \"kind\": \"table\", \"size\": 12, \"slot\": null, "
        "\"firstUse\": 0");
    expect_part(f, WGSExplainFormat_DOT, "bins.edges\\n12 B\", style=bold];");
}

static void bytes_in_readable_units(void** state) {
    (void)state;
    assert_string_equal(wgs_explain_bytes(0).text, "0 B");
    assert_string_equal(wgs_explain_bytes(1023).text, "1023 B");
    assert_string_equal(wgs_explain_bytes(1024).text, "1.0 KiB");
    assert_string_equal(wgs_explain_bytes(1048575).text, "1.0 MiB");
    assert_string_equal(wgs_explain_bytes(557120).text, "544.1 KiB");
    assert_string_equal(wgs_explain_bytes(UINT64_MAX).text, "16.0 EiB");
}

static void utf8_sequences(void** state) {
    (void)state;
    static struct {
        char const* text;
        size_t length;
    } const cases[] = {
        {"a", 1},
        {"\x7F", 1},
        {"\xC2\x80", 2},
        {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3},
        {"\xEF\xBF\xBF", 3},
        {"\xF0\x90\x80\x80", 4},
        {"\xF4\x8F\xBF\xBF", 4},
        {"\x80", 0},
        {"\xC1\xBF", 0},         /* overlong */
        {"\xE0\x9F\xBF", 0},     /* overlong */
        {"\xF0\x8F\xBF\xBF", 0}, /* overlong */
        {"\xED\xA0\x80", 0},     /* surrogate */
        {"\xF4\x90\x80\x80", 0}, /* past the end of Unicode */
        {"\xC3", 0},             /* cut off */
        {"\xE2\x82", 0},         /* cut off */
        {"\xF0\x9F\x98", 0},     /* cut off */
        {"\xE2\x82(", 0},
        {"\xFF", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wgs_utf8_length(cases[i].text), cases[i].length);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(text_of_a_graph),
        WITH_FIXTURE(json_of_a_graph),
        WITH_FIXTURE(dot_of_a_graph),
        WITH_FIXTURE(conditions_and_publications_are_explained),
        WITH_FIXTURE(an_empty_graph_is_explained),
        WITH_FIXTURE(awkward_labels_are_escaped),
        WITH_FIXTURE(columns_are_aligned_by_characters),
        WITH_FIXTURE(columns_have_a_largest_width),
        WITH_FIXTURE(dispatches_of_the_caller),
        WITH_FIXTURE(text_is_cut_to_what_fits),
        WITH_FIXTURE(tables_have_no_slot),
        cmocka_unit_test(bytes_in_readable_units),
        cmocka_unit_test(utf8_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
