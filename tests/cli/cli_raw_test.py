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
    """Each run opens a device, so the runs are few: a direction for the keys alone, the other with a payload."""

    def check(self, type_name, code, values, rank, descending):
        sign = -1 if descending else 1
        data = struct.pack(f"<{len(values)}{code}", *values)
        ordered = sorted(values, key=lambda value: sign * rank(value))
        expected = struct.pack(f"<{len(values)}{code}", *ordered)
        self.check_sort(data, expected, "--raw", type_name, "-k", "c0:desc" if descending else "c0")
        rows = b"".join(struct.pack(f"<{code}I", value, i) for i, value in enumerate(values))
        order = sorted(range(len(values)), key=lambda i: -sign * rank(values[i]))
        expected = b"".join(struct.pack(f"<{code}I", values[i], i) for i in order)
        self.check_sort(rows, expected, "--raw", f"{type_name},u32", "-k", "c0" if descending else "c0:desc")

    def test_integers(self):
        rng = random.Random(1)
        for index, (type_name, code) in enumerate(INTEGERS.items()):
            width = int(type_name[1:])
            lowest = -(1 << (width - 1)) if type_name[0] == "i" else 0
            highest = lowest + (1 << width) - 1
            values = [rng.choice([lowest, highest, 0, 1]) if i % 4 == 0 else rng.randint(lowest, highest)
                      for i in range(1000)]
            self.check(type_name, code, values, lambda value: value, index % 2)

    def test_floats(self):
        rng = random.Random(2)
        for type_name, code in FLOATS.items():
            width = int(type_name[1:])
            values = float_bits(width, rng, 1000)
            self.check(type_name, code, values, lambda bits: total_order(bits, width), width == 64)

    def test_sizes(self):
        rng = random.Random(4)
        for count, algorithm in ((0, "auto"), (1, "radix"), (2, "auto"), (256, "bitonic"), (4097, "bitonic"),
                                 (257, "radix")):
            values = [rng.randrange(50) for _ in range(count)]
            data = struct.pack(f"<{count}I", *values)
            self.check_sort(data, struct.pack(f"<{count}I", *sorted(values)), "--raw", "u32", "--algorithm", algorithm)

    def test_portions(self):
        rng = random.Random(5)
        values = [rng.randrange(300) for _ in range(5000)]
        data = struct.pack("<5000I", *values)
        order = sorted(range(5000), key=lambda i: -values[i])
        self.check_sort(data, struct.pack("<5000I", *sorted(values)), "--raw", "u32", "--portion-rows", "999")
        self.check_sort(data, struct.pack("<5000I", *order), "--raw", "u32", "-kc0:desc", "--argsort",
                        "--portion-rows", "4999")

    def test_window(self):
        rng = random.Random(6)
        values = [rng.getrandbits(32) for _ in range(2000)]
        data = struct.pack("<2000I", *values)
        for bits, words in ((7, []), (16, ["--check", "-q"]), (32, [])):
            mask = (1 << bits) - 1
            expected = sorted(values, key=lambda value: value & mask)
            self.check_sort(data, struct.pack("<2000I", *expected), "--raw", "u32", "--key-bits", str(bits), *words)


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
    main(["Types.test_floats", "Types.test_portions", "Types.test_window"])
