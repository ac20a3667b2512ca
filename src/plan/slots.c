/* SPDX-License-Identifier: MIT */
#include "plan/slots.h"

#include <stdlib.h>

static int compare_first_use(void const* a, void const* b) {
    wgs_lifetime const* const x = a;
    wgs_lifetime const* const y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->buffer < y->buffer ? -1 : x->buffer > y->buffer;
}

/* True when `candidate` is a better home for `size` bytes than `best`: of two that are large enough
 * the smaller, else the larger. */
static bool fits_better(uint64_t candidate, uint64_t best, uint64_t size) {
    if (candidate >= size)
        return best < size || candidate < best;
    return best < size && candidate > best;
}

static size_t choose_slot(
    wgs_lifetime const* lifetime,
    size_t slot_count,
    wgs_slot const* slots,
    uint32_t const* busy_until) {
    size_t best = slot_count;
    for (size_t s = 0; s < slot_count; s++)
        if (busy_until[s] < lifetime->first &&
            (best == slot_count || fits_better(slots[s].size, slots[best].size, lifetime->size)))
            best = s;
    return best;
}

size_t wgs_slots_assign(
    size_t count,
    wgs_lifetime* lifetimes,
    wgs_slot* slots,
    uint32_t* busy_until,
    uint32_t* slot_of) {
    if (count > 0)
        qsort(lifetimes, count, sizeof *lifetimes, compare_first_use);
    size_t slot_count = 0;
    for (size_t i = 0; i < count; i++) {
        wgs_lifetime const* const lifetime = &lifetimes[i];
        size_t const s = choose_slot(lifetime, slot_count, slots, busy_until);
        if (s == slot_count)
            slots[slot_count++] = (wgs_slot){0};
        if (slots[s].size < lifetime->size)
            slots[s].size = lifetime->size;
        slots[s].usage |= lifetime->usage;
        busy_until[s] = lifetime->last;
        slot_of[lifetime->buffer] = (uint32_t)s;
    }
    return slot_count;
}
