/* SPDX-License-Identifier: MIT */
/* The plan as a Graphviz digraph: nodes are ellipses, buffers boxes, uses edges, explicit
 * dependencies dashed edges. Buffers of one slot have one colour. */
#include <inttypes.h>

#include "plan/access.h"
#include "plan/explain.h"
#include "plan/workload.h"

/* Inside a quoted string of DOT: quotes and backslashes escaped, the rest made harmless. */
static void print_escaped(wgs_explain_writer* writer, char const* text) {
    for (char const* at = text; *at != '\0';) {
        size_t const length = wgs_utf8_length(at);
        unsigned char const first = (unsigned char)*at;
        if (length == 0 || first < 0x20 || first == 0x7F)
            wgs_explain_print(writer, "?");
        else if (first == '"' || first == '\\')
            wgs_explain_print(writer, "\\%c", first);
        else
            wgs_explain_print(writer, "%.*s", (int)length, at);
        at += length > 0 ? length : 1;
    }
}

static void print_node(wgs_explain_writer* writer, WGSNode node, size_t place) {
    wgs_explain_print(writer, "  n%" PRIu32 " [label=\"%zu: ", node->index, place);
    print_escaped(writer, node->label);
    wgs_explain_print(writer, "\\n%s", wgs_node_kind_name(node->kind));
    uint64_t workgroups;
    if (wgs_explain_workgroups(node, &workgroups))
        wgs_explain_print(writer, ", %" PRIu64 " workgroups", workgroups);
    wgs_explain_print(writer, "\"%s];\n", wgs_node_is_conditional(node) ? ", style=dashed" : "");
}

static void print_buffer(wgs_explain_writer* writer, WGSBuffer buffer, wgs_plan const* plan) {
    wgs_explain_print(writer, "  b%" PRIu32 " [shape=box, label=\"", buffer->index);
    if (buffer->label[0] != '\0')
        print_escaped(writer, buffer->label);
    else
        wgs_explain_print(writer, "#%" PRIu32, buffer->index);
    wgs_explain_print(writer, "\\n%s", wgs_explain_bytes(buffer->size).text);
    uint32_t const slot = plan->slot_of_buffer[buffer->index];
    if (slot != WGS_NO_SLOT)
        wgs_explain_print(
            writer,
            ", slot %" PRIu32 "\", style=filled, colorscheme=pastel19, fillcolor=%" PRIu32,
            slot,
            slot % 9 + 1);
    else
        wgs_explain_print(
            writer,
            "\"%s",
            buffer->imported || buffer->table != NULL ? ", style=bold" : ", style=dotted");
    wgs_explain_print(writer, "];\n");
}

static void print_uses(wgs_explain_writer* writer, WGSNode node) {
    for (size_t u = 0; u < node->use_count; u++) {
        wgs_use const* const use = &node->uses[u];
        if (wgs_access_writes(use->access))
            wgs_explain_print(
                writer,
                "  n%" PRIu32 " -> b%" PRIu32 " [label=\"%s\"%s];\n",
                node->index,
                use->buffer->index,
                wgs_access_name(use->access),
                wgs_access_reads(use->access) ? ", dir=both" : "");
        else
            wgs_explain_print(
                writer,
                "  b%" PRIu32 " -> n%" PRIu32 " [label=\"%s\"];\n",
                use->buffer->index,
                node->index,
                wgs_access_name(use->access));
    }
    for (size_t d = 0; d < node->dependency_count; d++)
        wgs_explain_print(
            writer,
            "  n%" PRIu32 " -> n%" PRIu32 " [style=dashed];\n",
            node->dependencies[d]->index,
            node->index);
}

void wgs_explain_dot(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan) {
    wgs_explain_print(writer, "digraph \"");
    print_escaped(writer, graph->label);
    wgs_explain_print(writer, "\" {\n");
    for (size_t i = 0; i < plan->node_count; i++)
        print_node(writer, plan->order[i], i);
    for (size_t b = 0; b < graph->buffer_count; b++)
        print_buffer(writer, graph->buffers[b], plan);
    for (size_t i = 0; i < plan->node_count; i++)
        print_uses(writer, plan->order[i]);
    wgs_explain_print(writer, "}\n");
}
