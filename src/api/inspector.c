/* SPDX-License-Identifier: MIT */
/* Inspectors, and the programs in them. */
#include <inttypes.h>
#include <string.h>

#include "api/inspector_state.h"
#include "base/error.h"
#include "gpu/gpu.h"

/* --- Life ---------------------------------------------------------------------------------------
 */

WGSStatus wgsContextCreateInspector(
    WGSContext context,
    WGSInspectorDescriptor const* descriptor,
    WGSInspector* inspector,
    WGSError* error) {
    char const* const function = "wgsContextCreateInspector";
    if (context == NULL || inspector == NULL)
        return wgs_error_null(error, function, context == NULL ? "context" : "inspector");
    WGSAllocator const allocator = wgs_context_allocator(context);
    WGPUStringView const label = descriptor != NULL ? descriptor->label : (WGPUStringView){0};
    WGSInspector const made = wgs_allocate(&allocator, 1, sizeof *made);
    char* const label_copy = wgs_copy_string(&allocator, label);
    if (made == NULL || label_copy == NULL) {
        wgs_free(&allocator, made);
        wgs_free(&allocator, label_copy);
        return wgs_error_memory(error, function);
    }
    made->references = 1;
    made->context = context;
    made->allocator = allocator;
    made->label = label_copy;
    wgsContextAddRef(context);
    *inspector = made;
    return WGSStatus_Success;
}

void wgsInspectorAddRef(WGSInspector inspector) {
    if (inspector != NULL)
        inspector->references++;
}

static void free_program(WGSAllocator const* allocator, wgs_inspected_program* program) {
    if (program == NULL)
        return;
    wgs_free(allocator, program->node_labels);
    wgs_free(allocator, program->nodes);
    wgs_free(allocator, program->label);
    wgs_free(allocator, program);
}

void wgsInspectorRelease(WGSInspector inspector) {
    if (inspector == NULL || --inspector->references > 0)
        return;
    WGSAllocator const allocator = inspector->allocator;
    WGSContext const context = inspector->context;
    for (size_t p = 0; p < inspector->program_count; p++)
        free_program(&allocator, inspector->programs[p]);
    wgs_free(&allocator, inspector->programs);
    wgs_free(&allocator, inspector->label);
    wgs_free(&allocator, inspector);
    wgsContextRelease(context);
}

/* --- Attachments --------------------------------------------------------------------------------
 */

/* One block for the labels of all nodes. */
static bool
copy_node_labels(WGSAllocator const* allocator, wgs_inspected_program* made, WGSProgram program) {
    size_t size = 0;
    for (uint32_t n = 0; n < made->node_count; n++)
        size += strlen(wgs_program_node_label(program, n)) + 1;
    made->node_labels = wgs_allocate(allocator, size, 1);
    if (made->node_labels == NULL)
        return false;
    char* end = made->node_labels;
    for (uint32_t n = 0; n < made->node_count; n++) {
        size_t const length = strlen(wgs_program_node_label(program, n)) + 1;
        memcpy(end, wgs_program_node_label(program, n), length);
        made->nodes[n].label = end;
        end += length;
    }
    return true;
}

/* NULL when memory fails. */
static wgs_inspected_program*
make_program(WGSAllocator const* allocator, WGSProgram program, WGPUStringView label) {
    wgs_inspected_program* const made = wgs_allocate(allocator, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->node_count = wgs_program_stats(program).nodeCount;
    made->label = wgs_copy_string(allocator, label);
    if (made->label != NULL && made->label[0] == '\0') {
        wgs_free(allocator, made->label);
        WGPUStringView const graph = {wgs_program_label(program), WGPU_STRLEN};
        made->label = wgs_copy_string(allocator, graph);
    }
    made->nodes = wgs_allocate(allocator, made->node_count, sizeof *made->nodes);
    if (made->label != NULL && made->nodes != NULL && copy_node_labels(allocator, made, program))
        return made;
    free_program(allocator, made);
    return NULL;
}

/* The place of the program that has this label; program_count when there is none. */
static size_t find_label(WGSInspector inspector, char const* label) {
    size_t p = 0;
    while (p < inspector->program_count &&
           (label[0] == '\0' || strcmp(inspector->programs[p]->label, label) != 0))
        p++;
    return p;
}

static bool reserve_place(WGSInspector inspector) {
    void* array = inspector->programs;
    bool const reserved = wgs_reserve_one(
        &inspector->allocator,
        &array,
        inspector->program_count,
        &inspector->program_capacity,
        sizeof *inspector->programs);
    inspector->programs = array;
    return reserved;
}

WGSStatus wgsInspectorAttach(
    WGSInspector inspector,
    WGSInspectorAttachDescriptor const* descriptor,
    WGSInspectorAttachment* attachment,
    WGSError* error) {
    char const* const function = "wgsInspectorAttach";
    if (inspector == NULL || descriptor == NULL || attachment == NULL)
        return wgs_error_null(
            error,
            function,
            inspector == NULL    ? "inspector"
            : descriptor == NULL ? "descriptor"
                                 : "attachment");
    if (descriptor->program == NULL)
        return wgs_error_null(error, function, "descriptor->program");
    wgs_inspected_program* const made =
        make_program(&inspector->allocator, descriptor->program, descriptor->label);
    if (made == NULL)
        return wgs_error_memory(error, function);
    size_t const place = find_label(inspector, made->label);
    if (place < inspector->program_count) {
        free_program(&inspector->allocator, inspector->programs[place]);
    } else if (reserve_place(inspector)) {
        inspector->program_count++;
    } else {
        free_program(&inspector->allocator, made);
        return wgs_error_memory(error, function);
    }
    inspector->programs[place] = made;
    made->number = ++inspector->last_number;
    *attachment = (WGSInspectorAttachment){.inspector = inspector, .number = made->number};
    return WGSStatus_Success;
}

void wgsInspectorDetach(WGSInspector inspector, WGSInspectorAttachment attachment) {
    if (inspector == NULL)
        return;
    size_t const place = wgs_inspector_find(inspector, attachment);
    if (place == inspector->program_count)
        return;
    free_program(&inspector->allocator, inspector->programs[place]);
    inspector->program_count--;
    memmove(
        &inspector->programs[place],
        &inspector->programs[place + 1],
        (inspector->program_count - place) * sizeof *inspector->programs);
}

size_t wgs_inspector_find(WGSInspector inspector, WGSInspectorAttachment attachment) {
    size_t place = 0;
    while (place < inspector->program_count &&
           (attachment.inspector != inspector ||
            inspector->programs[place]->number != attachment.number))
        place++;
    return place;
}

WGSStatus wgs_inspector_get(
    WGSInspector inspector,
    WGSInspectorAttachment attachment,
    wgs_inspected_program** program,
    char const* function,
    WGSError* error) {
    size_t const place = wgs_inspector_find(inspector, attachment);
    if (place == inspector->program_count)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: attachment %" PRIu64 " %s",
            function,
            attachment.number,
            attachment.inspector == inspector ? "was detached or replaced"
                                              : "is of another inspector");
    *program = inspector->programs[place];
    return WGSStatus_Success;
}
