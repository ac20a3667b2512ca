/* SPDX-License-Identifier: MIT */
/* One configuration on the device: its columns, its program, and the check of its result. */
#ifndef WGSORT_BENCH_SUBJECT_H
#define WGSORT_BENCH_SUBJECT_H

#include "bench_check.h"
#include "bench_copy.h"
#include "bench_options.h"

typedef struct wgs_bench_case {
    wgs_bench_primitive primitive;
    wgs_bench_mode mode;           /* of sorts */
    wgs_bench_key key;             /* of scans: u32 or i32 */
    uint32_t value_size;           /* bytes, of pairs; else 0 */
    wgs_bench_algorithm algorithm; /* of sorts */
    bool by_kernel;                /* of copies */
    wgs_bench_distribution distribution;
    uint64_t rows;
} wgs_bench_case;

/* Rows in and out are the row numbers or values of sorts, and the rows that a gather takes. */
typedef enum wgs_bench_role {
    WGS_BENCH_KEYS_IN,
    WGS_BENCH_ROWS_IN,
    WGS_BENCH_KEYS_OUT,
    WGS_BENCH_ROWS_OUT,
    WGS_BENCH_ROLE_COUNT
} wgs_bench_role;

typedef struct wgs_bench_subject {
    wgs_bench_case what;
    wgs_bench_input input;
    WGSContext context;
    WGPUBuffer buffers[WGS_BENCH_ROLE_COUNT]; /* NULL: not there */
    WGSGraph graph;
    WGSProgram program;  /* NULL for copies */
    wgs_bench_copy copy; /* of copies */
    wgs_bench_work work;
    WGSSortInfo sort;   /* of sorts */
    char algorithm[16]; /* what runs */
    uint64_t scratch_bytes;
    uint32_t dispatch_count;
    double traffic; /* bytes read and written by one run */
} wgs_bench_subject;

/* `subject` is all zero before, must stay where it is, and is freed by the caller also after a
 * failure. Errors: those of the library and of bench_buffer.h. */
WGSStatus wgs_bench_subject_init(
    wgs_bench_subject* subject, WGSContext context, wgs_bench_case const* what, WGSError* error);
void wgs_bench_subject_free(wgs_bench_subject* subject);

/* Reads the outputs back and judges them. Success with `*right` false: `failure` says what is
 * wrong. */
WGSStatus wgs_bench_subject_verify(
    wgs_bench_subject const* subject, bool* right, char failure[160], WGSError* error);

/* Bytes that one run reads and writes, as sort.h, scan.h and gather.h state. */
double wgs_bench_traffic(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches);

/* What a row of the report calls the work: a sort's mode, or the primitive. */
char const* wgs_bench_case_work(wgs_bench_case const* what);

#endif
