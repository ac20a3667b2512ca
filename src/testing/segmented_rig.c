/* SPDX-License-Identifier: MIT */
#include "testing/segmented_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu/poison.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { MOST_SCRATCHES = 32, RUBBISH = 0x5EEDBAD1 };
enum { KEYS_IN, KEYS_OUT, VALUES_IN, VALUES_OUT, BEGINS, ENDS, COUNT, EXCEEDED, COLUMNS };

static char const* const column_names[COLUMNS] = {
    "keysIn", "keysOut", "valuesIn", "valuesOut", "begins", "ends", "gpuCount", "exceeded"};

typedef struct segmented_rig {
    wgs_test_segments const* test;
    wgs_guarded_buffer places[COLUMNS]; /* no buffer: not there */
    WGSView views[COLUMNS];
    uint32_t* contents[COLUMNS]; /* before the sort; outputs: as expected after it */
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
    WGSGraph rubbish_graph;
    WGSProgram rubbish;
    unsigned device_errors;
} segmented_rig;

static bool fail(segmented_rig const* rig, char const* text) {
    (void)fprintf(
        stderr,
        "%s (%zu segments of %zu rows, format %d, seed %llu): %s\n",
        rig->test->note,
        rig->test->segment_count,
        rig->test->in_rows,
        (int)rig->test->format,
        (unsigned long long)rig->test->seed,
        text);
    return false;
}

static WGSFormat key_format(wgs_test_segments const* test) {
    return test->format == WGSFormat_Undefined ? WGSFormat_Uint32 : test->format;
}

static size_t column_rows(wgs_test_segments const* test, int column) {
    switch (column) {
    case KEYS_IN:
        return test->in_rows;
    case VALUES_IN:
        return test->values == WGS_TEST_VALUES_COLUMN ? test->in_rows : 0;
    case KEYS_OUT:
        return test->out_rows;
    case VALUES_OUT:
        return test->values != WGS_TEST_VALUES_NONE ? test->out_rows : 0;
    case BEGINS:
    case ENDS:
        return test->offset_count;
    default:
        return test->with_gpu_count;
    }
}

/* Whether the descriptor has the column at all. */
static bool column_used(wgs_test_segments const* test, int column) {
    switch (column) {
    case KEYS_IN:
    case KEYS_OUT:
        return true;
    case VALUES_IN:
        return test->values == WGS_TEST_VALUES_COLUMN;
    case VALUES_OUT:
        return test->values != WGS_TEST_VALUES_NONE;
    case BEGINS:
    case ENDS:
        return test->begins != NULL;
    default:
        return test->with_gpu_count;
    }
}

/* Begins and ends that lie in one list of offsets share a buffer. */
static bool shares_offsets(wgs_test_segments const* test) {
    return test->begins != NULL && test->ends == test->begins + 1;
}

static bool fill_column(segmented_rig* rig, int column) {
    wgs_test_segments const* const test = rig->test;
    size_t const rows = column_rows(test, column);
    uint32_t* const words = malloc(4 * (rows + 1));
    rig->contents[column] = words;
    if (words == NULL)
        return false;
    for (size_t i = 0; i < rows; i++)
        words[i] = WGS_GUARD_WORD;
    if (column == KEYS_IN && test->keys != NULL && rows > 0)
        memcpy(words, test->keys, 4 * rows);
    else if (column == KEYS_IN)
        wgs_distribution_fill(test->distribution, key_format(test), test->seed, rows, words);
    else if (column == VALUES_IN)
        wgs_values_fill(WGSFormat_Uint32, test->seed, rows, words);
    else if (column == BEGINS && rows > 0)
        memcpy(words, test->begins, 4 * rows);
    else if (column == ENDS && rows > 0)
        memcpy(words, test->ends, 4 * rows);
    else if (column == COUNT && rows > 0)
        words[0] = test->gpu_count;
    return true;
}

/* Each column starts at another element: 0, 1, 3, 63, 64, 65 (faults BU-03 and BU-04). */
static bool place_columns(segmented_rig* rig) {
    static uint32_t const starts[] = {63, 1, 65, 3, 0, 64, 1, 63};
    wgs_test_segments const* const test = rig->test;
    for (int c = 0; c < COLUMNS; c++) {
        if (!column_used(test, c))
            continue;
        if (!fill_column(rig, c))
            return fail(rig, "out of memory");
        if (c == ENDS && shares_offsets(test))
            continue;
        uint64_t size = 4 * column_rows(test, c);
        void const* contents = rig->contents[c];
        if (c == BEGINS && shares_offsets(test)) {
            size += 4;
            contents = test->begins;
        }
        uint32_t const start = starts[((unsigned)c + test->seed) % 8];
        rig->places[c] = wgs_guarded_buffer_create(start, size, contents);
    }
    return true;
}

