/* SPDX-License-Identifier: MIT */
#include "row_output.h"

#include "output_check.h"

bool wgs_row_output_open(
    wgs_row_output* output,
    wgs_table* table,
    char const* path,
    wgs_write_options const* options,
    bool batches,
    wgs_failure* failure) {
    return wgs_check_output(table, options->format, path, batches, failure) &&
           wgs_output_file_open(path, &output->file, failure) &&
           wgs_writer_open(table, options, output->file.fd, &output->writer, failure);
}

static void close_writer(wgs_row_output* output) {
    wgs_writer_close(output->writer);
    output->writer = NULL;
}

bool wgs_row_output_finish(wgs_row_output* output, wgs_failure* failure) {
    bool const good = wgs_writer_finish(output->writer, failure);
    close_writer(output);
    return good && wgs_output_file_commit(&output->file, failure);
}

void wgs_row_output_discard(wgs_row_output* output) {
    close_writer(output);
    wgs_output_file_discard(&output->file);
}
