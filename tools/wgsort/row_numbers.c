/* SPDX-License-Identifier: MIT */
#include "row_numbers.h"

#include "exit_status.h"
#include "number_format.h"

bool wgs_row_numbers_open(wgs_row_numbers* writer, bool text, int fd, wgs_failure* failure) {
    *writer = (wgs_row_numbers){.text = text};
    return wgs_byte_sink_open(&writer->sink, fd, failure);
}

static bool put_head(wgs_row_numbers* writer, wgs_failure* failure) {
    if (!writer->text || writer->head_written)
        return true;
    writer->head_written = true;
    return wgs_byte_sink_put(&writer->sink, "row\n", 4, failure);
}

static bool put_text(wgs_row_numbers* writer, uint64_t row, wgs_failure* failure) {
    char text[WGS_NUMBER_TEXT_SIZE + 1];
    size_t const length = wgs_format_uint64(row, text);
    text[length] = '\n';
    return wgs_byte_sink_put(&writer->sink, text, length + 1, failure);
}

static bool put_raw(wgs_row_numbers* writer, uint64_t row, wgs_failure* failure) {
    unsigned char bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(row >> (8 * i));
    return wgs_byte_sink_put(&writer->sink, bytes, writer->width, failure);
}

bool wgs_row_numbers_put(
    wgs_row_numbers* writer,
    uint64_t const* order,
    uint64_t count,
    uint64_t first_row,
    wgs_failure* failure) {
    if (!put_head(writer, failure))
        return false;
    bool const past_32_bits = first_row + count > (uint64_t)UINT32_MAX + 1;
    if (writer->width == 0)
        writer->width = past_32_bits ? 8 : 4;
    if (!writer->text && past_32_bits && writer->width == 4)
        return wgs_fail(
            failure,
            WGS_EXIT_DATA,
            "row %llu does not fit the u32 row numbers that the output began with",
            (unsigned long long)(first_row + count - 1));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t const row = first_row + (order ? order[i] : i);
        if (!(writer->text ? put_text(writer, row, failure) : put_raw(writer, row, failure)))
            return false;
    }
    return true;
}

bool wgs_row_numbers_finish(wgs_row_numbers* writer, wgs_failure* failure) {
    return put_head(writer, failure) && wgs_byte_sink_flush(&writer->sink, failure);
}

void wgs_row_numbers_close(wgs_row_numbers* writer) { wgs_byte_sink_close(&writer->sink); }
