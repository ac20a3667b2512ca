/* SPDX-License-Identifier: MIT */
/*
 * An output that appears whole or not at all. A regular file is written under a temporary name
 * beside the file that the path leads to (links resolved), flushed, given the old file's mode and
 * renamed over it, so that the input may be the output, and a full disk, an error or a kill leaves
 * the old file as it was. Pipes and devices are written directly. SIGINT, SIGTERM and SIGHUP remove
 * the temporary file. There is at most one open at a time.
 */
#ifndef WGSORT_TOOLS_OUTPUT_FILE_H
#define WGSORT_TOOLS_OUTPUT_FILE_H

#include "table.h"

typedef struct wgs_output_file {
    int fd;
    char* target;     /* resolved; NULL when written directly */
    char const* path; /* for messages */
    bool standard_output;
} wgs_output_file;

/* `path` NULL or "-": standard output. */
bool wgs_output_file_open(char const* path, wgs_output_file* output, wgs_failure* failure);
/* Flushes and renames. The output is closed, whatever the result. */
bool wgs_output_file_commit(wgs_output_file* output, wgs_failure* failure);
/* Closes and removes what was written; harmless after a commit. */
void wgs_output_file_discard(wgs_output_file* output);

#endif
