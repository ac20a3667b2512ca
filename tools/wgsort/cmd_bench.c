/* SPDX-License-Identifier: MIT */
/* `wgsort bench`: the door to the library wgsort_bench, which prints its own failures. */
#include "commands.h"

#include <bench_command.h>

int wgs_command_bench(int argument_count, char* const* arguments, wgs_failure* failure) {
    (void)failure;
    return wgs_bench_main(argument_count, arguments);
}
