# SPDX-License-Identifier: MIT
"""Runs the command $WGSORT and compares what it writes, byte for byte."""

import os
import subprocess
import tempfile
import unittest

COMMAND = os.path.abspath(os.environ["WGSORT"])


class CommandCase(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=".")
        self.addCleanup(folder.cleanup)
        self.folder = os.path.abspath(folder.name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, content):
        if isinstance(content, str):
            content = content.encode()
        with open(self.path(name), "wb") as file:
            file.write(content)
        return name

    def get(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_command(self, *words, stdin=None, status=0):
        """Runs it in the test's folder; returns standard output (bytes) and error (text)."""
        done = subprocess.run(
            [COMMAND, *words],
            input=stdin if stdin is not None else b"",
            capture_output=True,
            cwd=self.folder,
            timeout=100,
        )
        error = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, f"{words}: {error}")
        return done.stdout, error

    def expect_error(self, status, message, *words, stdin=None):
        """The command fails with this status and one line that holds `message`, and writes nothing."""
        output, error = self.run_command(*words, stdin=stdin, status=status)
        self.assertIn(message, error)
        self.assertTrue(error.startswith("wgsort: "), error)
        self.assertEqual(error.count("\n"), 1, error)
        self.assertEqual(output, b"")

    def sort(self, content, *words):
        """What `wgsort sort` makes of `content` on standard input."""
        if isinstance(content, str):
            content = content.encode()
        output, error = self.run_command("sort", *words, stdin=content)
        self.assertEqual(error, "")
        return output

    def check_sort(self, content, expected, *words):
        if isinstance(expected, str):
            expected = expected.encode()
        self.assertEqual(self.sort(content, *words), expected)


def main(on_every_adapter=None):
    """Runs all tests on the first adapter, and on further ones those that depend on the device."""
    further = os.environ.get("WGS_TEST_ADAPTER", "lavapipe") != "lavapipe"
    chosen = on_every_adapter if further else None
    unittest.main(argv=[__file__, "-b"], defaultTest=chosen, verbosity=0)
