# SPDX-License-Identifier: MIT
"""Takes the libraries and headers that the build needs out of wheels.

    unpack_wheels.py WHEELS TARGET

makes TARGET/wgpu (wgpu-native and webgpu.h) and TARGET/arrow (Arrow C++), each with include/, lib/ and its licence.
"""

import pathlib
import re
import shutil
import sys
import zipfile

# For each wheel: its part of TARGET, then (pattern of a member's name, path in that part).
RULES = {
    "wgpu-*.whl": (
        "wgpu",
        [
            (r"wgpu/resources/((?:webgpu|wgpu)\.h)", r"include/webgpu/\1"),
            (r"wgpu/resources/libwgpu_native-release\.so", r"lib/libwgpu_native.so"),
            (r"wgpu-[^/]*\.dist-info/licenses/(LICENSE[^/]*)", r"\1"),
        ],
    ),
    "pyarrow-*.whl": (
        "arrow",
        [
            (r"pyarrow/include/((?:arrow|parquet)/.*\.h)", r"include/\1"),
            (r"pyarrow/(lib(?:arrow|arrow_compute|parquet)\.so\.[0-9]+)", r"lib/\1"),
            (r"pyarrow-[^/]*\.dist-info/licenses/((?:LICENSE|NOTICE)[^/]*)", r"\1"),
        ],
    ),
}


def unpack(wheel, target, rules):
    with zipfile.ZipFile(wheel) as archive:
        for pattern, replacement in rules:
            names = [name for name in archive.namelist() if re.fullmatch(pattern, name)]
            if not names:
                sys.exit(f"{wheel.name}: no member matches {pattern}")
            for name in names:
                path = target / re.sub(pattern, replacement, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as source, open(path, "wb") as destination:
                    shutil.copyfileobj(source, destination)


def main():
    wheels, target = map(pathlib.Path, sys.argv[1:])
    for pattern, (part, rules) in RULES.items():
        (wheel,) = wheels.glob(pattern)
        unpack(wheel, target / part, rules)


main()
