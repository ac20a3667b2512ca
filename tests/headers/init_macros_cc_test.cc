// SPDX-License-Identifier: MIT
// The INIT macros in C++, as C++11 programs write them: they compile without a warning, and are zero.
#include "init_includes.inc"

#include <cstdio>
#include <cstring>

#define CHECK(type, macro)                                                                         \
    {                                                                                              \
        static type made = macro;                                                                  \
        static type zero;                                                                          \
        if (std::memcmp(&made, &zero, sizeof zero) != 0) {                                         \
            std::printf("%s is not zero\n", #macro);                                               \
            failures++;                                                                            \
        }                                                                                          \
    }

int main() {
    int failures = 0;
#include "init_checks.inc"
    return failures != 0;
}
