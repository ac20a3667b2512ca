# SPDX-License-Identifier: MIT
"""Checks the layers by reading every source file:

- a folder of src/ includes only what layers.txt allows, and never through "..";
- wgpu*() is called in src/gpu only; tests, src/testing, examples and bench, which act as a program of a user, may too;
- tools, bench and examples include their own headers and the public ones only;
- names of source files are unique across the repository (public headers aside, which are <wgsort/...>).

    check_layers.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

SOURCE_SUFFIXES = {".c", ".h", ".cc", ".wgsl"}
MAY_CALL_WEBGPU = {"src/gpu", "src/testing"}
PUBLIC = re.compile(r"wgsort/|webgpu\.h$|webgpu/|wgpu\.h$")

top = pathlib.Path(sys.argv[1])
problems = []


def read_layers():
    layers = {}
    for line in (top / "tests/layers/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            layer, *allowed = line.split()
            layers[layer] = set(allowed) | {layer}
    return layers


def without_comments(text):
    """The text with comments blanked and line breaks kept."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0)) if match.group(0)[0] == "/" else match.group(0)

    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.DOTALL)


def sources(folder):
    return sorted(path for path in (top / folder).rglob("*") if path.suffix in SOURCE_SUFFIXES)


def complain(path, text, position, message):
    line = text.count("\n", 0, position) + 1
    problems.append(f"{path.relative_to(top)}:{line}: {message}")


def is_test(path):
    return path.stem.endswith("_test")


def check_includes(path, text, allowed):
    for match in re.finditer(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, flags=re.MULTILINE):
        quote, name = match.groups()
        at = match.start(1)
        folder = name.split("/")[0] if "/" in name else None
        if ".." in name:
            complain(path, text, at, f"{name}: an include goes up through ..")
        elif PUBLIC.match(name) or (quote == "<" and not (top / "src" / name).exists()):
            continue
        elif folder is None and not (path.parent / name).exists():
            complain(path, text, at, f'{name}: write it as "<folder of src>/<file>"')
        elif folder is not None and folder not in allowed:
            complain(path, text, at, f"{name}: not among the layers that this folder may include")


def check_calls(path, text):
    for match in re.finditer(r"\bwgpu[A-Z]\w*\s*\(", text):
        complain(path, text, match.start(), f"{match.group(0)}): only src/gpu calls WebGPU")


LAYERS = read_layers()
for layer_folder in sorted((top / "src").iterdir()):
    if layer_folder.is_dir() and layer_folder.name not in LAYERS:
        problems.append(f"src/{layer_folder.name}: not in tests/layers/layers.txt")

checked = 0
for layer, allowed in LAYERS.items():
    for path in sources(f"src/{layer}"):
        if path.suffix == ".wgsl" or is_test(path):
            continue
        checked += 1
        text = without_comments(path.read_text(encoding="ascii"))
        check_includes(path, text, allowed)
        if f"src/{layer}" not in MAY_CALL_WEBGPU:
            check_calls(path, text)
for folder in ("tools", "bench", "examples"):
    for path in sources(folder):
        if is_test(path):
            continue
        checked += 1
        text = without_comments(path.read_text(encoding="ascii"))
        check_includes(path, text, set())
        if folder == "tools":
            check_calls(path, text)

seen = {}
for folder in ("src", "tools", "bench", "examples", "tests"):
    for path in sources(folder):
        other = seen.setdefault(path.name, path)
        if other != path:
            problems.append(f"{path.relative_to(top)}: {other.relative_to(top)} has the same name")

if checked == 0:
    problems.append("no source file was found")
print("\n".join(problems))
sys.exit(1 if problems else 0)
