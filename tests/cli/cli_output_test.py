# SPDX-License-Identifier: MIT
"""Outputs: whole or not at all, whatever happens; and what is said about a run."""

import json
import os
import pty
import signal
import struct
import subprocess
import time

from cli_case import COMMAND, CommandCase, main

UNSORTED = b"k\n3\n1\n2\n"
SORTED = b"k\n1\n2\n3\n"


class Replacing(CommandCase):
    def setUp(self):
        super().setUp()
        self.put("t.csv", UNSORTED)

    def test_output_is_the_input(self):
        for output in ("t.csv", "./t.csv"):
            self.put("t.csv", UNSORTED)
            os.chmod(self.path("t.csv"), 0o640)
            self.run_command("sort", "t.csv", "-kk", "-o", output)
            self.assertEqual(self.get("t.csv"), SORTED)
            self.assertEqual(os.stat(self.path("t.csv")).st_mode & 0o7777, 0o640)
        self.assertEqual(os.listdir(self.folder), ["t.csv"])

    def test_links(self):
        os.symlink("t.csv", self.path("link"))
        self.run_command("sort", "t.csv", "-kk", "-o", "link")
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(self.get("t.csv"), SORTED)
        os.unlink(self.path("link"))
        self.put("t.csv", UNSORTED)
        os.link(self.path("t.csv"), self.path("link"))
        self.run_command("sort", "t.csv", "-kk", "-o", "link")
        self.assertEqual((self.get("t.csv"), self.get("link")), (UNSORTED, SORTED))

    def test_output_is_standard_input(self):
        with open(self.path("t.csv"), "rb") as file:
            done = subprocess.run([COMMAND, "sort", "-kk", "-o", "/dev/stdin"], stdin=file, cwd=self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.get("t.csv"), SORTED)

    def test_bad_input_keeps_the_output(self):
        self.put("out.csv", b"old")
        self.expect_error(4, "is not a number", "sort", "-kk", "-o", "out.csv", stdin=b"k\nx\n")
        self.assertEqual(self.get("out.csv"), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.csv", "t.csv"])

    def test_devices(self):
        self.run_command("sort", "t.csv", "-kk", "-o", "/dev/null")
        self.expect_error(4, "can't write the output: No space left", "sort", "t.csv", "-kk", "-o", "/dev/full")

    def test_closed_standard_output(self):
        done = subprocess.run(f'"{COMMAND}" sort t.csv -kk >&-', shell=True, cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 4)

    def test_reader_that_goes_away(self):
        self.put("big.csv", b"k\n" + b"1\n" * 1000000)
        done = subprocess.run(f'"{COMMAND}" sort big.csv -kk | head -n 2', shell=True, cwd=self.folder,
                              capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (0, b"k\n1\n"))

    def test_kill(self):
        """The input is a pipe that stays open, so that the command is certainly in the middle of its work."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([COMMAND, "sort", "--raw", "u32", "-o", "t.csv"], cwd=self.folder,
                                       stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdin.write(b"\0" * 4000)
            process.stdin.flush()
            deadline = time.monotonic() + 20
            while len(os.listdir(self.folder)) < 2 and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(len(os.listdir(self.folder)), 2)
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            process.stdin.close()
            process.stderr.close()
            self.assertEqual(os.listdir(self.folder), ["t.csv"])
            self.assertEqual(self.get("t.csv"), UNSORTED)


class Reports(CommandCase):
    def test_json(self):
        self.put("t.csv", b'k,"v"\n3,a\n1,b\n')
        output, error = self.run_command("sort", "t.csv", "-kk:desc", "-kk", "--json", "--check")
        self.assertEqual(output, b'k,"v"\n3,a\n1,b\n')
        report = json.loads(error)
        self.assertEqual(report["rows"], 2)
        self.assertEqual(report["keys"], ["k:desc", "k"])
        self.assertEqual(report["format"], "csv")
        self.assertEqual(report["check"], "a permutation, in order, stable")
        self.assertEqual(report["portions"], 1)
        self.assertIn(report["algorithm"], ("bitonic", "radix"))
        self.assertIn(report["gpu_measured_by"], ("timestamps", "wall clock"))
        self.assertTrue(report["adapter"])
        self.assertGreater(report["dispatches"], 0)
        self.assertGreater(report["wall_ms"]["total"], 0)

    def test_json_of_nothing(self):
        _, error = self.run_command("sort", "--raw", "u32", "--json", "--check", stdin=b"")
        report = json.loads(error)
        self.assertEqual((report["rows"], report["algorithm"], report["gpu_ms"]), (0, "none", 0))
        self.assertTrue(report["adapter"])

    def test_portions_are_counted(self):
        _, error = self.run_command("sort", "--raw", "u32", "--json", "--portion-rows", "300", "--argsort",
                                    stdin=struct.pack("<1000I", *range(1000)))
        self.assertEqual(json.loads(error)["portions"], 4)

    def test_check_in_words(self):
        _, error = self.run_command("sort", "--raw", "u32", "--check", stdin=struct.pack("<3I", 3, 1, 2))
        self.assertEqual(error, "wgsort: checked: a permutation, in order, stable\n")

    def test_verbose(self):
        self.put("t.csv", b"k\n3\n1\n2\n")
        output, error = self.run_command("sort", "t.csv", "-kk", "-v", "--check")
        self.assertEqual(output, SORTED)
        lines = error.splitlines()
        self.assertEqual(lines[:8], ["before (3 rows)", "           0  3", "           1  1", "           2  2",
                                     "after (3 rows)", "           0  1", "           1  2", "           2  3"])
        self.assertEqual([line.split(":")[0] for line in lines[8:]],
                         ["adapter", "algorithm", "rows", "GPU time", "wall time", "dispatches", "scratch", "check"])

    def test_progress_bar(self):
        """On a terminal, after a second, and gone at the end; the input is kept open for a moment."""
        master, slave = pty.openpty()
        process = subprocess.Popen([COMMAND, "sort", "--raw", "u32", "-o", "out"], cwd=self.folder,
                                   stdin=subprocess.PIPE, stderr=slave)
        os.close(slave)
        process.stdin.write(b"\0" * 4000)
        process.stdin.flush()
        time.sleep(1.5)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        shown = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(master)
        self.assertIn(b"wgsort: read", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)

    def test_binary_to_a_terminal(self):
        master, slave = pty.openpty()
        done = subprocess.run([COMMAND, "sort", "--raw", "u32"], stdin=subprocess.DEVNULL, stdout=slave,
                              stderr=subprocess.PIPE)
        os.close(slave)
        os.close(master)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output is a terminal, and raw is binary", done.stderr)


class Device(CommandCase):
    def test_info(self):
        output, _ = self.run_command("info", "--json")
        info = json.loads(output)
        self.assertEqual(info["self_test"], "passed")
        self.assertGreaterEqual(info["limits"]["maxStorageBuffersPerShaderStage"], 8)
        self.assertIn(info["adapter"], [adapter["name"] for adapter in info["adapters"]])
        text, _ = self.run_command("info")
        self.assertIn(b"self-test:    passed", text)

    def test_adapters(self):
        listed, _ = self.run_command("sort", "--adapter", "list")
        self.assertTrue(listed.startswith(b"0  "), listed)
        self.check_sort(struct.pack("<2I", 2, 1), struct.pack("<2I", 1, 2), "--raw", "u32", "--adapter", "0")
        self.check_sort(struct.pack("<2I", 2, 1), struct.pack("<2I", 1, 2), "--raw", "u32", "--adapter", "software")
        output, error = self.run_command("sort", "--raw", "u32", "--adapter", "no such thing", stdin=b"\0" * 8,
                                         status=3)
        self.assertEqual(output, b"")
        self.assertTrue(error.startswith("wgsort: "))

    def test_version(self):
        output, _ = self.run_command("--version")
        lines = output.decode().splitlines()
        self.assertRegex(lines[0], r"^wgsort \d+\.\d+\.\d+$")
        self.assertTrue(lines[1].startswith("WebGPU: "))
        self.assertTrue(lines[2].startswith("adapter: "))

    def test_explain(self):
        self.put("t.csv", b"k,v\n3,0.5\n,1.5\n")
        text, _ = self.run_command("explain", "t.csv", "-kk", "-kv:desc")
        self.assertIn(b"sort", text)
        plan, _ = self.run_command("explain", "--raw", "u32", "--rows", "1000000", "--as", "json")
        json.loads(plan)
        dot, _ = self.run_command("explain", "--raw", "u32,u64", "-k2", "--rows", "1000", "--as", "dot")
        self.assertTrue(dot.lstrip().startswith(b"digraph"), dot)
        self.expect_error(2, "--rows is for a plan without an input", "explain", "t.csv", "-kk", "--rows", "3")


if __name__ == "__main__":
    main(["Reports.test_json", "Device"])
