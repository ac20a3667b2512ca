/* SPDX-License-Identifier: MIT */
/* Results of callbacks, and the text of an implementation made fit for a message. */
#include <sched.h>
#include <string.h>

#include "gpu/wait.h"

wgs_signal* wgs_signal_create(WGSAllocator const* allocator) {
    wgs_signal* signal = wgs_allocate(allocator, 1, sizeof *signal);
    if (signal == NULL)
        return NULL;
    signal->allocator = *allocator;
    atomic_init(&signal->references, 2);
    atomic_init(&signal->done, false);
    return signal;
}

void wgs_signal_arm(wgs_signal* signal) {
    /* The callback may be on another thread, between telling that it is done and letting go. */
    while (atomic_load(&signal->references) != 1)
        (void)sched_yield();
    atomic_store(&signal->references, 2);
    atomic_store(&signal->done, false);
}

void wgs_signal_release(wgs_signal* signal) {
    if (atomic_fetch_sub(&signal->references, 1) != 1)
        return;
    WGSAllocator allocator = signal->allocator;
    wgs_free(&allocator, signal);
}

void wgs_signal_forget(wgs_signal* signal) {
    if (signal == NULL)
        return;
    wgs_signal_release(signal);
    wgs_signal_release(signal);
}

void wgs_signal_finish(wgs_signal* signal, WGPUStringView text) {
    wgs_copy_text(signal->text, sizeof signal->text, text);
    atomic_store(&signal->done, true);
    wgs_signal_release(signal);
}

void wgs_copy_text(char* text, size_t size, WGPUStringView view) {
    size_t length = 0;
    if (view.data != NULL)
        length = view.length == WGPU_STRLEN ? strlen(view.data) : view.length;
    size_t used = 0;
    bool blank = false;
    for (size_t i = 0; i < length && used + 1 < size; ++i) {
        unsigned char const c = (unsigned char)view.data[i];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            blank = used > 0;
            continue;
        }
        if (c < 33 || c > 126)
            continue;
        if (blank && used + 2 < size)
            text[used++] = ' ';
        blank = false;
        text[used++] = (char)c;
    }
    text[used] = '\0';
}
