/* SPDX-License-Identifier: MIT */
/* The benchmark as a program of its own, for builds without the command. */
#include "bench_command.h"

int main(int argument_count, char** arguments) {
    return wgs_bench_main(argument_count > 0 ? argument_count - 1 : 0, arguments + 1);
}
