/* SPDX-License-Identifier: MIT */
/* Counting sorts of both orders: every output, ranges and lengths around what kernels hold, keys
 * beyond the range, counts of the encode and of the GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "primitives/counting_sort/counting_sort_reference.h"
#include "primitives/counting_sort/counting_tuning.h"
#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

enum { VALUES = 2 };

/* Which outputs are wanted. */
typedef struct counting_case {
    uint32_t range;
    size_t row_count;
    WGSCountingOrder order;
    bool keys_out;
    uint32_t value_count;
    bool rows_out;
    bool offsets_out;
    bool with_value; /* a count of the encode */
    bool with_gpu;   /* a count on the GPU */
    uint32_t gpu_rows;
} counting_case;

typedef struct counting_rig {
    counting_case asked;
    uint32_t* keys;
    uint32_t* values[VALUES];
    wgs_guarded_buffer keys_in, keys_out, rows_out, offsets_out, gpu_count, exceeded;
    wgs_guarded_buffer values_in[VALUES], values_out[VALUES];
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} counting_rig;

static uint32_t* allocate_words(size_t count) {
    uint32_t* const words = malloc(4 * count + 4);
    assert_non_null(words);
    return words;
}

/* One key in 16 is beyond the range, one in 4 among few values. */
static void fill_keys(counting_rig* rig, uint64_t seed) {
    static uint32_t const beyond[] = {0xFFFFFFFF, 0x80000000, 0x7FFFFFFF};
    wgs_random random = {seed};
    for (size_t i = 0; i < rig->asked.row_count; i++) {
        uint64_t const limit = i % 4 == 1 ? (rig->asked.range + 9) / 10 : rig->asked.range;
        rig->keys[i] = (uint32_t)wgs_random_below(&random, limit);
        if (i % 16 == 7)
            rig->keys[i] = i % 32 == 7 ? rig->asked.range : beyond[i % 3];
    }
    for (uint32_t v = 0; v < VALUES; v++)
        for (size_t i = 0; i < rig->asked.row_count; i++)
            rig->values[v][i] = (uint32_t)i * 2654435761u + v;
}

static void import(wgs_guarded_buffer const* place, WGSGraph graph, WGSView* view) {
    WGSError error;
    assert_int_equal(wgs_guarded_buffer_import(place, graph, WGSFormat_Uint32, view, &error), 0);
}

static void place_columns(counting_rig* rig, uint32_t turn) {
    size_t const size = 4 * rig->asked.row_count;
    rig->keys_in = wgs_guarded_buffer_create(turn % 66, size, rig->keys);
    rig->keys_out = wgs_guarded_buffer_create((turn + 1) * 7 % 66, size, NULL);
    rig->rows_out = wgs_guarded_buffer_create((turn + 2) * 5 % 66, size, NULL);
    rig->offsets_out =
        wgs_guarded_buffer_create((turn + 3) * 3 % 66, 4 * (rig->asked.range + 1ull), NULL);
    rig->gpu_count = wgs_guarded_buffer_create(5, 4, &rig->asked.gpu_rows);
    rig->exceeded = wgs_guarded_buffer_create(7, 4, NULL);
    for (uint32_t v = 0; v < VALUES; v++) {
        rig->values_in[v] = wgs_guarded_buffer_create((turn + v) % 66, size, rig->values[v]);
        rig->values_out[v] = wgs_guarded_buffer_create((turn + v + 9) % 66, size, NULL);
    }
}

