# SPDX-License-Identifier: MIT
"""Arguments, help and errors: nothing here needs a device."""

import os

from cli_case import CommandCase, main


class Usage(CommandCase):
    def test_no_command(self):
        output, error = self.run_command(status=2)
        self.assertEqual(output, b"")
        self.assertIn("usage: wgsort COMMAND", error)

    def test_help(self):
        output, error = self.run_command("--help")
        self.assertEqual(error, "")
        for command in ("sort", "verify", "scan", "histogram", "info", "explain"):
            self.assertIn(f"\n  {command} ".encode(), output)
            text, error = self.run_command(command, "--help")
            self.assertEqual(error, "")
            self.assertTrue(text.startswith(f"usage: wgsort {command} ".encode()), text)
            self.assertIn(f"examples:\n  wgsort {command}".encode(), text)

    def test_unknown(self):
        self.expect_error(2, 'unknown command "sirt"', "sirt")
        self.expect_error(2, "unknown option --kee", "sort", "--kee")
        self.expect_error(2, "-k needs a value", "sort", "-k")
        self.expect_error(2, "two inputs: a and b", "sort", "a", "b")
        self.expect_error(2, "info takes no operand: x", "info", "x")

    def test_bad_values(self):
        self.expect_error(2, "--nulls: \"middle\"", "sort", "--nulls", "middle")
        self.expect_error(2, "--key-bits: \"0\"", "sort", "--key-bits", "0")
        self.expect_error(2, "--key-bits: \"65\"", "sort", "--key-bits", "65")
        self.expect_error(2, "--key-bits: \"8x\"", "sort", "--key-bits", "8x")
        self.expect_error(2, "--portion-rows: \"99999999999999999999\"", "sort", "--portion-rows", "9" * 20)
        self.expect_error(2, "known: auto, bitonic, radix", "sort", "--algorithm", "quick")
        self.expect_error(2, 'unknown format "xls"', "sort", "--format", "xls")
        self.expect_error(2, "known: arrow, arrows, parquet, csv, tsv, raw", "sort", "--to", "xls")
        self.expect_error(2, 'unknown word "up" (known: asc, desc, nulls-first, nulls-last)', "sort", "-k", "a:up")
        self.expect_error(2, "none of text, json, dot", "explain", "--as", "png")

    def test_too_many_keys(self):
        self.expect_error(2, "more than 16 keys", "sort", *["-ka"] * 17)

    def test_keys_and_columns(self):
        self.put("t.csv", "a,b\n1,2\n")
        self.expect_error(2, "no key: give -k", "sort", "t.csv")
        self.expect_error(2, 't.csv: no column "c" (it has 2: a, b)', "sort", "t.csv", "-k", "c")
        self.expect_error(2, "--batches is for arrow, arrows and parquet: csv", "sort", "t.csv", "-ka", "--batches")
        self.expect_error(2, "can be written as csv, tsv or raw", "sort", "t.csv", "-ka", "--to", "parquet")
        self.expect_error(2, "--raw and --format csv exclude each other", "sort", "--format", "csv", "--raw", "u32")

    def test_raw_types(self):
        self.expect_error(2, 'unknown type "u33" (known: u8, u16', "sort", "--raw", "u33")
        self.expect_error(2, 'unknown type ""', "sort", "--raw", "u32,")
        self.expect_error(2, "a raw file needs --raw", "sort", "--format", "raw")
        self.expect_error(2, "more than 1024 fields", "sort", "--raw", ",".join(["u8"] * 1025))
        self.expect_error(2, "is for csv and tsv, this is raw", "sort", "--raw", "u8", "--no-header")
        self.expect_error(2, "--key-bits 33: the key c0 has only 32", "verify", "--raw", "u32", "--key-bits", "33",
                          stdin=b"\0" * 4)

    def test_files_that_cannot_be_read(self):
        self.expect_error(4, "missing.csv: can't open: No such file", "sort", "missing.csv", "-ka")
        self.expect_error(4, ".: is a directory", "sort", ".", "-ka")
        self.put("noise", bytes(range(64)))
        self.expect_error(4, "neither its name nor its first bytes", "sort", "noise", "-ka")
        self.put("utf16.csv", "k\n1\n".encode("utf-16"))
        self.expect_error(4, "UTF-16 text", "sort", "utf16.csv", "-kk")
        self.put("packed.csv", b"\x1f\x8b\x08\x00\x00\x00\x00\x00")
        self.expect_error(4, "gzip data", "sort", "packed.csv", "-kk")
        self.put("empty.csv", b"")
        self.expect_error(4, "empty.csv: the file is empty", "sort", "empty.csv", "-kk")

    def test_output_that_cannot_be_made(self):
        self.put("t.csv", "a\n2\n1\n")
        self.expect_error(4, "missing/out.csv: can't make a temporary file", "sort", "t.csv", "-ka",
                          "-o", "missing/out.csv")
        os.mkdir(self.path("folder"))
        self.expect_error(4, "folder: can't be written: Is a directory", "sort", "t.csv", "-ka", "-o", "folder")
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "t.csv"])


