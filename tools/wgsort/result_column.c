/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "key_compare.h"

size_t wgs_result_text(wgs_result_column const* result, uint64_t row, char* text) {
    text[0] = 0;
    if (result->nulls[row])
        return 0;
    wgs_key_column const column = {.type = result->held, .rows = row + 1, .values = result->values};
    return wgs_format_key(&column, row, text);
}
