/* SPDX-License-Identifier: MIT */
#include "testing/guarded_buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing/test_device.h"

static void fill_guards(uint32_t* words, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        words[i] = WGS_GUARD_WORD;
}

wgs_guarded_buffer
wgs_guarded_buffer_create(uint32_t first_word, uint64_t size, void const* contents) {
    wgs_guarded_buffer guarded = {
        .offset = 4ull * first_word,
        .size = size,
        .buffer_size = 4ull * first_word + size + 4ull * WGS_GUARD_WORDS,
    };
    WGPUBufferDescriptor const descriptor = {
        .label = wgs_test_text("guarded"),
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = guarded.buffer_size,
        .mappedAtCreation = true,
    };
    guarded.buffer = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
    uint32_t* const words = wgpuBufferGetMappedRange(guarded.buffer, 0, guarded.buffer_size);
    fill_guards(words, guarded.buffer_size / 4);
    if (contents != NULL && size > 0)
        memcpy(words + first_word, contents, size);
    wgpuBufferUnmap(guarded.buffer);
    return guarded;
}

void wgs_guarded_buffer_free(wgs_guarded_buffer* guarded) {
    if (guarded->buffer != NULL)
        wgpuBufferRelease(guarded->buffer);
    guarded->buffer = NULL;
}

WGSStatus wgs_guarded_buffer_import(
    wgs_guarded_buffer const* guarded,
    WGSGraph graph,
    WGSFormat format,
    WGSView* view,
    WGSError* error) {
    WGSImportDescriptor const descriptor = {.buffer = guarded->buffer};
    *view = (WGSView){
        .format = format,
        .offset = guarded->offset,
        .length = guarded->size / wgsFormatGetSize(format)};
    return wgsGraphImportBuffer(graph, &descriptor, &view->buffer, error);
}

bool wgs_guarded_buffer_reset(wgs_guarded_buffer const* guarded) {
    if (guarded->size == 0)
        return true;
    uint32_t* const words = malloc(guarded->size);
    if (words == NULL)
        return false;
    fill_guards(words, guarded->size / 4);
    WGSError error;
    WGSStatus const status = wgsContextWriteBuffer(
        wgs_test_context(), guarded->buffer, guarded->offset, words, guarded->size, &error);
    if (status != WGSStatus_Success)
        (void)fprintf(stderr, "%s\n", error.message);
    free(words);
    return status == WGSStatus_Success;
}

static bool check_guards(uint32_t const* words, uint64_t begin, uint64_t end, char const* name) {
    for (uint64_t i = begin; i < end; i++)
        if (words[i] != WGS_GUARD_WORD) {
            (void)fprintf(
                stderr,
                "%s: guard word %" PRIu64 " of the buffer became 0x%08" PRIX32 "\n",
                name,
                i,
                words[i]);
            return false;
        }
    return true;
}

bool wgs_guarded_buffer_read(wgs_guarded_buffer const* guarded, char const* name, void* contents) {
    uint32_t* const words = malloc(guarded->buffer_size);
    if (words == NULL)
        return false;
    WGSError error;
    bool good = wgsContextReadBuffer(
                    wgs_test_context(), guarded->buffer, 0, words, guarded->buffer_size, &error) ==
                WGSStatus_Success;
    if (!good)
        (void)fprintf(stderr, "%s: %s\n", name, error.message);
    uint64_t const begin = guarded->offset / 4;
    uint64_t const end = begin + guarded->size / 4;
    good = good && check_guards(words, 0, begin, name) &&
           check_guards(words, end, guarded->buffer_size / 4, name);
    if (good && guarded->size > 0)
        memcpy(contents, words + begin, guarded->size);
    free(words);
    return good;
}
