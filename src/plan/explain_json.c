/* SPDX-License-Identifier: MIT */
/* The plan for programs. The members are described in docs/explain.md; names never change. */
#include <inttypes.h>

#include "plan/access.h"
#include "plan/explain.h"
#include "plan/workload.h"

static void print_member(wgs_explain_writer* writer, char const* name, char const* text) {
    wgs_explain_print(writer, "\"%s\": ", name);
    wgs_explain_json_string(writer, text);
}

static void print_usage(wgs_explain_writer* writer, WGPUBufferUsage usage) {
    wgs_explain_print(writer, "\"usage\": [");
    bool first = true;
    for (unsigned bit = 0; bit < WGS_USAGE_BITS; bit++) {
        if ((usage >> bit & 1) == 0)
            continue;
        wgs_explain_print(writer, "%s\"%s\"", first ? "" : ", ", wgs_usage_bit_name(bit));
        first = false;
    }
    wgs_explain_print(writer, "]");
}

static void print_uses(wgs_explain_writer* writer, WGSNode node) {
    wgs_explain_print(writer, "\"uses\": [");
    for (size_t u = 0; u < node->use_count; u++) {
        wgs_use const* const use = &node->uses[u];
        wgs_explain_print(
            writer,
            "%s\n        {\"buffer\": %" PRIu32 ", \"access\": \"%s\", \"offset\": %" PRIu64
            ", \"size\": %" PRIu64 "}",
            u > 0 ? "," : "",
            use->buffer->index,
            wgs_access_name(use->access),
            use->offset,
            use->size);
    }
    wgs_explain_print(writer, "%s]", node->use_count > 0 ? "\n      " : "");
}

static void print_dispatch(wgs_explain_writer* writer, WGSNode node) {
    uint64_t workgroups;
    if (wgs_explain_workgroups(node, &workgroups))
        wgs_explain_print(writer, "\"workgroups\": %" PRIu64 ", ", workgroups);
    else
        wgs_explain_print(
            writer,
            "\"workgroups\": null, %s",
            wgs_node_is_indirect(node) ? "\"indirect\": true, " : "");
    if (node->kind != WGS_NODE_KERNEL)
        return;
    wgs_kernel const* const kernel = node->as.kernel.variant.kernel;
    print_member(writer, "primitive", kernel->primitive);
    wgs_explain_print(writer, ", ");
    print_member(writer, "kernel", kernel->name);
    wgs_explain_print(writer, ", \"paramsBytes\": %" PRIu32 ", ", kernel->params_words * 4);
}

static void print_cost(wgs_explain_writer* writer, WGSWorkload cost) {
    wgs_explain_print(
        writer,
        "\"rows\": %" PRIu64 ", \"commands\": %" PRIu32 ", \"readBytes\": %" PRIu64
        ", \"writtenBytes\": %" PRIu64 ",\n      ",
        cost.rows,
        cost.commandCount,
        cost.readBytes,
        cost.writtenBytes);
}

static void print_node(wgs_explain_writer* writer, WGSNode node, size_t place) {
    wgs_explain_print(
        writer,
        "%s\n    {\"order\": %zu, \"index\": %" PRIu32 ", ",
        place > 0 ? "," : "",
        place,
        node->index);
    print_member(writer, "label", node->label);
    wgs_explain_print(writer, ", \"kind\": \"%s\",\n      ", wgs_node_kind_name(node->kind));
    print_dispatch(writer, node);
    if (node->note != NULL) {
        print_member(writer, "note", node->note);
        wgs_explain_print(writer, ",\n      ");
    }
    print_cost(writer, wgs_node_workload(node));
    if (node->condition != WGS_NO_CONDITION)
        wgs_explain_print(writer, "\"condition\": %" PRIu32 ", ", node->condition);
    if (node->publication != NULL) {
        print_member(writer, "publication", node->publication);
        wgs_explain_print(
            writer,
            ", \"publicationKind\": \"%s\", ",
            wgs_publication_name(node->publication_kind));
    }
    wgs_explain_print(writer, "\"dependencies\": [");
    for (size_t d = 0; d < node->dependency_count; d++)
        wgs_explain_print(writer, "%s%" PRIu32, d > 0 ? ", " : "", node->dependencies[d]->index);
    wgs_explain_print(writer, "],\n      ");
    print_uses(writer, node);
    wgs_explain_print(writer, "}");
}

