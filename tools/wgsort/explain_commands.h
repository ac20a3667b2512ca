/* SPDX-License-Identifier: MIT */
/* The forms of `wgsort explain`, one for each command that records a graph. */
#ifndef WGSORT_TOOLS_EXPLAIN_COMMANDS_H
#define WGSORT_TOOLS_EXPLAIN_COMMANDS_H

#include "exit_status.h"
#include "table.h"

int wgs_explain_sort(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_explain_scan(int argument_count, char* const* arguments, wgs_failure* failure);
int wgs_explain_histogram(int argument_count, char* const* arguments, wgs_failure* failure);

#endif
