/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target without libFuzzer, for CTest and for finding out what an input does:
 *
 *     fuzz_x                      2,000 inputs of up to 600 bytes, from the seeds 0 to 1,999
 *     fuzz_x SEEDS BYTES [FIRST]  as many, as long, from seed FIRST on; each is printed before it runs
 *     fuzz_x FILE                 the input in a file, as libFuzzer writes it
 *
 * Without arguments WGS_FUZZ_SEEDS and WGS_FUZZ_BYTES say how many and how long, and no further one is
 * begun after WGS_FUZZ_SECONDS. A target that finds something aborts; the seed is printed then, and
 * `fuzz_x 1 BYTES SEED` runs it again.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "testing/random_bits.h"

enum { MOST_BYTES = 1 << 20, DEFAULT_SEEDS = 2000, DEFAULT_BYTES = 600 };

typedef struct seed_range {
    unsigned long first;
    unsigned long count;
    unsigned long most_bytes;
    unsigned long seconds; /* 0: as long as it takes */
    bool verbose;
} seed_range;

/* How to run the input again, for the handler of SIGABRT: it may do little more than write. */
static char running_text[80];
static size_t running_size;

static void tell_seed(int signal_number) {
    ssize_t const written = write(STDERR_FILENO, running_text, running_size);
    (void)written; /* there is nothing else to be done */
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
}

static void note_seed(seed_range const* range) {
    int const size = snprintf(
        running_text,
        sizeof running_text,
        "found with: 1 %lu %lu\n",
        range->most_bytes,
        range->first);
    running_size = size > 0 ? (size_t)size : 0;
}

static int run_seeds(seed_range range, uint8_t* bytes) {
    (void)signal(SIGABRT, tell_seed);
    time_t const start = time(NULL);
    for (; range.count > 0; range.count--, range.first++) {
        if (range.seconds > 0 && difftime(time(NULL), start) >= (double)range.seconds)
            break;
        note_seed(&range);
        wgs_random random = {.state = range.first};
        size_t const size = (size_t)wgs_random_below(&random, range.most_bytes + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)wgs_random_bits(&random);
        if (range.verbose) {
            (void)printf("seed %lu, %zu bytes\n", range.first, size);
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

static unsigned long from_environment(char const* name, unsigned long number) {
    char const* const text = getenv(name);
    return text == NULL ? number : strtoul(text, NULL, 10);
}

int main(int argc, char** argv) {
    bool const given = argc == 3 || argc == 4;
    seed_range range;
    range.first = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    range.count =
        given ? strtoul(argv[1], NULL, 10) : from_environment("WGS_FUZZ_SEEDS", DEFAULT_SEEDS);
    range.most_bytes =
        given ? strtoul(argv[2], NULL, 10) : from_environment("WGS_FUZZ_BYTES", DEFAULT_BYTES);
    range.seconds = given ? 0 : from_environment("WGS_FUZZ_SECONDS", 0);
    range.verbose = given;
    if (argc > 4 || range.most_bytes > MOST_BYTES) {
        (void)fprintf(stderr, "usage: %s [SEEDS BYTES [FIRST] | FILE]\n", argv[0]);
        return EXIT_FAILURE;
    }
    uint8_t* const bytes = malloc(MOST_BYTES);
    if (bytes == NULL)
        return EXIT_FAILURE;
    int const result = argc == 2 ? run_file(argv[1], bytes) : run_seeds(range, bytes);
    free(bytes);
    return result;
}
