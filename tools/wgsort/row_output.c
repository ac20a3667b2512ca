/* SPDX-License-Identifier: MIT */
#include "row_output.h"

#include "output_check.h"

bool wgs_row_output_open(
    wgs_row_output* output,
    wgs_table* table,
    wgs_output_options const* options,
    wgs_failure* failure) {
    wgs_write_options const* write = &options->write;
    return wgs_check_output(table, write->format, options->path, options->batches, failure) &&
           wgs_output_file_open(options->path, &output->file, failure) &&
           wgs_writer_open(table, write, output->file.fd, &output->writer, failure);
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
