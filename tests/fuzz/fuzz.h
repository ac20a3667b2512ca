/* SPDX-License-Identifier: MIT */
/* What fuzz targets share. A target defines LLVMFuzzerTestOneInput; libFuzzer calls it with bytes
 * that it varies (clang -fsanitize=fuzzer), fuzz_replay.c with bytes from numbered seeds. */
#ifndef WGS_FUZZ_FUZZ_H
#define WGS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size);

/* Ends the process, which is how a fuzz target tells that it found something. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Bytes that are taken one after another; zeros past the end. */
typedef struct wgs_fuzz_input {
    uint8_t const* data;
    size_t size;
} wgs_fuzz_input;

static inline uint8_t wgs_fuzz_byte(wgs_fuzz_input* input) {
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

/* Below `limit`, which is 1 to 256. */
static inline unsigned wgs_fuzz_below(wgs_fuzz_input* input, unsigned limit) {
    return wgs_fuzz_byte(input) % limit;
}

#endif
