/* SPDX-License-Identifier: MIT */
/* Whether a text is JSON by RFC 8259: an independent judge of what the library prints. */
#ifndef WGS_TESTING_JSON_CHECK_H
#define WGS_TESTING_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* False also for text that is not UTF-8. On failure `*error_at` is where it stopped. */
bool wgs_json_is_valid(char const* text, size_t* error_at);

#endif
