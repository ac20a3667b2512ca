# SPDX-License-Identifier: MIT
"""Checks what all kernels keep to, in the sources of every .wgsl file:

- workgroups have one dimension, so that a lane's place is its linear one (fault SZ-14);
- rows are counted by parameters, never by arrayLength, which some back ends get wrong (fault BU-06);
- memory of workgroups is sized by constants, never by override (fault DR-05);
- kernels that sort never read a key as a float: its bits would be at the mercy of the device (fault KE-08);
- no infinity is made by dividing by a literal 0, which compilers refuse (fault KE-09).

    check_kernels.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
SORTS = {"kernels", "bitonic", "common", "counting_sort", "gather", "radix", "segmented_sort", "sort", "words"}
problems = []


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


# fault SZ-14: one dimension.
def check_workgroup_size(text):
    for size in re.findall(r"@workgroup_size\(([^)]*)\)", text):
        if "," in size:
            yield f"a workgroup of more than one dimension: {size}"


# fault BU-06: no arrayLength.
def check_row_counts(text):
    if "arrayLength" in text:
        yield "arrayLength: take the number of rows from the parameters"


# fault DR-05: constant sizes.
def check_workgroup_memory(text):
    overrides = set(re.findall(r"\boverride\s+(\w+)", text))
    for declaration in re.findall(r"var<workgroup>\s*\w+\s*:\s*([^;]*);", text):
        for name in overrides & set(re.findall(r"\w+", declaration)):
            yield f"workgroup memory is sized by the override {name}"


# fault KE-08: keys are words.
def check_floats(text):
    if re.search(r"\bf(16|32)\b", text):
        yield "a float in a kernel that sorts"


# fault KE-09: constants that compilers refuse.
def check_constants(text):
    if re.search(r"/\s*0(\.0*)?[fh]?\b(?!\.)", text):
        yield "a division by the literal 0"


files = sorted((top / "src").rglob("*.wgsl"))
for path in files:
    source = without_comments(path.read_text())
    found = [*check_workgroup_size(source), *check_row_counts(source)]
    found += [*check_workgroup_memory(source), *check_constants(source)]
    if path.parent.name in SORTS:
        found += check_floats(source)
    problems += [f"{path.relative_to(top)}: {problem}" for problem in found]
if len(files) < 20:
    problems.append(f"only {len(files)} kernels were found")

print("\n".join(problems))
sys.exit(1 if problems else 0)
