/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target without libFuzzer, for CTest and for finding out what an input does:
 *
 *     fuzz_x                 2,000 inputs of up to 600 bytes, from the seeds 0 to 1,999
 *     fuzz_x SEEDS BYTES     as many, as long; each seed is printed before it runs
 *     fuzz_x FILE            the input in a file, as libFuzzer writes it
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "testing/random_bits.h"

enum { MOST_BYTES = 1 << 20, DEFAULT_SEEDS = 2000, DEFAULT_BYTES = 600 };

static int run_seeds(unsigned long seeds, unsigned long most_bytes, bool verbose, uint8_t* bytes) {
    for (unsigned long seed = 0; seed < seeds; seed++) {
        wgs_random random = {.state = seed};
        size_t const size = (size_t)wgs_random_below(&random, most_bytes + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)wgs_random_bits(&random);
        if (verbose) {
            (void)printf("seed %lu, %zu bytes\n", seed, size);
            (void)fflush(stdout);
        }
        (void)LLVMFuzzerTestOneInput(bytes, size);
    }
    return EXIT_SUCCESS;
}

static int run_file(char const* path, uint8_t* bytes) {
    FILE* const file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return EXIT_FAILURE;
    }
    size_t const size = fread(bytes, 1, MOST_BYTES, file);
    (void)fclose(file);
    (void)LLVMFuzzerTestOneInput(bytes, size);
    return EXIT_SUCCESS;
}

int main(int argc, char** argv) {
    unsigned long const seeds = argc == 3 ? strtoul(argv[1], NULL, 10) : DEFAULT_SEEDS;
    unsigned long const most_bytes = argc == 3 ? strtoul(argv[2], NULL, 10) : DEFAULT_BYTES;
    if (argc > 3 || most_bytes > MOST_BYTES) {
        (void)fprintf(stderr, "usage: %s [SEEDS BYTES | FILE]\n", argv[0]);
        return EXIT_FAILURE;
    }
    uint8_t* const bytes = malloc(MOST_BYTES);
    if (bytes == NULL)
        return EXIT_FAILURE;
    int const result =
        argc == 2 ? run_file(argv[1], bytes) : run_seeds(seeds, most_bytes, argc == 3, bytes);
    free(bytes);
    return result;
}