static void
describe(counting_rig* rig, WGSCountingSortDescriptor* descriptor, WGSSortValue values[VALUES]) {
    counting_case const* const asked = &rig->asked;
    WGSGraph const graph = rig->graph;
    *descriptor = (WGSCountingSortDescriptor){
        .range = asked->range,
        .order = asked->order,
        .valueCount = asked->value_count,
        .values = values};
    import(&rig->keys_in, graph, &descriptor->keys);
    if (asked->keys_out)
        import(&rig->keys_out, graph, &descriptor->keysOut);
    if (asked->rows_out)
        import(&rig->rows_out, graph, &descriptor->rowsOut);
    if (asked->offsets_out)
        import(&rig->offsets_out, graph, &descriptor->offsetsOut);
    for (uint32_t v = 0; v < asked->value_count; v++) {
        import(&rig->values_in[v], graph, &values[v].in);
        import(&rig->values_out[v], graph, &values[v].out);
    }
    if (asked->with_value) {
        WGSValueDescriptor const value = {.value = (uint32_t)asked->row_count};
        assert_int_equal(wgsGraphCreateValue(graph, &value, &rig->value, NULL), 0);
        descriptor->count = rig->value;
    }
    if (asked->with_gpu) {
        import(&rig->gpu_count, graph, &descriptor->gpuCount.view);
        import(&rig->exceeded, graph, &descriptor->gpuCount.exceeded);
    }
}

