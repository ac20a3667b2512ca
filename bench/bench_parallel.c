/* SPDX-License-Identifier: MIT */
#include "bench_parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

/* Rows that take far longer than a thread takes to start. */
enum { ROWS_OF_A_PART = 1 << 15 };

uint32_t wgs_bench_parts_for(uint64_t count) {
    long const cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t parts = count / ROWS_OF_A_PART;
    if (cores < 1 || parts < 2)
        return 1;
    if (parts > (uint64_t)cores)
        parts = (uint64_t)cores;
    return parts > WGS_BENCH_MAX_PARTS ? WGS_BENCH_MAX_PARTS : (uint32_t)parts;
}

uint64_t wgs_bench_part_begin(uint64_t count, uint32_t part, uint32_t parts) {
    uint64_t const size = count / parts;
    uint64_t const larger = count % parts; /* the first parts have a row more */
    return part * size + (part < larger ? part : larger);
}

typedef struct part_thread {
    pthread_t thread;
    bool started;
    void (*task)(void* data, uint32_t part, uint32_t parts);
    void* data;
    uint32_t part;
    uint32_t parts;
} part_thread;

static void* run_part(void* argument) {
    part_thread const* const own = argument;
    own->task(own->data, own->part, own->parts);
    return NULL;
}

void wgs_bench_parallel(
    uint32_t parts, void (*task)(void* data, uint32_t part, uint32_t parts), void* data) {
    part_thread threads[WGS_BENCH_MAX_PARTS];
    for (uint32_t part = 0; part < parts; part++) {
        threads[part] = (part_thread){.task = task, .data = data, .part = part, .parts = parts};
        threads[part].started =
            part > 0 && pthread_create(&threads[part].thread, NULL, run_part, &threads[part]) == 0;
    }
    for (uint32_t part = 0; part < parts; part++)
        if (!threads[part].started)
            (void)run_part(&threads[part]);
    for (uint32_t part = 0; part < parts; part++)
        if (threads[part].started)
            (void)pthread_join(threads[part].thread, NULL);
}
