/* SPDX-License-Identifier: MIT */
#include "progress_bar.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct wgs_progress_bar {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool stopping;
    char const* phase;
    uint64_t done;
    uint64_t total;
};

enum { BAR_WIDTH = 30, QUIET_MILLISECONDS = 1000, STEP_MILLISECONDS = 100 };

/* Returns false when the bar was stopped before the time was over. Called with the lock held. */
static bool wait_milliseconds(wgs_progress_bar* bar, long milliseconds) {
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!bar->stopping)
        if (pthread_cond_timedwait(&bar->wake, &bar->lock, &until) == ETIMEDOUT)
            break;
    return !bar->stopping;
}

static void draw(wgs_progress_bar const* bar) {
    if (!bar->phase)
        return;
    if (bar->total == 0) {
        (void)fprintf(stderr, "\r\033[Kwgsort: %-9s", bar->phase);
    } else {
        uint64_t const done = bar->done < bar->total ? bar->done : bar->total;
        double const share = (double)done / (double)bar->total;
        int const filled = (int)(share * BAR_WIDTH);
        (void)fprintf(
            stderr,
            "\r\033[Kwgsort: %-9s [%.*s%*s] %3d %%",
            bar->phase,
            filled,
            "##############################",
            BAR_WIDTH - filled,
            "",
            (int)(share * 100));
    }
    (void)fflush(stderr);
}

static void* run(void* argument) {
    wgs_progress_bar* bar = argument;
    (void)pthread_mutex_lock(&bar->lock);
    bool drawn = false;
    if (wait_milliseconds(bar, QUIET_MILLISECONDS)) {
        do {
            draw(bar);
            drawn = true;
        } while (wait_milliseconds(bar, STEP_MILLISECONDS));
    }
    (void)pthread_mutex_unlock(&bar->lock);
    if (drawn) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr);
    }
    return NULL;
}

wgs_progress_bar* wgs_progress_start(bool quiet) {
    if (quiet || !isatty(STDERR_FILENO))
        return NULL;
    wgs_progress_bar* bar = calloc(1, sizeof *bar);
    if (!bar)
        return NULL;
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&bar->wake, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    (void)pthread_mutex_init(&bar->lock, NULL);
    if (pthread_create(&bar->thread, NULL, run, bar) == 0)
        return bar;
    free(bar);
    return NULL;
}

void wgs_progress_set(wgs_progress_bar* bar, char const* phase, uint64_t done, uint64_t total) {
    if (!bar)
        return;
    (void)pthread_mutex_lock(&bar->lock);
    bar->phase = phase;
    bar->done = done;
    bar->total = total;
    (void)pthread_mutex_unlock(&bar->lock);
}

void wgs_progress_stop(wgs_progress_bar* bar) {
    if (!bar)
        return;
    (void)pthread_mutex_lock(&bar->lock);
    bar->stopping = true;
    (void)pthread_cond_signal(&bar->wake);
    (void)pthread_mutex_unlock(&bar->lock);
    (void)pthread_join(bar->thread, NULL);
    (void)pthread_cond_destroy(&bar->wake);
    (void)pthread_mutex_destroy(&bar->lock);
    free(bar);
}
