# SPDX-License-Identifier: MIT
"""CSV and TSV: records move as the bytes they were."""

import random

from cli_case import CommandCase, main


class Records(CommandCase):
    def test_line_endings(self):
        self.check_sort("k\r\n3\r\n1\r\n2", "k\r\n1\r\n2\r\n3\r\n", "-kk")
        self.check_sort("k\n3\n\n1\n", "k\n1\n3\n\n", "-kk")
        self.check_sort("k\r\n3\n1\r\n", "k\r\n1\r\n3\n", "-kk")
        self.check_sort("k,v\n1,\n0,", "k,v\n0,\n1,\n", "-kk")
        self.check_sort("k", "k", "-kk")
        self.check_sort("k\n", "k\n", "-kk")

    def test_blank_line_among_several_columns(self):
        self.check_sort("k,v\n2,b\n\n1,a\n", "k,v\n1,a\n2,b\n\n", "-kk")

    def test_byte_order_mark(self):
        self.check_sort("\ufeffk,v\r\n2,a\r\n1,b\r\n", "\ufeffk,v\r\n1,b\r\n2,a\r\n", "-kk")
        self.check_sort("\ufeff2,a\n1,b\n", "\ufeff1,b\n2,a\n", "-k1", "--no-header", "--format", "csv")

    def test_quotes(self):
        text = 'k,"say ""hi"""\n"3","a\nb"\n1,"x,y"\n"2",""\n'
        self.check_sort(text, 'k,"say ""hi"""\n1,"x,y"\n"2",""\n"3","a\nb"\n', "-kk")
        self.check_sort('k,v\n2,a"b\n1,"c""d"\n', 'k,v\n1,"c""d"\n2,a"b\n', "-kk")

    def test_text_of_payload_is_kept(self):
        self.check_sort("k,v\n2,007\n1,1.50\n", "k,v\n1,1.50\n2,007\n", "-kk")
        self.check_sort("k\n+2\n 01\n1.50e0\n", "k\n 01\n1.50e0\n+2\n", "-kk")

    def test_no_header(self):
        self.check_sort("3,a\n1,b\n", "1,b\n3,a\n", "-k1", "--no-header")
        self.check_sort("", "", "-k1", "--no-header", "--format", "csv")
        self.check_sort("7", "7", "-k1", "--no-header")

    def test_tsv(self):
        self.check_sort("k\tv\n2\ta,b\n1\tc\n", "k\tv\n1\tc\n2\ta,b\n", "-kk", "--format", "tsv")

    def test_conversion(self):
        self.check_sort('k,v\n2,"a\tb"\n1,"c,d"\n0,e\n', 'k\tv\n0\te\n1\t"c,d"\n2\t"a\tb"\n', "-kk", "--to", "tsv")
        self.check_sort('k\tv\n2\ta,"b"\n1\tc\n', 'k,v\n1,c\n2,"a,""b"""\n', "-kk", "--format", "tsv", "--to", "csv")
        raw = self.sort("a,b\n2,0.5\n1,-3\n", "-ka", "--to", "raw")
        self.check_sort(raw, "c0,c1\n1,-3\n2,0.5\n", "--raw", "i64,f64", "--to", "csv")

    def test_bad_structure(self):
        for text, message in (
            ("k\r3\r1", "line 1, column 1: a carriage return without a line feed"),
            ("k,v\n1,2\n3\n", "line 3 has 1 fields, the header has 2"),
            ("k,v\n1,2\n3,4,5\n", "line 3 has 3 fields, the header has 2"),
            ('k,v\n"1\n\n",2\n3\n', "line 5 has 1 fields"),
            ('k,v\n1,"x', "line 2, column 2: a quoted field begins here and never ends"),
            ('k,v\n1,"x"y\n', "line 2, column 2: text after the closing quote"),
        ):
            self.expect_error(4, message, "sort", "-kk", stdin=text.encode())


