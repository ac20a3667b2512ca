/* SPDX-License-Identifier: MIT */
#include "trefoil.h"

#include <math.h>

#define TAU 6.283185307179586
#define TUBE 0.65

typedef struct Vec3 {
    double x, y, z;
} Vec3;

static Vec3 cross(Vec3 a, Vec3 b) {
    return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static Vec3 unit(Vec3 a) {
    double const length = sqrt(dot(a, a));
    return (Vec3){a.x / length, a.y / length, a.z / length};
}

/* The line in the middle of the tube. */
static Vec3 center_at(double t) {
    return (Vec3){sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)};
}

/* Across the tube at an angle. The line never runs along z, so that `side` is always there. */
static Vec3 normal_at(double t, double angle) {
    Vec3 const forward = {cos(t) + 4 * cos(2 * t), -sin(t) + 4 * sin(2 * t), -3 * cos(3 * t)};
    Vec3 const side = unit(cross(forward, (Vec3){0, 0, 1}));
    Vec3 const up = unit(cross(side, forward));
    double const c = cos(angle);
    double const s = sin(angle);
    return (Vec3){c * side.x + s * up.x, c * side.y + s * up.y, c * side.z + s * up.z};
}

TrefoilPoint trefoil_point(uint32_t number, uint32_t total) {
    double const t = TAU * number / total;
    Vec3 const center = center_at(t);
    Vec3 const normal = normal_at(t, TAU * fmod(number * 0.6180339887498949, 1));
    double const light = fmax(0, dot(normal, unit((Vec3){-0.5, 0.7, -0.6})));
    double const bright = 0.45 + 0.55 * light;
    return (TrefoilPoint){
        .x = (float)(center.x + TUBE * normal.x),
        .y = (float)(center.y + TUBE * normal.y),
        .z = (float)(center.z + TUBE * normal.z),
        .radius = 0.065f,
        .red = (float)(bright * (0.55 + 0.45 * cos(t))),
        .green = (float)(bright * (0.55 + 0.45 * cos(t - TAU / 3))),
        .blue = (float)(bright * (0.55 + 0.45 * cos(t + TAU / 3))),
        .alpha = 0.65f,
    };
}
