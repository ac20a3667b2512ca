/* SPDX-License-Identifier: MIT */
/*
 * Every INIT macro is zero in every field, so that `{0}` means the defaults too. CMake makes two lists out of the
 * public headers: init_includes.inc, and init_checks.inc with a line CHECK(type, macro) for each macro.
 */
#include "init_includes.inc"

#include <stdio.h>
#include <string.h>

static int failures;

/* Objects of static storage duration, so that padding is zero on both sides. */
#define CHECK(type, macro)                                                                         \
    {                                                                                              \
        static type const made = macro;                                                            \
        static type const zero;                                                                    \
        if (memcmp(&made, &zero, sizeof zero) != 0) {                                              \
            printf("%s is not zero\n", #macro);                                                    \
            failures++;                                                                            \
        }                                                                                          \
    }

int main(void) {
#include "init_checks.inc"
    return failures != 0;
}
