/* SPDX-License-Identifier: MIT */
/* Reductions against the reference, between guard words: items 10 and 34 of the reference system,
 * faults DR-04, IN-03, IN-04, SZ-01, SZ-13, SZ-23. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/poison.h"
#include "primitives/reduce/reduce_reference.h"
#include "testing/chunked_column.h"
#include "testing/distribution.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { TILE = 4096, ONE_DISPATCH = 4 * TILE };

/* One reduction on the device. */
typedef struct reduce_case {
    char const* note;
    WGSReduceOperation operation;
    WGSFormat format;
    void const* data;
    size_t chunk_count; /* 0: one view of lengths[0] */
    size_t lengths[WGS_TEST_MAX_CHUNKS];
    uint32_t place;
    bool with_count;
    bool with_gpu_count;
} reduce_case;

typedef struct reduce_rig {
    reduce_case what;
    size_t count;
    wgs_chunked_column in;
    wgs_guarded_buffer out;
    wgs_guarded_buffer gpu_count;
    wgs_guarded_buffer exceeded;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} reduce_rig;

static size_t word_count(reduce_case const* what) {
    return what->operation == WGSReduceOperation_Extent ? 2 : 1;
}

static void open_reduce(reduce_rig* rig, WGSContext context, reduce_case const* what) {
    *rig = (reduce_rig){.what = *what};
    size_t const chunks = what->chunk_count == 0 ? 1 : what->chunk_count;
    for (size_t i = 0; i < chunks; i++)
        rig->count += what->lengths[i];
    rig->in = wgs_chunked_column_create(what->data, chunks, what->lengths, 1, what->place % 67);
    rig->out = wgs_guarded_buffer_create(what->place * 5 % 67, 4 * word_count(what), NULL);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    WGSReduceDescriptor descriptor = {.operation = what->operation};
    WGSVector vector;
    assert_int_equal(
        wgs_chunked_column_import(&rig->in, rig->graph, what->format, &vector, &error), 0);
    if (what->chunk_count == 0)
        descriptor.in = vector.chunks[0];
    else
        descriptor.inChunks = vector;
    assert_int_equal(
        wgs_guarded_buffer_import(&rig->out, rig->graph, what->format, &descriptor.out, &error), 0);
    if (what->with_count) { /* DR-04: workgroup memory holds rubbish before the run */
        assert_int_equal(wgs_graph_add_poison(rig->graph, 0x7FFFFFFF, "test", &error), 0);
        WGSValueDescriptor const value = {.value = (uint32_t)rig->count};
        assert_int_equal(wgsGraphCreateValue(rig->graph, &value, &rig->value, &error), 0);
        descriptor.count = rig->value;
    }
    if (what->with_gpu_count) {
        WGSGpuCount* const count = &descriptor.gpuCount;
        rig->gpu_count = wgs_guarded_buffer_create(what->place % 5, 4, NULL);
        rig->exceeded = wgs_guarded_buffer_create(what->place % 3, 4, NULL);
        assert_int_equal(
            wgs_guarded_buffer_import(
                &rig->gpu_count, rig->graph, WGSFormat_Uint32, &count->view, &error),
            0);
        assert_int_equal(
            wgs_guarded_buffer_import(
                &rig->exceeded, rig->graph, WGSFormat_Uint32, &count->exceeded, &error),
            0);
    }
    assert_int_equal(wgsGraphAddReduce(rig->graph, &descriptor, &error), 0);
    assert_int_equal(wgsGraphCompile(rig->graph, NULL, &rig->program, &error), 0);
}

static void close_reduce(reduce_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_chunked_column_free(&rig->in);
    wgs_guarded_buffer_free(&rig->out);
    wgs_guarded_buffer_free(&rig->gpu_count);
    wgs_guarded_buffer_free(&rig->exceeded);
}

