# SPDX-License-Identifier: MIT
"""Checks that every item of the reference system's behaviour and every known fault of peers is tested, or that a table
says why it does not apply.

A test says what it checks in the first words of the comment right above its function:

    /* item 24: ... */   /* items 24, 34, fault SZ-13: ... */   /* faults ST-01, ST-05: ... */   # fault SZ-14: ...

- a number or id is one that exists, and stands above a test that its program runs and CTest knows;
- docs/reference-items.md has a row for each item, docs/faults.md for each fault of the sections that are asked for;
- the files that a row names have the marker, and a row that names none says "does not apply" and has no test.

    check_reference.py SOURCE_FOLDER BUILD_FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

ITEMS = 45
FAULTS = {"SZ": 25, "ST": 6, "SG": 13, "BU": 7, "IN": 8, "GR": 10, "ME": 4, "CO": 4}  # these are asked for
OTHER_FAULTS = {"KE": 21, "SF": 12, "DR": 10, "AR": 15, "CL": 8, "NF": 4}
TABLES = {"docs/reference-items.md": "item", "docs/faults.md": "fault"}

ITEM_LIST = r"items? \d+(?:, \d+)*"
FAULT_LIST = r"faults? [A-Z]{2}-\d\d(?:, [A-Z]{2}-\d\d)*"
MARKER = re.compile(rf"(?:{ITEM_LIST}(?:, {FAULT_LIST})?|{FAULT_LIST}): ")
C_COMMENT = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\n(?:static void (\w+)\(void\*\* \w+\) \{|int (LLVMFuzzerTestOneInput)\()?", re.DOTALL
)
FUZZ_TARGET = "LLVMFuzzerTestOneInput"  # called by fuzz_replay.c
PYTHON_COMMENT = re.compile(r"^((?:[ \t]*#[^\n]*\n)+)(?:[ \t]*def (\w+)\()?", re.MULTILINE)

top = pathlib.Path(sys.argv[1])
build = pathlib.Path(sys.argv[2])
problems = []


def known_ids():
    faults = {f"{kind}-{i:02}" for kind, count in (FAULTS | OTHER_FAULTS).items() for i in range(1, count + 1)}
    return {str(i) for i in range(1, ITEMS + 1)} | faults


def required_ids(kind):
    if kind == "item":
        return [str(i) for i in range(1, ITEMS + 1)]
    return [f"{letters}-{i:02}" for letters, count in FAULTS.items() for i in range(1, count + 1)]


def programs_of_ctest():
    """The names of all tests, which are those of their programs, and of all scripts that a test runs."""
    listed = subprocess.run(
        ["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True
    ).stdout
    tests = json.loads(listed)["tests"]
    scripts = {pathlib.PurePath(word).name for test in tests for word in test.get("command", [])}
    return scripts | {test["name"].split(".")[0] for test in tests}


def test_files():
    names = subprocess.run(
        ["git", "ls-files", "*.c", "*.py"], cwd=top, capture_output=True, text=True, check=False
    ).stdout.split()
    found = [top / name for name in names]
    if not found:
        found = [p for folder in ("src", "tests") for p in (top / folder).rglob("*.*") if p.suffix in {".c", ".py"}]
    return sorted(path for path in found if path.exists() and path.name != pathlib.Path(__file__).name)


def comments_of(path, text):
    """Pairs of what a comment says and the function right below it, or None."""
    for match in (C_COMMENT if path.suffix == ".c" else PYTHON_COMMENT).finditer(text):
        said = re.sub(r"^[ \t]*(?:#|\*)?[ \t]*", "", match.group(1), flags=re.MULTILINE)
        yield " ".join(said.split()) + " ", next(filter(None, match.groups()[1:]), None)


def is_run(path, text, function, programs):
    program = path.stem if path.suffix == ".c" else path.name
    called = len(re.findall(rf"\b{function}\b", text)) > 1 or function == FUZZ_TARGET
    return program in programs and called


def collect(programs):
    """What each id is marked in: {"24": {"src/.../scan_test.c"}}."""
    found = {}
    known = known_ids()
    for path in test_files():
        text = path.read_text()
        name = str(path.relative_to(top))
        for said, function in comments_of(path, text):
            marker = MARKER.match(said)
            if marker is None:
                if re.match(r"(items?|faults?) [A-Z0-9-]*\d", said):
                    problems.append(f"{name}: not in the form of a marker: {said[:60]}")
                continue
            if function is None or not is_run(path, text, function, programs):
                problems.append(f"{name}: no test that runs is below: {said[:60]}")
                continue
            for one in re.findall(r"[A-Z]{2}-\d\d|\d+", marker.group(0)):
                if one in known:
                    found.setdefault(one, set()).add(name)
                else:
                    problems.append(f"{name}: there is no {one}")
    return found


def check_table(document, kind, found):
    rows = re.findall(r"^\| ([A-Z]{2}-\d\d|\d+) \| ([^|]+) \| ([^|]+) \|$", (top / document).read_text(), re.MULTILINE)
    ids = [row[0] for row in rows]
    for one in required_ids(kind):
        if ids.count(one) != 1:
            problems.append(f"{document}: {ids.count(one)} rows for {kind} {one}")
    for one in set(ids) - set(required_ids(kind)):
        problems.append(f"{document}: {kind} {one} is not one of the list")
    for one, _, where in rows:
        files = re.findall(r"`([^`]+)`", where)
        for file in files:
            if file not in found.get(one, set()):
                problems.append(f"{document}: {file} has no test marked {kind} {one}")
        if files:
            continue
        if "does not apply" not in where:
            problems.append(f"{document}: {kind} {one} has neither a test nor a reason")
        elif one in found:
            problems.append(f"{document}: {kind} {one} does not apply, but is tested in {sorted(found[one])[0]}")


markers = collect(programs_of_ctest())
for table, what in TABLES.items():
    check_table(table, what, markers)
if len(markers) < ITEMS:
    problems.append(f"only {len(markers)} items and faults are marked")

print("\n".join(problems))
sys.exit(1 if problems else 0)
