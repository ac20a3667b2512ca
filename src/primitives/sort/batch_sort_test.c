/* SPDX-License-Identifier: MIT */
/* Batch sorts: each chunk by itself, in buffers of its own or all in one with gaps between,
 * which stay as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/sort/sort_cases.h"
#include "testing/distribution.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { MOST_CHUNKS = 8, MOST_ROLES = 8, GAP_WORDS = 3 };

/* One column of all chunks. */
typedef struct batch_role {
    WGSFormat format;
    unsigned char const* data; /* of the input, chunk after chunk; NULL: row numbers */
    bool output;
    wgs_guarded_buffer places[MOST_CHUNKS]; /* one for each chunk, or one for all */
    WGSView chunks[MOST_CHUNKS];
} batch_role;

typedef struct batch_rig {
    char const* note;
    size_t chunk_count;
    size_t const* lengths;
    bool shared; /* all chunks of a role lie in one buffer */
    size_t key_count;
    WGSDirection directions[2];
    size_t role_count;
    batch_role roles[MOST_ROLES]; /* keys, values; keys out, values out, rows */
    uint32_t* order;              /* of every chunk, from 0 in each, one after another */
    WGSGraph graph;
    WGSProgram program;
    WGSSortInfo infos[MOST_CHUNKS];
} batch_rig;

static size_t first_row(batch_rig const* rig, size_t chunk) {
    size_t rows = 0;
    for (size_t c = 0; c < chunk; c++)
        rows += rig->lengths[c];
    return rows;
}

/* Words of chunks [first, last) of a role with the gaps behind them. */
static size_t span_words(batch_rig const* rig, batch_role const* role, size_t first, size_t last) {
    size_t const rows = first_row(rig, last) - first_row(rig, first);
    return rows * wgsFormatGetSize(role->format) / 4 + (last - first) * GAP_WORDS;
}

/* The words of a span: inputs as they are, outputs in order, or as guard words before the sort. */
static uint32_t*
make_span(batch_rig const* rig, batch_role const* role, size_t first, size_t last, bool sorted) {
    size_t const words = span_words(rig, role, first, last);
    size_t const size = wgsFormatGetSize(role->format);
    uint32_t* const span = malloc(4 * words + 4);
    assert_non_null(span);
    for (size_t i = 0; i < words; i++)
        span[i] = WGS_GUARD_WORD;
    if (role->output && !sorted)
        return span;
    for (size_t c = first; c < last; c++) {
        uint32_t* const chunk = span + span_words(rig, role, first, c);
        size_t const start = first_row(rig, c);
        for (size_t i = 0; i < rig->lengths[c]; i++) {
            size_t const row = role->output ? rig->order[start + i] : i;
            if (role->data == NULL)
                chunk[i] = (uint32_t)row;
            else
                memcpy((unsigned char*)chunk + i * size, role->data + (start + row) * size, size);
        }
    }
    return span;
}

/* The spans of a role: one of all chunks, or one each. */
static size_t span_count(batch_rig const* rig) { return rig->shared ? 1 : rig->chunk_count; }
static size_t span_end(batch_rig const* rig, size_t span) {
    return rig->shared ? rig->chunk_count : span + 1;
}

static void place_role(batch_rig* rig, batch_role* role, uint32_t place) {
    for (size_t s = 0; s < span_count(rig); s++) {
        size_t const last = span_end(rig, s);
        uint32_t* const span = make_span(rig, role, s, last, false);
        role->places[s] = wgs_guarded_buffer_create(
            place + (uint32_t)s, 4 * span_words(rig, role, s, last), span);
        free(span);
        WGSView view;
        WGSError error;
        assert_int_equal(
            wgs_guarded_buffer_import(&role->places[s], rig->graph, role->format, &view, &error),
            0);
        for (size_t c = s; c < last; c++) {
            role->chunks[c] = view;
            role->chunks[c].offset += 4 * span_words(rig, role, s, c);
            role->chunks[c].length = rig->lengths[c];
        }
    }
}

static void add_role(batch_rig* rig, WGSFormat format, void const* data, bool output) {
    batch_role* const role = &rig->roles[rig->role_count];
    *role = (batch_role){.format = format, .data = data, .output = output};
    place_role(rig, role, 5 * (uint32_t)rig->role_count + 62);
    rig->role_count++;
}

static WGSVector vector_of(batch_rig const* rig, size_t role) {
    return (WGSVector){rig->chunk_count, rig->roles[role].chunks};
}

static void find_order(batch_rig* rig) {
    rig->order = malloc(4 * first_row(rig, rig->chunk_count) + 4);
    assert_non_null(rig->order);
    for (size_t c = 0; c < rig->chunk_count; c++) {
        size_t const start = first_row(rig, c);
        wgs_reference_key keys[2];
        for (size_t k = 0; k < rig->key_count; k++)
            keys[k] = (wgs_reference_key){
                .format = rig->roles[k].format,
                .direction = rig->directions[k],
                .data = rig->roles[k].data + start * wgsFormatGetSize(rig->roles[k].format)};
        assert_true(wgs_sort_reference(keys, rig->key_count, rig->lengths[c], rig->order + start));
    }
}

