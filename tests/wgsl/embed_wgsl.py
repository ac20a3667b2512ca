# SPDX-License-Identifier: MIT
"""Tests cmake/EmbedWgsl.cmake on good and bad WGSL.

    embed_wgsl.py CMAKE SOURCE_FOLDER C_COMPILER      in an empty folder
"""

import pathlib
import re
import subprocess
import sys

CMAKE, SOURCE_FOLDER, COMPILER = sys.argv[1:]

KERNEL = """\
// SPDX-License-Identifier: MIT
// What CMake could stumble on: [ ; ${x} "quoted" \\ @binding(7) var<storage>
/* @compute fn not_this(
   struct Params { */
struct Params {
    count: u32, // rows
    keys_base: u32,
    shift: i32,
    scale: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(4) var<storage, read_write> sums: array<atomic<u32>, 4>;

var<workgroup> wg_part: array<u32, 256>;

@compute @workgroup_size(WG_SIZE)
fn good_kernel(@builtin(local_invocation_index) lane: u32) {
    let x = keys[lane] / 2u; /* twice */ atomicAdd(&sums[0], x);
}
"""
FRAGMENT = """\
// SPDX-License-Identifier: MIT
@group(0) @binding(5) var<storage, read_write> payload: array<u32>;
fn move_payload(to: u32) { payload[to] = 1u; }
"""
PARAMS = "@group(0) @binding(0) var<uniform> params: Params;\n"
ENTRY = "@compute @workgroup_size(1)\nfn k() {}\n"

# Name, text, and where and how the script stops.
BAD = [
    ("k", "", 1, "the file is empty"),
    ("k", "// a\n// caf\u00e9\n", 2, "byte c3 (hexadecimal) is not printable ASCII"),
    ("k", "// a\r\n", 1, "byte 0d"),
    ("k", "// a\n\tlet x = 1;\n", None, None),  # a tab is fine
    ("k", "fn f() {}", 1, "no line break"),
    ("Kernel", "fn f() {}\n", 1, "snake_case"),
    ("k", "// a\n@group(1) @binding(0) var<storage, read> a: array<u32>;\n", 2, "a binding must be one line"),
    ("k", "@group(0) @binding(0) var<storage,read> a: array<u32>;\n", 1, "a binding must be one line"),
    ("k", "@group(0)\n@binding(0) var<storage, read> a: array<u32>;\n", 1, "a binding must be one line"),
    ("k", "@group(0) @binding(0) var<storage, write> a: array<u32>;\n", 1, "a binding must be one line"),
    ("k", "@group(0) @binding(10) var<storage, read> a: array<u32>;\n", 1, "binding 10 is above 9"),
    ("k", "@group(0) @binding(1) var<storage, read> a: u32;\n@group(0) @binding(1) var<storage, read> b: u32;\n", 2,
     "binding 1 is there twice"),
    ("k", "@group(0) @binding(1) var<uniform> params: Params;\n", 1, "the only uniform is binding 0"),
    ("k", "@group(0) @binding(0) var<uniform> other: Params;\n", 1, "the only uniform is binding 0"),
    ("k", "struct Params {\n    a: vec2u,\n}\n" + PARAMS + ENTRY, 2, "a line of struct Params"),
    ("k", "struct Params {\n    a: u32, b: u32,\n}\n" + PARAMS + ENTRY, 2, "a line of struct Params"),
    ("k", "struct Params {\n    a: u32,\n    a: u32,\n}\n" + PARAMS + ENTRY, 3, "two members a"),
    ("k", "struct Params { a: u32 }\n" + PARAMS + ENTRY, 1, "must begin with the line"),
    ("k", "struct Params {\n    a: u32,\n", 1, "has no end"),
    ("k", "struct Params {\n}\n" + PARAMS + ENTRY, 1, "0 members"),
    ("k", "struct Params {\n" + "".join(f"    a{i}: u32,\n" for i in range(33)) + "}\n" + PARAMS + ENTRY, 1, "33 members"),
    ("k", "struct Params {\n    a: u32,\n}\n" + ENTRY, 1, "is not bound"),
    ("k", "struct Params {\n    a: u32,\n}\n" + PARAMS, 1, "no entry point"),
    ("k", PARAMS + ENTRY, 1, "struct Params is not in this file"),
    ("k", "@compute @workgroup_size(1)\nfn other() {}\n", 1, "named like the file: k; here: other"),
    ("k", ENTRY + "@compute @workgroup_size(1) fn k2() {}\n", 3, "the entry point must be one"),
    ("k", "@compute\n", 1, "no function follows"),
    ("k", "// a\n/* b\n", 3, "a block comment has no end"),
]