static void run_reduce(reduce_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

static bool check_reduce(reduce_rig const* rig, size_t count) {
    reduce_case const* const what = &rig->what;
    uint32_t expected[2] = {0};
    uint32_t got[2] = {0};
    wgs_reduce_reference(what->operation, what->format, what->data, count, expected);
    bool const good = wgs_guarded_buffer_read(&rig->out, what->note, got) &&
                      wgs_chunked_column_unchanged(&rig->in, what->note);
    bool const same = memcmp(got, expected, 4 * word_count(what)) == 0;
    if (!same)
        (void)fprintf(
            stderr,
            "%s, operation %d, format %d, %zu of %zu: 0x%08x 0x%08x, expected 0x%08x 0x%08x\n",
            what->note,
            (int)what->operation,
            (int)what->format,
            count,
            rig->count,
            got[0],
            got[1],
            expected[0],
            expected[1]);
    return good && same && wgs_test_device_errors() == 0;
}

static bool reduce(WGSContext context, reduce_case const* what) {
    reduce_rig rig;
    open_reduce(&rig, context, what);
    run_reduce(&rig, (uint32_t)rig.count);
    bool const good = check_reduce(&rig, rig.count);
    close_reduce(&rig);
    return good;
}

/* Awkward bits of a format; floats to be summed are small whole numbers, whose sums are exact. */
static void* new_elements(WGSReduceOperation operation, WGSFormat format, size_t count) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    if (operation != WGSReduceOperation_Sum || format != WGSFormat_Float32) {
        wgs_distribution const distribution =
            count % 2 == 0 ? WGS_DISTRIBUTION_UNIFORM : WGS_DISTRIBUTION_SPECIALS;
        wgs_distribution_fill(distribution, format, count, count, words);
        return words;
    }
    wgs_random random = {count};
    for (size_t i = 0; i < count; i++) {
        float const value = (float)wgs_random_below(&random, 129) - 64;
        memcpy(&words[i], &value, sizeof value);
    }
    return words;
}

/* item 34: every operation and format around the workgroup, the tile and the change to two
 * dispatches; of 0 elements, too. */
static void test_sizes(void** state) {
    (void)state;
    static size_t const sizes[] = {
        0, 1, 2, 255, 256, 257, TILE - 1, TILE, TILE + 1, ONE_DISPATCH, ONE_DISPATCH + 1, 100003};
    bool good = true;
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int operation = 0; operation < 4; operation++)
            for (int format = WGSFormat_Uint32; format <= WGSFormat_Float32; format++) {
                void* const data =
                    new_elements((WGSReduceOperation)operation, (WGSFormat)format, sizes[i]);
                reduce_case const what = {
                    .note = "sizes",
                    .operation = (WGSReduceOperation)operation,
                    .format = (WGSFormat)format,
                    .data = data,
                    .lengths = {sizes[i]},
                    .place = i * 31 + (uint32_t)operation};
                good = reduce(wgs_test_context(), &what) && good;
                free(data);
            }
    assert_true(good);
}

/* Chunks are one sequence, empty ones among them. */
static void test_chunks(void** state) {
    (void)state;
    static size_t const chunks[][4] = {
        {3, 0, 4, 1}, {0, 0, 0, 0}, {0, 7, 0, 0}, {20000, 1, 0, 40000}, {257, 300, 5000, 255}};
    bool good = true;
    for (uint32_t i = 0; i < sizeof chunks / sizeof *chunks; i++)
        for (int operation = 0; operation < 4; operation++)
            for (int format = WGSFormat_Uint32; format <= WGSFormat_Float32; format++) {
                reduce_case what = {
                    .note = "chunks",
                    .operation = (WGSReduceOperation)operation,
                    .format = (WGSFormat)format,
                    .chunk_count = 4,
                    .place = i};
                size_t count = 0;
                for (size_t c = 0; c < 4; c++)
                    count += what.lengths[c] = chunks[i][c];
                void* const data = new_elements(what.operation, what.format, count);
                what.data = data;
                good = reduce(wgs_test_context(), &what) && good;
                free(data);
            }
    assert_true(good);
}

