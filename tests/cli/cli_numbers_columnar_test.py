# SPDX-License-Identifier: MIT
"""histogram and scan of columns in Arrow and Parquet files, judged by numpy, pyarrow and DuckDB."""

import json

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

from cli_case import CommandCase, main

ROWS = 3000


def table():
    rng = np.random.default_rng(51)
    hole = rng.random(ROWS) < 0.1
    small = rng.integers(-100, 100, ROWS)
    return pa.table({
        "i8": pa.array(small.astype("i1"), mask=hole),
        "u16": pa.array((small + 200).astype("u2")),
        "i32": pa.array((small * 1000003).astype("i4"), mask=hole),
        "u64": pa.array((small + 100).astype("u8"), mask=hole),
        "f16": pa.array((small / 4).astype("f2"), mask=hole),
        "f32": pa.array(rng.normal(0, 3, ROWS).astype("f4"), mask=hole),
        "f64": pa.array(rng.normal(0, 3, ROWS), mask=hole),
        "day": pa.array(small.astype("i4")).cast(pa.date32()),
        "flag": pa.array(small > 0),
        "text": pa.array([str(value) for value in small]),
    })


class NumbersCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.table = table()
        with ipc.new_file(self.path("t.arrow"), self.table.schema) as writer:
            writer.write_table(self.table, 700)
        pq.write_table(self.table, self.path("t.parquet"), row_group_size=1100)

    def read_arrow(self, name):
        with ipc.open_file(self.path(name)) as reader:
            return [reader.get_batch(i) for i in range(reader.num_record_batches)]


