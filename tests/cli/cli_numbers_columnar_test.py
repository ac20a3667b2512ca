# SPDX-License-Identifier: MIT
"""histogram of columns in Arrow and Parquet files, judged by numpy and DuckDB."""

import json

import duckdb
import numpy as np
import pyarrow as pa
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


class Histogram(CommandCase):
    def setUp(self):
        super().setUp()
        self.table = table()
        with ipc.new_file(self.path("t.arrow"), self.table.schema) as writer:
            writer.write_table(self.table, 700)
        pq.write_table(self.table, self.path("t.parquet"), row_group_size=1100)

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


if __name__ == "__main__":
    main(["Histogram.test_types"])
