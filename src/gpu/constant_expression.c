/* SPDX-License-Identifier: MIT */
/* Recursive descent over u32 expressions; constants are looked up by scanning the texts. */
#include "gpu/constant_expression.h"

#include <string.h>

enum { MAX_DEPTH = 16 }; /* of names within names and of parentheses: ends cycles */

typedef struct evaluation {
    wgs_variant const* variant;
    wgs_substitution const* substitutions;
    char const* at;
    char const* end;
    unsigned depth;
} evaluation;

static bool evaluate_sum(evaluation* e, uint32_t* value);

static bool same_word(wgs_token const* a, wgs_token const* b) {
    return a->size == b->size && memcmp(a->begin, b->begin, a->size) == 0;
}

/* Finds `const NAME: u32 = ` or `const NAME = ` in a text; the expression reaches to the `;`. */
static bool find_constant(
    char const* text, size_t size, wgs_token const* name, char const** begin, char const** end) {
    char const* const text_end = text + size;
    for (wgs_token token = wgs_next_code(text, text_end); token.kind != WGS_TOKEN_END;
         token = wgs_next_code(wgs_token_end(&token), text_end)) {
        if (!wgs_token_is(&token, "const"))
            continue;
        token = wgs_next_code(wgs_token_end(&token), text_end);
        if (!same_word(&token, name))
            continue;
        while (token.kind != WGS_TOKEN_END && !wgs_token_is(&token, "="))
            token = wgs_next_code(wgs_token_end(&token), text_end);
        *begin = wgs_token_end(&token);
        while (token.kind != WGS_TOKEN_END && !wgs_token_is(&token, ";"))
            token = wgs_next_code(wgs_token_end(&token), text_end);
        *end = token.begin;
        return token.kind != WGS_TOKEN_END;
    }
    return false;
}

static bool evaluate_named(evaluation* e, wgs_token const* name, uint32_t* value) {
    for (wgs_substitution const* s = e->substitutions; s != NULL; s = s->outer)
        if (same_word(&s->name, name)) {
            *value = s->value;
            return true;
        }
    wgs_variant const* variant = e->variant;
    for (uint32_t i = 0; i < variant->constant_count; ++i)
        if (wgs_token_is(name, variant->constants[i].name)) {
            *value = variant->constants[i].value;
            return true;
        }
    char const *begin = NULL, *end = NULL;
    bool found = find_constant(
        (char const*)variant->kernel->source, variant->kernel->source_size, name, &begin, &end);
    for (uint32_t i = 0; i < variant->fragment_count && !found; ++i)
        found = find_constant(
            (char const*)variant->fragments[i]->source,
            variant->fragments[i]->source_size,
            name,
            &begin,
            &end);
    if (!found || e->depth >= MAX_DEPTH)
        return false;
    evaluation inner = {variant, NULL, begin, end, e->depth + 1};
    return evaluate_sum(&inner, value) && wgs_next_code(inner.at, end).kind == WGS_TOKEN_END;
}

static bool parse_number(wgs_token const* token, uint32_t* value) {
    size_t size = token->size;
    if (token->begin[size - 1] == 'u')
        --size;
    bool const hexadecimal = size > 2 && token->begin[0] == '0' && token->begin[1] == 'x';
    uint64_t number = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < size; ++i) {
        char const c = token->begin[i];
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if (hexadecimal && c >= 'a' && c <= 'f')
            digit = (unsigned)(c - 'a') + 10;
        else if (hexadecimal && c >= 'A' && c <= 'F')
            digit = (unsigned)(c - 'A') + 10;
        else
            return false;
        number = number * (hexadecimal ? 16 : 10) + digit;
        if (number > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)number;
    return size > 0;
}

static bool evaluate_primary(evaluation* e, uint32_t* value) {
    wgs_token token = wgs_next_code(e->at, e->end);
    e->at = wgs_token_end(&token);
    if (token.kind == WGS_TOKEN_NUMBER)
        return parse_number(&token, value);
    if (token.kind == WGS_TOKEN_WORD)
        return evaluate_named(e, &token, value);
    if (!wgs_token_is(&token, "(") || e->depth >= MAX_DEPTH)
        return false;
    ++e->depth;
    bool const good = evaluate_sum(e, value);
    --e->depth;
    token = wgs_next_code(e->at, e->end);
    e->at = wgs_token_end(&token);
    return good && wgs_token_is(&token, ")");
}

static bool apply(char sign, uint32_t a, uint32_t b, uint32_t* value) {
    uint64_t result;
    if (sign == '+')
        result = (uint64_t)a + b;
    else if (sign == '*')
        result = (uint64_t)a * b;
    else if (sign == '-' && a >= b)
        result = a - b;
    else if (sign == '/' && b != 0)
        result = a / b;
    else if (sign == '%' && b != 0)
        result = a % b;
    else
        return false;
    *value = (uint32_t)result;
    return result <= UINT32_MAX;
}

static bool is_one_of(wgs_token const* token, char const* signs) {
    return token->kind == WGS_TOKEN_SIGN && strchr(signs, *token->begin) != NULL;
}

static bool evaluate_product(evaluation* e, uint32_t* value) {
    if (!evaluate_primary(e, value))
        return false;
    for (wgs_token sign = wgs_next_code(e->at, e->end); is_one_of(&sign, "*/%");
         sign = wgs_next_code(e->at, e->end)) {
        e->at = wgs_token_end(&sign);
        uint32_t right;
        if (!evaluate_primary(e, &right) || !apply(*sign.begin, *value, right, value))
            return false;
    }
    return true;
}

static bool evaluate_sum(evaluation* e, uint32_t* value) {
    if (!evaluate_product(e, value))
        return false;
    for (wgs_token sign = wgs_next_code(e->at, e->end); is_one_of(&sign, "+-");
         sign = wgs_next_code(e->at, e->end)) {
        e->at = wgs_token_end(&sign);
        uint32_t right;
        if (!evaluate_product(e, &right) || !apply(*sign.begin, *value, right, value))
            return false;
    }
    return true;
}

bool wgs_evaluate(
    wgs_variant const* variant,
    wgs_substitution const* substitutions,
    char const* begin,
    char const* end,
    uint32_t* value) {
    evaluation e = {variant, substitutions, begin, end, 0};
    return evaluate_sum(&e, value) && wgs_next_code(e.at, end).kind == WGS_TOKEN_END;
}
