/* SPDX-License-Identifier: MIT */
/*
 * Bytes that a run reads and writes. Only rows are counted: counters and partial sums are a small
 * part of any size for which a share of the memory's rate means something.
 */
#include "bench_subject.h"

/* The largest bitonic sort of one dispatch; the longest segment that is sorted by one. */
enum { BITONIC_ONE_DISPATCH = 256 };

/* Radix, a pass: the histogram reads the key, the scatter reads and writes the row. */
static double radix_bytes(uint32_t passes, uint32_t columns) {
    return passes * (12.0 + 8.0 * columns);
}

/* A gather of a column of `size` bytes. */
static double gather_bytes(uint32_t size) { return 4.0 + 2.0 * size; }

/* Every dispatch reads and writes keys and row numbers, if any; the last one of pairs puts their
 * values in place of row numbers. */
static double bitonic_bytes(wgs_bench_case const* what, uint32_t dispatches) {
    uint32_t const columns = what->mode == WGS_BENCH_KEYS ? 0 : 1;
    if (what->rows <= BITONIC_ONE_DISPATCH)
        return 8.0 + 8.0 * columns;
    bool const gathers = what->mode == WGS_BENCH_PAIRS;
    return (dispatches - (gathers ? 1u : 0u)) * (8.0 + 8.0 * columns) +
           (gathers ? gather_bytes(4) : 0.0);
}

/* One 32-bit key with a value of 4 bytes or none: the columns travel with the key. */
static double
one_word_bytes(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    uint32_t const columns = what->mode == WGS_BENCH_KEYS ? 0 : 1;
    switch (sort->resolvedAlgorithm) {
    case WGSAlgorithm_Radix:
        return radix_bytes(sort->passCount, columns);
    case WGSAlgorithm_Bitonic:
        return bitonic_bytes(what, dispatches);
    default:
        return 8.0 + 8.0 * columns;
    }
}

/* Row numbers travel with one word after another, each fetched by row number but for the first
 * (8 bytes of the key, 4 of the row number, 4 written), then move the columns. */
static double
by_rows_bytes(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    uint32_t const words = wgs_bench_key_words(what->key);
    double bytes = words == 1 ? 0.0 : words * 16.0 - 4.0;
    uint32_t other_dispatches = words == 1 ? 0 : words;
    if (words == 2 && what->mode != WGS_BENCH_ARGSORT) {
        bytes += gather_bytes(8);
        other_dispatches++;
    }
    if (what->mode == WGS_BENCH_PAIRS) {
        bytes += gather_bytes(what->value_size);
        other_dispatches++;
    }
    bytes += sort->resolvedAlgorithm == WGSAlgorithm_Radix ? radix_bytes(sort->passCount, 1)
                                                           : (dispatches - other_dispatches) * 16.0;
    return bytes;
}

static double sort_bytes(wgs_bench_case const* what, WGSSortInfo const* sort, uint32_t dispatches) {
    bool const one_word = wgs_bench_key_words(what->key) == 1 && what->value_size <= 4;
    double const bytes =
        one_word ? one_word_bytes(what, sort, dispatches) : by_rows_bytes(what, sort, dispatches);
    return bytes * (double)what->rows;
}

/* Chunks of one length, but for the last. */
static double batch_bytes(wgs_bench_subject const* subject) {
    uint64_t const others = wgs_bench_case_segments(&subject->what) - 1;
    uint32_t const length = subject->what.segment_rows;
    wgs_bench_case chunk = subject->what;
    chunk.rows = subject->what.rows - others * length;
    double const last = sort_bytes(&chunk, &subject->last_sort, subject->last_sort.dispatchCount);
    chunk.rows = length;
    return last + (double)others * sort_bytes(&chunk, &subject->sort, subject->sort.dispatchCount);
}

/* Passes of 4 bits that tell apart so many numbers. */
static uint32_t passes_for(uint64_t numbers) {
    uint32_t passes = 0;
    while (passes < 8 && (numbers - 1) >> (4 * passes) > 0)
        passes++;
    return passes;
}

/* Up to 256 rows each is read and written once. Longer ones are packed (12 bytes a row), argsorted
 * by 32 bits and by the bits of their number (28 bytes for the second word), and placed (the row
 * number is read). A segment is 5 words of the host's table, or 10 of lists and offsets. */
static double segments_bytes(wgs_bench_case const* what) {
    uint64_t const segments = wgs_bench_case_segments(what);
    double bytes = what->mode == WGS_BENCH_KEYS ? 8.0 : what->mode == WGS_BENCH_PAIRS ? 16.0 : 12.0;
    if (what->segment_rows > BITONIC_ONE_DISPATCH && what->rows > BITONIC_ONE_DISPATCH)
        bytes += 16.0 + radix_bytes(8 + passes_for(segments), 1) + (segments > 1 ? 28.0 : 0.0);
    double const list = what->form == WGS_BENCH_DESCRIPTORS ? 20.0 : 40.0;
    return bytes * (double)what->rows + list * (double)segments;
}

/* Unstable: keys are counted, then read again and written with their column. Stable: keys are
 * counted, and a copy of them is sorted by the bits of the range. Row numbers are not read, and
 * keys not written beside them. Counters: 5 words a key. */
static double counting_bytes(wgs_bench_case const* what) {
    double const column = what->mode == WGS_BENCH_PAIRS ? 8.0 : 0.0;
    double row = 12.0 + column;
    if (what->order == WGS_BENCH_STABLE) {
        bool const one_dispatch = what->rows <= BITONIC_ONE_DISPATCH || what->bins == 1;
        uint32_t const columns = what->mode == WGS_BENCH_KEYS ? 0 : 1;
        row = 12.0 +
              (one_dispatch ? 8.0 + 8.0 * columns : radix_bytes(passes_for(what->bins), columns));
    }
    return row * (double)what->rows + 20.0 * (what->bins + 1.0);
}

/* Each dispatch reads and writes the records. */
static double comparator_bytes(wgs_bench_case const* what, uint32_t dispatches) {
    return (8.0 + 2.0 * what->value_size) * dispatches * (double)what->rows;
}

double wgs_bench_traffic(wgs_bench_subject const* subject) {
    wgs_bench_case const* const what = &subject->what;
    uint32_t const dispatches = subject->dispatch_count;
    double const rows = (double)what->rows;
    double const size = 4.0 * wgs_bench_key_words(what->key);
    double const passes_read = dispatches > 1 ? 2.0 : 1.0; /* of a scan */
    switch (what->primitive) {
    case WGS_BENCH_SORT:
        return sort_bytes(what, &subject->sort, dispatches);
    case WGS_BENCH_BATCH:
        return batch_bytes(subject);
    case WGS_BENCH_SEGMENTS:
        return segments_bytes(what);
    case WGS_BENCH_COUNTING:
        return counting_bytes(what);
    case WGS_BENCH_COMPARATOR:
        return comparator_bytes(what, dispatches);
    case WGS_BENCH_SCAN:
        return rows * (4.0 + passes_read * (wgs_bench_case_by_flags(what) ? 8.0 : 4.0));
    case WGS_BENCH_GATHER:
        return rows * gather_bytes(4 * wgs_bench_key_words(what->key));
    case WGS_BENCH_COPY:
        return rows * 2.0 * size;
    default: /* reductions and histograms read */
        return rows * size;
    }
}
