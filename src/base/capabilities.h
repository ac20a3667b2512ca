/* SPDX-License-Identifier: MIT */
/* What a context can do, as plain numbers: all that plan and primitives know of the device. */
#ifndef WGS_BASE_CAPABILITIES_H
#define WGS_BASE_CAPABILITIES_H

#include <stdbool.h>

#include "wgsort/context.h"

typedef struct wgs_capabilities {
    WGSLimits limits; /* in force: no member is 0 */
    bool timestamps;
    bool subgroups;
    bool threads; /* several may use the device at once */
} wgs_capabilities;

#endif
