/* SPDX-License-Identifier: MIT */
/* Names of enum values, and the version. */
#include "wgsort/sort.h"
#include "wgsort/status.h"

char const* wgsStatusGetName(WGSStatus status) {
    switch (status) {
    case WGSStatus_Success:
        return "Success";
    case WGSStatus_InvalidArgument:
        return "InvalidArgument";
    case WGSStatus_InvalidState:
        return "InvalidState";
    case WGSStatus_Unsupported:
        return "Unsupported";
    case WGSStatus_TooLarge:
        return "TooLarge";
    case WGSStatus_OutOfMemory:
        return "OutOfMemory";
    case WGSStatus_DeviceError:
        return "DeviceError";
    case WGSStatus_DeviceLost:
        return "DeviceLost";
    case WGSStatus_Force32:
        break;
    }
    return "unknown";
}

char const* wgsErrorIdGetName(WGSErrorId id) {
    static char const* const names[] = {
#define ERROR_NAME(name, text) #name,
        WGS_ERROR_LIST(ERROR_NAME)
#undef ERROR_NAME
    };
    size_t const index = (size_t)id;
    return index < sizeof names / sizeof *names ? names[index] : "unknown";
}

char const* wgsAlgorithmGetName(WGSAlgorithm algorithm) {
    switch (algorithm) {
    case WGSAlgorithm_Auto:
        return "auto";
    case WGSAlgorithm_Bitonic:
        return "bitonic";
    case WGSAlgorithm_Radix:
        return "radix";
    case WGSAlgorithm_Copy:
        return "copy";
    case WGSAlgorithm_Force32:
        break;
    }
    return "unknown";
}

char const* wgsGetVersion(void) { return WGS_VERSION; }