class Verify(CommandCase):
    def verify(self, status, expected, *words, stdin=None):
        output, error = self.run_command("verify", *words, stdin=stdin, status=status)
        self.assertEqual(error, "")
        self.assertEqual(output.decode(), expected)

    def test_sorted(self):
        self.put("t.csv", "k,v\n1,b\n2,a\n2,c\n,d\n")
        self.verify(0, "t.csv: sorted, 4 rows\n", "t.csv", "-k", "k")
        self.verify(0, "", "t.csv", "-k", "k", "-q")
        self.verify(0, "standard input: sorted, 1 rows\n", "-k1", stdin=b"k\n5\n")
        self.verify(0, "standard input: sorted, 0 rows\n", "-k1", stdin=b"k\n")
        self.verify(0, '{"input": "t.csv", "keys": ["k"], "sorted": true, "rows": 4}\n', "t.csv", "-kk", "--json")

    def test_not_sorted(self):
        self.put("t.csv", "k,v\n1,b\n3,a\n2,c\n,d\n")
        self.verify(1, "t.csv: not sorted: row 2: k is 2 after 3\n", "t.csv", "-k", "k")
        self.verify(1, "t.csv: not sorted: row 1: k is 3 after 1\n", "t.csv", "-k", "k:desc")
        self.verify(1, '{"input": "t.csv", "keys": ["k"], "sorted": false, "row": 2, "why": "k is 2 after 3"}\n',
                    "t.csv", "-kk", "--json")

    def test_nulls(self):
        self.put("t.csv", "k\n1\n\n2\n")
        self.verify(1, "t.csv: not sorted: row 2: k is 2 after null\n", "t.csv", "-kk")
        self.put("t.csv", "k\n\n2\n1\n")
        self.verify(0, "t.csv: sorted, 3 rows\n", "t.csv", "-kk:desc,nulls-first")
        self.verify(0, "t.csv: sorted, 3 rows\n", "t.csv", "-kk:desc", "--nulls", "first")

    def test_raw(self):
        self.put("k.bin", b"\x01\x00\x02\x00\xff\xff")
        self.verify(0, "k.bin: sorted, 3 rows\n", "--raw", "u16", "k.bin")
        self.verify(1, "k.bin: not sorted: row 2: c0 is -1 after 2\n", "--raw", "i16", "k.bin")
        self.verify(0, "k.bin: sorted, 3 rows\n", "--raw", "u8,u8", "k.bin", "-k", "c0", "-k", "2")
        self.expect_error(4, "7 bytes are not a multiple of the row's 2 bytes: row 3 is cut off",
                          "verify", "--raw", "u16", stdin=b"\0" * 7)

    def test_window(self):
        self.put("k.bin", b"\x01\x01\x00\x02")
        self.verify(1, "k.bin: not sorted: row 2: c0 is 0 after 1\n", "--raw", "u8", "k.bin", "--key-bits", "4")
        self.put("k.bin", b"\x10\x20\x01\x02")
        self.verify(0, "k.bin: sorted, 4 rows\n", "--raw", "u8", "k.bin", "--key-bits", "4")


if __name__ == "__main__":
    main()