/* NaN of every kind is ignored, zeros are told apart, denormals survive; nothing but NaN is as
 * nothing at all. */
static void test_special_floats(void** state) {
    (void)state;
    static uint32_t const cases[][5] = {
        {0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x7FFFFFFF},
        {0x7FC00000, 0x3F800000, 0xFFFFFFFF, 0x40000000, 0x7F800001},
        {0x80000000, 0x00000000, 0x80000000, 0x00000000, 0xFFC00000},
        {0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x7FC00000},
        {0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0xBF800000},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int operation = WGSReduceOperation_Minimum; operation < 4; operation++) {
            reduce_case const what = {
                .note = "special floats",
                .operation = (WGSReduceOperation)operation,
                .format = WGSFormat_Float32,
                .data = cases[i],
                .lengths = {5}};
            good = reduce(wgs_test_context(), &what) && good;
        }
    assert_true(good);
}

/* fault SZ-13: grids of 2 x 2 x 2 workgroups. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    bool good = true;
    for (int operation = 0; operation < 4; operation++) {
        void* const data =
            new_elements((WGSReduceOperation)operation, WGSFormat_Sint32, 10 * TILE * 4 + 77);
        reduce_case what = {
            .note = "two workgroups",
            .operation = (WGSReduceOperation)operation,
            .format = WGSFormat_Sint32,
            .data = data,
            .lengths = {10 * TILE * 4 + 77}};
        good = reduce(context, &what) && good;
        what.chunk_count = 3;
        what.lengths[0] = 10 * TILE;
        what.lengths[1] = 77;
        what.lengths[2] = 30 * TILE;
        good = reduce(context, &what) && good;
        free(data);
    }
    wgsContextRelease(context);
    assert_true(good);
}

/* Counts replaced at each encode, across chunks; smaller counts leave nothing of larger ones. */
static void test_counts(void** state) {
    (void)state;
    bool good = true;
    for (int chunked = 0; chunked < 2; chunked++)
        for (int operation = 0; operation < 4; operation++) {
            uint32_t* const data =
                new_elements((WGSReduceOperation)operation, WGSFormat_Uint32, 50000);
            reduce_case const what = {
                .note = "counts",
                .operation = (WGSReduceOperation)operation,
                .format = WGSFormat_Uint32,
                .data = data,
                .chunk_count = chunked == 1 ? 3 : 0,
                .lengths = {chunked == 1 ? 20000 : 50000, 10000, 20000},
                .with_count = true};
            reduce_rig rig;
            open_reduce(&rig, wgs_test_context(), &what);
            static uint32_t const counts[] = {50000, 0, 1, 19999, 20001, 30000, 3, 50000};
            for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
                assert_true(wgs_guarded_buffer_reset(&rig.out));
                run_reduce(&rig, counts[i]);
                good = check_reduce(&rig, counts[i]) && good;
            }
            close_reduce(&rig);
            free(data);
        }
    assert_true(good);
}

/* faults IN-03, IN-04: the count lies on the GPU; past the capacity it acts as that, and
 * tells. */
