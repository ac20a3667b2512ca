/* SPDX-License-Identifier: MIT */
/* From a checked description to word sorts (radix or bitonic) and gathers. */
#include "wgsort/sort.h"

#include <stdio.h>

#include "base/arithmetic.h"
#include "primitives/bitonic/bitonic.h"
#include "primitives/common/launch.h"
#include "primitives/gather/gather.h"
#include "primitives/radix/radix.h"
#include "primitives/sort/sort_request.h"
#include "primitives/words/words.h"

/* One sort being added. */
typedef struct sort_build {
    WGSGraph graph;
    WGSSortDescriptor const* descriptor;
    char label[WGS_LABEL_SIZE];
    char reason[120];
    WGSAlgorithm algorithm;
    wgs_row_source rows;
    uint32_t pass_count;
    char const* function;
    WGSError* error;
} sort_build;

static WGSStatus add_word_sort(sort_build* build, wgs_word_sort const* sort) {
    if (build->algorithm != WGSAlgorithm_Radix)
        return wgs_bitonic_add(build->graph, sort, build->function, build->error);
    build->pass_count += wgs_radix_passes(sort->bit_count);
    return wgs_radix_add(build->graph, sort, build->function, build->error);
}

static wgs_word_sort make_word_sort(sort_build const* build) {
    return (wgs_word_sort){
        .parent = build->label,
        .note = build->reason,
        .rows = build->rows,
    };
}

static WGSStatus add_row_scratch(sort_build* build, char const* role, WGSView* view) {
    WGSBuffer buffer;
    WGS_TRY(wgs_graph_add_scratch(
        build->graph,
        build->label,
        role,
        4ull * build->rows.capacity,
        &buffer,
        build->function,
        build->error));
    *view = wgs_words_view(buffer, build->rows.capacity);
    return WGSStatus_Success;
}

/* Moves a column by the rows found. */
static WGSStatus add_output(sort_build* build, WGSView rows, WGSView in, WGSView out) {
    if (out.buffer == NULL)
        return WGSStatus_Success;
    return wgs_gather_add(
        build->graph,
        build->label,
        "column",
        rows,
        in,
        out,
        &build->rows,
        build->function,
        build->error);
}

static WGSStatus add_value_outputs(sort_build* build, WGSView rows) {
    WGSSortDescriptor const* const descriptor = build->descriptor;
    for (size_t i = 0; i < descriptor->valueCount; i++)
        WGS_TRY(add_output(build, rows, descriptor->values[i].in, descriptor->values[i].out));
    return WGSStatus_Success;
}

/* One 32-bit key: the key travels, with all columns or with row numbers that then move them. */
static WGSStatus add_one_word(sort_build* build) {
    WGSSortDescriptor const* const descriptor = build->descriptor;
    WGSSortKey const* const key = &descriptor->keys[0];
    wgs_bit_window const window = wgs_key_window(key);
    wgs_word_sort sort = make_word_sort(build);
    sort.keys_in = key->in;
    sort.keys_out = key->out;
    sort.map = wgs_key_map_for(key->in.format, key->direction, 0);
    sort.first_bit = window.first;
    sort.bit_count = window.count;

    bool const travels = wgs_sort_travels(descriptor);
    WGSView rows = descriptor->rowsOut;
    if (!travels && rows.buffer == NULL)
        WGS_TRY(add_row_scratch(build, "rows", &rows));
    if (rows.buffer != NULL)
        sort.columns[sort.column_count++].out = rows;
    for (size_t i = 0; travels && i < descriptor->valueCount; i++)
        sort.columns[sort.column_count++] =
            (wgs_word_sort_column){descriptor->values[i].in, descriptor->values[i].out};
    WGS_TRY(add_word_sort(build, &sort));
    return travels ? WGSStatus_Success : add_value_outputs(build, rows);
}

/* One word of one key, and the bits of it that are compared. */
typedef struct key_word {
    WGSSortKey const* key;
    uint32_t word;
    wgs_bit_window window;
} key_word;

enum { MAX_WORDS = 2 * WGS_MAX_SORT_KEYS };

