/* SPDX-License-Identifier: MIT */
/* The exit statuses of the command; the manual documents them, so they never change meaning. */
#ifndef WGSORT_TOOLS_EXIT_STATUS_H
#define WGSORT_TOOLS_EXIT_STATUS_H

enum {
    WGS_EXIT_OK = 0,
    WGS_EXIT_UNSORTED = 1, /* verify or --check found rows out of order */
    WGS_EXIT_USAGE = 2,
    WGS_EXIT_DEVICE = 3,
    WGS_EXIT_DATA = 4, /* a file, its contents, or memory */
};

#endif
