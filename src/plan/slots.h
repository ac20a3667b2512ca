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

/* Assigns slots greedily by size (Pisarchyk and Lee 2020, "Efficient memory management for deep
 * neural net inference", shared objects): the largest transient first (ties: the earlier first use,
 * then the buffer number), each into the smallest slot whose lifetimes it does not meet, else into
 * a new one. So a slot never grows, and of parts that run one after another the largest decides.
 *
 * `slots` has room for `count`; slot_of[lifetime.buffer] is written. Sorts `lifetimes`. Usages of
 * those that share a slot are united. `place_count` is the length of the run order. False when
 * memory fails. */
bool wgs_slots_assign(
    WGSAllocator const* allocator,
    size_t place_count,
    size_t count,
    wgs_lifetime* lifetimes,
    wgs_slot* slots,
    uint32_t* slot_of,
    size_t* slot_count);

#endif
