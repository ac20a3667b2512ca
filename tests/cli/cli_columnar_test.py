# SPDX-License-Identifier: MIT
"""Arrow and Parquet files through the whole command, judged by pyarrow, Polars and DuckDB."""

import random
import struct

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

from cli_case import CommandCase, main

ROWS = 600


def integers(rng, lowest, highest):
    return [None if i % 7 == 3 else rng.choice([lowest, highest, 0, rng.randint(lowest, highest)]) for i in range(ROWS)]


def key_columns():
    """A column of each type that can be a key, with nulls, repeated values and extremes."""
    rng = random.Random(11)
    columns = {}
    for width in (8, 16, 32, 64):
        columns[f"i{width}"] = pa.array(integers(rng, -(1 << (width - 1)), (1 << (width - 1)) - 1), f"int{width}")
        columns[f"u{width}"] = pa.array(integers(rng, 0, (1 << width) - 1), f"uint{width}")
    reals = [None if i % 5 == 2 else rng.choice([0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.5, -2.25])
             for i in range(ROWS)]
    columns["f32"] = pa.array(reals, "float")
    columns["f64"] = pa.array(reals, "double")
    columns["bool"] = pa.array([rng.choice([None, False, True]) for _ in range(ROWS)])
    columns["date32"] = pa.array(integers(rng, -9999, 9999), "int32").cast(pa.date32())
    columns["time64"] = pa.array(integers(rng, 0, 86399), "int64").cast(pa.time64("us"))
    instants = pa.array(integers(rng, -(1 << 40), 1 << 40), "int64")
    columns["timestamp"] = instants.cast(pa.timestamp("us", "Europe/Paris"))
    columns["duration"] = pa.array(integers(rng, -1000, 1000), "int64").cast(pa.duration("ms"))
    return columns


def rank(value):
    """The place of a value of one column in the key rule, nulls last."""
    if value is None:
        return (1, 0)
    if isinstance(value, float):
        bits = struct.unpack("<q", struct.pack("<d", value))[0]
        return (0, bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF) - 1)
    return (0, value)


def expected_order(column, descending):
    values = column.to_pylist()
    kept = [i for i, value in enumerate(values) if value is not None]
    nulls = [i for i, value in enumerate(values) if value is None]
    # reverse=True keeps the order of equal values
    return sorted(kept, key=lambda i: rank(values[i]), reverse=descending) + nulls


