/* SPDX-License-Identifier: MIT */
/* The plan for people: aligned columns. */
#include <inttypes.h>
#include <stdio.h>

#include "plan/access.h"
#include "plan/explain.h"

enum { LABEL_WIDTH_MAX = 48 };

typedef struct text_printer {
    wgs_explain_writer* writer;
    WGSGraph graph;
    wgs_plan const* plan;
} text_printer;

/* The name of a buffer in tables: its label, or its number where it has none. */
static size_t buffer_width(WGSBuffer buffer) {
    if (buffer->label[0] != '\0')
        return wgs_explain_label_width(buffer->label);
    return (size_t)snprintf(NULL, 0, "#%" PRIu32, buffer->index);
}

static void print_buffer(wgs_explain_writer* writer, WGSBuffer buffer) {
    if (buffer->label[0] != '\0')
        wgs_explain_label(writer, buffer->label);
    else
        wgs_explain_print(writer, "#%" PRIu32, buffer->index);
}

static void pad(wgs_explain_writer* writer, size_t width, size_t column) {
    wgs_explain_spaces(writer, width < column ? column - width : 0);
}

static size_t wider(size_t column, size_t width) {
    if (width > LABEL_WIDTH_MAX)
        width = LABEL_WIDTH_MAX;
    return width > column ? width : column;
}

static void print_head(text_printer const* p) {
    uint32_t imports = 0;
    for (size_t b = 0; b < p->graph->buffer_count; b++)
        imports += p->graph->buffers[b]->imported ? 1 : 0;
    wgs_explain_print(p->writer, "graph \"");
    wgs_explain_label(p->writer, p->graph->label);
    wgs_explain_print(
        p->writer,
        "\": %zu nodes, %" PRIu32 " imports, %" PRIu32 " transients (%s) in %zu slots (%s)\n",
        p->plan->node_count,
        imports,
        p->plan->transient_count,
        wgs_explain_bytes(p->plan->logical_bytes).text,
        p->plan->slot_count,
        wgs_explain_bytes(p->plan->physical_bytes).text);
}

/* The buffers of one side of the arrow, each with its slot. Returns how many. */
static size_t print_side(text_printer const* p, WGSNode node, bool written) {
    size_t count = 0;
    for (size_t u = 0; u < node->use_count; u++) {
        wgs_use const* const use = &node->uses[u];
        if (!(written ? wgs_access_writes(use->access) : wgs_access_reads(use->access)))
            continue;
        wgs_explain_print(p->writer, "%s", count++ > 0 ? ", " : written ? "-> " : "");
        print_buffer(p->writer, use->buffer);
        uint32_t const slot = p->plan->slot_of_buffer[use->buffer->index];
        if (slot != WGS_NO_SLOT)
            wgs_explain_print(p->writer, " (s%" PRIu32 ")", slot);
    }
    return count;
}

static void print_uses(text_printer const* p, WGSNode node) {
    bool written = false;
    for (size_t u = 0; u < node->use_count; u++)
        written = written || wgs_access_writes(node->uses[u].access);
    if (print_side(p, node, false) > 0 && written)
        wgs_explain_print(p->writer, " ");
    (void)print_side(p, node, true);
}

/* The innermost condition first. */
static void print_conditions(text_printer const* p, WGSNode node) {
    for (uint32_t c = node->condition; c != WGS_NO_CONDITION;) {
        wgs_condition const* const condition = &p->graph->conditions[c];
        wgs_explain_print(p->writer, "%s\"", c == node->condition ? "       if " : " and ");
        wgs_explain_label(p->writer, condition->label);
        wgs_explain_print(p->writer, "\"%s", condition->parent == WGS_NO_CONDITION ? "\n" : "");
        c = condition->parent;
    }
}

static void print_node(text_printer const* p, size_t place, size_t column) {
    WGSNode const node = p->plan->order[place];
    wgs_explain_print(p->writer, "%5zu  ", place);
    wgs_explain_label(p->writer, node->label);
    pad(p->writer, wgs_explain_label_width(node->label), column);
    wgs_explain_print(p->writer, "  %-8s", wgs_node_kind_name(node->kind));
    uint64_t workgroups;
    if (wgs_explain_workgroups(node, &workgroups))
        wgs_explain_print(p->writer, "  %10" PRIu64, workgroups);
    else
        wgs_explain_print(p->writer, "  %10s", wgs_node_is_indirect(node) ? "indirect" : "-");
    if (node->kind == WGS_NODE_KERNEL)
        wgs_explain_print(
            p->writer, "  %4" PRIu32 " B  ", node->as.kernel.variant.kernel->params_words * 4);
    else
        wgs_explain_print(p->writer, "  %6s  ", "-");
    print_uses(p, node);
    wgs_explain_print(p->writer, "\n");
    if (node->note != NULL) {
        wgs_explain_print(p->writer, "       ");
        wgs_explain_label(p->writer, node->note);
        wgs_explain_print(p->writer, "\n");
    }
    print_conditions(p, node);
    if (node->publication != NULL) {
        wgs_explain_print(p->writer, "       publishes \"");
        wgs_explain_label(p->writer, node->publication);
        wgs_explain_print(p->writer, "\", %s\n", wgs_publication_name(node->publication_kind));
    }
}

