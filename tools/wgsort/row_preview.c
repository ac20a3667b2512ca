/* SPDX-License-Identifier: MIT */
#include "row_preview.h"

#include <inttypes.h>

enum { SHOWN_AT_EACH_END = 3, LINE_SIZE = 160 };

static void print_row(FILE* file, wgs_table* table, uint64_t const* order, uint64_t position) {
    char text[LINE_SIZE];
    wgs_table_format_row(table, order ? order[position] : position, text, sizeof text);
    for (char* c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = ' '; /* line breaks inside fields, and what a terminal would act on */
    (void)fprintf(file, "  %10" PRIu64 "  %s\n", position, text);
}

void wgs_preview_rows(FILE* file, char const* title, wgs_table* table, uint64_t const* order) {
    uint64_t const rows = wgs_table_row_count(table);
    uint64_t const head = rows < SHOWN_AT_EACH_END ? rows : SHOWN_AT_EACH_END;
    uint64_t const tail = rows - head < SHOWN_AT_EACH_END ? rows - head : SHOWN_AT_EACH_END;
    (void)fprintf(file, "%s (%" PRIu64 " rows)\n", title, rows);
    for (uint64_t i = 0; i < head; i++)
        print_row(file, table, order, i);
    if (rows > head + tail)
        (void)fputs("         ...\n", file);
    for (uint64_t i = rows - tail; i < rows; i++)
        print_row(file, table, order, i);
}
