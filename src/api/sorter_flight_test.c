/* SPDX-License-Identifier: MIT */
/* Sorters whose work is in flight more than once: several encoders, other orders of submission,
 * several threads, arguments that change behind a call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "gpu/gpu.h"
#include "testing/test_device.h"

enum { CAPACITY = 1000000, SMALL_CAPACITY = 5000 };

static uint32_t key_at(uint32_t i, uint32_t salt) { return (i + salt) * 2654435761u >> 12; }

/* Keys in, keys and rows out. */
typedef struct job {
    uint32_t count;
    uint32_t salt;
    WGPUBuffer in, keys, rows;
} job;

static WGPUBuffer make_buffer(uint64_t length) {
    WGPUBufferDescriptor const descriptor = {
        .size = length * 4,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst};
    return wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
}

static job make_job(uint32_t count, uint32_t salt) {
    job j = {count, salt, make_buffer(count), make_buffer(count), make_buffer(count)};
    uint32_t* const words = malloc((size_t)count * 4);
    assert_non_null(words);
    for (uint32_t i = 0; i < count; i++)
        words[i] = key_at(i, salt);
    assert_int_equal(
        wgsContextWriteBuffer(wgs_test_context(), j.in, 0, words, (uint64_t)count * 4, NULL), 0);
    free(words);
    return j;
}

static void free_job(job* j) {
    wgpuBufferRelease(j->in);
    wgpuBufferRelease(j->keys);
    wgpuBufferRelease(j->rows);
}

static void read_words(WGPUBuffer buffer, uint32_t count, uint32_t* words) {
    assert_int_equal(
        wgsContextReadBuffer(wgs_test_context(), buffer, 0, words, (uint64_t)count * 4, NULL), 0);
}

/* In order, each row with its key and none twice, which with stability makes it the one answer. */
static void check_job(job const* j, WGSDirection direction) {
    uint32_t* const keys = malloc((size_t)j->count * 4);
    uint32_t* const rows = malloc((size_t)j->count * 4);
    assert_non_null(keys);
    assert_non_null(rows);
    read_words(j->keys, j->count, keys);
    read_words(j->rows, j->count, rows);
    for (uint32_t i = 0; i < j->count; i++) {
        assert_true(rows[i] < j->count);
        assert_int_equal(keys[i], key_at(rows[i], j->salt));
        if (i == 0)
            continue;
        bool const before =
            direction == WGSDirection_Ascending ? keys[i - 1] < keys[i] : keys[i - 1] > keys[i];
        assert_true(before || (keys[i - 1] == keys[i] && rows[i - 1] < rows[i]));
    }
    free(keys);
    free(rows);
}

static WGSSorter make_sorter(uint64_t capacity, WGSDirection direction) {
    WGSSorterKey const key = {.format = WGSFormat_Uint32, .direction = direction};
    WGSSorterDescriptor const descriptor = {
        .capacity = capacity, .keyCount = 1, .keys = &key, .rows = true};
    WGSSorter sorter = NULL;
    WGSError error = {0};
    if (wgsContextCreateSorter(wgs_test_context(), &descriptor, &sorter, &error) != 0)
        fail_msg("%s", error.message);
    return sorter;
}

static WGSStatus encode(WGSSorter sorter, WGPUCommandEncoder encoder, job const* j) {
    WGSColumn keys_in = {j->in, 0};
    WGSColumn keys_out = {j->keys, 0};
    WGSSorterEncodeDescriptor descriptor = {
        .count = j->count, .keysIn = &keys_in, .keysOut = &keys_out, .rowsOut = {j->rows, 0}};
    WGSStatus const status = wgsSorterEncode(sorter, encoder, &descriptor, NULL, NULL);
    /* What the call was given is the caller's again, long before anything is submitted. */
    memset(&keys_in, 0xFF, sizeof keys_in);
    memset(&keys_out, 0xFF, sizeof keys_out);
    memset(&descriptor, 0xFF, sizeof descriptor);
    return status;
}

static WGPUCommandEncoder make_encoder(void) {
    return wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
}

static void submit(WGPUCommandEncoder encoder) {
    assert_int_equal(wgsContextSubmit(wgs_test_context(), encoder, NULL), 0);
    wgpuCommandEncoderRelease(encoder);
}

/* faults CO-01, CO-03: one sorter, first twice in one encoder, then in two encoders that are
 * submitted in order and the other way round; the arguments of each call are overwritten after
 * it. */
