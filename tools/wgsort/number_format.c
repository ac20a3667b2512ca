/* SPDX-License-Identifier: MIT */
#include "number_format.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

size_t wgs_format_int64(int64_t value, char* text) {
    return (size_t)snprintf(text, WGS_NUMBER_TEXT_SIZE, "%" PRId64, value);
}

size_t wgs_format_uint64(uint64_t value, char* text) {
    return (size_t)snprintf(text, WGS_NUMBER_TEXT_SIZE, "%" PRIu64, value);
}

static size_t format_not_finite(double value, char* text) {
    char const* word = isnan(value) ? "nan" : "inf";
    return (size_t)snprintf(text, WGS_NUMBER_TEXT_SIZE, "%s%s", signbit(value) ? "-" : "", word);
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

size_t wgs_format_float(float value, char* text) {
    if (!isfinite(value))
        return format_not_finite((double)value, text);
    (void)pthread_once(&c_locale_once, make_c_locale);
    locale_t const before = uselocale(c_locale);
    size_t length = 0;
    for (int digits = 1; digits <= 9; digits++) { /* 9 always read back */
        length = (size_t)snprintf(text, WGS_NUMBER_TEXT_SIZE, "%.*g", digits, (double)value);
        if (float_bits(strtof(text, NULL)) == float_bits(value))
            break;
    }
    (void)uselocale(before);
    return length;
}

size_t wgs_format_double(double value, char* text) {
    if (!isfinite(value))
        return format_not_finite(value, text);
    (void)pthread_once(&c_locale_once, make_c_locale);
    locale_t const before = uselocale(c_locale);
    size_t length = 0;
    for (int digits = 1; digits <= 17; digits++) { /* 17 always read back */
        length = (size_t)snprintf(text, WGS_NUMBER_TEXT_SIZE, "%.*g", digits, value);
        if (double_bits(strtod(text, NULL)) == double_bits(value))
            break;
    }
    (void)uselocale(before);
    return length;
}
