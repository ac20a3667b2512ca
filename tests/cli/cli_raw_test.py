# SPDX-License-Identifier: MIT
"""Raw files: every type, in both directions, keys alone and rows with more fields."""

import os
import random
import struct
import subprocess

from cli_case import COMMAND, CommandCase, main

INTEGERS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i8": "b", "i16": "h", "i32": "i", "i64": "q"}
FLOATS = {"f32": "I", "f64": "Q"}


def total_order(bits, width):
    """The place of a float's bits in the total order."""
    sign = 1 << (width - 1)
    return bits ^ ((1 << width) - 1) if bits & sign else bits | sign


def float_bits(width, rng, count):
    exponent = 0x7F800000 if width == 32 else 0x7FF0000000000000
    sign = 1 << (width - 1)
    special = [0, sign, exponent, exponent | sign, exponent | 1, exponent | sign | 1, 1, sign | 1]
    return [rng.choice(special) if i % 2 else rng.getrandbits(width) for i in range(count)]


class Types(CommandCase):
    def check(self, type_name, code, values, rank):
        data = struct.pack(f"<{len(values)}{code}", *values)
        for word, direction in (("asc", 1), ("desc", -1)):
            ordered = sorted(values, key=lambda value: direction * rank(value))
            expected = struct.pack(f"<{len(values)}{code}", *ordered)
            self.check_sort(data, expected, "--raw", type_name, "-k", f"c0:{word}")
            # with a payload the order is computed, and the rows are gathered
            rows = b"".join(struct.pack(f"<{code}I", value, i) for i, value in enumerate(values))
            order = sorted(range(len(values)), key=lambda i: direction * rank(values[i]))
            expected = b"".join(struct.pack(f"<{code}I", values[i], i) for i in order)
            self.check_sort(rows, expected, "--raw", f"{type_name},u32", "-k", f"c0:{word}")
            expected = struct.pack(f"<{len(order)}I", *order)
            self.check_sort(rows, expected, "--raw", f"{type_name},u32", "-k", f"1:{word}", "--argsort")

    def test_integers(self):
        rng = random.Random(1)
        for type_name, code in INTEGERS.items():
            width = int(type_name[1:])
            lowest = -(1 << (width - 1)) if type_name[0] == "i" else 0
            highest = lowest + (1 << width) - 1
            values = [rng.choice([lowest, highest, 0, 1]) if i % 4 == 0 else rng.randint(lowest, highest)
                      for i in range(1000)]
            self.check(type_name, code, values, lambda value: value)

    def test_floats(self):
        rng = random.Random(2)
        for type_name, code in FLOATS.items():
            width = int(type_name[1:])
            self.check(type_name, code, float_bits(width, rng, 1000), lambda bits: total_order(bits, width))

    def test_sizes(self):
        rng = random.Random(4)
        for count in (0, 1, 2, 3, 255, 256, 257, 1000, 4097):
            values = [rng.randrange(50) for _ in range(count)]
            data = struct.pack(f"<{count}I", *values)
            for algorithm in ("auto", "bitonic", "radix"):
                self.check_sort(data, struct.pack(f"<{count}I", *sorted(values)), "--raw", "u32",
                                "--algorithm", algorithm)

    def test_portions(self):
        rng = random.Random(5)
        values = [rng.randrange(300) for _ in range(5000)]
        data = struct.pack("<5000I", *values)
        order = sorted(range(5000), key=lambda i: -values[i])
        for portion in ("999", "4999", "5000"):
            self.check_sort(data, struct.pack("<5000I", *sorted(values)), "--raw", "u32", "--portion-rows", portion)
            self.check_sort(data, struct.pack("<5000I", *order), "--raw", "u32", "-kc0:desc", "--argsort",
                            "--portion-rows", portion)

    def test_window(self):
        rng = random.Random(6)
        values = [rng.getrandbits(32) for _ in range(2000)]
        data = struct.pack("<2000I", *values)
        for bits in (1, 4, 7, 8, 9, 12, 16, 17, 24, 25, 31, 32):
            mask = (1 << bits) - 1
            expected = sorted(values, key=lambda value: value & mask)
            self.check_sort(data, struct.pack("<2000I", *expected), "--raw", "u32", "--key-bits", str(bits), "-q",
                            "--check")


class Files(CommandCase):
    def test_size(self):
        self.put("k.bin", b"\0" * 10)
        self.expect_error(4, "k.bin: 10 bytes are not a multiple of the row's 4 bytes: row 2 is cut off",
                          "sort", "--raw", "u32", "k.bin")
        self.expect_error(4, "standard input: 10 bytes are not a multiple", "sort", "--raw", "u32", stdin=b"\0" * 10)
        self.put("empty.bin", b"")
        self.run_command("sort", "--raw", "u32", "empty.bin", "-o", "out.bin")
        self.assertEqual(self.get("out.bin"), b"")

    def test_fifo(self):
        os.mkfifo(self.path("fifo"))
        feeder = subprocess.Popen(["sh", "-c", r"printf '\3\0\0\0\1\0\0\0' > fifo"], cwd=self.folder)
        output, _ = self.run_command("sort", "--raw", "u32", "fifo")
        self.assertEqual(feeder.wait(), 0)
        self.assertEqual(output, b"\1\0\0\0\3\0\0\0")

    def test_input_in_the_middle_of_a_file(self):
        self.put("k.bin", b"headr\3\0\0\0\1\0\0\0")
        with open(self.path("k.bin"), "rb", buffering=0) as file:
            file.seek(5)
            done = subprocess.run([COMMAND, "sort", "--raw", "u32"], stdin=file, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (0, b"\1\0\0\0\3\0\0\0"))

    def test_text(self):
        data = struct.pack("<IfIf", 4294967295, 0.1, 7, 16777218.0)
        self.check_sort(data, "c0,c1\n7,16777218\n4294967295,0.1\n", "--raw", "u32,f32", "--to", "csv")
        self.check_sort(data, "c0\tc1\n4294967295\t0.1\n7\t16777218\n", "--raw", "u32,f32", "-k2", "--to", "tsv")
        self.check_sort(struct.pack("<3I", 3, 1, 2), "c0\n1\n2\n3\n", "--raw", "u32", "--to", "csv")
        self.check_sort(b"", "c0\n", "--raw", "u32", "--to", "csv")

    def test_text_there_and_back(self):
        rng = random.Random(8)
        text = "c0,c1\n" + "".join(f"{rng.randrange(-999, 999)},{rng.random()}\n" for _ in range(300))
        direct = self.sort(text, "-kc0", "-kc1")
        raw = self.sort(text, "-kc1", "--to", "raw")
        self.check_sort(raw, direct, "--raw", "i64,f64", "-kc0", "-kc1", "--to", "csv")


if __name__ == "__main__":
    main()