static void test_gpu_counts(void** state) {
    (void)state;
    bool good = true;
    for (uint32_t form = 0; form < 4; form++) {
        uint32_t* const data = new_elements(WGSReduceOperation_Sum, WGSFormat_Uint32, 50000);
        reduce_case const what = {
            .note = "count on the GPU",
            .operation = form < 2 ? WGSReduceOperation_Sum : WGSReduceOperation_Extent,
            .format = WGSFormat_Uint32,
            .data = data,
            .chunk_count = form % 2 == 1 ? 3 : 0,
            .lengths = {form % 2 == 1 ? 20000 : 50000, 10000, 20000},
            .place = form,
            .with_count = form == 1,
            .with_gpu_count = true};
        reduce_rig rig;
        open_reduce(&rig, wgs_test_context(), &what);
        static uint32_t const counts[] = {50000, 0, 1, 19999, 20001, 50001, 0xFFFFFFFF, 30000};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            uint32_t const value = i == 7 && what.with_count ? 25000 : 50000;
            uint32_t const expected = counts[i] < value ? counts[i] : value;
            uint32_t exceeded = 2;
            WGSError error;
            assert_int_equal(
                wgsContextWriteBuffer(
                    wgs_test_context(),
                    rig.gpu_count.buffer,
                    rig.gpu_count.offset,
                    &counts[i],
                    4,
                    &error),
                0);
            run_reduce(&rig, value);
            good = check_reduce(&rig, expected) && good;
            assert_true(wgs_guarded_buffer_read(&rig.exceeded, "exceeded", &exceeded));
            assert_int_equal(exceeded, counts[i] > value);
        }
        close_reduce(&rig);
        free(data);
    }
    assert_true(good);
}

/* fault SZ-23: sums of floats that can't be exact keep the stated bound, and are the same
 * again. */
static void test_float_sums(void** state) {
    (void)state;
    static size_t const sizes[] = {5, 5000, 16384, 200001};
    for (size_t i = 0; i < 4; i++) {
        float* const data = malloc(4 * sizes[i]);
        assert_non_null(data);
        wgs_random random = {i};
        double sum = 0;
        double magnitudes = 0;
        for (size_t j = 0; j < sizes[i]; j++) {
            data[j] = (float)((double)wgs_random_below(&random, 2000001) / 7e5 - 1);
            sum += (double)data[j];
            magnitudes += data[j] < 0 ? -(double)data[j] : (double)data[j];
        }
        reduce_case const what = {
            .note = "float sums", .format = WGSFormat_Float32, .data = data, .lengths = {sizes[i]}};
        reduce_rig rig;
        open_reduce(&rig, wgs_test_context(), &what);
        float got[2];
        for (int run = 0; run < 2; run++) {
            assert_true(wgs_guarded_buffer_reset(&rig.out));
            run_reduce(&rig, (uint32_t)sizes[i]);
            assert_true(wgs_guarded_buffer_read(&rig.out, "float sums", &got[run]));
        }
        assert_memory_equal(&got[0], &got[1], sizeof got[0]);
        double const bound = ((double)sizes[i] / 4194304 + 1 + 50) / 16777216 * magnitudes;
        double const difference = (double)got[0] - sum;
        assert_true(difference <= bound && -difference <= bound);
        close_reduce(&rig);
        free(data);
    }
}

/* One dispatch or two for a view; one a chunk and one more for chunks. */
static void test_dispatches(void** state) {
    (void)state;
    static size_t const chunks[][4] = {
        {0}, {1}, {ONE_DISPATCH}, {ONE_DISPATCH + 1}, {3, 0, 4, 1}, {0, 0, 9}};
    static size_t const chunk_counts[] = {0, 0, 0, 0, 4, 3};
    static uint32_t const dispatches[] = {1, 1, 1, 2, 4, 1};
    uint32_t* const data = calloc(ONE_DISPATCH + 1, sizeof *data);
    assert_non_null(data);
    for (size_t i = 0; i < 6; i++) {
        reduce_case what = {
            .format = WGSFormat_Uint32, .data = data, .chunk_count = chunk_counts[i]};
        memcpy(what.lengths, chunks[i], sizeof chunks[i]);
        reduce_rig rig;
        open_reduce(&rig, wgs_test_context(), &what);
        WGSProgramStats stats;
        WGSError error;
        assert_int_equal(wgsProgramGetStats(rig.program, &stats, &error), 0);
        assert_int_equal(stats.dispatchCount, dispatches[i]);
        close_reduce(&rig);
    }
    free(data);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_special_floats),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_gpu_counts),
        cmocka_unit_test(test_float_sums),
        cmocka_unit_test(test_dispatches),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