/* A number, or null for UINT32_MAX, which marks "none" in plans. */
static void print_place(wgs_explain_writer* writer, char const* name, uint32_t place) {
    if (place == UINT32_MAX)
        wgs_explain_print(writer, "\"%s\": null, ", name);
    else
        wgs_explain_print(writer, "\"%s\": %" PRIu32 ", ", name, place);
}

static void print_buffer(wgs_explain_writer* writer, WGSBuffer buffer, wgs_plan const* plan) {
    uint32_t const b = buffer->index;
    wgs_explain_print(writer, "%s\n    {\"index\": %" PRIu32 ", ", b > 0 ? "," : "", b);
    print_member(writer, "label", buffer->label);
    wgs_explain_print(
        writer,
        ", \"kind\": \"%s\", \"size\": %" PRIu64 ", ",
        wgs_buffer_kind_name(buffer),
        buffer->size);
    print_place(writer, "slot", plan->slot_of_buffer[b]);
    print_place(writer, "firstUse", plan->first_use[b]);
    print_place(writer, "lastUse", plan->last_use[b]);
    print_usage(writer, buffer->usage);
    wgs_explain_print(writer, "}");
}

static void print_slot(wgs_explain_writer* writer, wgs_slot const* slot, size_t index) {
    wgs_explain_print(
        writer,
        "%s\n    {\"index\": %zu, \"size\": %" PRIu64 ", ",
        index > 0 ? "," : "",
        index,
        slot->size);
    print_usage(writer, slot->usage);
    wgs_explain_print(writer, "}");
}

static void print_value(wgs_explain_writer* writer, WGSValue value) {
    wgs_explain_print(
        writer, "%s\n    {\"index\": %" PRIu32 ", ", value->index > 0 ? "," : "", value->index);
    print_member(writer, "label", value->label);
    wgs_explain_print(
        writer,
        ", \"value\": %" PRIu32 ", \"maximum\": %" PRIu32 "}",
        value->value,
        value->maximum);
}

static void
print_condition(wgs_explain_writer* writer, wgs_condition const* condition, size_t index) {
    wgs_explain_print(writer, "%s\n    {\"index\": %zu, ", index > 0 ? "," : "", index);
    print_place(writer, "parent", condition->parent);
    print_member(writer, "label", condition->label);
    wgs_explain_print(writer, "}");
}

static void print_end_of_list(wgs_explain_writer* writer, size_t count) {
    wgs_explain_print(writer, "%s],\n", count > 0 ? "\n  " : "");
}

void wgs_explain_json(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan) {
    wgs_explain_print(writer, "{\n  \"version\": 1,\n  ");
    print_member(writer, "label", graph->label);
    wgs_explain_print(
        writer, ",\n  \"compiled\": %s,\n  \"nodes\": [", graph->compiled ? "true" : "false");
    for (size_t i = 0; i < plan->node_count; i++)
        print_node(writer, plan->order[i], i);
    print_end_of_list(writer, plan->node_count);
    wgs_explain_print(writer, "  \"buffers\": [");
    for (size_t b = 0; b < graph->buffer_count; b++)
        print_buffer(writer, graph->buffers[b], plan);
    print_end_of_list(writer, graph->buffer_count);
    wgs_explain_print(writer, "  \"slots\": [");
    for (size_t s = 0; s < plan->slot_count; s++)
        print_slot(writer, &plan->slots[s], s);
    print_end_of_list(writer, plan->slot_count);
    wgs_explain_print(writer, "  \"values\": [");
    for (size_t v = 0; v < graph->value_count; v++)
        print_value(writer, graph->values[v]);
    print_end_of_list(writer, graph->value_count);
    wgs_explain_print(writer, "  \"conditions\": [");
    for (size_t c = 0; c < graph->condition_count; c++)
        print_condition(writer, &graph->conditions[c], c);
    print_end_of_list(writer, graph->condition_count);
    wgs_explain_print(
        writer,
        "  \"transientCount\": %" PRIu32 ",\n  \"logicalTransientBytes\": %" PRIu64
        ",\n  \"physicalTransientBytes\": %" PRIu64 "\n}\n",
        plan->transient_count,
        plan->logical_bytes,
        plan->physical_bytes);
}
