# SPDX-License-Identifier: MIT
"""--batches holds one batch at a time, and writes it before it reads the next."""

import os
import random
import subprocess
import threading

import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

from cli_case import COMMAND, CommandCase, main

ROWS = 50000
FEW, MANY = 3, 18
# What the growth would be if nothing were let go: 15 batches of about 7 MB.
HELD = (MANY - FEW) * 7_000_000


def make_batch(seed):
    rng = random.Random(seed)
    keys = [rng.randrange(1 << 30) for _ in range(ROWS)]
    return pa.record_batch({"k": pa.array(keys, "int32"), "x": pa.array(keys, "int64"),
                            "text": [f"{key:0120d}" for key in keys]})


class Batches(CommandCase):
    def peak(self, *words, stdin=None):
        """The most memory that a run held, in bytes."""
        environment = dict(os.environ)
        # A sanitizer keeps what is freed for a while.
        environment["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
        # So do Arrow's pool and malloc, longer on a busy machine: with these what is freed is given back at once, and
        # the peak is what the command held.
        environment.update(ARROW_DEFAULT_MEMORY_POOL="system", MALLOC_ARENA_MAX="1",
                           MALLOC_MMAP_THRESHOLD_="131072", MALLOC_TRIM_THRESHOLD_="131072")
        process = subprocess.Popen([COMMAND, *words], cwd=self.folder, stdin=stdin or subprocess.DEVNULL,
                                   env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, words)
        return usage.ru_maxrss * 1024

    def write(self, batches):
        schema = batches[0].schema
        with ipc.new_file(self.path("t.arrow"), schema) as writer, \
                ipc.new_stream(self.path("t.arrows"), schema) as stream, \
                pq.ParquetWriter(self.path("t.parquet"), schema, compression="none", use_dictionary=False) as groups:
            for batch in batches:
                writer.write_batch(batch)
                stream.write_batch(batch)
                groups.write_batch(batch)

    def peaks(self, batches):
        self.write(batches)
        peaks = {}
        for name in ("t.arrow", "t.arrows", "t.parquet"):
            peaks[name] = self.peak("sort", name, "-kk", "--batches", "-o", "out")
        with open(self.path("t.arrows"), "rb") as file:
            feeder = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            peaks["a pipe"] = self.peak("scan", "-cx", "--operation", "max", "--batches", "-o", "out",
                                        stdin=feeder.stdout)
            feeder.stdout.close()
            self.assertEqual(feeder.wait(), 0)
        return peaks

    def test_memory_does_not_grow(self):
        different = [make_batch(seed) for seed in range(FEW)]
        few = self.peaks(different)
        many = self.peaks(different * (MANY // FEW))
        for name, peak in many.items():
            self.assertLess(peak - few[name], HELD / 4, name)
        # the measure itself: without --batches it does grow
        self.assertGreater(self.peak("sort", "t.arrows", "-kk", "-o", "out") - few["t.arrows"], HELD / 2)

    def first_batches(self, *words):
        """Gives one batch to a run and reads its result, before it gives the next."""
        process = subprocess.Popen([COMMAND, *words], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        too_late = threading.Timer(60, process.kill)
        too_late.start()
        results = []
        schema = pa.schema([("k", pa.int32())])
        reader = None
        with ipc.new_stream(process.stdin, schema) as writer:
            for keys in ([3, 1, 2], [6, 5, 4]):
                writer.write_batch(pa.record_batch({"k": pa.array(keys, pa.int32())}))
                process.stdin.flush()
                reader = reader or ipc.open_stream(process.stdout)
                results.append(reader.read_next_batch().columns[-1].to_pylist())
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        too_late.cancel()
        process.stdout.close()
        return results

    def test_written_as_it_goes(self):
        self.assertEqual(self.first_batches("sort", "-kk", "--batches"), [[1, 2, 3], [4, 5, 6]])
        self.assertEqual(self.first_batches("scan", "-ck", "--batches"), [[3, 4, 6], [6, 11, 15]])


if __name__ == "__main__":
    main(["Batches.test_written_as_it_goes"])
