/* SPDX-License-Identifier: MIT */
#include "portion_merge.h"

#include "exit_status.h"
#include "loser_tree.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRESS_STEP = 1 << 20 };

/* The head of each portion. `ranks` holds the first key's place there, to compare without touching
 * the columns; rows that tie in it are compared in full. */
typedef struct merge_heads {
    uint64_t* next; /* position of the head; at `end` the portion has run out */
    uint64_t const* end;
    uint64_t* rows; /* order merge: the head's row in the input */
    uint64_t* ranks;
    uint8_t* classes; /* order merge: 0 null that is first, 1 value, 2 null that is last */
    wgs_row_key const* keys;
    size_t key_count;
} merge_heads;

static bool
heads_start(merge_heads* heads, uint64_t const* first, uint32_t count, wgs_failure* failure) {
    heads->next = malloc(count * sizeof *heads->next);
    heads->rows = calloc(count, sizeof *heads->rows);
    heads->ranks = calloc(count, sizeof *heads->ranks);
    heads->classes = calloc(count, 1);
    heads->end = first + 1;
    if (!heads->next || !heads->rows || !heads->ranks || !heads->classes) {
        wgs_fail(failure, WGS_EXIT_DATA, "out of memory to merge %u portions", count);
        return false;
    }
    memcpy(heads->next, first, count * sizeof *heads->next);
    return true;
}

static void heads_free(merge_heads* heads) {
    free(heads->next);
    free(heads->rows);
    free(heads->ranks);
    free(heads->classes);
}

/* Decides when one of two portions has run out: true, with the result in *before. */
static bool one_is_out(merge_heads const* heads, uint32_t a, uint32_t b, bool* before) {
    bool const a_out = heads->next[a] == heads->end[a];
    bool const b_out = heads->next[b] == heads->end[b];
    *before = a_out == b_out ? a < b : b_out;
    return a_out || b_out;
}

static bool row_before(void const* context, uint32_t a, uint32_t b) {
    merge_heads const* heads = context;
    bool before;
    if (one_is_out(heads, a, b, &before))
        return before;
    if (heads->classes[a] != heads->classes[b])
        return heads->classes[a] < heads->classes[b];
    if (heads->ranks[a] != heads->ranks[b])
        return heads->ranks[a] < heads->ranks[b];
    int const rest =
        wgs_compare_rows(heads->keys + 1, heads->key_count - 1, heads->rows[a], heads->rows[b]);
    return rest == 0 ? a < b : rest < 0;
}

static bool value_before(void const* context, uint32_t a, uint32_t b) {
    merge_heads const* heads = context;
    bool before;
    if (one_is_out(heads, a, b, &before))
        return before;
    return heads->ranks[a] == heads->ranks[b] ? a < b : heads->ranks[a] < heads->ranks[b];
}

static void load_row(merge_heads* heads, uint32_t portion, uint64_t row) {
    wgs_row_key const* key = &heads->keys[0];
    bool const null = key->column.nulls && key->column.nulls[row];
    heads->rows[portion] = row;
    heads->classes[portion] = !null ? 1 : key->nulls_first ? 0 : 2;
    heads->ranks[portion] =
        null ? 0
             : wgs_key_rank(
                   key->column.type, key->descending, key->key_bits, key->column.values, row);
}

static void report(wgs_merge_progress progress, uint64_t done, uint64_t total, void* userdata) {
    if (progress && (done % PROGRESS_STEP == 0 || done == total))
        progress(done, total, userdata);
}

bool wgs_merge_orders(
    uint32_t const* rows,
    uint64_t const* first,
    uint32_t portion_count,
    wgs_row_key const* keys,
    size_t key_count,
    uint64_t* order,
    wgs_merge_progress progress,
    void* userdata,
    wgs_failure* failure) {
    merge_heads heads = {.keys = keys, .key_count = key_count};
    wgs_loser_tree tree = {0};
    uint64_t const total = first[portion_count];
    bool good = heads_start(&heads, first, portion_count, failure);
    for (uint32_t p = 0; good && p < portion_count; p++)
        if (heads.next[p] < heads.end[p])
            load_row(&heads, p, first[p] + rows[first[p]]);
    if (good && !wgs_loser_tree_start(&tree, portion_count, row_before, &heads))
        good =
            wgs_fail(failure, WGS_EXIT_DATA, "out of memory to merge %u portions", portion_count);
    for (uint64_t i = 0; good && i < total; i++) {
        uint32_t const p = wgs_loser_tree_winner(&tree);
        order[i] = heads.rows[p];
        heads.next[p]++;
        if (heads.next[p] < heads.end[p])
            load_row(&heads, p, first[p] + rows[heads.next[p]]);
        wgs_loser_tree_replay(&tree);
        report(progress, i + 1, total, userdata);
    }
    wgs_loser_tree_free(&tree);
    heads_free(&heads);
    return good;
}

bool wgs_merge_values(
    wgs_key_type type,
    bool descending,
    unsigned key_bits,
    void const* values,
    uint64_t const* first,
    uint32_t portion_count,
    void* out,
    wgs_merge_progress progress,
    void* userdata,
    wgs_failure* failure) {
    merge_heads heads = {0};
    wgs_loser_tree tree = {0};
    bool const wide = wgs_key_type_bits(type) == 64;
    uint64_t const total = first[portion_count];
    bool good = heads_start(&heads, first, portion_count, failure);
    for (uint32_t p = 0; good && p < portion_count; p++)
        if (heads.next[p] < heads.end[p])
            heads.ranks[p] = wgs_key_rank(type, descending, key_bits, values, first[p]);
    if (good && !wgs_loser_tree_start(&tree, portion_count, value_before, &heads))
        good =
            wgs_fail(failure, WGS_EXIT_DATA, "out of memory to merge %u portions", portion_count);
    for (uint64_t i = 0; good && i < total; i++) {
        uint32_t const p = wgs_loser_tree_winner(&tree);
        uint64_t const position = heads.next[p]++;
        if (wide)
            ((uint64_t*)out)[i] = ((uint64_t const*)values)[position];
        else
            ((uint32_t*)out)[i] = ((uint32_t const*)values)[position];
        if (heads.next[p] < heads.end[p])
            heads.ranks[p] = wgs_key_rank(type, descending, key_bits, values, heads.next[p]);
        wgs_loser_tree_replay(&tree);
        report(progress, i + 1, total, userdata);
    }
    wgs_loser_tree_free(&tree);
    heads_free(&heads);
    return good;
}
