# SPDX-License-Identifier: MIT
"""Checks what the documents say against the repository:

- every relative link, and every path in backquotes that begins with a folder of the repository, is there;
- every `make TARGET` is a target of the Makefile;
- README.md's C program is examples/sort_array.c (which a test builds against an installed tree and runs);
- the code in docs/adding-a-primitive.md is, line by line, in the files that it walks through.

    check_docs.py SOURCE_FOLDER
"""

import pathlib
import re
import subprocess
import sys

top = pathlib.Path(sys.argv[1])
FOLDERS = "bench|cmake|docs|examples|include|scripts|src|tests|tools"
WALK = ["src/primitives/gather/gather.c", "src/primitives/gather/gather_rows.wgsl", "src/primitives/gather/CMakeLists.txt"]
problems = []


def documents():
    names = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=top, capture_output=True, text=True, check=False
    ).stdout.split()
    found = [top / name for name in names] or [p for p in top.rglob("*.md") if "build" not in p.relative_to(top).parts]
    return sorted(path for path in found if path.exists())


def code_blocks(text, languages):
    return re.findall(rf"^```(?:{languages})\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def check_links(path, text):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
            problems.append(f"{path.relative_to(top)}: {target}: no such file")
    for target in re.findall(rf"`((?:{FOLDERS})/[\w./-]*)`", text):
        if not (top / target).exists():
            problems.append(f"{path.relative_to(top)}: {target}: no such file")


def check_make(path, text, targets):
    commands = "\n".join(code_blocks(text, "sh") + re.findall(r"`(make[^`]*)`", text))
    for target in re.findall(r"\bmake ([a-z]+)", commands):
        if target not in targets:
            problems.append(f"{path.relative_to(top)}: make {target}: no such target")


targets = set(re.findall(r"^([a-z]+):", (top / "Makefile").read_text(), flags=re.MULTILINE))
checked = 0
for document in documents():
    content = document.read_text()
    check_links(document, content)
    check_make(document, content, targets)
    checked += 1
if checked < 5:
    problems.append(f"only {checked} documents were found")

example = (top / "examples/sort_array.c").read_text().split("\n", 1)[1]
if example not in code_blocks((top / "README.md").read_text(), "c"):
    problems.append("README.md: its C program is not examples/sort_array.c")

walked = {line.strip() for name in WALK for line in (top / name).read_text().splitlines()}
for block in code_blocks((top / "docs/adding-a-primitive.md").read_text(), "c|wgsl|cmake"):
    for line in block.splitlines():
        if line.strip() not in walked | {"", "..."}:
            problems.append(f"docs/adding-a-primitive.md: not in the files it walks through: {line.strip()}")

print("\n".join(problems))
sys.exit(1 if problems else 0)
