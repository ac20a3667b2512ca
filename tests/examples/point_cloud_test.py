# SPDX-License-Identifier: MIT
"""Looks at the picture that the example point_cloud writes: it must be what a rendering on the CPU gives, which blends
the same points one after another, the farthest first. Pictures blended in wrong orders must not pass for it.

    point_cloud_test.py PROGRAM PICTURE_OF_THE_DOCUMENTS
"""

import subprocess
import sys

import numpy
from png_reader import read_png

POINTS, FRAMES = 8000, 10
WIDTH, HEIGHT = 384, 288
FOCUS, RADIUS, ALPHA, TUBE = 2.2, 0.065, 0.65, 0.65
BACKGROUND = (0.06, 0.07, 0.1)


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)


def columns(*values):
    return numpy.stack(values, axis=-1)


def make_points():
    """Places and colours: a tube around the trefoil knot."""
    number = numpy.arange(POINTS)
    t = 2 * numpy.pi * number / POINTS
    angle = (2 * numpy.pi * ((number * 0.6180339887498949) % 1))[:, None]
    sin, cos = numpy.sin, numpy.cos
    center = columns(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t))
    forward = columns(cos(t) + 4 * cos(2 * t), -sin(t) + 4 * sin(2 * t), -3 * cos(3 * t))
    side = unit(numpy.cross(forward, (0, 0, 1)))
    normal = cos(angle) * side + sin(angle) * unit(numpy.cross(side, forward))
    light = numpy.maximum(0, normal @ unit(numpy.array((-0.5, 0.7, -0.6))))
    hue = columns(t, t - 2 * numpy.pi / 3, t + 2 * numpy.pi / 3)
    return center + TUBE * normal, (0.45 + 0.55 * light)[:, None] * (0.55 + 0.45 * cos(hue))


def look(places):
    """Turned about y, then tipped about x, then moved away: x to the right, y up, z the depth."""
    turn, tilt = 0.06 * (FRAMES - 1), 0.4
    x = places[:, 0] * numpy.cos(turn) - places[:, 2] * numpy.sin(turn)
    back = places[:, 0] * numpy.sin(turn) + places[:, 2] * numpy.cos(turn)
    y = places[:, 1] * numpy.cos(tilt) + back * numpy.sin(tilt)
    return columns(x, y, back * numpy.cos(tilt) - places[:, 1] * numpy.sin(tilt) + 9)


def render(views, colors, order):
    """Blends the discs in the given order. All lengths in pixels from the corner of the picture."""
    picture = numpy.empty((HEIGHT, WIDTH, 3))
    picture[:] = BACKGROUND
    scale = FOCUS * HEIGHT / 2 / views[:, 2]
    center_x = WIDTH / 2 + views[:, 0] * scale
    center_y = HEIGHT / 2 - views[:, 1] * scale
    radius = RADIUS * scale
    left, right = (center_x - radius).astype(int), (center_x + radius).astype(int) + 1
    top, bottom = (center_y - radius).astype(int), (center_y + radius).astype(int) + 1
    for i in order:
        x = (numpy.arange(left[i], right[i]) + 0.5 - center_x[i]) / radius[i]
        y = (numpy.arange(top[i], bottom[i]) + 0.5 - center_y[i]) / radius[i]
        inside = numpy.clip((1 - x[None, :] ** 2 - y[:, None] ** 2) / 0.6, 0, 1)
        alpha = (ALPHA * inside * inside * (3 - 2 * inside))[:, :, None]
        part = picture[top[i] : bottom[i], left[i] : right[i]]
        part += (colors[i] - part) * alpha
    return picture * 255


def difference(picture, other):
    """The mean over all channels, and what 999 of 1000 stay within: of 255."""
    apart = numpy.abs(picture[:, :, :3].astype(float) - other[:, :, :3])
    return float(apart.mean()), float(numpy.quantile(apart, 0.999))


def is_same(apart):
    """Each blending rounds to 8 bits, and discs of nearly equal depth may change places."""
    return apart[0] < 0.6 and apart[1] < 8


def main():
    program, document = sys.argv[1:]
    subprocess.run([program, "cloud.png"], check=True, stdout=subprocess.DEVNULL)
    picture = read_png("cloud.png")
    places, colors = make_points()
    views = look(places)
    back_to_front = numpy.argsort(-views[:, 2], kind="stable")
    problems = []
    if picture.shape != (HEIGHT, WIDTH, 4) or not (picture[:, :, 3] == 255).all():
        problems.append(f"the picture has shape {picture.shape}, or is not opaque")
    apart = difference(picture, render(views, colors, back_to_front))
    if not is_same(apart):
        problems.append(f"the picture is not the one of the CPU: they differ by {apart}")
    wrong = {
        "front to back": back_to_front[::-1],
        "by number": numpy.arange(POINTS),
        "by depth in tenths": numpy.argsort(-views[:, 2].round(1), kind="stable"),
    }
    for name, order in wrong.items():
        if is_same(difference(picture, render(views, colors, order))):
            problems.append(f"the picture might as well be the one drawn {name}")
    apart = difference(picture, read_png(document))
    if not is_same(apart):
        problems.append(f"{document} is not what the program draws now: they differ by {apart}")
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
