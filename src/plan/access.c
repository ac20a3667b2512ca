/* SPDX-License-Identifier: MIT */
#include "plan/access.h"

#include <stdio.h>

typedef struct access_entry {
    char const* name;
    WGPUBufferUsage usage;
    bool writes;
} access_entry;

enum { ACCESS_COUNT = WGSAccess_Index + 1 };

static access_entry const* find(WGSAccess access) {
    static access_entry const table[ACCESS_COUNT] = {
        [WGSAccess_StorageRead] = {"StorageRead", WGPUBufferUsage_Storage, false},
        [WGSAccess_StorageWrite] = {"StorageWrite", WGPUBufferUsage_Storage, true},
        [WGSAccess_StorageReadWrite] = {"StorageReadWrite", WGPUBufferUsage_Storage, true},
        [WGSAccess_Uniform] = {"Uniform", WGPUBufferUsage_Uniform, false},
        [WGSAccess_CopySource] = {"CopySource", WGPUBufferUsage_CopySrc, false},
        [WGSAccess_CopyDestination] = {"CopyDestination", WGPUBufferUsage_CopyDst, true},
        [WGSAccess_Indirect] = {"Indirect", WGPUBufferUsage_Indirect, false},
        [WGSAccess_Vertex] = {"Vertex", WGPUBufferUsage_Vertex, false},
        [WGSAccess_Index] = {"Index", WGPUBufferUsage_Index, false},
    };
    unsigned const index = (unsigned)access;
    return &table[index < ACCESS_COUNT ? index : WGSAccess_Undefined];
}

char const* wgs_access_name(WGSAccess access) { return find(access)->name; }

WGPUBufferUsage wgs_access_usage(WGSAccess access) { return find(access)->usage; }

bool wgs_access_writes(WGSAccess access) { return find(access)->writes; }

bool wgs_access_reads(WGSAccess access) {
    return access != WGSAccess_StorageWrite && access != WGSAccess_CopyDestination;
}

bool wgs_access_is_storage(WGSAccess access) {
    return find(access)->usage == WGPUBufferUsage_Storage;
}

char const* wgs_usage_bit_name(unsigned bit) {
    static char const* const names[WGS_USAGE_BITS] = {
        "MapRead",
        "MapWrite",
        "CopySrc",
        "CopyDst",
        "Index",
        "Vertex",
        "Uniform",
        "Storage",
        "Indirect",
        "QueryResolve"};
    return bit < WGS_USAGE_BITS ? names[bit] : NULL;
}

char const* wgs_usage_text(WGPUBufferUsage usage, char* text, size_t capacity) {
    size_t length = 0;
    if (capacity > 0)
        text[0] = '\0';
    for (unsigned bit = 0; bit < 64 && length + 1 < capacity; bit++) {
        if ((usage >> bit & 1) == 0)
            continue;
        char const* const separator = length > 0 ? " | " : "";
        char const* const name = wgs_usage_bit_name(bit);
        int const written =
            name != NULL ? snprintf(text + length, capacity - length, "%s%s", separator, name)
                         : snprintf(text + length, capacity - length, "%sbit %u", separator, bit);
        length += written > 0 ? (size_t)written : 0;
    }
    return text;
}
