/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>

bool wgs_fail(wgs_failure* failure, int exit_code, char const* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    failure->exit_code = exit_code;
    (void)vsnprintf(failure->message, sizeof failure->message, format, arguments);
    va_end(arguments);
    return false;
}
