/* SPDX-License-Identifier: MIT */
#include "bulk_read.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_THREADS = 8, MIN_PART = 8 << 20 };

void* wgs_bulk_allocate(uint64_t size) {
    void* memory =
        mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

void* wgs_bulk_grow(void* memory, uint64_t old_size, uint64_t size) {
    if (!memory)
        return wgs_bulk_allocate(size);
    void* grown = mremap(memory, old_size ? old_size : 1, size, MREMAP_MAYMOVE);
    return grown == MAP_FAILED ? NULL : grown;
}

void wgs_bulk_free(void* memory, uint64_t size) {
    if (memory)
        (void)munmap(memory, size ? size : 1);
}

/* One thread's share of a read. */
typedef struct read_part {
    pthread_t thread;
    int fd;
    uint64_t offset;
    char* memory;
    uint64_t size;
    uint64_t got;
    int error;
} read_part;

static void* read_one_part(void* argument) {
    read_part* part = argument;
    while (part->got < part->size) {
        ssize_t const got = pread(
            part->fd,
            part->memory + part->got,
            (size_t)(part->size - part->got),
            (off_t)(part->offset + part->got));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            part->error = errno;
        if (got <= 0)
            break;
        part->got += (uint64_t)got;
    }
    return NULL;
}

static uint64_t thread_count(uint64_t size) {
    long const processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t count = size / MIN_PART + 1;
    if (count > MAX_THREADS)
        count = MAX_THREADS;
    if (processors > 0 && count > (uint64_t)processors)
        count = (uint64_t)processors;
    return count;
}

int wgs_bulk_read(int fd, uint64_t offset, void* memory, uint64_t size, uint64_t* got) {
    read_part parts[MAX_THREADS];
    uint64_t const count = thread_count(size);
    uint64_t started = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t const begin = size / count * i;
        uint64_t const end = i + 1 == count ? size : size / count * (i + 1);
        parts[i] = (read_part){
            .fd = fd,
            .offset = offset + begin,
            .memory = (char*)memory + begin,
            .size = end - begin};
    }
    /* The last part, and those for which no thread could be had, are read here. */
    while (started + 1 < count &&
           pthread_create(&parts[started].thread, NULL, read_one_part, &parts[started]) == 0)
        started++;
    for (uint64_t i = started; i < count; i++)
        (void)read_one_part(&parts[i]);
    int error = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i < started)
            (void)pthread_join(parts[i].thread, NULL);
        if (!error)
            error = parts[i].error;
    }
    /* Parts lie one behind the other: the file ends at the first one that is short. */
    *got = 0;
    for (uint64_t i = 0; i < count; i++) {
        *got += parts[i].got;
        if (parts[i].got < parts[i].size)
            break;
    }
    return error;
}
