/* SPDX-License-Identifier: MIT */
/* The benchmark, as a call: `wgsort bench` and the program wgsort_bench are thin doors to it. */
#ifndef WGSORT_BENCH_COMMAND_H
#define WGSORT_BENCH_COMMAND_H

/* Takes the words behind the command's name, prints to standard output and standard error, and
 * returns the exit status: 0 well, 1 a result was wrong, 2 usage, 3 device, 4 output file. */
int wgs_bench_main(int argument_count, char* const* arguments);

#endif