/* Keys of these formats, one value, sorted keys, values and row numbers. */
static void open_batch(
    batch_rig* rig,
    WGSContext context,
    WGSFormat const* key_formats,
    void* const* keys,
    void const* values,
    WGSAlgorithm algorithm) {
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    for (size_t k = 0; k < rig->key_count; k++)
        add_role(rig, key_formats[k], keys[k], false);
    add_role(rig, WGSFormat_Uint32x2, values, false);
    for (size_t k = 0; k < rig->key_count; k++)
        add_role(rig, key_formats[k], keys[k], true);
    add_role(rig, WGSFormat_Uint32x2, values, true);
    add_role(rig, WGSFormat_Uint32, NULL, true);
    find_order(rig);
    WGSBatchSortKey batch_keys[2];
    for (size_t k = 0; k < rig->key_count; k++)
        batch_keys[k] = (WGSBatchSortKey){
            .in = vector_of(rig, k),
            .out = vector_of(rig, rig->key_count + 1 + k),
            .direction = rig->directions[k]};
    WGSBatchSortValue const value = {
        vector_of(rig, rig->key_count), vector_of(rig, 2 * rig->key_count + 1)};
    WGSBatchSortDescriptor const descriptor = {
        .keyCount = rig->key_count,
        .keys = batch_keys,
        .valueCount = 1,
        .values = &value,
        .rowsOut = vector_of(rig, 2 * rig->key_count + 2),
        .algorithm = algorithm,
    };
    assert_int_equal(wgsGraphAddBatchSort(rig->graph, &descriptor, rig->infos, &error), 0);
    assert_int_equal(wgsGraphCompile(rig->graph, NULL, &rig->program, &error), 0);
}

static void check_role(batch_rig const* rig, size_t index) {
    batch_role const* const role = &rig->roles[index];
    for (size_t s = 0; s < span_count(rig); s++) {
        size_t const words = span_words(rig, role, s, span_end(rig, s));
        uint32_t* const expected = make_span(rig, role, s, span_end(rig, s), true);
        uint32_t* const got = malloc(4 * words + 4);
        assert_non_null(got);
        assert_true(wgs_guarded_buffer_read(&role->places[s], rig->note, got));
        for (size_t i = 0; i < words; i++)
            if (got[i] != expected[i])
                fail_msg(
                    "%s: role %zu, span %zu: word %zu is %08X, expected %08X",
                    rig->note,
                    index,
                    s,
                    i,
                    got[i],
                    expected[i]);
        free(expected);
        free(got);
    }
}

static void close_batch(batch_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    for (size_t r = 0; r < rig->role_count; r++)
        for (size_t s = 0; s < span_count(rig); s++)
            wgs_guarded_buffer_free(&rig->roles[r].places[s]);
    free(rig->order);
}

static void run_batch(
    char const* note,
    size_t const* lengths,
    size_t chunk_count,
    bool shared,
    size_t key_count,
    WGSAlgorithm algorithm,
    WGSSortInfo* infos) {
    static WGSFormat const formats[][2] = {
        {WGSFormat_Float32}, {WGSFormat_Sint32, WGSFormat_Uint64}};
    batch_rig rig = {
        .note = note,
        .chunk_count = chunk_count,
        .lengths = lengths,
        .shared = shared,
        .key_count = key_count,
        .directions = {WGSDirection_Descending, WGSDirection_Ascending}};
    size_t const rows = first_row(&rig, chunk_count);
    void* keys[2];
    for (size_t k = 0; k < 2; k++) {
        keys[k] = malloc(8 * rows + 8);
        assert_non_null(keys[k]);
    }
    for (size_t k = 0; k < key_count; k++)
        wgs_distribution_fill(
            k + 1 < key_count ? WGS_DISTRIBUTION_FEW : WGS_DISTRIBUTION_UNIFORM,
            formats[key_count - 1][k],
            rows + k,
            rows,
            keys[k]);
    void* const values = malloc(8 * rows + 8);
    assert_non_null(values);
    wgs_values_fill(WGSFormat_Uint32x2, rows, rows, values);
    open_batch(&rig, wgs_test_context(), formats[key_count - 1], keys, values, algorithm);
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig.program, encoder, NULL, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
    for (size_t r = 0; r < rig.role_count; r++)
        check_role(&rig, r);
    if (infos != NULL)
        memcpy(infos, rig.infos, chunk_count * sizeof *infos);
    close_batch(&rig);
    free(values);
    free(keys[0]);
    free(keys[1]);
    assert_int_equal(wgs_test_device_errors(), 0);
}

static size_t const edge_lengths[] = {0, 1, 5, 255, 256, 257, 5000};