failures = []


def embed(name, text):
    path = pathlib.Path(name + ".wgsl")
    path.write_bytes(text.encode())
    return subprocess.run(
        [CMAKE, f"-DINPUT={path.resolve()}", f"-DFOLDER={pathlib.Path.cwd()}", "-DPRIMITIVE=scan",
         "-P", f"{SOURCE_FOLDER}/cmake/EmbedWgsl.cmake"],
        capture_output=True, text=True, check=False)


def expect(condition, message):
    if not condition:
        failures.append(message)


def bytes_of(name):
    text = pathlib.Path(name + ".wgsl.c").read_text()
    return bytes(int(byte, 16) for byte in re.findall(r"0x([0-9a-f]{2}),", text))


MAIN = """
#include "good_kernel.wgsl.h"
#include "good_fragment.wgsl.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    wgs_kernel const* k = &wgs_kernel_good_kernel;
    assert(strcmp(k->name, "good_kernel") == 0 && strcmp(k->primitive, "scan") == 0);
    assert(k->source == wgs_wgsl_good_kernel && k->source_size == wgs_wgsl_good_kernel_size);
    assert(k->binding_count == 3 && k->params_words == 4);
    assert(strcmp(k->bindings[0].name, "params") == 0 && k->bindings[0].kind == WGS_BINDING_UNIFORM);
    assert(strcmp(k->bindings[1].name, "keys") == 0 && k->bindings[1].kind == WGS_BINDING_READ);
    assert(strcmp(k->bindings[2].name, "sums") == 0 && k->bindings[2].kind == WGS_BINDING_READ_WRITE);
    assert(k->bindings[0].number == 0 && k->bindings[1].number == 1 && k->bindings[2].number == 4);
    assert(strcmp(k->params_names[1], "keys_base") == 0 && strcmp(k->params_names[3], "scale") == 0);
    struct wgs_good_kernel_params params = {.count = 1, .keys_base = 2, .shift = 3, .scale = 4};
    assert(sizeof params == 4 * k->params_words && params.scale == 4);
    wgs_fragment const* f = &wgs_fragment_good_fragment;
    assert(f->binding_count == 1 && f->bindings[0].number == 5 && f->bindings[0].kind == WGS_BINDING_READ_WRITE);
    assert(f->source_size == wgs_wgsl_good_fragment_size);
    return 0;
}
"""

for name, text in (("good_kernel", KERNEL), ("good_fragment", FRAGMENT), ("plain", "// Only a comment.\n")):
    result = embed(name, text)
    expect(result.returncode == 0, f"{name}: {result.stderr}")
    expect(bytes_of(name) == text.encode(), f"{name}: the bytes are not those of the file")
pathlib.Path("main.c").write_text(MAIN)
compiled = subprocess.run(
    [COMPILER, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-UNDEBUG", "-I.",
     f"-I{SOURCE_FOLDER}/src", "main.c", "good_kernel.wgsl.c", "good_fragment.wgsl.c", "plain.wgsl.c", "-o", "main"],
    capture_output=True, text=True, check=False)
expect(compiled.returncode == 0, f"what was made does not compile: {compiled.stderr}")
if compiled.returncode == 0:
    ran = subprocess.run(["./main"], capture_output=True, text=True, check=False)
    expect(ran.returncode == 0, f"what was made has other contents: {ran.stderr}")

for name, text, line, message in BAD:
    result = embed(name, text)
    said = " ".join(result.stderr.split())
    if message is None:
        expect(result.returncode == 0, f"{text!r}: {said}")
    else:
        expect(result.returncode != 0, f"{text!r}: was accepted")
        expect(f"{name}.wgsl:{line}: " in said and message in said, f"{text!r}: wanted {line}: {message}, got {said}")

print("\n".join(failures))
sys.exit(1 if failures else 0)
