/* SPDX-License-Identifier: MIT */
/* What point_cloud.c draws: points on a tube that is knotted to a trefoil. */
#ifndef EXAMPLES_TREFOIL_H
#define EXAMPLES_TREFOIL_H

#include <stdint.h>

/* Where a point is and how large, and its colour: 32 bytes, two vec4f in WGSL. */
typedef struct TrefoilPoint {
    float x, y, z, radius;
    float red, green, blue, alpha;
} TrefoilPoint;

/* One of `total` points: they go along the tube, and around it by the golden ratio, which covers it
 * evenly. */
TrefoilPoint trefoil_point(uint32_t number, uint32_t total);

#endif
