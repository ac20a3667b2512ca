# SPDX-License-Identifier: MIT
"""sort --segments: each run of rows that are equal in some columns is sorted where it stands."""

import json
import random
import struct

from cli_case import CommandCase, main


def segmented_order(marks, rank):
    """Row numbers: the runs of equal marks in their places, each sorted by rank(row), stable."""
    order = []
    begin = 0
    for row in range(1, len(marks) + 1):
        if row == len(marks) or marks[row] != marks[begin]:
            order += sorted(range(begin, row), key=rank)
            begin = row
    return order


def runs(rng, values, rows):
    """A list of `rows` values in which neighbours are often equal."""
    found = []
    while len(found) < rows:
        found += [rng.choice(values)] * rng.choice([1, 1, 2, 3, 50])
    return found[:rows]


class Text(CommandCase):
    def test_runs_keep_their_places(self):
        self.check_sort("s,k\nb,2\nb,1\na,9\na,8\na,\nb,0\n", "s,k\nb,1\nb,2\na,8\na,9\na,\nb,0\n",
                        "--segments", "s", "-kk")
        self.check_sort("s,k\nb,2\nb,1\na,9\n,8\n,7\n", "s,k\nb,2\nb,1\na,9\n,8\n,7\n", "--segments=s", "-kk:desc")

    def test_equal_fields(self):
        """Fields are equal when their texts are, without the quotes."""
        self.check_sort('s,k\n"a",3\na,2\n"a",1\n', 's,k\n"a",1\na,2\n"a",3\n', "--segments", "s", "-kk")
        self.check_sort('s,k\n"x""y",3\n"x""y",1\nx"y,2\n', 's,k\n"x""y",1\nx"y,2\n"x""y",3\n',
                        "--segments", "s", "-kk")
        self.check_sort("s,k\n1,3\n1.0,2\n01,1\n", "s,k\n1,3\n1.0,2\n01,1\n", "--segments", "s", "-kk")
        self.check_sort('s,k\n,3\n"",2\n\n,1\n', 's,k\n,1\n"",2\n,3\n\n', "--segments", "s", "-kk")
        self.check_sort("s,k\na,3\nab,2\nA,1\na,0\n", "s,k\na,3\nab,2\nA,1\na,0\n", "--segments", "s", "-kk")

    def test_several_columns(self):
        text = "a,\"b,c\",k\n1,x,3\n1,x,2\n1,y,1\n2,y,5\n2,y,4\n"
        expected = "a,\"b,c\",k\n1,x,2\n1,x,3\n1,y,1\n2,y,4\n2,y,5\n"
        for words in (["--segments", 'a,"b,c"'], ["--segments", "a", "--segments", "2"], ["--segments", "1,2"]):
            self.check_sort(text, expected, *words, "-kk")

    def test_against_python(self):
        rng = random.Random(21)
        marks = runs(rng, ["red", "green", "", "red\"s", "blue, light"], 3000)
        rows = [(mark, rng.choice(["", "1", "2"]), rng.randrange(40)) for mark in marks]
        quoted = [mark.replace('"', '""') for mark in marks]
        text = "s,a,b\n" + "".join(f'"{mark}",{a},{b}\n' for mark, (_, a, b) in zip(quoted, rows))
        lines = text.splitlines(keepends=True)

        def rank(row):
            _, a, b = rows[row]
            return (a != "", -int(a or 0), b)

        order = segmented_order(marks, rank)
        expected = lines[0] + "".join(lines[row + 1] for row in order)
        words = ["--segments", "s", "-ka:desc,nulls-first", "-kb"]
        self.check_sort(text, expected, *words)
        self.check_sort(text, expected, *words, "--portion-rows", "701", "--check", "-q")
        self.check_sort(text, "row\n" + "".join(f"{row}\n" for row in order), *words, "--argsort")

    def test_nothing_to_sort(self):
        self.check_sort("s,k\n", "s,k\n", "--segments", "s", "-kk")
        self.check_sort("s,k\n1,2\n", "s,k\n1,2\n", "--segments", "s", "-kk")
        self.check_sort("", "", "--segments", "1", "-k1", "--no-header", "--format", "csv")