static void print_nodes(text_printer const* p) {
    if (p->plan->node_count == 0)
        return;
    size_t column = sizeof "node" - 1;
    for (size_t i = 0; i < p->plan->node_count; i++)
        column = wider(column, wgs_explain_label_width(p->plan->order[i]->label));
    wgs_explain_print(p->writer, "\nnodes in run order\n%5s  node", "#");
    pad(p->writer, 4, column);
    wgs_explain_print(
        p->writer, "  %-8s  %10s  %6s  reads -> writes\n", "kind", "workgroups", "params");
    for (size_t i = 0; i < p->plan->node_count; i++)
        print_node(p, i, column);
}

static void print_usage(wgs_explain_writer* writer, WGPUBufferUsage usage) {
    char text[128];
    wgs_explain_print(writer, "%s", wgs_usage_text(usage, text, sizeof text));
}

static void print_buffer_row(text_printer const* p, WGSBuffer buffer, size_t column) {
    uint32_t const b = buffer->index;
    wgs_explain_print(p->writer, "%5" PRIu32 "  ", b);
    print_buffer(p->writer, buffer);
    pad(p->writer, buffer_width(buffer), column);
    char slot[16] = "-";
    if (p->plan->slot_of_buffer[b] != WGS_NO_SLOT)
        (void)snprintf(slot, sizeof slot, "s%" PRIu32, p->plan->slot_of_buffer[b]);
    char used[32] = "never";
    if (p->plan->first_use[b] != WGS_NEVER_USED)
        (void)snprintf(
            used,
            sizeof used,
            "%" PRIu32 " to %" PRIu32,
            p->plan->first_use[b],
            p->plan->last_use[b]);
    wgs_explain_print(
        p->writer,
        "  %-9s  %10s  %-4s  %-12s  ",
        wgs_buffer_kind_name(buffer),
        wgs_explain_bytes(buffer->size).text,
        slot,
        used);
    print_usage(p->writer, buffer->usage);
    wgs_explain_print(p->writer, "\n");
}

static void print_buffers(text_printer const* p) {
    if (p->graph->buffer_count == 0)
        return;
    size_t column = sizeof "buffer" - 1;
    for (size_t b = 0; b < p->graph->buffer_count; b++)
        column = wider(column, buffer_width(p->graph->buffers[b]));
    wgs_explain_print(p->writer, "\nbuffers\n%5s  buffer", "#");
    pad(p->writer, 6, column);
    wgs_explain_print(
        p->writer, "  %-9s  %10s  %-4s  %-12s  usage\n", "kind", "size", "slot", "used by");
    for (size_t b = 0; b < p->graph->buffer_count; b++)
        print_buffer_row(p, p->graph->buffers[b], column);
}

static void print_slots(text_printer const* p) {
    if (p->plan->slot_count == 0)
        return;
    wgs_explain_print(p->writer, "\nslots\n");
    for (size_t s = 0; s < p->plan->slot_count; s++) {
        char name[24];
        (void)snprintf(name, sizeof name, "s%zu", s);
        wgs_explain_print(
            p->writer, "%5s  %10s  ", name, wgs_explain_bytes(p->plan->slots[s].size).text);
        print_usage(p->writer, p->plan->slots[s].usage);
        wgs_explain_print(p->writer, "\n");
    }
}

static void print_values(text_printer const* p) {
    if (p->graph->value_count == 0)
        return;
    wgs_explain_print(p->writer, "\nvalues\n");
    for (size_t v = 0; v < p->graph->value_count; v++) {
        WGSValue const value = p->graph->values[v];
        wgs_explain_print(p->writer, "%5zu  ", v);
        wgs_explain_label(p->writer, value->label);
        wgs_explain_print(
            p->writer,
            "%s%" PRIu32 ", at most %" PRIu32 "\n",
            value->label[0] != '\0' ? ": " : "",
            value->value,
            value->maximum);
    }
}

void wgs_explain_text(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan) {
    text_printer const p = {.writer = writer, .graph = graph, .plan = plan};
    print_head(&p);
    print_nodes(&p);
    print_buffers(&p);
    print_slots(&p);
    print_values(&p);
}
