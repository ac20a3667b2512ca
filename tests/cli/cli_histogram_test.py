# SPDX-License-Identifier: MIT
"""histogram: counts against bisection in Python's exact numbers, and what is printed where."""

import bisect
import fcntl
import json
import math
import os
import pty
import random
import struct
import subprocess
import termios

from cli_case import COMMAND, CommandCase, main

INTEGERS = {"u8": "B", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q"}


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def count_by_edges(values, edges):
    """The rule itself: the last bin whose first edge is not above the value; the last bin is closed."""
    counts = [0] * (len(edges) - 1)
    for value in values:
        if edges[0] <= value <= edges[-1]:
            counts[min(bisect.bisect_right(edges, value), len(counts)) - 1] += 1
    return counts


class HistogramCase(CommandCase):
    def histogram(self, data, *words):
        if isinstance(data, str):
            data = data.encode()
        output, error = self.run_command("histogram", "--json", *words, stdin=data)
        self.assertEqual(error, "")
        return json.loads(output)

    def edges(self, found, real=False):
        bins = found["bins"]
        for before, after in zip(bins, bins[1:]):
            self.assertEqual(before["to"], after["from"])
        edges = [entry["from"] for entry in bins] + [bins[-1]["to"]]
        return [single(edge) for edge in edges] if real else edges

    def check(self, values, data, *words, nulls=0, real=False):
        """Counts and what is left out are those of the printed edges. Returns the edges."""
        found = self.histogram(data, *words)
        edges = self.edges(found, real)
        finite = [value for value in values if math.isfinite(value)]
        self.assertEqual([entry["count"] for entry in found["bins"]], count_by_edges(finite, edges), words)
        wanted = {
            "rows": len(values) + nulls,
            "nulls": nulls,
            "not_finite": len(values) - len(finite),
            "below": sum(value < edges[0] for value in finite),
            "above": sum(value > edges[-1] for value in finite),
        }
        wanted["counted"] = len(finite) - wanted["below"] - wanted["above"]
        self.assertEqual({name: found[name] for name in wanted}, wanted)
        return edges


def even(low, high, bins):
    return [low - (-i * (high - low) // bins) for i in range(bins)] + [high]


class Integers(HistogramCase):
    def test_types(self):
        rng = random.Random(41)
        for type_name, code in INTEGERS.items():
            width = int(type_name[1:])
            lowest = -(1 << (width - 1)) if type_name[0] == "i" else 0
            highest = lowest + (1 << width) - 1
            values = [rng.choice([lowest, highest, 0, 1]) if i % 4 == 0 else rng.randint(lowest, highest)
                      for i in range(900)]
            data = struct.pack(f"<{len(values)}{code}", *values)
            edges = self.check(values, data, "--raw", type_name, "--bins", "7")
            if width <= 32:
                self.assertEqual(edges, even(lowest, highest, 7))
            else:  # multiples of 2^33 above the low end, within one of them of even bins
                self.assertEqual([(edge - lowest) % (1 << 33) for edge in edges[:-1]], [0] * 7)
                for edge, wanted in zip(edges, even(lowest, highest, 7)):
                    self.assertLessEqual(abs(edge - wanted), 1 << 33)

    def test_narrow_range_of_wide_numbers(self):
        base = 1 << 62
        values = [base + i * i % 1000 for i in range(500)]
        data = struct.pack("<500q", *values)
        words = ["--raw", "i64", "--portion-rows", "99"]
        self.assertEqual(self.check(values, data, *words, "--range", f"{base + 10},{base + 500}", "--bins", "11"),
                         even(base + 10, base + 500, 11))
        self.assertEqual(self.check(values, data, *words, "--width", "100", "--range", f"{base},{base + 450}"),
                         [base + i for i in (0, 100, 200, 300, 400, 450)])
        self.check(values, data, *words, "--edges", f"{base - 5},{base + 3},{base + 700}")

    def test_width(self):
        values = [-7, -6, -5, 0, 4, 5, 9, 9, 12]
        data = "n\n" + "".join(f"{value}\n" for value in values)
        self.assertEqual(self.check(values, data, "--width", "5"), [-10, -5, 0, 5, 10, 15])
        self.assertEqual(self.check(values, data, "--width", "5", "--range", "-6,9"), [-6, -1, 4, 9])
        self.assertEqual(self.check([5, 5], "n\n5\n5\n", "--width", "5"), [5, 10])
        ends = [0, (1 << 32) - 1, 1 << 31]
        edges = self.check(ends, struct.pack("<3I", *ends), "--raw", "u32", "--width", str(1 << 30))
        self.assertEqual(edges, [i << 30 for i in range(5)])
        ends = [-(1 << 31), (1 << 31) - 1, -1]
        edges = self.check(ends, struct.pack("<3i", *ends), "--raw", "i32", "--width", "1000000000")
        self.assertEqual(edges, [i * 1000000000 for i in range(-3, 4)])

    def test_more_bins_than_numbers(self):
        self.assertEqual(self.check([3, 4, 4, 5], "n\n3\n4\n4\n5\n", "--bins", "5"), [3, 4, 4, 5, 5, 5])
        self.assertEqual(self.check([3, 4, 4, 5], "n\n3\n4\n4\n5\n"), [3, 4, 5])
        self.assertEqual(self.check([8, 8], "n\n8\n8\n", "--bins", "5"), [8, 8])

    def test_many_bins_and_portions(self):
        rng = random.Random(42)
        values = [rng.randrange(100000) for _ in range(20000)]
        data = struct.pack("<20000I", *values)
        self.check(values, data, "--raw", "u32", "--bins", "5000", "--portion-rows", "6001")

    def test_nulls_and_nothing(self):
        self.check([1, 2, 9], "s,n\na,1\nb,\nc,2\nx,\"\"\ne,9\n", "-c", "n", "--edges", "0,2,4", nulls=2)
        for data in ("n\n", "n\n\n\n"):
            found = self.histogram(data)
            self.assertEqual((found["bins"], found["counted"], found["nulls"]), ([], 0, data.count("\n") - 1))
        found = self.histogram("n\n", "--range", "0,10", "--bins", "2")
        self.assertEqual([entry["count"] for entry in found["bins"]], [0, 0])
        self.assertEqual(self.histogram("", "--no-header", "--format", "csv")["rows"], 0)


class Floats(HistogramCase):
    def singles(self):
        rng = random.Random(43)
        special = [0.0, -0.0, math.inf, -math.inf, math.nan, single(1e-45), -single(1e-45), 1.0, single(0.1)]
        return [rng.choice(special) if i % 3 == 0 else single(rng.gauss(0, 2)) for i in range(1500)]

    def test_f32(self):
        values = self.singles()
        data = struct.pack("<1500f", *values)
        words = ["--raw", "f32"]
        finite = [value for value in values if math.isfinite(value)]
        edges = self.check(values, data, *words, "--bins", "13", real=True)
        low, high = min(finite), max(finite)
        self.assertEqual(edges, [single(low + (high - low) * i / 13) for i in range(13)] + [high])
        self.check(values, data, *words, "--range", "-0.5,1", "--portion-rows", "400", real=True)
        self.assertEqual(self.check(values, data, *words, "--edges", "-1,0,0.1,1", real=True),
                         [-1, 0, single(0.1), 1])
        edges = self.check(values, data, *words, "--width", "0.25", real=True)
        self.assertEqual(edges, [i / 4 for i in range(math.floor(low * 4), math.floor(high * 4) + 2)])
        self.assertEqual(self.check(values, data, *words, "--width", "0.75", "--range", "-1,1", real=True),
                         [-1, -0.25, 0.5, 1])

    def test_doubles_beside_edges(self):
        """A double is compared with the f32 edge as it is, not as the f32 number next to it."""
        edges = [single(0.1), single(0.3), 1.0]
        values = [math.nextafter(edge, towards) for edge in edges for towards in (-math.inf, math.inf)] + edges
        data = struct.pack(f"<{len(values)}d", *values)
        found = self.check(values, data, "--raw", "f64", "--edges", "0.1,0.3,1", real=True)
        self.assertEqual(found, edges)
        self.check(values, data, "--raw", "f64", "--bins", "3", real=True)
        text = "n\n" + "".join(f"{value!r}\n" for value in values)
        self.check(values, text, "--edges", "0.1,0.3,1", real=True)

    def test_numbers_beyond_f32(self):
        data = struct.pack("<3d", 1e300, 1.0, -1e300)
        self.expect_error(4, "beyond the largest f32 number: give a --range", "histogram", "--raw", "f64", stdin=data)
        self.check([1e300, 1.0, -1e300], data, "--raw", "f64", "--range", "0,2", real=True)

    def test_equal_numbers(self):
        self.assertEqual(self.check([2.5, 2.5], "n\n2.5\n2.5\n", "--bins", "4", real=True), [2.5, 2.5])


class Printing(HistogramCase):
    def test_table(self):
        output, error = self.run_command("histogram", "--width", "10", stdin=b"n\n1\n9\n\n10\n25\n")
        self.assertEqual(output, b"from\tto\tcount\n0\t10\t2\n10\t20\t1\n20\t30\t1\n")
        self.assertEqual(error, "wgsort: not counted: 1 null\n")
        _, error = self.run_command("histogram", "--width", "10", "-q", stdin=b"n\n1\n\n")
        self.assertEqual(error, "")
        _, error = self.run_command("histogram", "--range", "0,2", stdin=b"n\n1.5\nnan\n-1\n\n3\n4\n")
        self.assertEqual(error, "wgsort: not counted: 1 null, 1 not finite, 1 below, 2 above\n")

    def chart(self, columns):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.put("n.csv", "n\n" + "5\n" * 40 + "15\n" * 20 + "35\n" + "107\n" * 10)
        done = subprocess.run([COMMAND, "histogram", "n.csv", "--edges", "0,10,20,30,40,110"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE)
        os.close(slave)
        shown = os.read(master, 10000).decode()
        os.close(master)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return shown.split("\r\n")

    def test_chart(self):
        """Bars as long as the terminal is wide; none for an empty bin, and never none for another."""
        self.assertEqual(self.chart(37), [
            " 0 ..  10  40  " + "#" * 22,
            "10 ..  20  20  " + "#" * 11,
            "20 ..  30   0",
            "30 ..  40   1  #",
            "40 .. 110  10  ######",
            ""])
        self.assertEqual(max(map(len, self.chart(100))), 100)
        self.assertEqual(max(map(len, self.chart(5))), 25)

    def test_explain(self):
        plan, _ = self.run_command("explain", "histogram", "--raw", "u32", "--rows", "1000", "--bins", "20", "--as", "json")
        buffers = {buffer["label"]: buffer["size"] for buffer in json.loads(plan)["buffers"]}
        self.assertEqual((buffers["values"], buffers["counts"]), (4000, 80))
        self.put("t.csv", "k,v\n3,0.5\n,1.5\n")
        text, _ = self.run_command("explain", "histogram", "t.csv", "-c", "v", "--width", "0.5")
        self.assertIn(b"histogram", text)
        _, error = self.run_command("explain", "histogram", "t.csv", "-cv", "--portion-rows", "1")
        self.assertEqual(error, "wgsort: 2 rows are counted in portions of 1 and added on the CPU; this is the graph "
                                "of one portion\n")
        help_text, _ = self.run_command("explain", "histogram", "--help")
        self.assertTrue(help_text.startswith(b"usage: wgsort explain histogram "))
        self.expect_error(2, "--width needs a --range", "explain", "histogram", "--raw", "u32", "--rows", "5",
                          "--width", "3")
        self.run_command("explain", "sort", "t.csv", "-kk")
        self.put("sort", "k\n1\n")
        self.run_command("explain", "./sort", "-kk")

    def test_usage(self):
        text = b"a,b\n1,0.5\n2,1.5\n"
        for message, words in (
            ("no column: give -c COLUMN, one of 2", []),
            ("no column \"c\" (it has 2: a, b)", ["-cc"]),
            ("--column: more than 1 column", ["-ca", "-cb"]),
            ("--bins, --width and --edges exclude each other", ["-ca", "--bins", "3", "--width", "1"]),
            ("--edges and --range exclude each other", ["-ca", "--range", "0,1", "--edges", "1,2"]),
            ("--bins: \"0\" is not a whole number from 1 to 4194304", ["-ca", "--bins", "0"]),
            ("--range 1: give LOW,HIGH", ["-ca", "--range", "1"]),
            ("--range 1,2,3: more than 2 numbers", ["-ca", "--range", "1,2,3"]),
            ("--range: \"x\" is not a finite number of 64 bits", ["-ca", "--range", "0,x"]),
            ("--range: \"inf\" is not a finite number", ["-cb", "--range", "0,inf"]),
            ("--range: \"\" is not a finite number", ["-cb", "--range", "0,"]),
            ("--range: 5 is above 4", ["-ca", "--range", "5,4"]),
            ("--range: 5 is above 4", ["-cb", "--range", "5,4"]),
            ("--range: 1e+39 is beyond the largest f32 number", ["-cb", "--range", "0,1e39"]),
            ("--range: the column's numbers are integers, and 0.5 is none", ["-ca", "--range", "0.5,4"]),
            ("--width: -1 is not above 0", ["-ca", "--width", "-1"]),
            ("--width 1e-9 makes more than 4194304 bins", ["-cb", "--width", "1e-9"]),
            ("--width 5e-324 makes more than 4194304 bins", ["-cb", "--width", "5e-324"]),
            ("--width 1 makes more than 4194304 bins", ["-ca", "--width", "1", "--range", "0,4194305"]),
            ("--edges: 1 numbers: there should be 2 to 4194305", ["-ca", "--edges", "1"]),
            ("--edges: 2 is not above the edge before it", ["-ca", "--edges", "1,2,2"]),
            ("two edges become the f32 number 1", ["-cb", "--edges", "0,1,1.00000001"]),
            ("from 0 to 4294967296 is more than 32 bits", ["-ca", "--edges", "0,1,4294967296"]),
            ("from 0 to 4294967296 is more than 32 bits", ["-ca", "--width", "9", "--range", "0,4294967296"]),
        ):
            self.expect_error(2, message, "histogram", *words, stdin=text)
        self.expect_error(4, 'line 2, column "s": "x" is not a number', "histogram", "-cs", stdin=b"s,n\nx,1\n")
        self.expect_error(2, "all 32 bits lie before the bin that begins at 4294967295: give another --width",
                          "histogram", "--raw", "u32", "--width", "65535", stdin=struct.pack("<2I", 0, (1 << 32) - 1))


if __name__ == "__main__":
    main(["Integers.test_many_bins_and_portions", "Floats.test_f32"])