class Keys(CommandCase):
    def column(self, values, *words):
        """The order of a column's rows, each with its position as payload."""
        text = "k,row\n" + "".join(f"{value},{row}\n" for row, value in enumerate(values))
        lines = self.sort(text, "-kk", *words).decode().splitlines()
        return [int(line.rsplit(",", 1)[1]) for line in lines[1:]]

    def test_not_a_number(self):
        self.expect_error(4, 'standard input: line 6, column "k": "x" is not a number', "sort", "-kk",
                          stdin=b"k\n3\n5\n2\n2.01\nx\n0\n")
        self.assertEqual(self.column(["3", "5", "2", "2.01", "NaN", "2", "0"]), [6, 2, 5, 3, 0, 1, 4])

    def test_words_for_nothing(self):
        for word in ("NA", "null", "N/A", "-", '" "', "true", "2024-01-01", "1_000", "0x10"):
            self.expect_error(4, "is not a number", "sort", "-kk", stdin=f"k\n1\n{word}\n".encode())
        self.assertEqual(self.column(["1", "", '""', "0"]), [3, 0, 1, 2])
        self.assertEqual(self.column(["nan", '"NaN"', "-nan", "inf", "-Infinity", "0"]), [2, 4, 5, 3, 0, 1])

    def test_wide_integers(self):
        self.assertEqual(self.column(["18446744073709551615", "12345678901234567890", "14857091259186476033",
                                      "4294967296", "4294967295", "0"]), [5, 4, 3, 1, 2, 0])
        self.assertEqual(self.column(["-1", "9007199254740993", "9007199254740992", "00012"]), [0, 3, 2, 1])
        self.expect_error(4, '"18446744073709551616" is an integer beyond 64 bits', "sort", "-kk",
                          stdin=b"k\n1\n18446744073709551616\n")
        self.expect_error(4, 'line 3, column "k": "1e999" is beyond the largest double', "sort", "-kk",
                          stdin=b"k\n1\n1e999\n")
        self.expect_error(4, 'line 2, column "k": "9007199254740993" is an integer that a double can\'t hold, and '
                          '"0.5" on line 3', "sort", "-kk", stdin=b"k\n9007199254740993\n0.5\n")
        self.expect_error(4, 'line 3, column "k": "18446744073709551615" is an integer that a double', "sort", "-kk",
                          stdin=b"k\n-1\n18446744073709551615\n")

    def test_zeros(self):
        self.assertEqual(self.column(["0.0", "-0.0", "0", "-0"]), [1, 0, 2, 3])
        self.assertEqual(self.column(["0", "-0", "+0"]), [0, 1, 2])

    def test_nulls(self):
        values = ["2", "", "1", "", "3"]
        self.assertEqual(self.column(values), [2, 0, 4, 1, 3])
        self.assertEqual(self.column(values, "--nulls", "first"), [1, 3, 2, 0, 4])
        text = "k\n2\n\n1\n"
        self.check_sort(text, "k\n2\n1\n\n", "-kk:desc")
        self.check_sort(text, "k\n\n2\n1\n", "-kk:desc,nulls-first")
        self.check_sort(text, "k\n1\n2\n\n", "-kk:nulls-last", "--nulls", "first")
        self.assertEqual(self.column(["", "", ""]), [0, 1, 2])

    def test_stable_in_both_directions(self):
        values = [str(i % 3) for i in range(1000)]
        self.assertEqual(self.column(values), sorted(range(1000), key=lambda i: i % 3))
        text = "k,row\n" + "".join(f"{i % 3},{i}\n" for i in range(1000))
        expected = "k,row\n" + "".join(f"{i % 3},{i}\n" for i in sorted(range(1000), key=lambda i: -(i % 3)))
        self.check_sort(text, expected, "-kk:desc")

    def test_several_keys(self):
        rng = random.Random(7)
        rows = [(rng.choice(["", "1", "2"]), rng.choice(["0.5", "-1.5", ""]), i) for i in range(500)]
        text = "a,b,i\n" + "".join(f"{a},{b},{i}\n" for a, b, i in rows)
        rows.sort(key=lambda r: (r[0] != "", -int(r[0] or 0), r[1] == "", float(r[1] or 0)))
        expected = "a,b,i\n" + "".join(f"{a},{b},{i}\n" for a, b, i in rows)
        self.check_sort(text, expected, "-ka:desc,nulls-first", "-kb")

    def test_argsort(self):
        self.check_sort("k\n3\n1\n2\n", "row\n1\n2\n0\n", "-kk", "--argsort")
        self.check_sort("k\n3\n1\n2\n", b"\1\0\0\0\2\0\0\0\0\0\0\0", "-kk", "--argsort", "--to", "raw")
        self.check_sort("k\n", "row\n", "-kk", "--argsort")

    def test_large_file_in_portions(self):
        rng = random.Random(3)
        rows = [(rng.randrange(1000), i) for i in range(60000)]
        text = "k,i\n" + "".join(f"{k},{i}\n" for k, i in rows)
        rows.sort(key=lambda row: row[0])
        expected = "k,i\n" + "".join(f"{k},{i}\n" for k, i in rows)
        self.check_sort(text, expected, "-kk")
        self.check_sort(text, expected, "-kk", "--portion-rows", "7001")
        self.check_sort(text, expected, "-kk", "--portion-rows", "59999", "--algorithm", "radix")


if __name__ == "__main__":
    main(["Keys.test_several_keys", "Keys.test_large_file_in_portions"])
