/* SPDX-License-Identifier: MIT */
/*
 * An allocator that counts and that fails once, at a chosen call. To test what a call does without
 * memory, fail its first allocation, then its second, and so on until it succeeds:
 *
 *     for (size_t n = 1;; n++) {
 *         wgs_fail_allocation(&memory, n);
 *         status = call_under_test();
 *         wgs_fail_allocation(&memory, 0);
 *         if (status == WGSStatus_Success)
 *             break;
 *         // the status, and that nothing changed
 *     }
 */
#ifndef WGS_TESTING_FAILING_ALLOCATOR_H
#define WGS_TESTING_FAILING_ALLOCATOR_H

#include "wgsort/context.h"

typedef struct wgs_failing_allocator {
    size_t live;    /* blocks allocated and not released */
    size_t calls;   /* since wgs_fail_allocation */
    size_t fail_at; /* the call that fails, counted from 1; 0: none */
} wgs_failing_allocator;

/* `memory` must outlive all that is allocated from it. */
WGSAllocator wgs_failing_allocator_hooks(wgs_failing_allocator* memory);

/* Starts to count anew: the n-th allocation from now fails; 0: none does. */
void wgs_fail_allocation(wgs_failing_allocator* memory, size_t n);

#endif
