/* SPDX-License-Identifier: MIT */
#include "packed_stream.h"

#include "exit_status.h"
#include "key_compare.h"

#include <pthread.h>
#include <stdlib.h>

struct wgs_packed_stream {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    wgs_writer* writer;
    wgs_packed_rows rows;
    uint64_t row_size;
    uint64_t final_rows; /* under the lock, like `cancelled` */
    bool cancelled;
    bool good; /* the thread's own until it is joined, like `failure` */
    wgs_failure failure;
};

/* Waits for final rows behind the first `written`; returns how many are final, or `written` when
 * no more are to come. */
static uint64_t wait_for_rows(wgs_packed_stream* stream, uint64_t written) {
    (void)pthread_mutex_lock(&stream->lock);
    while (!stream->cancelled && stream->final_rows == written)
        (void)pthread_cond_wait(&stream->wake, &stream->lock);
    uint64_t const final_rows = stream->cancelled ? written : stream->final_rows;
    (void)pthread_mutex_unlock(&stream->lock);
    return final_rows;
}

static void* write_rows(void* argument) {
    wgs_packed_stream* stream = argument;
    uint64_t written = 0;
    while (written < stream->rows.count) {
        uint64_t const final_rows = wait_for_rows(stream, written);
        if (final_rows == written)
            break;
        wgs_packed_rows const part = {
            .type = stream->rows.type,
            .count = final_rows - written,
            .values = (char*)stream->rows.values + written * stream->row_size,
        };
        bool done;
        stream->good = wgs_writer_packed_rows(stream->writer, &part, &done, &stream->failure);
        if (!stream->good)
            break;
        written = final_rows;
    }
    return NULL;
}

bool wgs_packed_stream_start(
    wgs_writer* writer,
    wgs_packed_rows const* rows,
    wgs_packed_stream** result,
    wgs_failure* failure) {
    *result = NULL;
    bool takes_packed_rows;
    wgs_packed_rows const nothing = {.type = rows->type};
    if (!wgs_writer_packed_rows(writer, &nothing, &takes_packed_rows, failure))
        return false;
    if (!takes_packed_rows)
        return true;
    wgs_packed_stream* stream = calloc(1, sizeof *stream);
    if (!stream)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    stream->writer = writer;
    stream->rows = *rows;
    stream->row_size = wgs_key_type_bits(rows->type) / 8;
    stream->good = true;
    (void)pthread_mutex_init(&stream->lock, NULL);
    (void)pthread_cond_init(&stream->wake, NULL);
    if (pthread_create(&stream->thread, NULL, write_rows, stream) == 0)
        *result = stream;
    else
        free(stream);
    return true;
}

void wgs_packed_stream_advance(wgs_packed_stream* stream, uint64_t bytes) {
    uint64_t const rows = bytes / stream->row_size;
    (void)pthread_mutex_lock(&stream->lock);
    if (rows > stream->final_rows)
        stream->final_rows = rows < stream->rows.count ? rows : stream->rows.count;
    (void)pthread_cond_signal(&stream->wake);
    (void)pthread_mutex_unlock(&stream->lock);
}

static void end_thread(wgs_packed_stream* stream) {
    (void)pthread_join(stream->thread, NULL);
    (void)pthread_cond_destroy(&stream->wake);
    (void)pthread_mutex_destroy(&stream->lock);
}

bool wgs_packed_stream_finish(wgs_packed_stream* stream, wgs_failure* failure) {
    wgs_packed_stream_advance(stream, stream->rows.count * stream->row_size);
    end_thread(stream);
    bool const good = stream->good;
    if (!good)
        *failure = stream->failure;
    free(stream);
    return good;
}

void wgs_packed_stream_cancel(wgs_packed_stream* stream) {
    if (!stream)
        return;
    (void)pthread_mutex_lock(&stream->lock);
    stream->cancelled = true;
    (void)pthread_cond_signal(&stream->wake);
    (void)pthread_mutex_unlock(&stream->lock);
    end_thread(stream);
    free(stream);
}
