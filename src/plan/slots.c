/* SPDX-License-Identifier: MIT */
#include "plan/slots.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* Larger first. Buffer numbers differ, so that the result depends on nothing else. */
static int compare_size(void const* a, void const* b) {
    wgs_lifetime const* const x = a;
    wgs_lifetime const* const y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->buffer < y->buffer ? -1 : x->buffer > y->buffer;
}

static bool meet(wgs_lifetime const* a, wgs_lifetime const* b) {
    return a->first <= b->last && b->first <= a->last;
}

/* `newest` is the last lifetime that was placed in the slot; `next` leads to those before. */
static bool is_free(wgs_lifetime const* lifetimes, uint32_t newest, wgs_lifetime const* wanted) {
    for (uint32_t i = newest; i != NONE; i = lifetimes[i].next)
        if (meet(&lifetimes[i], wanted))
            return false;
    return true;
}

size_t wgs_slots_assign(
    size_t count, wgs_lifetime* lifetimes, wgs_slot* slots, uint32_t* newest, uint32_t* slot_of) {
    if (count > 0)
        qsort(lifetimes, count, sizeof *lifetimes, compare_size);
    size_t slot_count = 0;
    for (size_t i = 0; i < count; i++) {
        wgs_lifetime* const lifetime = &lifetimes[i];
        /* Later slots are never larger: the last free one is the smallest, and large enough. */
        size_t s = slot_count;
        while (s > 0 && !is_free(lifetimes, newest[s - 1], lifetime))
            s--;
        if (s > 0) {
            s--;
        } else {
            s = slot_count++;
            slots[s] = (wgs_slot){.size = lifetime->size};
            newest[s] = NONE;
        }
        lifetime->next = newest[s];
        newest[s] = (uint32_t)i;
        slots[s].usage |= lifetime->usage;
        slot_of[lifetime->buffer] = (uint32_t)s;
    }
    return slot_count;
}
