/* SPDX-License-Identifier: MIT */
/*
 * Several pipelines at a time, on several threads where one error scope spans them all; elsewhere
 * one after the other. When the scope catches anything, all of this is thrown away.
 */
#include <stdatomic.h>
#include <unistd.h>

#include "base/error.h"
#include "gpu/error_scope.h"
#include "gpu/native.h"
#include "gpu/pipeline.h"

enum { MAX_THREADS = 8 };

typedef struct work {
    WGSContext context;
    size_t count;
    wgs_pipeline_task* tasks;
    atomic_size_t next;
} work;

static void* run_tasks(void* userdata) {
    work* w = userdata;
    for (size_t i = atomic_fetch_add(&w->next, 1); i < w->count;
         i = atomic_fetch_add(&w->next, 1)) {
        wgs_pipeline_create_module(w->context, &w->tasks[i]);
        if (w->tasks[i].module != NULL)
            wgs_pipeline_create_objects(w->context, &w->tasks[i]);
    }
    return NULL;
}

/* The calling thread works along. */
static void run_threads(work* w) {
    long const cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = w->count < MAX_THREADS ? w->count : MAX_THREADS;
    if (cores > 0 && wanted > (size_t)cores)
        wanted = (size_t)cores;
    if (!wgs_native_scopes_span_threads())
        wanted = 1;
    pthread_t threads[MAX_THREADS];
    size_t started = 0;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, run_tasks, w) == 0)
        ++started;
    (void)run_tasks(w);
    for (size_t i = 0; i < started; ++i)
        (void)pthread_join(threads[i], NULL);
}

static bool all_made(work const* w) {
    for (size_t i = 0; i < w->count; ++i)
        if (w->tasks[i].made->pipeline == NULL)
            return false;
    return true;
}

/* Runs the tasks and moves what they made into the cache, or frees it. */
static WGSStatus run_work(work* w, char const* function, WGSError* error) {
    WGSContext context = w->context;
    wgs_scope_error failure;
    wgs_scope_push(context);
    run_threads(w);
    wgs_scope_pop(context, &failure);
    bool const good = !failure.failed && all_made(w);
    WGSStatus status = WGSStatus_Success;
    for (size_t i = 0; i < w->count; ++i) {
        wgs_pipeline* made = w->tasks[i].made;
        wgs_pipeline* kept = good ? wgs_pipeline_insert(&context->pipelines, made) : NULL;
        if (kept != made)
            wgs_pipeline_free(&context->allocator, made);
        if (good && kept == NULL)
            status = wgs_error_memory(error, function);
        wgs_pipeline_end(&w->tasks[i]);
    }
    return status;
}

static bool is_wanted(work const* w, wgs_variant const* variant) {
    for (size_t i = 0; i < w->count; ++i)
        if (wgs_variant_equal(&w->tasks[i].made->variant, variant))
            return false;
    return wgs_pipeline_find(&w->context->pipelines, variant) == NULL;
}

/* Begins a task for each variant that is not there, each once. A text that can't be composed gets
 * none. */
static WGSStatus begin_tasks(
    work* w,
    size_t count,
    wgs_variant const* const* variants,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < count; ++i) {
        if (!is_wanted(w, variants[i]))
            continue;
        WGSStatus const status =
            wgs_pipeline_begin(w->context, variants[i], &w->tasks[w->count], function, error);
        if (status == WGSStatus_OutOfMemory)
            return status;
        w->count += status == WGSStatus_Success;
    }
    return WGSStatus_Success;
}

WGSStatus wgs_pipelines_prepare(
    WGSContext context,
    size_t count,
    wgs_variant const* const* variants,
    char const* function,
    WGSError* error) {
    work w = {
        .context = context, .tasks = wgs_allocate(&context->allocator, count, sizeof *w.tasks)};
    if (w.tasks == NULL)
        return wgs_error_memory(error, function);
    atomic_init(&w.next, 0);
    WGSStatus status = begin_tasks(&w, count, variants, function, error);
    if (status == WGSStatus_Success && w.count > 0) {
        status = run_work(&w, function, error);
    } else {
        for (size_t i = 0; i < w.count; ++i) {
            wgs_pipeline_free(&context->allocator, w.tasks[i].made);
            wgs_pipeline_end(&w.tasks[i]);
        }
    }
    wgs_free(&context->allocator, w.tasks);
    return status;
}
