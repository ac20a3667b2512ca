/* SPDX-License-Identifier: MIT */
/*
 * Linked to programs that are built with sanitizers: libraries stay loaded until the end, so that a leak of a Vulkan
 * driver is reported with the driver's name, which lsan.supp can list.
 */
#include <dlfcn.h>

__attribute__((visibility("default"))) int dlclose(void* library) {
    (void)library;
    return 0;
}
