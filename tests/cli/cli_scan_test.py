# SPDX-License-Identifier: MIT
"""scan: sums, least and greatest values so far, against Python's exact numbers."""

import json
import math
import os
import random
import struct
import subprocess

from cli_case import COMMAND, CommandCase, main

INTEGERS = {"u8": "B", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q"}
RESULTS = {"u8": "I", "i16": "i", "u32": "I", "i32": "i", "u64": "Q", "i64": "q"}


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def float_rank(value):
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFF) - 1


def scan(values, operation, exclusive=False, starts=()):
    """The result of each row; None for nulls, and for a least or greatest of nothing."""
    results, so_far = [], []
    for row, value in enumerate(values):
        if row in starts:
            so_far = []
        before = list(so_far)
        if value is not None and not (operation != "sum" and math.isnan(value)):
            so_far.append(value)
            if operation != "sum":
                rank = float_rank if isinstance(value, float) else lambda number: number
                so_far = [(min if operation == "min" else max)(so_far, key=rank)]
            else:
                so_far = [sum(so_far)]
        taken = before if exclusive else so_far
        if value is None or (operation != "sum" and not taken):
            results.append(None)
        else:
            results.append(taken[0] if taken else 0)
    return results


class ScanCase(CommandCase):
    def scan(self, data, *words):
        if isinstance(data, str):
            data = data.encode()
        output, error = self.run_command("scan", *words, stdin=data)
        self.assertEqual(error, "")
        return output

    def column(self, text, *words):
        """The last column of the CSV that comes out."""
        lines = self.scan(text, *words).decode().splitlines()
        return [line.rsplit(",", 1)[1] for line in lines[1:]]

    def check_column(self, values, operation, *words, starts=(), exclusive=False):
        marks, mark = [], 0
        for row in range(len(values)):
            mark += row in starts
            marks.append(mark)
        text = "s,n\n" + "".join(f"{mark},{'' if value is None else value}\n" for mark, value in zip(marks, values))
        wanted = ["" if result is None else str(result) for result in scan(values, operation, exclusive, starts)]
        words = [*words, "--operation", operation, *(["--exclusive"] if exclusive else []),
                 *(["--segments", "s"] if starts else [])]
        self.assertEqual(self.column(text, "-cn", *words), wanted, words)


class Integers(ScanCase):
    def test_raw_types(self):
        rng = random.Random(61)
        for index, (type_name, code) in enumerate(INTEGERS.items()):
            low, high = (-9, 9) if type_name[0] == "i" else (0, 99)
            values = [rng.randint(low, high) for _ in range(1500)]
            operation = ("sum", "min", "max")[index % 3]
            data = struct.pack(f"<1500{code}", *values)
            found = self.scan(data, "--raw", type_name, "--operation", operation, "--replace")
            self.assertEqual(list(struct.unpack(f"<1500{RESULTS[type_name]}", found)), scan(values, operation))
            rows = self.scan(data, "--raw", type_name, "--portion-rows", "399")
            wanted = b"".join(struct.pack(f"<{code}{RESULTS[type_name]}", value, result)
                              for value, result in zip(values, scan(values, "sum")))
            self.assertEqual(rows, wanted)

    def test_sums_beyond_32_bits(self):
        """Exact in 64 bits, whatever the device can hold at once."""
        rng = random.Random(62)
        greatest, least = (1 << 31) - 1, -(1 << 31)
        values = [rng.choice([None, greatest, least, 0, rng.randint(least, greatest)]) for _ in range(2500)]
        self.check_column(values, "sum")
        self.check_column(values, "sum", "--portion-rows", "601", exclusive=True, starts={700, 701, 2000})
        self.check_column([(1 << 32) - 1] * 999, "sum", starts={998})
        self.check_column([1, -2147483648, 2147483647, 2147483647, -2147483648] * 300, "sum", exclusive=True)

    def test_least_and_greatest(self):
        rng = random.Random(63)
        base = 1 << 60
        values = [rng.choice([None, base, base + rng.randrange(1 << 32)]) for _ in range(1500)]
        for operation in ("min", "max"):
            self.check_column(values, operation, "--portion-rows", "499", exclusive=operation == "min")
            self.check_column(values, operation, exclusive=operation == "max", starts={1, 5, 6, 1000})

    def test_nothing_yet(self):
        """Of no values a table holds a null, and raw rows what the type ends with."""
        for code, type_name, least, greatest in (("I", "u32", (1 << 32) - 1, 0), ("q", "i64", (1 << 63) - 1, -(1 << 63)),
                                                 ("f", "f32", math.inf, -math.inf)):
            data = struct.pack(f"<2{code}", 5, 3)
            for operation, nothing in (("min", least), ("max", greatest)):
                words = ["--raw", type_name, "--replace", "--exclusive", "--operation", operation]
                self.assertEqual(struct.unpack(f"<2{code}", self.scan(data, *words)), (nothing, 5))
                self.assertEqual(self.scan(data, *words, "--to", "csv"), b"c0\n\n5\n")

    def test_overflow(self):
        data = struct.pack("<4I", (1 << 32) - 2, 1, 1, 7)
        message = 'standard input: column "c0": the sum at row 2 is above what u32 holds (--wrap makes sums modulo 2^32)'
        self.expect_error(4, message, "scan", "--raw", "u32", stdin=data)
        found = self.scan(data, "--raw", "u32", "--wrap", "--replace", "--portion-rows", "2")
        self.assertEqual(struct.unpack("<4I", found), ((1 << 32) - 2, (1 << 32) - 1, 0, 7))
        self.scan(data, "--raw", "u32", "--segments", "c0")
        data = struct.pack("<3i", -(1 << 31), -1, 5)
        self.expect_error(4, "the sum at row 1 is below what i32 holds", "scan", "--raw", "i32", stdin=data)
        self.expect_error(4, 'column "n": it holds values beyond 32 bits, which can\'t be added', "scan",
                          stdin=b"n\n-1\n2147483648\n")
        self.expect_error(4, 'column "n": its values span more than 32 bits', "scan", "--operation", "max",
                          stdin=b"n\n-1\n4294967295\n")
        self.check_column([-1, 4294967294], "max")

    def test_failure_keeps_the_output(self):
        self.put("out.bin", b"old")
        self.expect_error(4, "above what u32 holds", "scan", "--raw", "u32", "-o", "out.bin",
                          stdin=struct.pack("<2I", (1 << 32) - 1, 1))
        self.assertEqual(self.get("out.bin"), b"old")
        self.assertEqual(os.listdir(self.folder), ["out.bin"])


