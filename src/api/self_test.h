/* SPDX-License-Identifier: MIT */
/* The self-test of a context (host.h). */
#ifndef WGS_API_SELF_TEST_H
#define WGS_API_SELF_TEST_H

#include "wgsort/host.h"

/* Runs it and stores the verdict in the context's info. */
WGSStatus wgs_self_test(WGSContext context, char const* function, WGSError* error);

#endif
