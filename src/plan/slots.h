/* SPDX-License-Identifier: MIT */
/* Which transients share a physical buffer. */
#ifndef WGS_PLAN_SLOTS_H
#define WGS_PLAN_SLOTS_H

#include "plan/plan.h"

/* One used transient: its places in the run order, both included. */
typedef struct wgs_lifetime {
    uint32_t buffer;
    uint32_t first;
    uint32_t last;
    uint64_t size;
    WGPUBufferUsage usage;
} wgs_lifetime;

/* Assigns slots in the order of first use (ties: of the buffer number): the smallest free slot that
 * is large enough, else the largest free one, grown, else a new one. `slots` has room for `count`;
 * `busy_until` likewise, as working space; slot_of[lifetime.buffer] is written. Returns the number
 * of slots. Sorts `lifetimes`. Usages of those that share a slot are united. */
size_t wgs_slots_assign(
    size_t count,
    wgs_lifetime* lifetimes,
    wgs_slot* slots,
    uint32_t* busy_until,
    uint32_t* slot_of);

#endif