class Floats(ScanCase):
    def test_sums(self):
        rng = random.Random(64)
        values = [single(rng.gauss(0, 100)) for _ in range(3000)]
        data = struct.pack("<3000f", *values)
        for words, exclusive in (([], False), (["--exclusive", "--portion-rows", "701"], True)):
            found = struct.unpack("<3000f", self.scan(data, "--raw", "f32", "--replace", *words))
            magnitude = 0.0
            for i, result in enumerate(found):
                exact = math.fsum(values[:i] if exclusive else values[:i + 1])
                magnitude += 0 if exclusive else abs(values[i])
                self.assertLessEqual(abs(result - exact), i * 2.0 ** -24 * magnitude)
                magnitude += abs(values[i]) if exclusive else 0

    def test_least_and_greatest(self):
        rng = random.Random(65)
        special = [0.0, -0.0, math.inf, -math.inf, math.nan, single(1e-45), 1.5]
        values = [math.nan, math.nan] + [rng.choice(special) if i % 2 else single(rng.gauss(0, 9)) for i in range(900)]
        data = struct.pack(f"<{len(values)}f", *values)
        for operation, words, exclusive in (("min", [], False), ("max", ["--portion-rows", "97"], False),
                                            ("min", ["--portion-rows", "2", "--exclusive"], True)):
            shown = values[:20] if exclusive else values
            found = self.scan(data[:4 * len(shown)], "--raw", "f32", "--replace", "--operation", operation, *words)
            nothing = math.inf if operation == "min" else -math.inf
            wanted = [nothing if result is None else result for result in scan(shown, operation, exclusive)]
            self.assertEqual(found, struct.pack(f"<{len(wanted)}f", *wanted), (operation, words))

    def test_doubles(self):
        text = "n\n0.1\n0.2\n\n-0.3\n"
        self.expect_error(4, 'column "n": it holds doubles: --f32 rounds them', "scan", stdin=text.encode())
        self.assertEqual(self.scan(text, "--f32", "--operation", "max"), b"n,n_max\n0.1,0.1\n0.2,0.2\n,\n-0.3,0.2\n")
        found = self.scan(struct.pack("<3q", 1 << 40, 1, -(1 << 40)), "--raw", "i64", "--f32", "--replace")
        self.assertEqual(struct.unpack("<3f", found), (2.0 ** 40, 2.0 ** 40, 0.0))


