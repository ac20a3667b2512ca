/* SPDX-License-Identifier: MIT */
/* Columns imported by chunk, without a device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "testing/fake_gpu.h"
#include "testing/plan_fixture.h"

enum { OBJECTS = 3 };

typedef struct fixture {
    wgs_fake_gpu gpu;
    WGSGraph graph;
    wgs_fake_object objects[OBJECTS]; /* of 1002 bytes */
    WGPUBuffer buffers[OBJECTS];
} fixture;

static int open_fixture(void** state) {
    static fixture f;
    memset(&f, 0, sizeof f);
    WGSContext const context = wgs_fake_context(&f.gpu);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &f.graph, NULL), WGSStatus_Success);
    for (size_t i = 0; i < OBJECTS; i++) {
        f.objects[i] = (wgs_fake_object){1, 1002, WGPUBufferUsage_Storage};
        f.buffers[i] = wgs_fake_buffer(&f.objects[i]);
    }
    *state = &f;
    return 0;
}

static int close_fixture(void** state) {
    fixture* const f = *state;
    wgsGraphRelease(f->graph);
    for (size_t i = 0; i < OBJECTS; i++)
        assert_int_equal(f->objects[i].references, 1);
    assert_int_equal(f->gpu.memory.live, 0);
    return 0;
}

static WGSImportVectorDescriptor vector(char const* label, size_t count, WGSImportChunk const* c) {
    return (WGSImportVectorDescriptor){
        .label = wgs_string_view(label),
        .format = WGSFormat_Uint64,
        .chunkCount = count,
        .chunks = c};
}

/* item 7: one import for each physical buffer, chunks as they are, empty ones too. */
static void chunks_keep_their_shape_and_share_buffers(void** state) {
    fixture* const f = *state;
    WGSImportChunk const chunks[] = {
        {f->buffers[0], 4, 10}, {f->buffers[1], 0, 0}, {f->buffers[0], 100, 3}};
    WGSImportVectorDescriptor const keys = vector("keys", 3, chunks);
    WGSView views[3];
    assert_int_equal(wgsGraphImportVector(f->graph, &keys, views, NULL), WGSStatus_Success);
    assert_int_equal(f->graph->buffer_count, 2);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(views[i].format, WGSFormat_Uint64);
        assert_int_equal(views[i].offset, chunks[i].offset);
        assert_int_equal(views[i].length, chunks[i].length);
        assert_ptr_equal(views[i].buffer->default_buffer, chunks[i].buffer);
    }
    assert_ptr_equal(views[0].buffer, views[2].buffer);
    assert_string_equal(views[0].buffer->label, "keys[0]");
    assert_string_equal(views[1].buffer->label, "keys[1]");
    assert_int_equal(views[0].buffer->size, 1000);
    assert_true(views[0].buffer->usage == WGPUBufferUsage_Storage);
    assert_int_equal(f->objects[0].references, 2);

    /* Another vector in the same buffer joins; an import by itself does not. */
    WGSImportVectorDescriptor const values =
        vector("values", 1, &(WGSImportChunk){f->buffers[1], 8, 5});
    WGSView view;
    assert_int_equal(wgsGraphImportVector(f->graph, &values, &view, NULL), WGSStatus_Success);
    assert_ptr_equal(view.buffer, views[1].buffer);
    WGSImportDescriptor const alone = {.buffer = f->buffers[1]};
    WGSBuffer buffer;
    assert_int_equal(wgsGraphImportBuffer(f->graph, &alone, &buffer, NULL), WGSStatus_Success);
    assert_ptr_not_equal(buffer, view.buffer);
    WGSImportVectorDescriptor const last =
        vector("last", 1, &(WGSImportChunk){f->buffers[2], 0, 1});
    assert_int_equal(wgsGraphImportVector(f->graph, &last, &view, NULL), WGSStatus_Success);
    assert_string_equal(view.buffer->label, "last");
    WGSImportVectorDescriptor const empty = vector("empty", 0, NULL);
    assert_int_equal(wgsGraphImportVector(f->graph, &empty, NULL, NULL), WGSStatus_Success);
    assert_int_equal(f->graph->buffer_count, 4);
}

