/* SPDX-License-Identifier: MIT */
/*
 * WGSL as data: what cmake/EmbedWgsl.cmake reflects from each .wgsl file, and the variants that the
 * primitives ask for.
 *
 * A kernel file has one entry point, named like the file. A fragment file has none: it supplies
 * functions, types or bindings that kernels call. A composed module is the constants of a variant,
 * its fragments and its kernel, one after another: plain WGSL. Text of a caller's may come first.
 */
#ifndef WGS_KERNELS_KERNEL_H
#define WGS_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wgs_binding_kind {
    WGS_BINDING_UNIFORM,
    WGS_BINDING_READ,
    WGS_BINDING_READ_WRITE,
} wgs_binding_kind;

/* One `@group(0) @binding(number) var<...> name` line. */
typedef struct wgs_kernel_binding {
    char const* name;
    wgs_binding_kind kind;
    uint32_t number;
} wgs_kernel_binding;

typedef struct wgs_fragment {
    char const* name;
    unsigned char const* source;
    size_t source_size;
    uint32_t binding_count;
    wgs_kernel_binding const* bindings;
} wgs_fragment;

/* Binding 0 of a kernel is the uniform `params: Params`, 32-bit scalars. A storage binding `x`
 * whose view may start anywhere has a member `x_base` there: the element that the view starts at,
 * counted from the bound offset, which is rounded down to the device's alignment. */
typedef struct wgs_kernel {
    char const* name;
    char const* primitive; /* the folder, for labels: "wgs.<primitive>.<name>" */
    unsigned char const* source;
    size_t source_size;
    uint32_t binding_count;
    wgs_kernel_binding const* bindings;
    uint32_t params_words;
    char const* const* params_names;
    bool plain; /* a caller's: no lines of it are directives, whatever its comments say */
} wgs_kernel;

typedef struct wgs_constant {
    char const* name; /* emitted as `const NAME: u32 = VALUEu;` */
    uint32_t value;
} wgs_constant;

enum {
    WGS_MAX_VARIANT_FRAGMENTS = 12,
    WGS_MAX_VARIANT_CONSTANTS = 6,
    WGS_MAX_PARAMS_WORDS = 32,
    WGS_MAX_KERNEL_BINDINGS = 10,
};

/* One pipeline: a kernel with its fragments and shape. Equal contents mean the same pipeline. */
typedef struct wgs_variant {
    wgs_kernel const* kernel;
    uint32_t fragment_count;
    wgs_fragment const* fragments[WGS_MAX_VARIANT_FRAGMENTS];
    uint32_t constant_count;
    wgs_constant constants[WGS_MAX_VARIANT_CONSTANTS];
    bool bounds_proved; /* indices are proved in the kernel's comment: no bounds checks needed */
    char const* text; /* WGSL of a caller's, which comes before all else; NULL: none. It belongs to
                           whoever holds the variant: a graph, or an entry of the pipeline cache */
    size_t text_size;
} wgs_variant;

/* The file that messages name for `text`. */
#define WGS_VARIANT_TEXT_NAME "source"

bool wgs_variant_equal(wgs_variant const* a, wgs_variant const* b);

/* All bindings of a variant, the kernel's first; `bindings` has WGS_MAX_KERNEL_BINDINGS entries.
 * Returns how many. */
uint32_t wgs_variant_bindings(wgs_variant const* variant, wgs_kernel_binding const** bindings);

/* The index of Params member `<binding>_base`, or -1 when the kernel has none. */
int wgs_kernel_base_word(wgs_kernel const* kernel, char const* binding);

#endif
