/* SPDX-License-Identifier: MIT */
#include "number_extent.h"

#include "key_compare.h"

#include <math.h>

wgs_wide wgs_integer_at(wgs_key_column const* part, uint64_t row) {
    bool const wide = wgs_key_type_bits(part->type) == 64;
    bool const has_sign = part->type == WGS_KEY_I32 || part->type == WGS_KEY_I64;
    wgs_wide const zero = !has_sign ? 0 : wide ? (wgs_wide)1 << 63 : (wgs_wide)1 << 31;
    return (wgs_wide)wgs_key_rank(part->type, false, 0, part->values, row) - zero;
}

double wgs_float_at(wgs_key_column const* part, uint64_t row) {
    return part->type == WGS_KEY_F32 ? (double)((float const*)part->values)[row]
                                     : ((double const*)part->values)[row];
}

static void extend_by_integer(wgs_extent* extent, wgs_wide value) {
    extent->low = !extent->any || value < extent->low ? value : extent->low;
    extent->high = !extent->any || value > extent->high ? value : extent->high;
    extent->any = true;
}

static void extend_by_float(wgs_extent* extent, double value) {
    if (!isfinite(value))
        return;
    extent->real_low = !extent->any || value < extent->real_low ? value : extent->real_low;
    extent->real_high = !extent->any || value > extent->real_high ? value : extent->real_high;
    extent->any = true;
}

wgs_extent wgs_numbers_extent(wgs_numbers const* numbers) {
    bool const real = numbers->type == WGS_KEY_F32 || numbers->type == WGS_KEY_F64;
    wgs_extent extent = {0};
    for (size_t p = 0; p < numbers->part_count; p++) {
        wgs_key_column const* part = &numbers->parts[p];
        for (uint64_t row = 0; row < part->rows; row++) {
            if (part->nulls && part->nulls[row])
                continue;
            if (real)
                extend_by_float(&extent, wgs_float_at(part, row));
            else
                extend_by_integer(&extent, wgs_integer_at(part, row));
        }
    }
    return extent;
}
