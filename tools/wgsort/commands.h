/* SPDX-License-Identifier: MIT */
/* The sub-commands. Each takes the words behind its name, and returns the exit status; what went
 * wrong is left in `failure` for the caller to print. */
#ifndef WGSORT_TOOLS_COMMANDS_H
#define WGSORT_TOOLS_COMMANDS_H

#include "exit_status.h"
#include "table.h"

int wgs_command_sort(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_verify(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_scan(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_histogram(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_info(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_explain(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_command_bench(int argument_count, char* const* arguments, wgs_failure* failure);

#endif