/* item 30: each chunk of a role in a buffer of its own; one key and several. */
static void test_own_buffers(void** state) {
    (void)state;
    run_batch("own buffers", edge_lengths, 7, false, 1, WGSAlgorithm_Auto, NULL);
    run_batch("own buffers", edge_lengths, 7, false, 2, WGSAlgorithm_Auto, NULL);
}

/* item 30: the chunks of a role share a buffer, inputs and outputs. */
static void test_shared_buffers(void** state) {
    (void)state;
    run_batch("shared buffers", edge_lengths, 7, true, 1, WGSAlgorithm_Auto, NULL);
    run_batch("shared buffers", edge_lengths, 7, true, 2, WGSAlgorithm_Radix, NULL);
    run_batch("shared buffers", edge_lengths, 7, true, 1, WGSAlgorithm_Bitonic, NULL);
}

/* items 7, 30, fault SZ-02: empty chunks keep their places and record nothing. */
static void test_empty_chunks(void** state) {
    (void)state;
    static size_t const around[] = {0, 5, 0};
    run_batch("empty chunks", around, 3, true, 1, WGSAlgorithm_Auto, NULL);
    run_batch("empty chunks", around, 3, false, 1, WGSAlgorithm_Radix, NULL);
    static size_t const none[] = {0, 0};
    run_batch("only empty chunks", none, 2, true, 1, WGSAlgorithm_Auto, NULL);
    run_batch("no chunks", none, 0, false, 1, WGSAlgorithm_Auto, NULL);
}

/* item 30, fault SG-13: rows don't cross chunks, and several algorithms meet in one graph. */
static void test_mixed_algorithms(void** state) {
    (void)state;
    static size_t const large[] = {0, 1, 65535, 200, 65536, 70000};
    static size_t const smaller[] = {0, 1, 5535, 200, 5536, 7000};
    size_t const* const lengths = wgs_test_adapter_is_slow() ? smaller : large;
    WGSSortInfo infos[6];
    run_batch("SG-13", lengths, 6, true, 1, WGSAlgorithm_Auto, infos);
    static WGSAlgorithm const expected[] = {
        WGSAlgorithm_Copy,
        WGSAlgorithm_Copy,
        WGSAlgorithm_Radix,
        WGSAlgorithm_Bitonic,
        WGSAlgorithm_Radix,
        WGSAlgorithm_Radix};
    for (size_t c = 0; c < 6; c++) {
        assert_int_equal(infos[c].resolvedAlgorithm, expected[c]);
        assert_true(infos[c].reason[0] != '\0');
    }
    assert_int_equal(infos[0].dispatchCount, 0);
    assert_int_equal(infos[2].passCount, 8);
}

/* A batch of chunks on imports that nothing is behind. */
static uint64_t scratch_of_batch(size_t chunk_count, uint64_t rows) {
    WGSGraph graph;
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(wgs_test_context(), NULL, &graph, &error), 0);
    WGSView chunks[4][64];
    for (size_t role = 0; role < 4; role++) {
        WGSBuffer buffer;
        WGSImportDescriptor const import = {
            .size = 4 * rows * chunk_count, .usage = WGPUBufferUsage_Storage};
        assert_int_equal(wgsGraphImportBuffer(graph, &import, &buffer, &error), 0);
        for (size_t c = 0; c < chunk_count; c++)
            chunks[role][c] = (WGSView){buffer, WGSFormat_Uint32, 4 * rows * c, rows};
    }
    WGSBatchSortKey const key = {.in = {chunk_count, chunks[0]}, .out = {chunk_count, chunks[1]}};
    WGSBatchSortValue const value = {{chunk_count, chunks[2]}, {chunk_count, chunks[3]}};
    WGSBatchSortDescriptor const descriptor = {
        .keyCount = 1, .keys = &key, .valueCount = 1, .values = &value};
    assert_int_equal(wgsGraphAddBatchSort(graph, &descriptor, NULL, &error), 0);
    WGSScratch needs[32];
    size_t count = 32;
    assert_int_equal(wgsGraphGetScratch(graph, &count, needs, &error), 0);
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += needs[i].size;
    wgsGraphRelease(graph);
    return bytes;
}

/* items 30, 38: 64 chunks need the scratch of one. */
static void test_scratch(void** state) {
    (void)state;
    uint64_t const one = scratch_of_batch(1, 65536);
    uint64_t const groups = (65536 + wgs_sort_tile_rows - 1) / wgs_sort_tile_rows;
    assert_in_range(one, 8 * 65536, 8 * 65536 + 4 * 16 * (groups + 1));
    assert_int_equal(scratch_of_batch(64, 65536), one);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_own_buffers),
        cmocka_unit_test(test_shared_buffers),
        cmocka_unit_test(test_empty_chunks),
        cmocka_unit_test(test_mixed_algorithms),
        cmocka_unit_test(test_scratch),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
