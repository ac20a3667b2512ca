/* SPDX-License-Identifier: MIT */
/* Copying memory with several threads: one core alone does not fill a fast bus. */
#ifndef WGS_GPU_PARALLEL_COPY_H
#define WGS_GPU_PARALLEL_COPY_H

#include <stddef.h>

/* As memcpy. Small copies, and copies for which no thread can be had, run on the calling thread. */
void wgs_parallel_copy(void* to, void const* from, size_t size);

#endif