static bool import_columns(segmented_rig* rig) {
    WGSError error;
    for (int c = 0; c < COLUMNS; c++) {
        if (rig->places[c].buffer == NULL)
            continue;
        WGSFormat const format =
            c == KEYS_IN || c == KEYS_OUT ? key_format(rig->test) : WGSFormat_Uint32;
        if (wgs_guarded_buffer_import(
                &rig->places[c], rig->graph, format, &rig->views[c], &error) != WGSStatus_Success)
            return fail(rig, error.message);
    }
    if (shares_offsets(rig->test)) {
        rig->views[BEGINS].length--;
        rig->views[ENDS] = rig->views[BEGINS];
        rig->views[ENDS].offset += 4;
    }
    return true;
}

static WGSStatus add_by_offsets(segmented_rig* rig, WGSSegmentedColumns columns, WGSError* error) {
    wgs_test_segments const* const test = rig->test;
    if (test->with_value) {
        WGSValueDescriptor const value = {.value = (uint32_t)test->offset_count};
        WGS_TRY(wgsGraphCreateValue(rig->graph, &value, &rig->value, error));
    }
    WGSSegmentedSortByOffsetsDescriptor const descriptor = {
        .columns = columns,
        .begins = rig->views[BEGINS],
        .ends = rig->views[ENDS],
        .count = rig->value,
        .gpuCount = {rig->views[COUNT], rig->views[EXCEEDED]},
        .maxLength = test->max_length,
    };
    return wgsGraphAddSegmentedSortByOffsets(rig->graph, &descriptor, error);
}

static WGSStatus add_sort(segmented_rig* rig, WGSError* error) {
    wgs_test_segments const* const test = rig->test;
    WGSSegmentedColumns const columns = {
        .keysIn = rig->views[KEYS_IN],
        .keysOut = rig->views[KEYS_OUT],
        .valuesIn = rig->views[VALUES_IN],
        .valuesOut = rig->views[VALUES_OUT],
        .direction = test->direction,
    };
    if (test->begins != NULL)
        return add_by_offsets(rig, columns, error);
    WGSSegmentedSortDescriptor const descriptor = {
        .columns = columns, .segmentCount = test->segment_count, .segments = test->segments};
    return wgsGraphAddSegmentedSort(rig->graph, &descriptor, error);
}

static WGPUBuffer make_rubbish(WGSScratch scratch) {
    WGPUBufferDescriptor const descriptor = {
        .label = wgs_test_text("scratch"),
        .usage = scratch.usage,
        .size = scratch.size,
        .mappedAtCreation = true,
    };
    WGPUBuffer const buffer = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
    uint32_t* const words = wgpuBufferGetMappedRange(buffer, 0, scratch.size);
    for (uint64_t i = 0; i < scratch.size / 4; i++)
        words[i] = RUBBISH;
    wgpuBufferUnmap(buffer);
    return buffer;
}

/* Compiles with scratch buffers that hold rubbish. */
static WGSStatus compile_rig(segmented_rig* rig, wgs_segmented_stats* stats, WGSError* error) {
    WGSScratch scratches[MOST_SCRATCHES];
    WGPUBuffer buffers[MOST_SCRATCHES];
    size_t count = 0;
    WGS_TRY(wgsGraphGetScratch(rig->graph, &count, NULL, error));
    if (count > MOST_SCRATCHES)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_InvalidSize,
            "%zu scratch buffers but the test takes %d",
            count,
            MOST_SCRATCHES);
    WGS_TRY(wgsGraphGetScratch(rig->graph, &count, scratches, error));
    for (size_t i = 0; i < count; i++) {
        stats->scratch += scratches[i].size;
        buffers[i] = make_rubbish(scratches[i]);
    }
    WGSCompileDescriptor const descriptor = {.scratchCount = count, .scratches = buffers};
    WGSStatus const status = wgsGraphCompile(rig->graph, &descriptor, &rig->program, error);
    for (size_t i = 0; i < count; i++)
        wgpuBufferRelease(buffers[i]);
    return status;
}

/* A program of its own, so that neither dispatches nor scratch of the sort are more: it fills
 * workgroup memory with rubbish. */
static WGSStatus compile_rubbish(segmented_rig* rig, WGSError* error) {
    WGS_TRY(wgsContextCreateGraph(wgs_test_context(), NULL, &rig->rubbish_graph, error));
    WGS_TRY(wgs_graph_add_poison(rig->rubbish_graph, RUBBISH, "test", error));
    return wgsGraphCompile(rig->rubbish_graph, NULL, &rig->rubbish, error);
}

