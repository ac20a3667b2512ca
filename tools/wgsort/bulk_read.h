/* SPDX-License-Identifier: MIT */
/* Memory for large inputs, and reading a file's range into it with several threads. */
#ifndef WGSORT_TOOLS_BULK_READ_H
#define WGSORT_TOOLS_BULK_READ_H

#include "table.h"

/* Memory straight from the system, in large pages where it gives them; NULL: none left. */
void* wgs_bulk_allocate(uint64_t size);
void* wgs_bulk_grow(void* memory, uint64_t old_size, uint64_t size);
void wgs_bulk_free(void* memory, uint64_t size);

/* Reads bytes [offset, offset + size) of a seekable file. `*got` is less than `size` only when the
 * file ends there. Returns 0 or an errno. */
int wgs_bulk_read(int fd, uint64_t offset, void* memory, uint64_t size, uint64_t* got);

#endif
