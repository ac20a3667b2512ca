# SPDX-License-Identifier: MIT
"""Runs the benchmark on a few small cases, and reads what it printed.

    bench_output_test.py PROGRAM
"""

import csv
import io
import json
import pathlib
import subprocess
import sys

PROGRAM = sys.argv[1]
SKIPPED = 77
COMMON = ["--adapter", "software", "--samples", "2"]
NUMBERS = {"n", "segments", "segmentRows", "bins", "valueSize", "ms_median", "ms_p10", "ms_p90", "gkeys", "tbps", "copy_share", "scratch", "dispatches"}
TEXTS = {"work", "keyType", "distribution", "algorithm", "timing", "adapter", "version", "date"}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=100)


def rows_of(*arguments):
    result = run(*COMMON, "--format", "json", *arguments)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def sorts_in_json():
    rows = rows_of("--n", "200,700", "--mode", "keys,pairs,argsort", "--key", "u32,f64", "--distribution", "few")
    assert len(rows) == 12, rows
    for row in rows:
        assert all(isinstance(row[name], (int, float)) for name in NUMBERS), row
        assert all(isinstance(row[name], str) and row[name] for name in TEXTS), row
        assert 0 < row["ms_p10"] <= row["ms_median"] <= row["ms_p90"], row
        assert row["dispatches"] > 0 and row["gkeys"] > 0 and row["tbps"] > 0, row
        assert row["algorithm"] == ("bitonic" if row["n"] == 200 else "radix"), row
        assert row["valueSize"] == (4 if row["work"] == "pairs" else 0), row
    assert {row["work"] for row in rows} == {"keys", "pairs", "argsort"}
    pairs = next(row for row in rows if row["work"] == "pairs" and row["n"] == 700 and row["keyType"] == "u32")
    assert pairs["bytes"] == 700 * 8 * (12 + 8), pairs


def other_primitives():
    rows = rows_of("--primitive", "scan,gather,copy", "--n", "5000", "--distribution", "uniform", "--timing", "wall")
    assert [row["work"] for row in rows] == ["scan", "gather", "copy", "copy"], rows
    assert {row["timing"] for row in rows} == {"wall"}, rows
    scan = rows[0]
    assert abs(scan["tbps"] * 1e9 * scan["ms_median"] / scan["bytes"] - 1) < 0.01, scan


def too_large_is_left_out():
    result = run(*COMMON, "--format", "json", "--n", "10,2^31", "--mode", "keys", "--distribution", "equal")
    assert result.returncode == 0, result.stderr
    assert [row["n"] for row in json.loads(result.stdout)] == [10], result.stdout
    assert "left out: keys u32 2147483648 equal" in result.stderr, result.stderr
    result = run(*COMMON, "--format", "json", "--n", "2^31", "--mode", "keys")
    assert result.returncode == 3 and json.loads(result.stdout) == [], result


def csv_table_and_file():
    result = run(*COMMON, "--format", "csv", "--n", "300", "--mode", "keys", "-o", "rows.csv")
    assert result.returncode == 0 and result.stdout == "", result
    rows = list(csv.DictReader(io.StringIO(pathlib.Path("rows.csv").read_text())))
    assert [row["distribution"] for row in rows] == ["uniform", "few"], rows
    result = run(*COMMON, "--n", "300", "--mode", "keys", "-o", "no-such-folder/rows.csv")
    assert result.returncode == 4 and "no-such-folder/rows.csv" in result.stderr, result
    result = run(*COMMON, "--n", "300", "--mode", "keys")
    assert result.returncode == 0 and result.stdout.startswith("# adapter: "), result
    assert "Gkeys/s" in result.stdout, result


def nodes():
    rows = rows_of("--n", "300", "--mode", "pairs", "--distribution", "uniform", "--nodes")
    assert [row["node"] for row in rows] == list(range(24)), rows
    assert all(row["us_median"] > 0 and row["label"] for row in rows), rows
    assert abs(sum(row["share"] for row in rows) - 1) < 0.01, rows


def usage():
    result = run("--n", "many")
    assert result.returncode == 2 and "--n" in result.stderr and result.stdout == "", result
    result = run("--help")
    assert result.returncode == 0 and "examples:" in result.stdout, result


usage()
if "no adapter" in run(*COMMON, "--n", "1").stderr.lower():
    print("skipped: there is no software adapter")
    sys.exit(SKIPPED)
sorts_in_json()
other_primitives()
too_large_is_left_out()
csv_table_and_file()
nodes()
