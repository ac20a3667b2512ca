/* SPDX-License-Identifier: MIT */
/* Choosing an adapter from a list. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "gpu/adapters.h"

enum { NAME_SIZE = 128 };

/* Lower is better: a GPU before a software adapter. */
static unsigned rank(WGPUAdapterType type) {
    switch (type) {
    case WGPUAdapterType_DiscreteGPU:
        return 0;
    case WGPUAdapterType_IntegratedGPU:
        return 1;
    case WGPUAdapterType_CPU:
        return 3;
    default:
        return 2;
    }
}

static bool contains_any_case(char const* text, char const* part) {
    for (; *text != '\0'; ++text) {
        size_t i = 0;
        while (part[i] != '\0' &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            ++i;
        if (part[i] == '\0')
            return true;
    }
    return false;
}

static bool is_number(char const* text, size_t* number) {
    size_t value = 0;
    for (char const* p = text; *p != '\0'; ++p) {
        if (*p < '0' || *p > '9' || p - text > 8)
            return false;
        value = value * 10 + (size_t)(*p - '0');
    }
    *number = value;
    return *text != '\0';
}

static bool matches(WGSAdapterInfo const* info, char const* wanted) {
    if (strcmp(wanted, "software") == 0)
        return info->adapterType == WGPUAdapterType_CPU;
    return *wanted == '\0' || contains_any_case(info->name, wanted);
}

WGSStatus wgs_adapters_choose(
    WGSAdapterInfo const* infos,
    size_t count,
    WGPUStringView wanted,
    size_t* chosen,
    char const* function,
    WGSError* error) {
    char name[NAME_SIZE] = "";
    size_t length = 0;
    if (wanted.data != NULL)
        length = wanted.length == WGPU_STRLEN ? strlen(wanted.data) : wanted.length;
    if (length >= sizeof name)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NoAdapter,
            "%s: the adapter's name has %zu characters but at most %d are compared",
            function,
            length,
            NAME_SIZE - 1);
    if (length > 0)
        memcpy(name, wanted.data, length);
    /* A number that is too large may still be a part of a name: "4090". */
    /* A number that is too large may still be a part of a name: "4090". */
    size_t number = 0;
    if (is_number(name, &number) && number < count) {
        *chosen = number;
        return WGSStatus_Success;
    }
    size_t best = count;
    for (size_t i = 0; i < count; ++i)
        if (matches(&infos[i], name) &&
            (best == count || rank(infos[i].adapterType) < rank(infos[best].adapterType)))
            best = i;
    if (best == count)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NoAdapter,
            "%s: none of the %zu adapters has the number or name \"%s\"",
            function,
            count,
            name);
    *chosen = best;
    return WGSStatus_Success;
}
