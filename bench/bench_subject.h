/* SPDX-License-Identifier: MIT */
/* One configuration on the device: its columns, its program, and the check of its result. */
#ifndef WGSORT_BENCH_SUBJECT_H
#define WGSORT_BENCH_SUBJECT_H

#include "bench_case.h"
#include "bench_check.h"
#include "bench_copy.h"

/* Keys are also the elements of other primitives, and the records of comparator sorts. */
typedef enum wgs_bench_role {
    WGS_BENCH_KEYS_IN,
    WGS_BENCH_ROWS_IN,   /* values of pairs; the rows that a gather takes */
    WGS_BENCH_TABLE_IN,  /* where segments start; flags of a segmented scan */
    WGS_BENCH_KEYS_OUT,  /* also the bins of a histogram, and a reduction */
    WGS_BENCH_ROWS_OUT,  /* row numbers or values of sorts */
    WGS_BENCH_TABLE_OUT, /* where the keys of a counting sort start */
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
    WGSSortInfo sort;      /* of sorts, and of a batch's first chunk */
    WGSSortInfo last_sort; /* of a batch's last chunk */
    char algorithm[16];    /* what runs */
    char detail[80];       /* the same in words, and the variant */
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

/* Bytes that one run reads and writes, as the headers of the primitives state. */
double wgs_bench_traffic(wgs_bench_subject const* subject);

#endif
