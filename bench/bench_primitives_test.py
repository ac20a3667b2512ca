# SPDX-License-Identifier: MIT
"""Runs the benchmark of every primitive at small sizes, where it verifies what it times, and reads what it printed.

    bench_primitives_test.py PROGRAM
"""

import json
import subprocess
import sys

PROGRAM = sys.argv[1]
SKIPPED = 77
COMMON = ["--adapter", "software", "--samples", "1", "--format", "json"]


def run(*arguments):
    return subprocess.run([PROGRAM, *COMMON, *arguments], capture_output=True, text=True, timeout=500)


def verified(count, *arguments):
    """Rows of a run of uniform keys: every one of them was verified, or the exit status is not 0."""
    result = run("--distribution", "uniform", *arguments)
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert len(rows) == count, (count, rows)
    assert all(row["bytes"] > 0 and row["dispatches"] > 0 for row in rows), rows
    return rows


def segments():
    rows = verified(
        4, "--primitive", "segments", "--segments", "3", "--segment-rows", "100",
        "--mode", "keys,pairs", "--by", "descriptors,offsets",
    )
    assert [(row["mode"], row["variant"]) for row in rows] == [
        ("keys", "descriptors"), ("keys", "offsets"), ("pairs", "descriptors"), ("pairs", "offsets")
    ], rows
    assert {(row["n"], row["segments"], row["segmentRows"]) for row in rows} == {(300, 3, 100)}, rows
    pairs = next(row for row in rows if row["mode"] == "pairs" and row["variant"] == "offsets")
    assert pairs["bytes"] == 300 * 16 + 3 * 40, pairs
    rows = verified(
        2, "--primitive", "segments", "--n", "1000", "--segment-rows", "600", "--mode", "argsort",
        "--by", "descriptors,any-length",
    )
    assert {(row["segments"], row["mode"]) for row in rows} == {(2, "argsort")}, rows
    rows = verified(3, "--primitive", "batch", "--n", "700", "--segment-rows", "300", "--mode", "keys,pairs,argsort")
    assert {(row["work"], row["segments"], row["algorithm"]) for row in rows} == {("batch", 3, "radix")}, rows


def counting_and_comparator():
    rows = verified(6, "--primitive", "counting", "--n", "3000", "--range", "300", "--mode", "keys,pairs,argsort")
    assert {row["variant"] for row in rows} == {"stable", "unstable"}, rows
    pairs = next(row for row in rows if row["mode"] == "pairs" and row["variant"] == "unstable")
    assert pairs["bins"] == 300 and pairs["bytes"] == 3000 * 20 + 20 * 301, pairs
    rows = verified(2, "--primitive", "comparator", "--n", "700", "--key", "i32")
    assert {(row["work"], row["mode"]) for row in rows} == {("comparator", "keys"), ("comparator", "pairs")}, rows


def folds():
    rows = verified(6, "--primitive", "histogram", "--n", "3000", "--bins", "16,2500", "--key", "u32,i32,f32")
    assert {row["bins"] for row in rows} == {16, 2500}, rows
    rows = verified(8, "--primitive", "reduce", "--n", "3000", "--operation", "sum,min,max,extent", "--key", "i32,f32")
    assert {row["variant"] for row in rows} == {"sum", "min", "max", "extent"}, rows
    assert {row["bytes"] for row in rows} == {12000}, rows
    rows = verified(
        4, "--primitive", "scan", "--n", "20000", "--operation", "sum,max", "--key", "f32",
        "--scan", "exclusive,segmented-inclusive", "--segment-rows", "77",
    )
    assert {row["bytes"] for row in rows} == {20000 * 12, 20000 * 20}, rows


def what_a_primitive_lacks_is_left_out():
    result = run(
        "--n", "300", "--distribution", "uniform", "--mode", "argsort", "--key", "u32,f32",
        "--operation", "extent", "--primitive", "scan,comparator,counting,batch", "--segment-rows", "1",
        "--range", "2^23", "--n", "5000",
    )
    assert result.returncode == 3, result
    for text in ("scans have no extent", "a u32 or i32 key", "radix", "5000 chunks but at most 4096"):
        assert text in result.stderr, (text, result.stderr)
    result = run("--primitive", "segments", "--segments", "2^31", "--segment-rows", "2^31")
    assert result.returncode == 3 and "4611686018427387904 rows" in result.stderr, result


if "no adapter" in run("--n", "1").stderr.lower():
    print("skipped: there is no software adapter")
    sys.exit(SKIPPED)
segments()
counting_and_comparator()
folds()
what_a_primitive_lacks_is_left_out()