class Raw(CommandCase):
    def test_types(self):
        rng = random.Random(22)
        for type_name, code in {"u8": "B", "i16": "h", "u32": "I", "i64": "q", "f32": "I", "f64": "Q"}.items():
            size = struct.calcsize(f"<{code}")
            values = [0, 1, 2, (1 << (8 * size - 1)) - 1]
            if type_name[0] == "f":  # -0, and NaNs that differ in a bit: other bits are other values
                exponent = 0x7F800000 if size == 4 else 0x7FF0000000000000
                values = [0, 1 << (8 * size - 1), exponent | 1, exponent | 3]
            marks = runs(rng, values, 700)
            keys = [rng.randrange(9) for _ in marks]
            rows = [struct.pack(f"<{code}IH", mark, key, i) for i, (mark, key) in enumerate(zip(marks, keys))]
            order = segmented_order(marks, lambda row: -keys[row])
            self.check_sort(b"".join(rows), b"".join(rows[row] for row in order),
                            "--raw", f"{type_name},u32,u16", "--segments", "c0", "-kc1:desc")

    def test_the_key_is_the_segment(self):
        data = struct.pack("<6I", 5, 5, 1, 1, 9, 0)
        self.check_sort(data, data, "--raw", "u32", "--segments", "c0", "-kc0")

    def test_every_row_and_one_run(self):
        rng = random.Random(23)
        keys = [rng.getrandbits(32) for _ in range(5000)]
        apart = b"".join(struct.pack("<II", i, key) for i, key in enumerate(keys))
        self.check_sort(apart, apart, "--raw", "u32,u32", "--segments", "c0", "-kc1", "--portion-rows", "1999")
        together = b"".join(struct.pack("<II", 7, key) for key in keys)
        expected = b"".join(struct.pack("<II", 7, key) for key in sorted(keys))
        self.check_sort(together, expected, "--raw", "u32,u32", "--segments", "c0", "-kc1", "--portion-rows", "1999")

    def test_window(self):
        """--key-bits is about the keys, not about the segments."""
        rows = [(1, 9), (1, 8), (257, 3), (257, 18), (257, 1)]
        data = b"".join(struct.pack("<II", *row) for row in rows)
        expected = b"".join(struct.pack("<II", *rows[i]) for i in (1, 0, 4, 3, 2))
        self.check_sort(data, expected, "--raw", "u32,u32", "--segments", "c0", "-kc1", "--key-bits", "4")


class Reports(CommandCase):
    def test_json(self):
        text = b"s,k\nb,2\nb,1\na,9\na,8\nb,0\n"
        _, error = self.run_command("sort", "--segments", "s", "-kk", "--json", "--check", stdin=text)
        report = json.loads(error)
        self.assertEqual((report["segments"], report["rows"], report["keys"]), (3, 5, ["k"]))
        self.assertEqual(report["check"], "a permutation, in order, stable")
        _, error = self.run_command("sort", "-kk", "--json", stdin=text)
        self.assertIsNone(json.loads(error)["segments"])
        _, error = self.run_command("sort", "--segments", "s", "-kk", "-v", stdin=text)
        self.assertIn("\nrows:         5, 3 segments\n", error)

    def test_verify(self):
        self.put("t.csv", "s,k\nb,1\nb,2\na,0\nb,0\n")
        output, _ = self.run_command("verify", "t.csv", "--segments", "s", "-kk")
        self.assertEqual(output, b"t.csv: sorted, 4 rows in 3 segments\n")
        output, _ = self.run_command("verify", "t.csv", "--segments", "s", "-kk", "--json")
        self.assertEqual(json.loads(output), {"input": "t.csv", "keys": ["k"], "sorted": True, "rows": 4,
                                              "segments": 3})
        output, _ = self.run_command("verify", "t.csv", "-kk", status=1)
        self.assertEqual(output, b"t.csv: not sorted: row 2: k is 0 after 2\n")
        output, _ = self.run_command("verify", "t.csv", "--segments", "s", "-kk:desc", status=1)
        self.assertEqual(output, b"t.csv: not sorted: row 1: k is 2 after 1\n")

    def test_explain(self):
        """The segment's number is one more key: two segments differ in one bit, which is one pass."""
        self.put("t.csv", "s,k\n" + "".join(f"{i // 5000},{i * 37 % 1001}\n" for i in range(10000)))
        plan, _ = self.run_command("explain", "t.csv", "-kk", "--as", "json")
        with_segments, _ = self.run_command("explain", "t.csv", "--segments", "s", "-kk", "--as", "json")
        labels = [buffer["label"] for buffer in json.loads(with_segments)["buffers"]]
        self.assertIn("key 2", labels)
        self.assertGreater(len(json.loads(with_segments)["nodes"]), len(json.loads(plan)["nodes"]))
        self.run_command("explain", "--raw", "u32,u32", "--rows", "100000", "--segments", "c0", "-kc1")

    def test_usage(self):
        self.put("t.csv", "s,k\nb,1\n")
        self.expect_error(2, "no key: give -k", "sort", "t.csv", "--segments", "s")
        self.expect_error(2, "no key: give -k", "sort", "--raw", "u32", "--segments", "c0")
        self.expect_error(2, 't.csv: no column "x" (it has 2: s, k)', "sort", "t.csv", "--segments", "s,x", "-kk")
        self.expect_error(2, '--segments "s,": a column\'s name is missing', "sort", "t.csv", "--segments", "s,", "-kk")
        self.expect_error(2, '--segments "": a column', "sort", "t.csv", "--segments", "", "-kk")
        self.expect_error(2, '--segments "s: a quote is not closed', "verify", "t.csv", "--segments", '"s', "-kk")
        self.expect_error(2, "a comma must follow a quoted name", "sort", "t.csv", "--segments", '"s"x', "-kk")
        self.expect_error(2, "--segments: more than 16 columns", "sort", "t.csv", "--segments", ",".join("s" * 17))
        self.expect_error(2, "too many keys: at most 16, a column with nulls counting as two and --segments as one",
                          "sort", "--segments", "s", *["-kk"] * 16, stdin=b"s,k\nb,1\na,2\n")


if __name__ == "__main__":
    main(["Raw.test_every_row_and_one_run"])