/* The words of all keys that have bits to compare, the least significant first. */
static size_t list_words(WGSSortDescriptor const* descriptor, key_word words[MAX_WORDS]) {
    size_t count = 0;
    for (size_t k = descriptor->keyCount; k-- > 0;) {
        WGSSortKey const* const key = &descriptor->keys[k];
        wgs_bit_window const window = wgs_key_window(key);
        uint32_t const end = window.first + window.count;
        for (uint32_t word = 0; word < wgsFormatGetSize(key->in.format) / 4; word++) {
            uint32_t const low = (uint32_t)wgs_max_u64(window.first, 32ull * word);
            uint32_t const high = (uint32_t)wgs_min_u64(end, 32ull * (word + 1));
            if (low < high)
                words[count++] = (key_word){key, word, {low - 32 * word, high - low}};
        }
    }
    if (count == 0)
        words[count++] = (key_word){&descriptor->keys[0], 0, {0, 0}};
    return count;
}

/* Several words: a stable argsort by each, from the last to the first, then every output is
 * gathered. `rows` ends in the caller's row output where it wants one. */
static WGSStatus add_words(sort_build* build) {
    WGSSortDescriptor const* const descriptor = build->descriptor;
    key_word words[MAX_WORDS];
    size_t const word_count = list_words(descriptor, words);
    WGSView sides[2] = {descriptor->rowsOut};
    WGSView ordered;
    if (sides[0].buffer == NULL)
        WGS_TRY(add_row_scratch(build, "rows", &sides[0]));
    if (word_count > 1)
        WGS_TRY(add_row_scratch(build, "rows_other", &sides[1]));
    WGS_TRY(add_row_scratch(build, "ordered", &ordered));

    WGSView rows = {0};
    for (size_t i = 0; i < word_count; i++) {
        key_word const* const word = &words[i];
        wgs_key_map const map =
            wgs_key_map_for(word->key->in.format, word->key->direction, word->word);
        WGS_TRY(wgs_words_add(
            build->graph,
            build->label,
            word->key->in,
            word->word,
            map,
            rows,
            ordered,
            &build->rows,
            build->function,
            build->error));
        wgs_word_sort sort = make_word_sort(build);
        sort.keys_in = ordered;
        sort.first_bit = word->window.first;
        sort.bit_count = word->window.count;
        sort.column_count = 1;
        sort.columns[0] = (wgs_word_sort_column){rows, sides[(word_count - 1 - i) % 2]};
        WGS_TRY(add_word_sort(build, &sort));
        rows = sort.columns[0].out;
    }
    for (size_t i = 0; i < descriptor->keyCount; i++)
        WGS_TRY(add_output(build, rows, descriptor->keys[i].in, descriptor->keys[i].out));
    return add_value_outputs(build, rows);
}

WGSStatus wgs_sort_add(
    WGSGraph graph,
    WGSSortDescriptor const* descriptor,
    WGSSortInfo* info,
    char const* function,
    WGSError* error) {
    sort_build build = {
        .graph = graph,
        .descriptor = descriptor,
        .rows =
            {(uint32_t)descriptor->keys[0].in.length, descriptor->count, descriptor->gpuCount.view},
        .function = function,
        .error = error,
    };
    wgs_label(build.label, descriptor->label, "sort");
    build.algorithm = wgs_sort_choose(descriptor, build.reason);
    wgs_graph_mark const mark = wgs_graph_get_mark(graph);
    bool const one_word =
        descriptor->keyCount == 1 && wgsFormatGetSize(descriptor->keys[0].in.format) == 4;
    WGSStatus status = wgs_gpu_count_add_exceeded(
        graph, build.label, &build.rows, descriptor->gpuCount.exceeded, function, error);
    if (status == WGSStatus_Success && build.rows.capacity > 0)
        status = one_word ? add_one_word(&build) : add_words(&build);
    if (status != WGSStatus_Success) {
        wgs_graph_roll_back(graph, mark);
        return status;
    }
    if (info != NULL) {
        *info = (WGSSortInfo){
            .resolvedAlgorithm = build.algorithm,
            .dispatchCount = (uint32_t)(graph->node_count - mark.node_count),
            .passCount = build.pass_count,
        };
        (void)snprintf(info->reason, sizeof info->reason, "%s", build.reason);
    }
    return WGSStatus_Success;
}

WGSStatus wgsGraphAddSort(
    WGSGraph graph, WGSSortDescriptor const* descriptor, WGSSortInfo* info, WGSError* error) {
    static char const function[] = "wgsGraphAddSort";
    WGS_TRY(wgs_graph_check_open(graph, function, error));
    WGS_TRY(wgs_sort_check(graph, descriptor, function, error));
    return wgs_sort_add(graph, descriptor, info, function, error);
}
