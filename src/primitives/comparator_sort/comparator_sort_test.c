/* SPDX-License-Identifier: MIT */
/* Records of several sizes and orders against qsort; comparators that are no order at all. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testing/guarded_buffer.h"
#include "testing/random_bits.h"
#include "testing/sort_rig.h"
#include "testing/test_device.h"

/* The last word of every record is its number before the sort: it tells records apart, and makes
 * the order total where a comparator looks at it. */
typedef int (*record_order)(uint32_t const* a, uint32_t const* b);

typedef struct record_kind {
    char const* source;
    uint32_t size;
    record_order order; /* NULL: none, the records only have to be there */
    bool total;         /* no two records are equal in the order */
} record_kind;

static int compare(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static float to_float(uint32_t word) {
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* 16 bytes: two keys, the second descending, then the number. */
static int order_two_keys(uint32_t const* a, uint32_t const* b) {
    if (a[0] != b[0])
        return compare(a[0], b[0]);
    if ((int32_t)a[1] != (int32_t)b[1])
        return (int32_t)a[1] > (int32_t)b[1] ? -1 : 1;
    return compare(a[3], b[3]);
}

/* 20 bytes: floats, NaN behind all others and equal among themselves. */
static int order_floats(uint32_t const* a, uint32_t const* b) {
    float const x = to_float(a[1]);
    float const y = to_float(b[1]);
    if (isnan(x) || isnan(y))
        return (isnan(x) != 0) - (isnan(y) != 0);
    return x < y ? -1 : x > y;
}

/* 48 bytes: four words from the first, descending. */
static int order_long(uint32_t const* a, uint32_t const* b) {
    for (int i = 0; i < 4; i++)
        if (a[i] != b[i])
            return compare(b[i], a[i]);
    return compare(a[11], b[11]);
}

static int order_word(uint32_t const* a, uint32_t const* b) { return compare(a[0], b[0]); }

/* 96 bytes: blocks of 128 records. By the last word, which is the number, descending. */
static int order_last(uint32_t const* a, uint32_t const* b) { return compare(b[23], a[23]); }

static record_kind const two_keys = {
    "// Two keys.\n"
    "struct Record { group_key: u32, depth: i32, weight: f32, id: u32 }\n"
    "fn before(a: Record, b: Record) -> bool {\n"
    "    if (a.group_key != b.group_key) { return a.group_key < b.group_key; }\n"
    "    if (a.depth != b.depth) { return a.depth > b.depth; }\n"
    "    return a.id < b.id;\n"
    "}\n",
    16,
    order_two_keys,
    true};

static record_kind const floats = {
    "struct Record { a: u32, key: f32, b: u32, c: u32, id: u32 }\n"
    "fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }\n"
    "fn before(a: Record, b: Record) -> bool {\n"
    "    let x = is_nan(a.key);\n"
    "    let y = is_nan(b.key);\n"
    "    if (x || y) { return !x && y; }\n"
    "    return a.key < b.key;\n"
    "}", /* without a line end */
    20,
    order_floats,
    false};

static record_kind const long_records = {
    "struct Record { key: vec4u, place: vec3f, mass: f32, more: array<u32, 3>, id: u32 }\n"
    "fn before(a: Record, b: Record) -> bool {\n"
    "    for (var i = 0u; i < 4u; i++) {\n"
    "        if (a.key[i] != b.key[i]) { return a.key[i] > b.key[i]; }\n"
    "    }\n"
    "    return a.id < b.id;\n"
    "}\n",
    48,
    order_long,
    true};

static record_kind const words = {
    "alias Record = u32;\nfn before(a: Record, b: Record) -> bool { return a < b; }\n",
    4,
    order_word,
    false};

static record_kind const large_records = {
    "struct Record { words: array<u32, 24> }\n"
    "fn before(a: Record, b: Record) -> bool { return a.words[23] > b.words[23]; }\n",
    96,
    order_last,
    true};

static record_kind const always = {
    "struct Record { key: u32, id: u32 }\n"
    "fn before(a: Record, b: Record) -> bool { return true; }\n",
    8,
    NULL,
    false};

/* A cycle of three, and a record before itself. */
static record_kind const cyclic = {
    "struct Record { key: u32, id: u32 }\n"
    "fn before(a: Record, b: Record) -> bool { return (a.key + 3u - b.key % 3u) % 3u < 2u; }\n",
    8,
    NULL,
    false};

enum { FEW_KEYS, ALL_EQUAL, SORTED, REVERSED, DISTRIBUTIONS };

/* No word is a subnormal float: WGSL lets a device take those for 0. */
static uint32_t random_word(wgs_random* random, uint32_t distribution, size_t row, uint32_t word) {
    static uint32_t const odd_floats[] = {
        0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000, 0, 0x80000000};
    switch (distribution) {
    case FEW_KEYS:
        if (word == 1 && row % 5 == 2)
            return odd_floats[row % 6];
        return 0x3F800000u | ((uint32_t)wgs_random_bits(random) & 0x80000007u);
    case SORTED:
        return 0x3F800000u + (uint32_t)row;
    case REVERSED:
        return 0x40000000u - (uint32_t)row;
    default:
        return 0x3F800000u;
    }
}

static uint32_t* make_records(record_kind const* kind, size_t count, uint32_t distribution) {
    size_t const words_each = kind->size / 4;
    uint32_t* const records = malloc(count * kind->size + 4);
    assert_non_null(records);
    wgs_random random = {count + distribution};
    for (size_t i = 0; i < count; i++) {
        for (size_t w = 0; w < words_each; w++)
            records[i * words_each + w] = random_word(&random, distribution, i, (uint32_t)w);
        if (words_each > 1)
            records[i * words_each + words_each - 1] = (uint32_t)i;
    }
    return records;
}

typedef struct comparator_rig {
    record_kind const* kind;
    size_t count;
    uint32_t* records;
    wgs_guarded_buffer place;
    WGSGraph graph;
    WGSProgram program;
    WGSValue value;
} comparator_rig;

static void open_rig(
    comparator_rig* rig, WGSContext context, record_kind const* kind, size_t count, uint32_t d) {
    *rig = (comparator_rig){.kind = kind, .count = count, .records = make_records(kind, count, d)};
    /* The view starts at an aligned offset that is not 0. */
    rig->place = wgs_guarded_buffer_create(64 * (1 + d), count * kind->size, rig->records);
    WGSError error;
    assert_int_equal(wgsContextCreateGraph(context, NULL, &rig->graph, &error), 0);
}

static void compile(comparator_rig* rig, WGSComparatorSortDescriptor* descriptor) {
    WGSError error;
    descriptor->source = wgs_test_text(rig->kind->source);
    descriptor->recordSize = rig->kind->size;
    assert_int_equal(
        wgs_guarded_buffer_import(
            &rig->place, rig->graph, WGSFormat_Uint32, &descriptor->records, &error),
        0);
    if (wgsGraphAddComparatorSort(rig->graph, descriptor, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    if (wgsGraphCompile(rig->graph, NULL, &rig->program, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
}

static void run(comparator_rig const* rig, uint32_t count) {
    WGPUCommandEncoder const encoder = wgs_test_encoder();
    WGSValueReplacement const replacement = {rig->value, count};
    WGSEncodeDescriptor const descriptor = {
        .valueCount = rig->value != NULL, .values = &replacement};
    WGSError error;
    assert_int_equal(wgsProgramEncode(rig->program, encoder, &descriptor, NULL, &error), 0);
    assert_true(wgs_test_submit(encoder));
}

static void close_rig(comparator_rig* rig) {
    wgsProgramRelease(rig->program);
    wgsGraphRelease(rig->graph);
    wgs_guarded_buffer_free(&rig->place);
    free(rig->records);
}

/* Every record is there once: by its last word, which was its number. */
static void check_permutation(comparator_rig const* rig, uint32_t const* got, size_t count) {
    size_t const each = rig->kind->size / 4;
    unsigned char* const seen = calloc(count + 1, 1);
    assert_non_null(seen);
    for (size_t i = 0; i < count; i++) {
        uint32_t const number = got[i * each + each - 1];
        assert_true(number < count);
        assert_false(seen[number]);
        seen[number] = 1;
        assert_memory_equal(&got[i * each], &rig->records[number * each], rig->kind->size);
    }
    free(seen);
}

static record_order sorting_by;
static int compare_records(void const* a, void const* b) { return sorting_by(a, b); }

static void check_order(comparator_rig const* rig, uint32_t const* got, size_t count) {
    size_t const each = rig->kind->size / 4;
    for (size_t i = 1; i < count; i++)
        assert_true(rig->kind->order(&got[(i - 1) * each], &got[i * each]) <= 0);
    if (!rig->kind->total && each > 1)
        return;
    uint32_t* const expected = malloc(rig->count * rig->kind->size + 4);
    assert_non_null(expected);
    memcpy(expected, rig->records, rig->count * rig->kind->size);
    sorting_by = rig->kind->order;
    qsort(expected, count, rig->kind->size, compare_records);
    if (count > 0)
        assert_memory_equal(got, expected, count * rig->kind->size);
    free(expected);
}

/* Guards, the records past the count, that none is lost, the order. */
static void check(comparator_rig const* rig, size_t count) {
    size_t const each = rig->kind->size / 4;
    uint32_t* const got = malloc(rig->count * rig->kind->size + 4);
    assert_non_null(got);
    assert_true(wgs_guarded_buffer_read(&rig->place, "records", got));
    for (size_t i = count * each; i < rig->count * each; i++)
        assert_int_equal(got[i], rig->records[i]);
    if (each > 1)
        check_permutation(rig, got, count);
    if (rig->kind->order != NULL)
        check_order(rig, got, count);
    free(got);
    assert_int_equal(wgs_test_device_errors(), 0);
}

static void sort_once(WGSContext context, record_kind const* kind, size_t count, uint32_t d) {
    comparator_rig rig;
    open_rig(&rig, context, kind, count, d);
    WGSComparatorSortDescriptor descriptor = {0};
    compile(&rig, &descriptor);
    run(&rig, 0);
    check(&rig, count);
    close_rig(&rig);
}

/* fault SZ-08: around the blocks of each record size: 512, 256 and 128 records. */
static void test_sizes(void** state) {
    (void)state;
    static record_kind const* const kinds[] = {
        &two_keys, &floats, &long_records, &words, &large_records, &always, &cyclic};
    static size_t const counts[] = {0, 1, 2, 3, 127, 129, 255, 256, 257, 511, 512, 513, 1000, 5000};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            if (!wgs_test_adapter_is_slow() || (c + k) % 3 == 0 || counts[c] == 513)
                sort_once(wgs_test_context(), kinds[k], counts[c], (uint32_t)(c % DISTRIBUTIONS));
}

static void test_distributions(void** state) {
    (void)state;
    for (uint32_t d = 0; d < DISTRIBUTIONS; d++) {
        sort_once(wgs_test_context(), &two_keys, 1500, d);
        sort_once(wgs_test_context(), &floats, 1500, d);
    }
}

/* fault SZ-13: a grid of 2 x 2 x 2 workgroups goes over blocks and comparators in steps. */
static void test_two_workgroups(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxComputeWorkgroupsPerDimension = 2});
    assert_non_null(context);
    sort_once(context, &two_keys, 9000, FEW_KEYS);
    wgsContextRelease(context);
}

static void test_counts(void** state) {
    (void)state;
    static uint32_t const counts[] = {2000, 0, 1, 513, 1999};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        comparator_rig rig;
        open_rig(&rig, wgs_test_context(), &two_keys, 2000, FEW_KEYS);
        WGSValueDescriptor const value = {.value = 2000};
        assert_int_equal(wgsGraphCreateValue(rig.graph, &value, &rig.value, NULL), 0);
        WGSComparatorSortDescriptor descriptor = {.count = rig.value};
        compile(&rig, &descriptor);
        run(&rig, counts[i]);
        check(&rig, counts[i]);
        close_rig(&rig);
    }
}

/* fault IN-04: counts below, at and past the capacity. */
static void test_gpu_counts(void** state) {
    (void)state;
    static uint32_t const counts[] = {0, 1, 700, 2000, 2001, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        comparator_rig rig;
        open_rig(&rig, wgs_test_context(), &two_keys, 2000, FEW_KEYS);
        wgs_guarded_buffer count = wgs_guarded_buffer_create(5, 4, &counts[i]);
        wgs_guarded_buffer exceeded = wgs_guarded_buffer_create(7, 4, NULL);
        WGSComparatorSortDescriptor descriptor = {0};
        WGSGpuCount* const gpu = &descriptor.gpuCount;
        WGSFormat const word = WGSFormat_Uint32;
        assert_int_equal(wgs_guarded_buffer_import(&count, rig.graph, word, &gpu->view, NULL), 0);
        assert_int_equal(
            wgs_guarded_buffer_import(&exceeded, rig.graph, word, &gpu->exceeded, NULL), 0);
        compile(&rig, &descriptor);
        run(&rig, 0);
        check(&rig, counts[i] < 2000 ? counts[i] : 2000);
        uint32_t told;
        assert_true(wgs_guarded_buffer_read(&exceeded, "exceeded", &told));
        assert_int_equal(told, counts[i] > 2000);
        wgs_guarded_buffer_free(&count);
        wgs_guarded_buffer_free(&exceeded);
        close_rig(&rig);
    }
}

/* Two texts in one graph, and a text whose memory changes after it was given: each sort keeps its
 * own, also when another graph finds the pipelines in the cache. */
static void test_texts_are_copied(void** state) {
    (void)state;
    char text[200];
    static char const form[] = "struct Record { key: u32, id: u32 }\n"
                               "fn before(a: Record, b: Record) -> bool { return a.id %c b.id; }\n";
    for (int turn = 0; turn < 2; turn++) {
        record_kind const kind = {text, 8, NULL, false};
        comparator_rig rigs[2];
        WGSError error;
        open_rig(&rigs[0], wgs_test_context(), &kind, 600, FEW_KEYS);
        open_rig(&rigs[1], wgs_test_context(), &kind, 600, FEW_KEYS);
        for (int i = 0; i < 2; i++) {
            (void)snprintf(text, sizeof text, form, i == 0 ? '<' : '>');
            WGSComparatorSortDescriptor descriptor = {
                .source = {text, strlen(text)}, .recordSize = 8};
            assert_int_equal(
                wgs_guarded_buffer_import(
                    &rigs[i].place, rigs[0].graph, WGSFormat_Uint32, &descriptor.records, &error),
                0);
            assert_int_equal(wgsGraphAddComparatorSort(rigs[0].graph, &descriptor, &error), 0);
        }
        memset(text, '?', sizeof text);
        assert_int_equal(wgsGraphCompile(rigs[0].graph, NULL, &rigs[0].program, &error), 0);
        run(&rigs[0], 0);
        for (int i = 0; i < 2; i++) {
            uint32_t got[1200];
            assert_true(wgs_guarded_buffer_read(&rigs[i].place, "records", got));
            for (uint32_t row = 0; row < 600; row++)
                assert_int_equal(got[2 * row + 1], i == 0 ? row : 599 - row);
        }
        close_rig(&rigs[0]);
        close_rig(&rigs[1]);
    }
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_two_workgroups),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_gpu_counts),
        cmocka_unit_test(test_texts_are_copied),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