static void refused(
    fixture* f,
    WGSImportVectorDescriptor const* descriptor,
    WGSView* views,
    WGSErrorId id,
    char const* message) {
    WGSError error = {0};
    size_t const live = f->gpu.memory.live;
    assert_int_not_equal(
        wgsGraphImportVector(f->graph, descriptor, views, &error), WGSStatus_Success);
    assert_int_equal(error.detail, id);
    assert_string_equal(error.message, message);
    assert_int_equal(f->graph->buffer_count, 0);
    assert_int_equal(f->gpu.memory.live, live);
    assert_int_equal(f->objects[0].references, 1);
}

/* item 7: what is rejected. */
static void chunks_are_checked(void** state) {
    fixture* const f = *state;
    WGSImportChunk chunks[2] = {{f->buffers[0], 0, 5}, {f->buffers[1], 0, 5}};
    WGSImportVectorDescriptor keys = vector("keys", 2, chunks);
    WGSView views[2];
    refused(f, NULL, views, WGSErrorId_NullArgument, "wgsGraphImportVector: descriptor is NULL");
    refused(f, &keys, NULL, WGSErrorId_NullArgument, "wgsGraphImportVector: views is NULL");
    chunks[1].buffer = NULL;
    refused(
        f, &keys, views, WGSErrorId_NullArgument, "wgsGraphImportVector: chunks[1].buffer is NULL");
    chunks[1] = (WGSImportChunk){f->buffers[1], 6, 5};
    refused(
        f,
        &keys,
        views,
        WGSErrorId_InvalidOffset,
        "wgsGraphImportVector: chunks[1].offset is 6 but must be a multiple of 4");
    chunks[1] = (WGSImportChunk){f->buffers[1], 4, 125};
    refused(
        f,
        &keys,
        views,
        WGSErrorId_ViewOutOfRange,
        "wgsGraphImportVector: chunks[1] has 125 elements at offset 4 but its buffer holds 1000 "
        "bytes");
    chunks[1] = (WGSImportChunk){f->buffers[1], 0, UINT64_MAX / 4};
    refused(
        f,
        &keys,
        views,
        WGSErrorId_ViewOutOfRange,
        "wgsGraphImportVector: chunks[1] has 4611686018427387903 elements at offset 0 but its "
        "buffer holds 1000 bytes");
    keys.format = WGSFormat_Undefined;
    refused(
        f, &keys, views, WGSErrorId_ViewFormat, "wgsGraphImportVector: format is 0, which is none");
    keys.chunks = NULL;
    refused(f, &keys, views, WGSErrorId_NullArgument, "wgsGraphImportVector: chunks is NULL");
    f->gpu.capabilities.limits.maxBufferSize = 996;
    WGSImportVectorDescriptor const large =
        vector("large", 1, &(WGSImportChunk){f->buffers[0], 0, 1});
    refused(
        f,
        &large,
        views,
        WGSErrorId_BufferTooLarge,
        "wgsGraphImportVector: size is 1000 bytes but a buffer holds at most 996");
}

static void without_memory_nothing_is_imported(void** state) {
    fixture* const f = *state;
    WGSImportChunk const chunks[] = {{f->buffers[0], 0, 5}, {f->buffers[1], 0, 5}};
    WGSImportVectorDescriptor const keys = vector("keys", 2, chunks);
    WGSView views[2];
    for (size_t n = 1;; n++) {
        WGSError error = {0};
        wgs_fail_allocation(&f->gpu.memory, n);
        WGSStatus const status = wgsGraphImportVector(f->graph, &keys, views, &error);
        wgs_fail_allocation(&f->gpu.memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_int_equal(f->graph->buffer_count, 0);
        assert_int_equal(f->objects[0].references, 1);
        assert_int_equal(f->objects[1].references, 1);
    }
    assert_int_equal(f->graph->buffer_count, 2);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)

int main(void) {
    struct CMUnitTest const tests[] = {
        WITH_FIXTURE(chunks_keep_their_shape_and_share_buffers),
        WITH_FIXTURE(chunks_are_checked),
        WITH_FIXTURE(without_memory_nothing_is_imported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
