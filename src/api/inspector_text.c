/* SPDX-License-Identifier: MIT */
/* An inspector for people: aligned columns. */
#include <inttypes.h>
#include <stdio.h>

#include "api/inspector_state.h"

enum { LABEL_WIDTH_MAX = 48 };

typedef struct number_text {
    char text[24];
} number_text;

/* Three digits or more: "7 ns", "12.3 us", "1.25 ms", "2.50 s". */
static number_text time_text(uint64_t nanoseconds) {
    static char const* const units[] = {"us", "ms", "s"};
    number_text result;
    if (nanoseconds < 1000) {
        (void)snprintf(result.text, sizeof result.text, "%u ns", (unsigned)nanoseconds);
        return result;
    }
    double scaled = (double)nanoseconds / 1000;
    size_t unit = 0;
    /* 999.5 would print as 1000 */
    while (scaled >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        scaled /= 1000;
        unit++;
    }
    int const decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    (void)snprintf(result.text, sizeof result.text, "%.*f %s", decimals, scaled, units[unit]);
    return result;
}

static number_text quantity_text(uint64_t value, bool is_time) {
    if (is_time)
        return time_text(value);
    number_text result;
    (void)snprintf(result.text, sizeof result.text, "%" PRIu64, value);
    return result;
}

/* Latest, p50 and p95 in three columns; dashes without a sample. */
static void print_ring(wgs_explain_writer* writer, wgs_sample_ring const* ring, bool is_time) {
    WGSInspectorSummary const s = wgs_inspector_summary(ring);
    if (s.totalCount == 0) {
        wgs_explain_print(writer, "  %9s %9s %9s", "-", "-", "-");
        return;
    }
    wgs_explain_print(
        writer,
        "  %9s %9s %9s",
        quantity_text(s.latest, is_time).text,
        quantity_text(s.p50, is_time).text,
        quantity_text(s.p95, is_time).text);
}

static void print_quantities(wgs_explain_writer* writer, wgs_inspected_program const* program) {
    static struct {
        char const* name;
        bool is_time;
    } const rows[WGS_PROGRAM_QUANTITIES] = {
        [WGSInspectorQuantity_EncodeNanoseconds] = {"CPU, encode", true},
        [WGSInspectorQuantity_GpuNanoseconds] = {"GPU, sum of nodes", true},
        [WGSInspectorQuantity_GpuSpanNanoseconds] = {"GPU, first to last", true},
        [WGSInspectorQuantity_PassCount] = {"passes", false},
        [WGSInspectorQuantity_NodeCount] = {"nodes recorded", false},
        [WGSInspectorQuantity_SkippedNodeCount] = {"nodes skipped", false},
    };
    wgs_explain_print(writer, "  %-18s  %9s %9s %9s  %s\n", "", "latest", "p50", "p95", "samples");
    for (int q = 0; q < WGS_PROGRAM_QUANTITIES; q++) {
        wgs_sample_ring const* const ring = &program->rings[q];
        wgs_explain_print(writer, "  %-18s", rows[q].name);
        print_ring(writer, ring, rows[q].is_time);
        wgs_explain_print(
            writer, "  %" PRIu32 " of %" PRIu64 "\n", wgs_ring_count(ring), ring->total);
    }
}

static size_t node_column(wgs_inspected_program const* program) {
    size_t column = sizeof "node" - 1;
    for (uint32_t n = 0; n < program->node_count; n++) {
        size_t const width = wgs_explain_label_width(program->nodes[n].label);
        if (width > column)
            column = width < LABEL_WIDTH_MAX ? width : LABEL_WIDTH_MAX;
    }
    return column;
}

static void
print_node(wgs_explain_writer* writer, wgs_inspected_node const* node, uint32_t n, size_t column) {
    size_t const width = wgs_explain_label_width(node->label);
    wgs_explain_print(writer, "%5" PRIu32 "  ", n);
    wgs_explain_label(writer, node->label);
    wgs_explain_spaces(writer, width < column ? column - width : 0);
    print_ring(writer, &node->rings[WGSInspectorQuantity_EncodeNanoseconds], true);
    print_ring(writer, &node->rings[WGSInspectorQuantity_GpuNanoseconds], true);
    wgs_explain_print(
        writer,
        "  %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n",
        node->outcomes[WGSNodeOutcome_Recorded],
        node->outcomes[WGSNodeOutcome_Empty],
        node->outcomes[WGSNodeOutcome_Skipped],
        node->outcomes[WGSNodeOutcome_GpuResolved]);
}

static void print_nodes(wgs_explain_writer* writer, wgs_inspected_program const* program) {
    if (program->node_count == 0)
        return;
    size_t const column = node_column(program);
    wgs_explain_print(writer, "\n%5s  node", "#");
    wgs_explain_spaces(writer, column - (sizeof "node" - 1));
    wgs_explain_print(
        writer,
        "  %9s %9s %9s  %9s %9s %9s  %8s %8s %8s %8s\n",
        "CPU",
        "p50",
        "p95",
        "GPU",
        "p50",
        "p95",
        "recorded",
        "empty",
        "skipped",
        "indirect");
    for (uint32_t n = 0; n < program->node_count; n++)
        print_node(writer, &program->nodes[n], n, column);
}

static void print_program(wgs_explain_writer* writer, wgs_inspected_program const* program) {
    wgs_explain_print(writer, "\nprogram \"");
    wgs_explain_label(writer, program->label);
    wgs_explain_print(
        writer,
        "\": %" PRIu32 " nodes, %" PRIu64 " encodes, %" PRIu64 " failed\n",
        program->node_count,
        program->encode_count,
        program->failed_count);
    print_quantities(writer, program);
    print_nodes(writer, program);
}

void wgs_inspector_print_text(wgs_explain_writer* writer, WGSInspector inspector) {
    wgs_explain_print(writer, "inspector \"");
    wgs_explain_label(writer, inspector->label);
    wgs_explain_print(writer, "\": %zu programs\n", inspector->program_count);
    for (size_t p = 0; p < inspector->program_count; p++)
        print_program(writer, inspector->programs[p]);
}
