/* SPDX-License-Identifier: MIT */
#include "loser_tree.h"

#include <stdlib.h>

/* Node n has the children 2n and 2n + 1; node count + s is the leaf of source s. */
static uint32_t play(wgs_loser_tree* tree, uint32_t node) {
    if (node >= tree->count)
        return node - tree->count;
    uint32_t const left = play(tree, 2 * node);
    uint32_t const right = play(tree, 2 * node + 1);
    bool const right_wins = tree->before(tree->context, right, left);
    tree->losers[node] = right_wins ? left : right;
    return right_wins ? right : left;
}

bool wgs_loser_tree_start(
    wgs_loser_tree* tree, uint32_t count, wgs_head_before before, void const* context) {
    *tree = (wgs_loser_tree){.count = count, .before = before, .context = context};
    tree->losers = calloc(count, sizeof *tree->losers);
    if (!tree->losers)
        return false;
    tree->losers[0] = count > 1 ? play(tree, 1) : 0;
    return true;
}

void wgs_loser_tree_replay(wgs_loser_tree* tree) {
    uint32_t winner = tree->losers[0];
    for (uint32_t node = (winner + tree->count) / 2; node > 0; node /= 2) {
        uint32_t const loser = tree->losers[node];
        if (tree->before(tree->context, loser, winner)) {
            tree->losers[node] = winner;
            winner = loser;
        }
    }
    tree->losers[0] = winner;
}

void wgs_loser_tree_free(wgs_loser_tree* tree) {
    free(tree->losers);
    tree->losers = NULL;
}
