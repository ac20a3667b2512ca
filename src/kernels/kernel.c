/* SPDX-License-Identifier: MIT */
#include "kernels/kernel.h"

#include <string.h>

bool wgs_variant_equal(wgs_variant const* a, wgs_variant const* b) {
    if (a->kernel != b->kernel || a->fragment_count != b->fragment_count ||
        a->constant_count != b->constant_count || a->bounds_proved != b->bounds_proved ||
        a->text_size != b->text_size)
        return false;
    if (a->text_size > 0 && a->text != b->text && memcmp(a->text, b->text, a->text_size) != 0)
        return false;
    for (uint32_t i = 0; i < a->fragment_count; i++)
        if (a->fragments[i] != b->fragments[i])
            return false;
    for (uint32_t i = 0; i < a->constant_count; i++)
        if (a->constants[i].value != b->constants[i].value ||
            strcmp(a->constants[i].name, b->constants[i].name) != 0)
            return false;
    return true;
}

uint32_t wgs_variant_bindings(wgs_variant const* variant, wgs_kernel_binding const** bindings) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < variant->kernel->binding_count; i++)
        if (count < WGS_MAX_KERNEL_BINDINGS)
            bindings[count++] = &variant->kernel->bindings[i];
    for (uint32_t f = 0; f < variant->fragment_count; f++)
        for (uint32_t i = 0; i < variant->fragments[f]->binding_count; i++)
            if (count < WGS_MAX_KERNEL_BINDINGS)
                bindings[count++] = &variant->fragments[f]->bindings[i];
    return count;
}

int wgs_kernel_base_word(wgs_kernel const* kernel, char const* binding) {
    size_t const length = strlen(binding);
    for (uint32_t i = 0; i < kernel->params_words; i++) {
        char const* const name = kernel->params_names[i];
        if (strncmp(name, binding, length) == 0 && strcmp(name + length, "_base") == 0)
            return (int)i;
    }
    return -1;
}
