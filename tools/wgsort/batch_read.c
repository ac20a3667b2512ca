/* SPDX-License-Identifier: MIT */
#include "batch_read.h"

bool wgs_read_batch(wgs_table* table, wgs_progress_bar* bar, bool* more, wgs_failure* failure) {
    uint64_t done;
    uint64_t total;
    wgs_table_progress(table, &done, &total);
    wgs_progress_set(bar, "read", done, total);
    return wgs_table_read_batch(table, more, failure);
}

bool wgs_read_batches(wgs_table* table, wgs_progress_bar* bar, wgs_failure* failure) {
    bool more = true;
    while (more)
        if (!wgs_read_batch(table, bar, &more, failure))
            return false;
    return true;
}
