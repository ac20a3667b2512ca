/* SPDX-License-Identifier: MIT */
/* For the files of the sort rig. */
#ifndef WGS_TESTING_SORT_RIG_CHECK_H
#define WGS_TESTING_SORT_RIG_CHECK_H

#include "testing/sort_rig.h"

/* Prints the description of the sort and `what`, and returns false. */
bool wgs_sort_rig_fail(wgs_sort_rig const* rig, char const* what);

#endif
