/* SPDX-License-Identifier: MIT */
/*
 * A device buffer with a view in it and guard words on both sides: a kernel that writes outside of
 * its view is caught when the buffer is read back. The bound range of the view starts at an offset
 * rounded down and so takes in guard words, too.
 */
#ifndef WGS_TESTING_GUARDED_BUFFER_H
#define WGS_TESTING_GUARDED_BUFFER_H

#include <stdbool.h>

#include "wgsort/wgsort.h"

#define WGS_GUARD_WORD 0xDEADBEEFu
enum { WGS_GUARD_WORDS = 64 }; /* behind every view */

typedef struct wgs_guarded_buffer {
    WGPUBuffer buffer;
    uint64_t offset; /* of the view, in bytes */
    uint64_t size;   /* of the view */
    uint64_t buffer_size;
} wgs_guarded_buffer;

/* A buffer [Storage, CopySrc, CopyDst] whose view starts `first_word` words into it. The view holds
 * `contents`, or guard words when that is NULL. */
wgs_guarded_buffer
wgs_guarded_buffer_create(uint32_t first_word, uint64_t size, void const* contents);
void wgs_guarded_buffer_free(wgs_guarded_buffer* guarded);

/* Imports the buffer into a graph; the view becomes what the guards surround. */
WGSStatus wgs_guarded_buffer_import(
    wgs_guarded_buffer const* guarded,
    WGSGraph graph,
    WGSFormat format,
    WGSView* view,
    WGSError* error);

/* Fills the view with guard words again. */
bool wgs_guarded_buffer_reset(wgs_guarded_buffer const* guarded);

/* Reads the view into `contents` and checks the guards. False, with a message that starts with
 * `name`, when one has changed or the device failed. */
bool wgs_guarded_buffer_read(wgs_guarded_buffer const* guarded, char const* name, void* contents);

#endif