static void test_one_sorter(void** state) {
    (void)state;
    WGSSorter const sorter = make_sorter(SMALL_CAPACITY, WGSDirection_Ascending);
    for (size_t way = 0; way < 3; way++) {
        job jobs[2] = {make_job(SMALL_CAPACITY, 1), make_job(77, 2)};
        WGPUCommandEncoder const first = make_encoder();
        WGPUCommandEncoder const second = way == 0 ? first : make_encoder();
        assert_int_equal(encode(sorter, first, &jobs[0]), 0);
        assert_int_equal(encode(sorter, second, &jobs[1]), 0);
        if (way == 2)
            submit(second);
        submit(first);
        if (way == 1)
            submit(second);
        for (size_t i = 0; i < 2; i++) {
            check_job(&jobs[i], WGSDirection_Ascending);
            free_job(&jobs[i]);
        }
    }
    wgsSorterRelease(sorter);
}

/* faults GR-06, GR-07: a million keys, ten, a hundred, a million. */
static void test_large_and_small(void** state) {
    (void)state;
    uint32_t const large = wgs_test_adapter_is_slow() ? 100000 : CAPACITY;
    uint32_t const counts[] = {large, 10, large, 100, large};
    WGSSorter const sorter = make_sorter(large, WGSDirection_Descending);
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        job j = make_job(counts[i], i);
        WGPUCommandEncoder const encoder = make_encoder();
        assert_int_equal(encode(sorter, encoder, &j), 0);
        submit(encoder);
        check_job(&j, WGSDirection_Descending);
        free_job(&j);
    }
    wgsSorterRelease(sorter);
}

/* fault CO-04: what was sorted is sorted again, in the same and in the other direction, into the
 * buffers of the sorts before. */
static void test_sorted_again(void** state) {
    (void)state;
    static WGSDirection const directions[] = {
        WGSDirection_Ascending,
        WGSDirection_Ascending,
        WGSDirection_Descending,
        WGSDirection_Ascending};
    enum { ROWS = 3000 };
    job j = make_job(ROWS, 5);
    uint32_t before[ROWS];
    uint32_t keys[ROWS];
    uint32_t rows[ROWS];
    for (size_t i = 0; i < 4; i++) {
        read_words(j.in, ROWS, before);
        WGSSorter const sorter = make_sorter(ROWS, directions[i]);
        WGPUCommandEncoder const encoder = make_encoder();
        assert_int_equal(encode(sorter, encoder, &j), 0);
        submit(encoder);
        read_words(j.keys, ROWS, keys);
        read_words(j.rows, ROWS, rows);
        for (uint32_t r = 1; r < ROWS; r++) {
            assert_true(
                directions[i] == WGSDirection_Ascending ? keys[r - 1] <= keys[r]
                                                        : keys[r - 1] >= keys[r]);
            assert_true(keys[r - 1] != keys[r] || rows[r - 1] < rows[r]);
        }
        for (uint32_t r = 0; r < ROWS; r++) {
            assert_true(rows[r] < ROWS && keys[r] == before[rows[r]]);
            assert_true(i != 1 || rows[r] == r);
        }
        WGPUBuffer const sorted = j.keys;
        j.keys = j.in;
        j.in = sorted;
        wgsSorterRelease(sorter);
    }
    free_job(&j);
}

typedef struct worker {
    pthread_t thread;
    WGSSorter sorter;
    WGPUCommandEncoder encoder;
    job jobs[3];
    bool good;
} worker;

static void* record(void* userdata) {
    worker* const w = userdata;
    w->good = true;
    for (size_t i = 0; i < 3; i++)
        w->good = encode(w->sorter, w->encoder, &w->jobs[i]) == WGSStatus_Success && w->good;
    return NULL;
}

/* fault CO-01: two sorters, recorded by two threads at the same time. */
static void test_two_threads(void** state) {
    (void)state;
    if (!wgs_context_capabilities(wgs_test_context())->threads)
        skip(); /* devices of this WebGPU are for one thread */
    worker workers[2];
    for (uint32_t i = 0; i < 2; i++) {
        workers[i] = (worker){
            .sorter = make_sorter(SMALL_CAPACITY, (WGSDirection)i), .encoder = make_encoder()};
        for (uint32_t k = 0; k < 3; k++)
            workers[i].jobs[k] = make_job(SMALL_CAPACITY - 700 * k, 10 * i + k);
    }
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, record, &workers[i]), 0);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    for (size_t i = 2; i-- > 0;) {
        assert_true(workers[i].good);
        submit(workers[i].encoder);
        for (size_t k = 0; k < 3; k++) {
            check_job(&workers[i].jobs[k], (WGSDirection)i);
            free_job(&workers[i].jobs[k]);
        }
        wgsSorterRelease(workers[i].sorter);
    }
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_one_sorter),
        cmocka_unit_test(test_large_and_small),
        cmocka_unit_test(test_sorted_again),
        cmocka_unit_test(test_two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, close_device);
}
