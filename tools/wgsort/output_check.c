/* SPDX-License-Identifier: MIT */
#include "output_check.h"

#include "exit_status.h"
#include "file_format.h"

#include <string.h>
#include <unistd.h>

bool wgs_check_output(
    wgs_table const* table,
    wgs_file_format to,
    char const* output,
    bool batches,
    wgs_failure* failure) {
    wgs_file_format const format = wgs_table_format(table);
    if (to == WGS_FILE_AUTO)
        to = format;
    bool const columnar =
        format == WGS_FILE_ARROW || format == WGS_FILE_ARROWS || format == WGS_FILE_PARQUET;
    if (batches && !columnar)
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "%s: --batches is for arrow, arrows and parquet: %s has no batches",
            wgs_table_path(table),
            wgs_file_format_name(format));
    bool const to_standard_output = !output || strcmp(output, "-") == 0;
    if (to != WGS_FILE_CSV && to != WGS_FILE_TSV && to_standard_output && isatty(STDOUT_FILENO))
        return wgs_fail(
            failure,
            WGS_EXIT_USAGE,
            "standard output is a terminal, and %s is binary: give -o FILE",
            wgs_file_format_name(to));
    return true;
}
