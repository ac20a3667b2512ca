/* SPDX-License-Identifier: MIT */
/* Reads a table for a command that keeps its rows. */
#ifndef WGSORT_TOOLS_BATCH_READ_H
#define WGSORT_TOOLS_BATCH_READ_H

#include "progress_bar.h"

/* Reads the next batch, and shows in `bar` (NULL is allowed) how much was read before it. */
bool wgs_read_batch(wgs_table* table, wgs_progress_bar* bar, bool* more, wgs_failure* failure);
/* Reads all batches that are left. */
bool wgs_read_batches(wgs_table* table, wgs_progress_bar* bar, wgs_failure* failure);

#endif