class Histogram(NumbersCase):
    def histogram(self, name, column, *words):
        output, _ = self.run_command("histogram", name, "-c", column, "--json", *words)
        return json.loads(output)

    def test_types(self):
        for column in ("i8", "u16", "i32", "u64", "f16", "f32", "f64"):
            name = "t.arrow" if column[0] != "f" else "t.parquet"
            found = self.histogram(name, column, "--bins", "6", "--portion-rows", "1000")
            values = self.table[column].drop_null().to_numpy()
            edges = [entry["from"] for entry in found["bins"]] + [found["bins"][-1]["to"]]
            if column[0] == "f":
                edges = np.array(edges, "f4").astype("f8")
                values = values.astype("f8")
            wanted, _ = np.histogram(values, edges)
            self.assertEqual([entry["count"] for entry in found["bins"]], wanted.tolist(), column)
            self.assertEqual((found["rows"], found["nulls"]), (ROWS, self.table[column].null_count))
            self.assertEqual(found["counted"], len(values))
            self.assertEqual(found["portions"], -(-len(values) // 1000))

    def test_duckdb_agrees(self):
        found = self.histogram("t.parquet", "i8", "--width", "25")
        query = f"select floor(i8 / 25) * 25 as low, count(*) from '{self.path('t.parquet')}' where i8 is not null " \
                "group by low order by low"
        wanted = [(int(low), count) for low, count in duckdb.sql(query).fetchall()]
        self.assertEqual([(entry["from"], entry["count"]) for entry in found["bins"]], wanted)

    def test_columns_that_are_no_numbers(self):
        for column, type_name in (("day", "date32[day]"), ("flag", "bool"), ("text", "string")):
            self.expect_error(4, f"t.arrow: column '{column}' has type {type_name}: it should be an integer or",
                              "histogram", "t.arrow", "-c", column)


class Scan(NumbersCase):
    def test_types(self):
        """pyarrow's own sums and extremes so far, which pass over nulls in the same way."""
        for column, result in (("i8", "int32"), ("u16", "uint32"), ("i32", "int64"), ("u64", "uint64"), ("f16", "float")):
            if column == "i32":  # as 64-bit numbers, whose sums don't end at 32 bits
                self.table = self.table.set_column(2, "i32", self.table["i32"].cast(pa.int64()))
                pq.write_table(self.table, self.path("t.parquet"), row_group_size=1100)
            for operation, so_far in (("sum", pc.cumulative_sum), ("min", pc.cumulative_min), ("max", pc.cumulative_max)):
                if (operation == "sum") == (column in ("u16", "f16")) and column != "i32":
                    continue  # a run opens a device: each type and each operation is enough
                self.run_command("scan", "t.parquet", "-c", column, "--operation", operation, "-o", "out.parquet",
                                 "--portion-rows", "1000")
                found = pq.read_table(self.path("out.parquet"))
                self.assertEqual(found.column_names, [*self.table.column_names, f"{column}_{operation}"])
                self.assertTrue(found.select(self.table.column_names).equals(self.table))
                wanted = so_far(self.table[column].cast(result).combine_chunks(), skip_nulls=True)
                self.assertEqual(found[f"{column}_{operation}"].combine_chunks().to_pylist(), wanted.to_pylist())
                self.assertEqual(found[f"{column}_{operation}"].type, wanted.type)

    def test_replace_keeps_the_rest(self):
        schema = pa.schema([pa.field("a", pa.int8(), nullable=False, metadata={"unit": "m"}), pa.field("t", pa.string())],
                           metadata={"origin": "test"})
        table = pa.table({"a": pa.array([1, 2, 3, 4], pa.int8()), "t": ["x", None, "y", "z"]}, schema)
        with ipc.new_file(self.path("s.arrow"), schema) as writer:
            writer.write_table(table, 3)
        self.run_command("scan", "s.arrow", "-ca", "--replace", "--exclusive", "--operation", "max", "-o", "s.arrow")
        found = pa.Table.from_batches(self.read_arrow("s.arrow"))
        self.assertEqual(found.to_pydict(), {"a": [None, 1, 2, 3], "t": ["x", None, "y", "z"]})
        wanted = schema.set(0, schema.field("a").with_type(pa.int32()).with_nullable(True))
        self.assertTrue(found.schema.equals(wanted, check_metadata=True), found.schema)

    def test_segments_and_batches(self):
        city = ["Rome"] * 3 + ["Oslo"] * 2 + [None] * 2 + ["Oslo"]
        table = pa.table({"city": pa.array(city).dictionary_encode(), "n": [1, 2, None, 4, 5, 6, 7, 8]})
        with ipc.new_file(self.path("s.arrow"), table.schema) as writer:
            writer.write_table(table, 5)
        self.run_command("scan", "s.arrow", "-cn", "--segments", "city", "-o", "out.arrow")
        found = pa.Table.from_batches(self.read_arrow("out.arrow"))
        self.assertEqual(found["n_sum"].to_pylist(), [1, 3, None, 4, 9, 6, 13, 8])
        self.run_command("scan", "s.arrow", "-cn", "--batches", "-o", "out.arrow")
        batches = self.read_arrow("out.arrow")
        self.assertEqual([batch.column("n_sum").to_pylist() for batch in batches], [[1, 3, None, 7, 12], [6, 13, 21]])
        self.assertEqual([batch.column("n").to_pylist() for batch in batches], [[1, 2, None, 4, 5], [6, 7, 8]])
        self.run_command("scan", "s.arrow", "-cn", "--to", "csv", "-o", "out.csv", "--operation", "min")
        self.assertTrue(self.get("out.csv").startswith(b'"city","n","n_min"\n"Rome",1,1\n'), self.get("out.csv"))

    def test_refusals(self):
        for column, type_name in (("day", "date32[day]"), ("flag", "bool"), ("text", "string")):
            self.expect_error(4, f"t.arrow: column '{column}' has type {type_name}: it should be an integer or",
                              "scan", "t.arrow", "-c", column, "-o", "out.arrow")
        self.expect_error(4, 't.arrow: column "f64": it holds doubles', "scan", "t.arrow", "-cf64", "-o", "out.arrow")
        self.expect_error(4, 't.arrow: column "i32": the sum at row ', "scan", "t.arrow", "-ci32", "-o", "out.arrow")
        self.expect_error(4, "the columns of a table have no raw form", "scan", "t.arrow", "-ci8", "--to", "raw", "-o", "o")


if __name__ == "__main__":
    main(["Histogram.test_types", "Scan.test_segments_and_batches"])
