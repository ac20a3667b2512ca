# SPDX-License-Identifier: MIT
"""--segments in Arrow and Parquet files: which values of each type are equal, within and across batches."""

import json
import os
import random
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

from cli_case import CommandCase, main

sys.path.append(os.path.join(os.environ["WGS_SOURCE_DIR"], "tests", "files"))
import sample_tables as samples  # noqa: E402

ROWS = 700
NESTED = ("list", "struct", "map", "union", "nested")


def in_runs(array, rng):
    """The array's values, most of them several times in a row."""
    encoded = pa.types.is_run_end_encoded(array.type)
    plain = pc.run_end_decode(array) if encoded else array
    places = []
    while len(places) < ROWS:
        places += [rng.randrange(len(plain))] * rng.choice([1, 1, 2, 5, 130])
    taken = plain.take(pa.array(places[:ROWS]))
    return pc.run_end_encode(taken) if encoded else taken


def places_in_runs(values):
    """For each value its place in its run, and the number of runs."""
    places = []
    for row, value in enumerate(values):
        places.append(places[-1] + 1 if row and value == values[row - 1] else 0)
    return places, places.count(0)


class Segments(CommandCase):
    def write(self, name, table, rows_in_a_batch):
        with ipc.new_file(self.path(name), table.schema) as writer:
            writer.write_table(table, rows_in_a_batch)

    def verify(self, *words):
        output, _ = self.run_command("verify", "--json", *words)
        return json.loads(output)

    def test_types(self):
        """A boundary too few shows as a place that goes down or in the count, one too many in the count."""
        rng = random.Random(31)
        columns = {**samples.key_columns(ROWS), **samples.payload_columns(ROWS)}
        tried = 0
        for name, array in columns.items():
            if any(word in name for word in NESTED):
                continue
            column = in_runs(array, rng) if "view" not in name else array
            places, count = places_in_runs(samples.plain_values(column))
            self.write("t.arrow", pa.table({"s": column, "k": places}), 97)
            found = self.verify("t.arrow", "--segments", "s", "-kk")
            self.assertEqual((found["sorted"], found.get("segments")), (True, count), name)
            tried += 1
        self.assertGreater(tried, 40)

    def test_nested_types_are_refused(self):
        for name, array in samples.payload_columns(ROWS).items():
            if any(word in name for word in NESTED):
                self.write("t.arrow", pa.table({name: array, "k": range(ROWS)}), 1000)
                self.expect_error(4, f"t.arrow: column '{name}' has type", "verify", "t.arrow", "--segments", name,
                                  "-kk")
                self.expect_error(4, "which can't tell segments apart", "verify", "t.arrow", "--segments", "1", "-kk")

    def test_dictionaries_that_differ(self):
        """Equal values under other indices, in batches with dictionaries of their own and a value twice in one."""
        batches = [pa.record_batch({"s": pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), words), "k": keys})
                   for codes, words, keys in (([0, 0, 1], ["a", "b"], [0, 1, 0]),
                                              ([1, 2, 0, None], ["c", "b", "b"], [1, 2, 0, 0]),
                                              ([None, 0], [None, "c"], [1, 2]))]
        with ipc.new_stream(self.path("t.arrows"), batches[0].schema) as writer:
            for batch in batches:
                writer.write_batch(batch)
        found = self.verify("t.arrows", "--segments", "s", "-kk")
        self.assertEqual((found["sorted"], found["segments"]), (True, 4))

    def table(self):
        rng = random.Random(32)
        return pa.table({
            "city": in_runs(pa.array(["Paris", "Rome", None, "", "Oslo"]), rng),
            "day": in_runs(pa.array([1, 2, None], pa.int32()).cast(pa.date32()), rng),
            "k": pa.array([rng.choice([None, 1, 2, 3]) for _ in range(ROWS)], pa.int16()),
            "row": range(ROWS),
        })

    def expected(self, table, begin, end):
        """Row numbers of rows [begin, end), sorted within runs of equal (city, day)."""
        rows = table.to_pylist()
        order, first = [], begin
        for row in range(begin + 1, end + 1):
            if row == end or any(rows[row][name] != rows[first][name] for name in ("city", "day")):
                order += sorted(range(first, row), key=lambda i: (rows[i]["k"] is None, -(rows[i]["k"] or 0)))
                first = row
        return order

    def test_sort(self):
        table = self.table()
        self.write("t.arrow", table, 250)
        pq.write_table(table, self.path("t.parquet"), row_group_size=300)
        words = ["--segments", "city,day", "-kk:desc"]
        for name in ("t.arrow", "t.parquet"):
            self.run_command("sort", name, *words, "--check", "-q", "--portion-rows", "299", "-o", f"out.{name}")
        wanted = table.take(self.expected(table, 0, ROWS))
        self.assertEqual(ipc.open_file(self.path("out.t.arrow")).read_all().to_pylist(), wanted.to_pylist())
        self.assertEqual(pq.read_table(self.path("out.t.parquet")).to_pylist(), wanted.to_pylist())
        self.run_command("verify", "out.t.arrow", *words)
        self.run_command("verify", "t.arrow", *words, status=1)

    def test_batches(self):
        """A batch's end ends its last segment."""
        table = self.table()
        self.write("t.arrow", table, 250)
        words = ["--segments", "city", "--segments", "day", "-kk:desc", "--batches"]
        self.run_command("sort", "t.arrow", *words, "-o", "out.arrow")
        with ipc.open_file(self.path("out.arrow")) as reader:
            batches = [reader.get_batch(i) for i in range(reader.num_record_batches)]
        self.assertEqual([batch.num_rows for batch in batches], [250, 250, 200])
        for batch, begin in zip(batches, (0, 250, 500)):
            self.assertEqual(batch.column("row").to_pylist(), self.expected(table, begin, begin + batch.num_rows))
        self.run_command("verify", "out.arrow", *words)


if __name__ == "__main__":
    main(["Segments.test_sort"])
