/* SPDX-License-Identifier: MIT */
/* Values of u32 constants in a module's texts. */
#ifndef WGS_GPU_CONSTANT_EXPRESSION_H
#define WGS_GPU_CONSTANT_EXPRESSION_H

#include "kernels/kernel.h"
#include "kernels/wgsl_scan.h"

/* A loop variable that is replaced by a number while its loop is unrolled. */
typedef struct wgs_substitution {
    wgs_token name;
    uint32_t value;
    struct wgs_substitution const* outer; /* nullable */
} wgs_substitution;

/* Evaluates the expression [begin, end): integer literals, parentheses, + - * / %, names of
 * substitutions, of the variant's constants, and of `const NAME: u32 = ...;` in its files. False:
 * it is none, or a step of it does not fit 32 bits. */
bool wgs_evaluate(
    wgs_variant const* variant,
    wgs_substitution const* substitutions,
    char const* begin,
    char const* end,
    uint32_t* value);

#endif
