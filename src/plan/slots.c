/* SPDX-License-Identifier: MIT */
#include "plan/slots.h"

#include <stdlib.h>

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

/* The bits of word `word` that stand for places from `first` to `last`. */
static uint64_t places_of_word(size_t word, uint32_t first, uint32_t last) {
    uint64_t mask = UINT64_MAX;
    if (word == first / 64)
        mask <<= first % 64;
    if (word == last / 64)
        mask &= UINT64_MAX >> (63 - last % 64);
    return mask;
}

/* `taken` has a bit for each place of the run order: set while something lives in the slot. */
static bool is_free(uint64_t const* taken, wgs_lifetime const* wanted) {
    for (size_t word = wanted->first / 64; word <= wanted->last / 64; word++)
        if ((taken[word] & places_of_word(word, wanted->first, wanted->last)) != 0)
            return false;
    return true;
}

static void take(uint64_t* taken, wgs_lifetime const* lifetime) {
    for (size_t word = lifetime->first / 64; word <= lifetime->last / 64; word++)
        taken[word] |= places_of_word(word, lifetime->first, lifetime->last);
}

/* The smallest free slot, or `slot_count`. Later slots are never larger, and all that exist are
 * large enough. */
static size_t find_slot(uint64_t* const* taken, size_t slot_count, wgs_lifetime const* wanted) {
    for (size_t s = slot_count; s > 0; s--)
        if (is_free(taken[s - 1], wanted))
            return s - 1;
    return slot_count;
}

bool wgs_slots_assign(
    WGSAllocator const* allocator,
    size_t place_count,
    size_t count,
    wgs_lifetime* lifetimes,
    wgs_slot* slots,
    uint32_t* slot_of,
    size_t* slot_count) {
    *slot_count = 0;
    uint64_t** const taken = wgs_allocate(allocator, count, sizeof *taken);
    bool good = taken != NULL;
    if (good && count > 0)
        qsort(lifetimes, count, sizeof *lifetimes, compare_size);
    for (size_t i = 0; good && i < count; i++) {
        wgs_lifetime const* const lifetime = &lifetimes[i];
        size_t const s = find_slot(taken, *slot_count, lifetime);
        if (s == *slot_count) {
            taken[s] = wgs_allocate(allocator, place_count / 64 + 1, sizeof *taken[s]);
            good = taken[s] != NULL;
            if (!good)
                break;
            slots[s] = (wgs_slot){.size = lifetime->size};
            ++*slot_count;
        }
        take(taken[s], lifetime);
        slots[s].usage |= lifetime->usage;
        slot_of[lifetime->buffer] = (uint32_t)s;
    }
    for (size_t s = 0; s < *slot_count; s++)
        wgs_free(allocator, taken[s]);
    wgs_free(allocator, taken);
    return good;
}