static void open_rig(counting_rig* rig, WGSContext context, counting_case asked, uint32_t turn) {
    *rig = (counting_rig){.asked = asked, .keys = allocate_words(asked.row_count)};
    for (uint32_t v = 0; v < VALUES; v++)
        rig->values[v] = allocate_words(asked.row_count);
    fill_keys(rig, turn);
    place_columns(rig, turn);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
    WGSCountingSortDescriptor descriptor;
    WGSSortValue values[VALUES] = {{{0}, {0}}};
    describe(rig, &descriptor, values);
    if (wgsGraphAddCountingSort(rig->graph, &descriptor, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    if (wgsGraphCompile(rig->graph, NULL, &rig->program, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
}

static void close_rig(counting_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_guarded_buffer* const places[] = {
        &rig->keys_in,
        &rig->keys_out,
        &rig->rows_out,
        &rig->offsets_out,
        &rig->gpu_count,
        &rig->exceeded,
        &rig->values_in[0],
        &rig->values_in[1],
        &rig->values_out[0],
        &rig->values_out[1]};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        wgs_guarded_buffer_free(places[i]);
    for (uint32_t v = 0; v < VALUES; v++)
        free(rig->values[v]);
    free(rig->keys);
}

static WGSEncodeStats run(counting_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSEncodeStats stats = {0};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, &stats, &error), 0);
    assert_true(wgs_test_submit(encoder));
    return stats;
}

/* What came out, and what a stable sort would give. */
typedef struct outcome {
    uint32_t* rows;
    uint32_t* offsets;
    uint32_t* got;
} outcome;

/* Within the rows of each key an unstable sort has any order: sorting them by number leaves nothing
 * to tell it from a stable one. */
static int compare_words(void const* left, void const* right) {
    uint32_t const a = *(uint32_t const*)left;
    uint32_t const b = *(uint32_t const*)right;
    return a < b ? -1 : a > b;
}

static void settle(counting_rig const* rig, outcome const* o, uint32_t* rows) {
    if (rig->asked.order == WGSCountingOrder_Stable)
        return;
    for (size_t k = 0; k < rig->asked.range; k++)
        qsort(&rows[o->offsets[k]], o->offsets[k + 1] - o->offsets[k], 4, compare_words);
}

static void check_rest(counting_rig const* rig, uint32_t const* got, size_t count) {
    for (size_t i = count; i < rig->asked.row_count; i++)
        assert_int_equal(got[i], WGS_GUARD_WORD);
}

static void check_keys(counting_rig const* rig, outcome const* o, size_t count) {
    assert_true(wgs_guarded_buffer_read(&rig->keys_out, "keysOut", o->got));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(o->got[i], wgs_counting_key(rig->keys[o->rows[i]], rig->asked.range));
    check_rest(rig, o->got, count);
}

/* The values are distinct, so that each tells its row. */
static void check_values(counting_rig const* rig, outcome const* o, size_t count) {
    uint32_t const inverse = 244002641u; /* of 2654435761 modulo 2^32 */
    for (uint32_t v = 0; v < rig->asked.value_count; v++) {
        assert_true(wgs_guarded_buffer_read(&rig->values_out[v], "values.out", o->got));
        check_rest(rig, o->got, count);
        for (size_t i = 0; i < count; i++)
            o->got[i] = (o->got[i] - v) * inverse;
        settle(rig, o, o->got);
        if (count > 0)
            assert_memory_equal(o->got, o->rows, 4 * count);
    }
}

static void check_rows(counting_rig const* rig, outcome const* o, size_t count) {
    assert_true(wgs_guarded_buffer_read(&rig->rows_out, "rowsOut", o->got));
    check_rest(rig, o->got, count);
    settle(rig, o, o->got);
    if (count > 0)
        assert_memory_equal(o->got, o->rows, 4 * count);
}

static void check(counting_rig const* rig, size_t count) {
    counting_case const* const asked = &rig->asked;
    size_t const most = asked->row_count > asked->range ? asked->row_count : asked->range;
    outcome const o = {
        allocate_words(asked->row_count + 1),
        allocate_words(asked->range + 1ull),
        allocate_words(most + 1)};
    wgs_counting_sort_reference(rig->keys, count, asked->range, o.rows, o.offsets);
    if (asked->offsets_out) {
        assert_true(wgs_guarded_buffer_read(&rig->offsets_out, "offsetsOut", o.got));
        assert_memory_equal(o.got, o.offsets, 4 * (asked->range + 1ull));
    }
    if (asked->keys_out)
        check_keys(rig, &o, count);
    if (asked->rows_out)
        check_rows(rig, &o, count);
    check_values(rig, &o, count);
    free(o.rows);
    free(o.offsets);
    free(o.got);
    assert_int_equal(wgs_test_device_errors(), 0);
}

static void sort_once(WGSContext context, counting_case asked, uint32_t turn) {
    counting_rig rig;
    open_rig(&rig, context, asked, turn);
    WGSEncodeStats const stats = run(&rig, 0);
    if (asked.order == WGSCountingOrder_Unstable)
        assert_in_range(stats.dispatchCount, 0, 6);
    check(&rig, asked.row_count);
    close_rig(&rig);
}

/* Every set of outputs that is allowed. */
static void test_outputs(void** state) {
    (void)state;
    uint32_t turn = 0;
    for (uint32_t order = 0; order < 2; order++)
        for (uint32_t set = 1; set < 24; set++) {
            counting_case const asked = {
                .range = 50,
                .row_count = 700,
                .order = (WGSCountingOrder)order,
                .keys_out = set & 1,
                .rows_out = set & 2,
                .offsets_out = set & 4,
                .value_count = set / 8};
            if (wgs_test_adapter_is_slow() && set % 3 != order)
                continue;
            if (asked.value_count + asked.rows_out <= 2)
                sort_once(wgs_test_context(), asked, turn++);
        }
}

/* fault KE-19: around powers of two, around the counters that workgroup memory holds and around
 * the lengths that one workgroup scans; a grid of 64 x 64 x 64 cells. */
static void test_ranges(void** state) {
    (void)state;
    static uint32_t const ranges[] = {
        1,
        2,
        3,
        15,
        16,
        17,
        255,
        256,
        257,
        WGS_COUNTING_LOCAL_RANGE - 1,
        WGS_COUNTING_LOCAL_RANGE,
        WGS_COUNTING_LOCAL_RANGE + 1,
        16384,
        65537,
        262144};
    for (uint32_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (uint32_t order = 0; order < 2; order++) {
            if (wgs_test_adapter_is_slow() && (i + order) % 2 == 0)
                continue;
            counting_case const asked = {
                .range = ranges[i],
                .row_count = 5000,
                .order = (WGSCountingOrder)order,
                .keys_out = true,
                .rows_out = true,
                .value_count = 1,
                .offsets_out = true};
            sort_once(wgs_test_context(), asked, i);
        }
}

/* faults SZ-01, SZ-08: lengths around what one workgroup treats, 0 and 1 among them. */
static void test_lengths(void** state) {
    (void)state;
    static size_t const lengths[] = {
        0, 1, 2, 255, 256, 257, 2303, 2304, 2305, 4095, 4096, 4097, 140000};
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (uint32_t order = 0; order < 2; order++) {
            counting_case const asked = {
                .range = i % 4 == 1 ? 3000 : 1000,
                .row_count = lengths[i],
                .order = (WGSCountingOrder)order,
                .keys_out = true,
                .rows_out = i % 2,
                .value_count = 1,
                .offsets_out = true};
            sort_once(wgs_test_context(), asked, i);
        }
}

/* fault SZ-13: a grid of 2 x 2 x 2 workgroups goes over rows and counters in steps. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    for (uint32_t i = 0; i < 4; i++) {
        counting_case const asked = {
            .range = i / 2 ? 9000 : 600,
            .row_count = 20000,
            .order = (WGSCountingOrder)(i % 2),
            .keys_out = true,
            .value_count = 2,
            .offsets_out = true};
        sort_once(context, asked, i);
    }
    wgsContextRelease(context);
}

static void reset(counting_rig const* rig) {
    assert_true(wgs_guarded_buffer_reset(&rig->keys_out));
    assert_true(wgs_guarded_buffer_reset(&rig->rows_out));
    assert_true(wgs_guarded_buffer_reset(&rig->offsets_out));
    for (uint32_t v = 0; v < VALUES; v++)
        assert_true(wgs_guarded_buffer_reset(&rig->values_out[v]));
}

static void test_counts(void** state) {
    (void)state;
    static uint32_t const counts[] = {3000, 0, 1, 2999, 256};
    for (uint32_t order = 0; order < 2; order++) {
        counting_case const asked = {
            .range = 77,
            .row_count = 3000,
            .order = (WGSCountingOrder)order,
            .keys_out = true,
            .rows_out = true,
            .value_count = 1,
            .offsets_out = true,
            .with_value = true};
        counting_rig rig;
        open_rig(&rig, wgs_test_context(), asked, order);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            reset(&rig);
            (void)run(&rig, counts[i]);
            check(&rig, counts[i]);
        }
        close_rig(&rig);
    }
}

/* fault IN-04: A count on the GPU, past the capacity too; two values, the most bindings that a
 * scatter has. */
static void test_gpu_counts(void** state) {
    (void)state;
    static uint32_t const counts[] = {0, 1, 257, 2500, 3000, 3001, 0xFFFFFFFF};
    for (uint32_t order = 0; order < 2; order++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            counting_case const asked = {
                .range = i % 2 ? 5000 : 77,
                .row_count = 3000,
                .order = (WGSCountingOrder)order,
                .keys_out = true,
                .value_count = 2,
                .offsets_out = true,
                .with_gpu = true,
                .gpu_rows = counts[i]};
            counting_rig rig;
            open_rig(&rig, wgs_test_context(), asked, order);
            (void)run(&rig, 0);
            check(&rig, counts[i] < 3000 ? counts[i] : 3000);
            uint32_t exceeded;
            assert_true(wgs_guarded_buffer_read(&rig.exceeded, "exceeded", &exceeded));
            assert_int_equal(exceeded, counts[i] > 3000);
            close_rig(&rig);
        }
}

/* fault GR-07: the same program, again and again: counters and places start anew at each
 * encode. */
static void test_again(void** state) {
    (void)state;
    counting_case const asked = {
        .range = 300,
        .row_count = 4000,
        .order = WGSCountingOrder_Unstable,
        .rows_out = true,
        .value_count = 1};
    counting_rig rig;
    open_rig(&rig, wgs_test_context(), asked, 3);
    for (int i = 0; i < 3; i++) {
        reset(&rig);
        WGSEncodeStats const stats = run(&rig, 0);
        assert_int_equal(stats.dispatchCount, 4);
        check(&rig, asked.row_count);
    }
    close_rig(&rig);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_outputs),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_gpu_counts),
        cmocka_unit_test(test_again),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