static bool open_rig(segmented_rig* rig, WGSContext context, wgs_segmented_stats* stats) {
    WGSError error;
    if (!place_columns(rig))
        return false;
    if (wgsContextCreateGraph(context, NULL, &rig->graph, &error) != WGSStatus_Success)
        return fail(rig, error.message);
    if (!import_columns(rig))
        return false;
    if (compile_rubbish(rig, &error) != WGSStatus_Success ||
        add_sort(rig, &error) != WGSStatus_Success ||
        compile_rig(rig, stats, &error) != WGSStatus_Success)
        return fail(rig, error.message);
    return true;
}

static bool run_rig(segmented_rig const* rig, wgs_segmented_stats* stats) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, rig->test->gpu_count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSEncodeStats encoded;
    WGSError error;
    if (wgsProgramEncode(rig->rubbish, encoder, NULL, NULL, &error) != WGSStatus_Success ||
        wgsProgramEncode(rig->program, encoder, &descriptor, &encoded, &error) !=
            WGSStatus_Success) {
        wgpuCommandEncoderRelease(encoder);
        return fail(rig, error.message);
    }
    stats->dispatches = encoded.dispatchCount;
    return wgs_test_submit(encoder) || fail(rig, "the submit failed");
}

/* Writes the reference over the outputs. */
static bool expect_outputs(segmented_rig* rig) {
    wgs_test_segments const* const test = rig->test;
    wgs_segmented_table const table = {
        .format = key_format(test),
        .direction = test->direction,
        .keys_in = rig->contents[KEYS_IN],
        .keys_out = rig->contents[KEYS_OUT],
        .values_in = rig->contents[VALUES_IN],
        .values_out = rig->contents[VALUES_OUT],
    };
    return wgs_segmented_sort_reference(&table, test->segments, test->segment_count) ||
           fail(rig, "out of memory");
}

/* Whether a row of an output is in a segment. */
static bool* covered_rows(wgs_test_segments const* test, int column) {
    bool* const covered = calloc(test->out_rows + 1, sizeof *covered);
    for (size_t i = 0; covered != NULL && i < test->segment_count; i++) {
        WGSSegment const* const segment = &test->segments[i];
        uint32_t const first = column == KEYS_OUT ? segment->keysOut : segment->valuesOut;
        for (uint32_t r = 0; r < segment->length; r++)
            covered[first + r] = true;
    }
    return covered;
}

static bool check_column(segmented_rig const* rig, int column, uint32_t* got) {
    wgs_test_segments const* const test = rig->test;
    size_t const rows = column_rows(test, column);
    if (!wgs_guarded_buffer_read(&rig->places[column], column_names[column], got))
        return fail(rig, "guards");
    bool const output = column == KEYS_OUT || column == VALUES_OUT;
    bool* const ignored = output && test->overlapping ? covered_rows(test, column) : NULL;
    bool good = true;
    for (size_t i = 0; good && i < rows; i++)
        if (got[i] != rig->contents[column][i] && (ignored == NULL || !ignored[i])) {
            char text[120];
            (void)snprintf(
                text,
                sizeof text,
                "%s[%zu] is 0x%08X, expected 0x%08X",
                column_names[column],
                i,
                got[i],
                rig->contents[column][i]);
            good = fail(rig, text);
        }
    free(ignored);
    return good;
}

static bool check_rig(segmented_rig* rig, wgs_segmented_stats* stats) {
    if (!expect_outputs(rig))
        return false;
    bool good = true;
    for (int c = 0; good && c < COLUMNS; c++) {
        if (rig->places[c].buffer == NULL)
            continue;
        uint32_t* const got = malloc(rig->places[c].size + 4);
        if (got == NULL)
            return fail(rig, "out of memory");
        if (c == EXCEEDED) {
            good = wgs_guarded_buffer_read(&rig->places[c], column_names[c], got);
            stats->exceeded = got[0];
        } else {
            good = check_column(rig, c, got);
        }
        free(got);
    }
    if (wgs_test_device_errors() != rig->device_errors)
        return fail(rig, "the device has reported an error");
    return good;
}

bool wgs_test_segments_run(
    WGSContext context, wgs_test_segments const* test, wgs_segmented_stats* stats) {
    segmented_rig rig = {.test = test, .device_errors = wgs_test_device_errors()};
    wgs_segmented_stats own = {0};
    bool const good = open_rig(&rig, context, &own) && run_rig(&rig, &own) &&
                      (!test->twice || run_rig(&rig, &own)) && check_rig(&rig, &own);
    if (stats != NULL)
        *stats = own;
    wgsProgramRelease(rig.rubbish);
    wgsGraphRelease(rig.rubbish_graph);
    wgsProgramRelease(rig.program);
    wgsGraphRelease(rig.graph);
    for (int c = 0; c < COLUMNS; c++) {
        wgs_guarded_buffer_free(&rig.places[c]);
        free(rig.contents[c]);
    }
    return good;
}
