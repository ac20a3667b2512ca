/* SPDX-License-Identifier: MIT */
#include "testing/sort_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing/sort_rig_check.h"
#include "testing/test_device.h"

/* Where views start: all residues that matter for 4-byte elements and 256-byte offsets. */
static uint32_t const places[] = {0, 1, 3, 63, 64, 65};
enum { PLACE_COUNT = sizeof places / sizeof *places };

bool wgs_sort_rig_fail(wgs_sort_rig const* rig, char const* what) {
    char text[400];
    wgs_test_sort_describe(&rig->sort, text, sizeof text);
    (void)fprintf(stderr, "%s: %s\n", text, what);
    return false;
}

static void add_column(
    wgs_sort_rig* rig,
    bool output,
    char const* name,
    size_t index,
    WGSFormat format,
    void const* data) {
    wgs_rig_column* const column = &rig->columns[rig->column_count];
    (void)snprintf(column->name, sizeof column->name, name, index);
    column->format = format;
    column->data = data;
    column->output = output;
    uint32_t const place = places[(rig->sort.first_place + rig->column_count) % PLACE_COUNT];
    column->place = wgs_guarded_buffer_create(
        place, (uint64_t)rig->sort.row_count * wgsFormatGetSize(format), output ? NULL : data);
    rig->column_count++;
}

bool wgs_sort_rig_place(wgs_sort_rig* rig, wgs_test_sort const* sort) {
    *rig = (wgs_sort_rig){.sort = *sort, .device_errors = wgs_test_device_errors()};
    for (size_t i = 0; i < sort->key_count; i++)
        add_column(rig, false, "keys[%zu].in", i, sort->keys[i].format, sort->keys[i].data);
    for (size_t i = 0; i < sort->value_count; i++)
        add_column(rig, false, "values[%zu].in", i, sort->values[i].format, sort->values[i].data);
    for (size_t i = 0; i < sort->key_count && !sort->omit_keys; i++)
        add_column(rig, true, "keys[%zu].out", i, sort->keys[i].format, sort->keys[i].data);
    for (size_t i = 0; i < sort->value_count; i++)
        add_column(rig, true, "values[%zu].out", i, sort->values[i].format, sort->values[i].data);
    if (sort->row_numbers)
        add_column(rig, true, "rowsOut", 0, WGSFormat_Uint32, NULL);
    return true;
}

static WGSStatus add_sort(wgs_sort_rig* rig, WGSGraph graph, WGSError* error) {
    wgs_test_sort const* const sort = &rig->sort;
    WGSView views[WGS_RIG_MAX_COLUMNS] = {0};
    for (size_t i = 0; i < rig->column_count; i++)
        WGS_TRY(wgs_guarded_buffer_import(
            &rig->columns[i].place, graph, rig->columns[i].format, &views[i], error));
    size_t const inputs = sort->key_count + sort->value_count;
    size_t const values_out = inputs + (sort->omit_keys ? 0 : sort->key_count);
    WGSSortKey keys[WGS_MAX_SORT_KEYS];
    for (size_t i = 0; i < sort->key_count; i++)
        keys[i] = (WGSSortKey){
            .in = views[i],
            .out = sort->omit_keys ? (WGSView){0} : views[inputs + i],
            .direction = sort->keys[i].direction,
            .firstBit = sort->keys[i].first_bit,
            .bitCount = sort->keys[i].bit_count};
    WGSSortValue values[WGS_MAX_SORT_VALUES];
    for (size_t i = 0; i < sort->value_count; i++)
        values[i] = (WGSSortValue){views[sort->key_count + i], views[values_out + i]};
    if (sort->with_count) {
        WGSValueDescriptor const descriptor = {.value = (uint32_t)sort->row_count};
        WGS_TRY(wgsGraphCreateValue(graph, &descriptor, &rig->count, error));
    }
    WGSSortDescriptor const descriptor = {
        .keyCount = sort->key_count,
        .keys = keys,
        .valueCount = sort->value_count,
        .values = values,
        .rowsOut = sort->row_numbers ? views[rig->column_count - 1] : (WGSView){0},
        .count = rig->count,
        .gpuCount = sort->gpu_count,
        .algorithm = sort->algorithm,
    };
    return wgsGraphAddSort(graph, &descriptor, &rig->info, error);
}

bool wgs_sort_rig_add(wgs_sort_rig* rig, WGSGraph graph) {
    WGSError error;
    if (add_sort(rig, graph, &error) == WGSStatus_Success)
        return true;
    return wgs_sort_rig_fail(rig, error.message);
}

bool wgs_sort_rig_open(wgs_sort_rig* rig, WGSContext context, wgs_test_sort const* sort) {
    if (!wgs_sort_rig_place(rig, sort))
        return false;
    WGSError error;
    if (wgsContextCreateGraph(context, NULL, &rig->graph, &error) != WGSStatus_Success)
        return wgs_sort_rig_fail(rig, error.message);
    if (!wgs_sort_rig_add(rig, rig->graph))
        return false;
    if (wgsGraphCompile(rig->graph, NULL, &rig->program, &error) != WGSStatus_Success)
        return wgs_sort_rig_fail(rig, error.message);
    return true;
}

void wgs_sort_rig_close(wgs_sort_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    for (size_t i = 0; i < rig->column_count; i++)
        wgs_guarded_buffer_free(&rig->columns[i].place);
    free(rig->order);
    *rig = (wgs_sort_rig){0};
}

bool wgs_sort_rig_reset(wgs_sort_rig const* rig) {
    for (size_t i = 0; i < rig->column_count; i++)
        if (rig->columns[i].output && !wgs_guarded_buffer_reset(&rig->columns[i].place))
            return wgs_sort_rig_fail(rig, "an output could not be reset");
    return true;
}

bool wgs_sort_rig_encode(wgs_sort_rig const* rig, WGPUCommandEncoder encoder, uint32_t count) {
    WGSValueReplacement const replacement = {rig->count, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->count != NULL,
        .values = &replacement,
    };
    WGSError error;
    if (wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error) == WGSStatus_Success)
        return true;
    return wgs_sort_rig_fail(rig, error.message);
}

WGPUCommandEncoder wgs_test_encoder(void) {
    return wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
}

bool wgs_test_submit(WGPUCommandEncoder encoder) {
    WGSError error;
    WGSStatus const status = wgsContextSubmit(wgs_test_context(), encoder, &error);
    wgpuCommandEncoderRelease(encoder);
    if (status != WGSStatus_Success)
        (void)fprintf(stderr, "%s\n", error.message);
    return status == WGSStatus_Success;
}

bool wgs_sort_rig_run(wgs_sort_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    if (!wgs_sort_rig_encode(rig, encoder, count)) {
        wgpuCommandEncoderRelease(encoder);
        return false;
    }
    return wgs_test_submit(encoder) || wgs_sort_rig_fail(rig, "the submit failed");
}

bool wgs_test_sort_run(WGSContext context, wgs_test_sort const* sort, WGSSortInfo* info) {
    wgs_sort_rig rig;
    uint32_t const count = (uint32_t)sort->row_count;
    bool const good = wgs_sort_rig_open(&rig, context, sort) && wgs_sort_rig_run(&rig, count) &&
                      wgs_sort_rig_check(&rig, count);
    if (info != NULL)
        *info = rig.info;
    wgs_sort_rig_close(&rig);
    return good;
}