class Columnar(CommandCase):
    def write_arrow(self, name, table, rows_in_a_batch):
        with ipc.new_file(self.path(name), table.schema) as writer:
            writer.write_table(table, rows_in_a_batch)

    def read_arrow(self, name):
        with ipc.open_file(self.path(name)) as reader:
            return [reader.get_batch(i) for i in range(reader.num_record_batches)]

    def test_key_types(self):
        columns = key_columns()
        columns["row"] = pa.array(range(ROWS))
        table = pa.table(columns)
        self.write_arrow("t.arrow", table, 250)
        for index, name in enumerate(columns):
            word = "desc" if index % 2 else "asc"
            output, _ = self.run_command("sort", "t.arrow", "-k", f"{name}:{word}", "--argsort", "--to", "raw")
            order = list(struct.unpack(f"<{ROWS}I", output))
            self.assertEqual(order, expected_order(table[name], index % 2), name)

    def test_rows_move_whole(self):
        columns = key_columns()
        columns["text"] = pa.array([None if i % 9 == 0 else "x" * (i % 20) for i in range(ROWS)])
        columns["code"] = pa.array([["red", "green", None][i % 3] for i in range(ROWS)]).dictionary_encode()
        columns["list"] = pa.array([list(range(i % 4)) for i in range(ROWS)])
        schema = pa.table(columns).schema.with_metadata({"made": "by hand"})
        table = pa.table(columns).cast(schema)
        self.write_arrow("t.arrow", table, 101)
        order = sorted(range(ROWS), key=lambda i: (rank(columns["bool"][i].as_py()), rank(columns["i8"][i].as_py())))
        self.run_command("sort", "t.arrow", "-kbool", "-ki8", "-o", "out.arrow", "--portion-rows", "97", "--check",
                         "-q")
        found = pa.Table.from_batches(self.read_arrow("out.arrow"))
        self.assertTrue(found.schema.equals(schema, check_metadata=True))
        # NaN differs from itself, so values are compared as text
        self.assertEqual(str(found.to_pydict()), str(table.take(order).to_pydict()))

    def test_batches(self):
        table = pa.table({"k": [i * 37 % 11 for i in range(ROWS)], "row": list(range(ROWS))})
        self.write_arrow("t.arrow", table, 250)
        self.run_command("sort", "t.arrow", "-kk:desc", "--batches", "-o", "out.arrow")
        batches = self.read_arrow("out.arrow")
        self.assertEqual([batch.num_rows for batch in batches], [250, 250, 100])
        first = 0
        for batch in batches:
            rows = sorted(range(first, first + batch.num_rows), key=lambda i: -(i * 37 % 11))
            self.assertEqual(batch.column("row").to_pylist(), rows)
            first += batch.num_rows
        self.run_command("verify", "out.arrow", "-kk:desc", "--batches")
        output, _ = self.run_command("verify", "out.arrow", "-kk:desc", status=1)
        self.assertEqual(output, b"out.arrow: not sorted: row 250: k is 10 after 0\n")
        self.run_command("sort", "t.arrow", "-kk:desc", "--batches", "--argsort", "-o", "rows.arrow")
        for batch, numbers in zip(batches, self.read_arrow("rows.arrow")):
            self.assertEqual(numbers.schema.names, ["row"])
            self.assertEqual(numbers.column("row").to_pylist(), batch.column("row").to_pylist())

    def test_row_groups(self):
        table = pa.table({"k": pa.array([i * 37 % 11 for i in range(ROWS)], "uint16"), "row": list(range(ROWS))})
        pq.write_table(table, self.path("t.parquet"), row_group_size=400)
        self.run_command("sort", "t.parquet", "-kk", "--batches", "-o", "t.parquet")
        file = pq.ParquetFile(self.path("t.parquet"))
        self.assertEqual([file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)], [400, 200])
        rows = sorted(range(400), key=lambda i: i * 37 % 11) + sorted(range(400, 600), key=lambda i: i * 37 % 11)
        self.assertEqual(file.read()["row"].to_pylist(), rows)

    def test_other_engines_agree(self):
        rng = random.Random(12)
        table = pa.table({
            "a": pa.array([None if i % 10 == 0 else rng.randrange(5) for i in range(ROWS)], "int32"),
            "b": pa.array([rng.random() for _ in range(ROWS)]),
            "name": pa.array([f"n{i}" for i in range(ROWS)]),
        })
        pq.write_table(table, self.path("t.parquet"))
        self.run_command("sort", "t.parquet", "-ka:desc,nulls-first", "-kb", "-o", "out.parquet")
        path = self.path("t.parquet")
        wanted = duckdb.sql(f"select * from '{path}' order by a desc nulls first, b").fetchall()
        self.assertEqual([tuple(row.values()) for row in pq.read_table(self.path("out.parquet")).to_pylist()], wanted)
        self.assertEqual(pl.read_parquet(self.path("out.parquet")).rows(), wanted)
        self.run_command("sort", "out.parquet", "-kb", "--to", "arrows", "-o", "out.arrows")
        self.assertEqual(pl.read_ipc_stream(self.path("out.arrows")).rows(),
                         pl.read_parquet(path).sort("b", maintain_order=True).rows())

    def test_stream_through_pipes(self):
        table = pa.table({"k": [3, 1, 2]})
        sink = pa.BufferOutputStream()
        with ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        output = self.sort(sink.getvalue().to_pybytes(), "-kk")
        self.assertEqual(ipc.open_stream(output).read_all(), pa.table({"k": [1, 2, 3]}))

    def test_refusals(self):
        table = pa.table({"s": ["b", "a"], "k": [2, 1]})
        self.write_arrow("t.arrow", table, 10)
        for words in (["-ks"], ["-kk", "-ks"]):
            output, error = self.run_command("sort", "t.arrow", *words, "-o", "out.arrow", status=4)
            self.assertIn("t.arrow", error)
            self.assertIn("'s'", error)
            self.assertIn("string", error)
        self.expect_error(2, "t.arrow: no column \"q\" (it has 2: s, k)", "sort", "t.arrow", "-kq")
        self.put("cut.arrow", self.get("t.arrow")[:-20])
        self.expect_error(4, "cut.arrow", "sort", "cut.arrow", "-kk")


if __name__ == "__main__":
    main(["Columnar.test_rows_move_whole", "Columnar.test_batches"])
