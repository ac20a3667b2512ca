/* SPDX-License-Identifier: MIT */
#include "csv_number.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* What the grammar found in a text; pointers into it. */
typedef struct number_text {
    char const* begin; /* after a plus sign */
    char const* end;
    bool negative;
    bool integer;
} number_text;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char const* skip_digits(char const* c, char const* end) {
    while (c < end && is_digit(*c))
        c++;
    return c;
}

static bool same_word(char const* text, size_t size, char const* word) {
    if (strlen(word) != size)
        return false;
    for (size_t i = 0; i < size; i++)
        if ((text[i] | 0x20) != word[i])
            return false;
    return true;
}

/* [+-] digits [. digits] [e|E [+-] digits], with a digit before or after the point. */
static bool match_decimal(number_text* number) {
    char const* const end = number->end;
    char const* c = number->begin + (number->negative ? 1 : 0);
    char const* digits = c;
    c = skip_digits(c, end);
    size_t digit_count = (size_t)(c - digits);
    number->integer = true;
    if (c < end && *c == '.') {
        number->integer = false;
        digits = ++c;
        c = skip_digits(c, end);
        digit_count += (size_t)(c - digits);
    }
    if (digit_count == 0)
        return false;
    if (c < end && (*c | 0x20) == 'e') {
        number->integer = false;
        c++;
        if (c < end && (*c == '+' || *c == '-'))
            c++;
        digits = c;
        c = skip_digits(c, end);
        if (c == digits)
            return false;
    }
    return c == end;
}

static wgs_number_kind parse_integer(number_text const* text, wgs_number* number) {
    uint64_t value = 0;
    for (char const* c = text->begin + (text->negative ? 1 : 0); c < text->end; c++)
        if (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(*c - '0'), &value))
            return WGS_NUMBER_WIDE;
    uint64_t const limit = (uint64_t)INT64_MAX + (text->negative ? 1 : 0);
    number->bits = text->negative ? 0 - value : value;
    if (value <= limit)
        return WGS_NUMBER_INT64;
    return text->negative ? WGS_NUMBER_WIDE : WGS_NUMBER_UINT64;
}

static wgs_number_kind parse_real(number_text const* text, wgs_number* number) {
    char local[128];
    size_t const size = (size_t)(text->end - text->begin);
    char* copy = size < sizeof local ? local : malloc(size + 1);
    if (!copy)
        return WGS_NUMBER_BAD;
    memcpy(copy, text->begin, size);
    copy[size] = 0;
    (void)pthread_once(&c_locale_once, make_c_locale);
    number->real = strtod_l(copy, NULL, c_locale);
    if (copy != local)
        free(copy);
    return isinf(number->real) ? WGS_NUMBER_HUGE : WGS_NUMBER_DOUBLE;
}

/* Infinity and NaN by their words; a minus sign counts for both. */
static bool match_special(number_text const* text, wgs_number* number) {
    char const* word = text->begin + (text->negative ? 1 : 0);
    size_t const size = (size_t)(text->end - word);
    double value;
    if (same_word(word, size, "nan"))
        value = (double)NAN;
    else if (same_word(word, size, "inf") || same_word(word, size, "infinity"))
        value = (double)INFINITY;
    else
        return false;
    number->real = copysign(value, text->negative ? -1.0 : 1.0);
    return true;
}

wgs_number_kind wgs_number_parse(char const* text, size_t size, wgs_number* number) {
    if (size == 0)
        return WGS_NUMBER_EMPTY;
    number_text found = {.begin = text, .end = text + size};
    while (found.begin < found.end && (*found.begin == ' ' || *found.begin == '\t'))
        found.begin++;
    while (found.end > found.begin && (found.end[-1] == ' ' || found.end[-1] == '\t'))
        found.end--;
    if (found.begin == found.end)
        return WGS_NUMBER_BAD;
    found.negative = *found.begin == '-';
    if (*found.begin == '+')
        found.begin++;
    if (!found.negative && found.begin < found.end && *found.begin == '-')
        return WGS_NUMBER_BAD;
    if (match_decimal(&found))
        return found.integer ? parse_integer(&found, number) : parse_real(&found, number);
    return match_special(&found, number) ? WGS_NUMBER_DOUBLE : WGS_NUMBER_BAD;
}
