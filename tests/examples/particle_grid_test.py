# SPDX-License-Identifier: MIT
"""Looks at what the example particle_grid prints: the numbers of neighbours, and of particles in the 27 cells that it
looked through for each, must be those of a search of all pairs in integers.

    particle_grid_test.py PROGRAM
"""

import re
import subprocess
import sys

import numpy

PARTICLES, CELL = 10000, 256  # coordinates in 256ths of a cell; the radius is one cell


def coordinates():
    """An array for each axis."""
    state = 1
    numbers = []
    for _ in range(2 * 3 * PARTICLES):
        state = (state * 1664525 + 1013904223) % 2**32
        numbers.append(state >> 21)
    return numpy.array(numbers, numpy.int32).reshape(PARTICLES, 3, 2).sum(axis=2, dtype=numpy.int32).T.copy()


def search():
    x, y, z = coordinates()
    cells = x // CELL, y // CELL, z // CELL
    neighbours = []
    looked_at = 0
    for i in range(PARTICLES):
        inside = (x - x[i]) ** 2 + (y - y[i]) ** 2 + (z - z[i]) ** 2 <= CELL**2
        neighbours.append(int(inside.sum()) - 1)
        near = [abs(cell - cell[i]) <= 1 for cell in cells]
        looked_at += int((near[0] & near[1] & near[2]).sum())
    return sum(neighbours), max(neighbours), looked_at


def main():
    done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
    neighbours, most, looked_at = search()
    expected = (
        f"neighbours: {neighbours}, at most {most} of one particle\n"
        f"looked at: {looked_at} of {PARTICLES**2}\n"
        "different from a search of all pairs: 0 particles\n"
    )
    one_submit = re.search(r"^one submit: nodes \d+, dispatches \d+, passes 1$", done.stdout, flags=re.MULTILINE)
    if done.returncode == 0 and done.stdout.endswith(expected) and one_submit:
        return 0
    print(f"exit status {done.returncode}\n{done.stdout}{done.stderr}it should end with\n{expected}")
    return 1


sys.exit(main())
