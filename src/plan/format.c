/* SPDX-License-Identifier: MIT */
#include "wgsort/graph.h"

uint32_t wgsFormatGetSize(WGSFormat format) {
    switch (format) {
    case WGSFormat_Uint32:
    case WGSFormat_Sint32:
    case WGSFormat_Float32:
        return 4;
    case WGSFormat_Uint64:
    case WGSFormat_Sint64:
    case WGSFormat_Float64:
    case WGSFormat_Uint32x2:
        return 8;
    case WGSFormat_Uint32x3:
        return 12;
    case WGSFormat_Uint32x4:
        return 16;
    case WGSFormat_Undefined:
    case WGSFormat_Force32:
        break;
    }
    return 0;
}
