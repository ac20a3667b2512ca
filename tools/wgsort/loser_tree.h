/* SPDX-License-Identifier: MIT */
/*
 * A tournament between sources (Knuth 1973, 5.4.1): each inner node keeps the loser of its match,
 * so that a new head of the winner costs one comparison a level.
 */
#ifndef WGSORT_TOOLS_LOSER_TREE_H
#define WGSORT_TOOLS_LOSER_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when the head of source `a` goes out before that of `b`. A strict order: of two equal heads
 * the lower source is first, and a source that has run out comes after all that haven't. */
typedef bool (*wgs_head_before)(void const* context, uint32_t a, uint32_t b);

typedef struct wgs_loser_tree {
    uint32_t* losers; /* losers[0] is the winner */
    uint32_t count;
    wgs_head_before before;
    void const* context;
} wgs_loser_tree;

/* Plays all matches. `count` is at least 1. False: out of memory. */
bool wgs_loser_tree_start(
    wgs_loser_tree* tree, uint32_t count, wgs_head_before before, void const* context);
/* The source whose head goes out next. */
static inline uint32_t wgs_loser_tree_winner(wgs_loser_tree const* tree) { return tree->losers[0]; }
/* Plays again on the winner's path, once its head has moved on. */
void wgs_loser_tree_replay(wgs_loser_tree* tree);
void wgs_loser_tree_free(wgs_loser_tree* tree);

#endif