class Tables(ScanCase):
    def test_text(self):
        self.assertEqual(self.scan('a,"b"\r\n1,"x,y"\r\n2,z', "-ca"), b'a,"b",a_sum\r\n1,"x,y",1\r\n2,z,3\r\n')
        self.assertEqual(self.scan("\ufeffa\tb\n4\tx,\n5\t\n", "-ca", "--format", "tsv", "--name", "t\tt"),
                         "\ufeffa\tb\t\"t\tt\"\n4\tx,\t4\n5\t\t9\n".encode())
        self.assertEqual(self.scan('1,"2"\n3,"4"\n', "-c2", "--no-header", "--exclusive", "--replace"), b"1,0\n3,2\n")
        self.assertEqual(self.scan("a,b\n1,2\n\n3,4\n", "-cb"), b"a,b,b_sum\n1,2,2\n,,\n3,4,6\n")
        self.assertEqual(self.scan("a,b\n1,2\n\n3,4\n", "-cb", "--replace"), b"a,b\n1,2\n,\n3,6\n")
        self.assertEqual(self.scan("a\n\n3\n", "--name", 'q"'), b'a,"q"""\n,\n3,3\n')
        self.assertEqual(self.scan('a,b\n1,"x""y"\n2,\n', "-ca", "--replace", "--to", "tsv"),
                         b'a\tb\n1\t"x""y"\n3\t\n')

    def test_text_to_raw(self):
        found = self.scan("a,b\n1,0.5\n2,0.25\n", "-cb", "--f32", "--to", "raw")
        self.assertEqual(found, struct.pack("<qddqdd", 1, 0.5, 0.5, 2, 0.25, 0.75))
        found = self.scan("a,b\n1,7\n2,8\n", "-ca", "--replace", "--to", "raw")
        self.assertEqual(found, struct.pack("<4q", 1, 7, 3, 8))
        self.expect_error(4, 'line 3, column "a": an empty field can\'t be written as a raw number', "scan",
                          "--to", "raw", stdin=b"a\n1\n\n")

    def test_raw_rows(self):
        rows = [(3, 1.5, 1), (4, 2.5, 2), (5, 0.5, 3)]
        data = b"".join(struct.pack("<HfB", *row) for row in rows)
        words = ["--raw", "u16,f32,u8"]
        self.assertEqual(self.scan(data, *words, "-cc1"), b"".join(
            struct.pack("<HfBf", *row, total) for row, total in zip(rows, (1.5, 4.0, 4.5))))
        self.assertEqual(self.scan(data, *words, "-c1", "--replace"), b"".join(
            struct.pack("<IfB", total, *row[1:]) for row, total in zip(rows, (3, 7, 12))))
        self.assertEqual(self.scan(data, *words, "-c3", "--to", "csv"),
                         b"c0,c1,c2,c2_sum\n3,1.5,1,1\n4,2.5,2,3\n5,0.5,3,6\n")

    def test_nothing(self):
        self.assertEqual(self.scan("a\n"), b"a,a_sum\n")
        self.assertEqual(self.scan("a"), b"a,a_sum")
        self.assertEqual(self.scan(b"", "--raw", "u32"), b"")
        self.assertEqual(self.scan("", "--no-header", "--format", "csv"), b"")
        self.assertEqual(self.scan("a\n\n\n"), b"a,a_sum\n,\n,\n")

    def test_output_is_the_input(self):
        self.put("t.csv", "a\n1\n2\n")
        self.run_command("scan", "t.csv", "-o", "t.csv")
        self.assertEqual(self.get("t.csv"), b"a,a_sum\n1,1\n2,3\n")
        self.run_command("scan", "t.csv", "-ca", "-o", "t.csv", "--name", "again")
        self.assertEqual(self.get("t.csv"), b"a,a_sum,again\n1,1,1\n2,3,3\n")
        done = subprocess.run([COMMAND, "scan", "t.csv", "-ca", "--name=b", "-o", "/dev/full"], cwd=self.folder,
                              capture_output=True)
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"No space left", done.stderr)

    def test_json(self):
        _, error = self.run_command("scan", "-cn", "--json", "--segments", "s", "--exclusive", "--portion-rows", "2",
                                    stdin=b"s,n\na,1\na,\nb,3\n")
        report = json.loads(error)
        self.assertTrue(report.pop("adapter"))
        self.assertTrue(report.pop("adapter_kind"))
        self.assertEqual(report, {
            "input": "standard input", "format": "csv", "column": "n", "result": "n_sum", "operation": "sum",
            "exclusive": True, "type": "i64", "rows": 3, "nulls": 1, "batches": 0, "segments": 2, "portions": 2})

    def test_explain(self):
        self.put("t.csv", "k,v\n3,0.5\n,1.5\n")
        plan, _ = self.run_command("explain", "scan", "--raw", "f32", "--rows", "1000", "--as", "json")
        self.assertEqual([buffer["label"] for buffer in json.loads(plan)["buffers"]][:1], ["values"])
        self.assertNotIn(b"segment flags", plan)
        plan, _ = self.run_command("explain", "scan", "t.csv", "-cv", "--f32", "--segments", "k")
        self.assertIn(b"segment flags", plan)
        text, _ = self.run_command("explain", "scan", "--help")
        self.assertTrue(text.startswith(b"usage: wgsort explain scan "))
        self.expect_error(4, "it holds doubles", "explain", "scan", "t.csv", "-cv")

    def test_usage(self):
        text = b"a,a_sum\n1,2\n"
        for message, words in (
            ("no column: give -c COLUMN, one of 2", []),
            ("no column \"c\" (it has 2: a, a_sum)", ["-cc"]),
            ("there is a column \"a_sum\" already: give another --name, or --replace", ["-ca"]),
            ("there is a column \"a\" already", ["-ca", "--name", "a"]),
            ("--replace and --name exclude each other", ["-ca", "--name", "b", "--replace"]),
            ("--operation: unknown operation \"product\" (known: sum, min, max)", ["-ca", "--operation", "product"]),
            ("--batches is for arrow, arrows and parquet: csv", ["-ca", "--name", "b", "--batches"]),
            ("can be written as csv, tsv or raw", ["-ca", "--name", "b", "--to", "arrow"]),
        ):
            self.expect_error(2, message, "scan", *words, stdin=text)


if __name__ == "__main__":
    main(["Integers.test_sums_beyond_32_bits", "Floats.test_least_and_greatest"])
