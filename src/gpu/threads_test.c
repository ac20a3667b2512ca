/* SPDX-License-Identifier: MIT */
/* One context, several threads: each compiles and encodes graphs of its own at the same time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>

#include "gpu/gpu.h"
#include "gpu/test_kernels/number_rig.h"
#include "testing/test_device.h"

enum { THREADS = 4, ROUNDS = 6, LENGTH = 300 };

typedef struct worker {
    pthread_t thread;
    uint32_t number; /* what this thread's nodes add */
    WGPUBuffer in, out[ROUNDS];
    WGPUCommandEncoder encoder;
    bool good;
} worker;

/* A graph with two nodes and a transient; released before its commands are submitted. */
static bool encode_round(worker* w, uint32_t round) {
    WGSGraph graph = wgs_number_graph(wgs_test_context());
    WGSBuffer const in = wgs_number_import(graph, "in", 0, w->in);
    WGSBuffer const out = wgs_number_import(graph, "out", 0, w->out[round]);
    WGSTransientDescriptor const transient = {.size = LENGTH * 4};
    WGSBuffer middle = NULL;
    bool good = wgsGraphCreateTransient(graph, &transient, &middle, NULL) == WGSStatus_Success;
    WGSView const view = wgs_number_view(middle, 0, LENGTH);
    good = good &&
           wgs_number_add(graph, wgs_number_view(in, 0, LENGTH), view, w->number, NULL, NULL) ==
               WGSStatus_Success;
    good =
        good && wgs_number_add(graph, view, wgs_number_view(out, 0, LENGTH), round, NULL, NULL) ==
                    WGSStatus_Success;
    WGSProgram program = NULL;
    good = good && wgsGraphCompile(graph, NULL, &program, NULL) == WGSStatus_Success;
    good = good && wgsProgramEncode(program, w->encoder, NULL, NULL, NULL) == WGSStatus_Success;
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    return good;
}

static void* run(void* userdata) {
    worker* w = userdata;
    w->good = true;
    for (uint32_t round = 0; round < ROUNDS; ++round)
        w->good = encode_round(w, round) && w->good;
    return NULL;
}

static void start(worker* w, uint32_t number) {
    w->number = number;
    w->in = wgs_number_buffer(wgs_test_context(), LENGTH, 1, 1);
    for (uint32_t round = 0; round < ROUNDS; ++round)
        w->out[round] = wgs_number_buffer(wgs_test_context(), LENGTH, 0, 0);
    w->encoder = wgs_number_encoder(wgs_test_context());
    assert_int_equal(pthread_create(&w->thread, NULL, run, w), 0);
}

static void check(worker* w) {
    assert_true(w->good);
    wgs_number_submit(wgs_test_context(), w->encoder);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        uint32_t* words = wgs_number_read(wgs_test_context(), w->out[round], LENGTH);
        for (uint32_t i = 0; i < LENGTH; ++i)
            assert_int_equal(words[i], 1 + i + w->number + round);
        free(words);
        wgpuBufferRelease(w->out[round]);
    }
    wgpuBufferRelease(w->in);
}

static void test_threads_share_a_context(void** state) {
    (void)state;
    if (!wgs_context_capabilities(wgs_test_context())->threads)
        skip(); /* devices of this WebGPU are for one thread */
    worker workers[THREADS];
    for (uint32_t i = 0; i < THREADS; ++i)
        start(&workers[i], 100 * i);
    for (uint32_t i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    /* Submitted in another order than recorded. */
    for (uint32_t i = THREADS; i-- > 0;)
        check(&workers[i]);
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {cmocka_unit_test(test_threads_share_a_context)};
    return cmocka_run_group_tests(tests, NULL, close_device);
}
