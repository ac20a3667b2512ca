/* SPDX-License-Identifier: MIT */
/*
 * A progress line on a terminal, for work that takes over a second. The working thread only stores
 * numbers; a thread of the bar's own draws them, so that the line moves while a call blocks.
 * Without a terminal on standard error, or when told to be quiet, all calls do nothing.
 */
#ifndef WGSORT_TOOLS_PROGRESS_BAR_H
#define WGSORT_TOOLS_PROGRESS_BAR_H

#include "table.h"

typedef struct wgs_progress_bar wgs_progress_bar;

/* NULL when nothing is to be shown; every function takes NULL. */
wgs_progress_bar* wgs_progress_start(bool quiet);
/* `phase` is a constant: "read", "upload", "sort", "read back", "merge", "write". A total of 0 is
 * unknown. */
void wgs_progress_set(wgs_progress_bar* bar, char const* phase, uint64_t done, uint64_t total);
/* Clears the line and ends the thread. */
void wgs_progress_stop(wgs_progress_bar* bar);

#endif
