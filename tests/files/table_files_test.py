# SPDX-License-Identifier: MIT
"""Columnar files through table_roundtrip, judged by pyarrow, Polars and DuckDB.

usage: table_files_test.py TABLE_ROUNDTRIP [unittest's arguments]
"""

import csv
import os
import subprocess
import sys
import unittest

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

import sample_tables as samples

ROUNDTRIP = ""
# Types that Parquet changes: name of the sample column -> how it comes back.
PARQUET_CHANGES = {
    "date64": pa.date32(),
    "time32_s": pa.time32("ms"),
    "timestamp_s": pa.timestamp("ms"),
    "dictionary_number": pa.float64(),
    "dictionary_view": pa.dictionary(pa.int32(), pa.string()),
}
# And those that it can't hold.
PARQUET_REFUSES = [
    "month_day_nano", "sparse_union", "dense_union", "runs", "runs_of_views", "runs_of_zeros"]


def run(*arguments, stdin=None):
    command = [ROUNDTRIP, *map(str, arguments)]
    return subprocess.run(command, stdin=stdin, capture_output=True, timeout=120, check=False)


class ColumnarTest(unittest.TestCase):
    def convert(self, *arguments, stdin=None):
        result = run(*arguments, stdin=stdin)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return result.stdout

    def refuse(self, words, *arguments, stdin=None, exit_code=4):
        result = run(*arguments, stdin=stdin)
        message = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, exit_code, message)
        for word in words:
            self.assertIn(word, message)
        self.assertEqual(message.count("\n"), 1, message)
        return message

    def compare(self, expected, actual):
        """Tables with equal types and, bit by bit, equal values."""
        self.assertEqual(expected.column_names, actual.column_names)
        for name, want, got in zip(expected.column_names, expected.columns, actual.columns):
            self.assertEqual(want.type, got.type, name)
            self.assertEqual(samples.plain_values(want), samples.plain_values(got), name)

    def compare_batches(self, schema, expected, path, metadata=None, footer=None):
        got_schema, batches, got_metadata, got_footer = samples.read_ipc(path)
        self.assertTrue(schema.equals(got_schema, check_metadata=True), f"{schema}\nbecame\n{got_schema}")
        for batch in batches:
            batch.validate(full=True)
        self.compare(expected, pa.Table.from_batches(batches, schema))
        if metadata is not None:
            self.assertEqual([batch.num_rows for batch in batches], metadata[0])
            self.assertEqual(got_metadata, metadata[1])
        self.assertEqual(got_footer, footer)


class TypesTest(ColumnarTest):
    """Every type as payload."""

    @classmethod
    def setUpClass(cls):
        cls.table = samples.table_of({**samples.key_columns(), **samples.payload_columns()})
        samples.write_ipc("types.arrow", cls.table)
        samples.write_ipc("types.arrows", cls.table, stream=True)
        key = cls.table["order"].to_numpy()
        cls.order = np.argsort(key, kind="stable")

    def compare_order(self, path, order, **kwargs):
        schema, batches, _, footer = samples.read_ipc(path)
        self.assertTrue(self.table.schema.equals(schema, check_metadata=True), f"{schema}")
        got = pa.Table.from_batches(batches, schema)
        for name, column in zip(self.table.column_names, self.table.columns):
            values = samples.plain_values(column)
            self.assertEqual([values[i] for i in order], samples.plain_values(got[name]), name)
        for batch in batches:
            batch.validate(full=True)
        return batches, footer

    def test_whole_table(self):
        for name in ("types.arrow", "types.arrows"):
            self.convert(name, "out", "up:1")
            batches, footer = self.compare_order("out", self.order)
            self.assertLessEqual(max(batch.num_rows for batch in batches), 65536)
            self.assertEqual(footer, {b"footer": b"kept"} if name == "types.arrow" else None)

    def test_no_order(self):
        self.convert("types.arrow", "out", "none")
        self.compare_order("out", range(self.table.num_rows))

    def test_pipes(self):
        for name in ("types.arrow", "types.arrows"):
            self.convert(name, "out", "reverse")
            with open("out", "rb") as file:
                expected = file.read()
            with subprocess.Popen(["cat", name], stdout=subprocess.PIPE) as cat:
                self.assertEqual(self.convert("-", "-", "reverse", stdin=cat.stdout), expected)

    def test_batches_kept(self):
        for name, other in (("types.arrow", "arrows"), ("types.arrows", "arrow")):
            for target in ([], ["--to", other]):
                self.convert("--batches", *target, name, "out", "reverse")
                _, batches, metadata, _ = samples.read_ipc("out")
                expected = list(samples.batches_of(self.table))
                self.assertEqual([b.num_rows for b in batches], [b.num_rows for b in expected])
                self.assertEqual(metadata, [{b"batch": str(i).encode()} for i in range(len(expected))])
                for want, got in zip(expected, batches):
                    got.validate(full=True)
                    for field, column, taken in zip(want.schema, want.columns, got.columns):
                        self.assertEqual(column.type, taken.type)
                        values = samples.plain_values(column)
                        self.assertEqual(values[::-1], samples.plain_values(taken), field.name)

    def test_to_parquet(self):
        for name in PARQUET_REFUSES:
            samples.write_ipc("one.arrow", self.table.select(["order", name]))
            message = self.refuse(
                [f"column '{name}'", "a Parquet file can't hold"], "--to", "parquet", "one.arrow", "out", "up:1")
            self.assertIn(str(self.table.schema.field(name).type), message)
            self.assertEqual(os.path.getsize("out"), 0)
        # Everything else comes back as it was, or as the table says.
        table = self.table.drop_columns(PARQUET_REFUSES)
        samples.write_ipc("most.arrow", table)
        self.convert("--to", "parquet", "most.arrow", "out", "up:1")
        got = pq.read_table("out", arrow_extensions_enabled=True)
        for name, column in zip(table.column_names, table.columns):
            wanted = PARQUET_CHANGES.get(name, column.type)
            self.assertEqual(got.schema.field(name).type, wanted, name)
            if pa.types.is_temporal(column.type):
                column = column.cast(wanted)
            values = samples.plain_values(column)
            self.assertEqual([values[i] for i in self.order], samples.plain_values(got[name]), name)
        self.assertEqual(got.schema.metadata, self.table.schema.metadata)

    def test_to_text(self):
        text = ["order", "int8", "uint64", "float64", "bool", "date32", "string", "large_string", "string_view"]
        text += ["dictionary_int8", "decimal128", "timestamp_us", "runs"]
        table = self.table.select(text)
        samples.write_ipc("text.arrow", table)
        for kind, separator in (("csv", ","), ("tsv", "\t")):
            self.convert("--to", kind, "text.arrow", "out." + kind, "up:1")
            with open("out." + kind, encoding="utf-8", newline="") as file:
                names, *records = csv.reader(file, delimiter=separator)
            self.assertEqual(names, text)
            got = dict(zip(names, zip(*records)))
            for name in ("order", "int8", "uint64", "string", "string_view", "dictionary_int8", "runs"):
                values = table[name].to_pylist()
                wanted = ["" if values[i] is None else str(values[i]) for i in self.order]
                self.assertEqual(list(got[name]), wanted, name)
            floats = [float(text) if text else None for text in got["float64"]]
            values = table["float64"].to_pylist()
            self.assertEqual(list(map(repr, floats)), [repr(values[i]) for i in self.order])
        for name in ("list", "struct", "map", "dense_union"):
            samples.write_ipc("one.arrow", self.table.select(["order", name]))
            self.refuse([f"column '{name}'", "a CSV file can't hold"], "--to", "csv", "one.arrow", "out", "up:1")
            self.assertEqual(os.path.getsize("out"), 0)

    def test_to_raw_is_refused(self):
        self.refuse(["raw"], "--to", "raw", "types.arrow", "out", "up:1")
        self.assertEqual(os.path.getsize("out"), 0)


class KeysTest(ColumnarTest):
    """Keys of every type, in the order that numpy finds."""

    @classmethod
    def setUpClass(cls):
        cls.columns = samples.key_columns()
        cls.table = samples.table_of(cls.columns)
        samples.write_ipc("keys.arrow", cls.table)

    @staticmethod
    def expected(column, descending):
        """Stable, nulls last, floats by their bits."""
        type_ = column.type
        nulls = np.array(column.is_null())
        if pa.types.is_floating(type_):
            values = column.fill_null(0).to_numpy(zero_copy_only=False)
            bits = values.view(f"u{values.itemsize}").astype(np.uint64)
            top = np.uint64(1 << (values.itemsize * 8 - 1))
            everything = np.uint64((1 << (values.itemsize * 8)) - 1)
            keys = np.where(bits & top, everything - bits, bits | top)
        else:
            if not pa.types.is_integer(type_):
                width = 64 if type_ == pa.bool_() else type_.bit_width
                column = column.cast(pa.int32() if width == 32 else pa.int64())
            keys = column.fill_null(0).to_numpy(zero_copy_only=False)
        # Equal keys stay in input order in both directions: rank, then negate.
        ranks = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        return np.lexsort((np.arange(len(ranks)), -ranks if descending else ranks, nulls))

    def test_orders(self):
        for number, name in enumerate(self.table.column_names[1:], 2):
            for word in ("up", "down"):
                self.convert("--argsort", "keys.arrow", "rows", f"{word}:{number}")
                rows = ipc.open_file("rows").read_all()
                self.assertEqual(rows.schema, pa.schema([pa.field("row", pa.uint64(), nullable=False)]))
                wanted = self.expected(self.columns[name], word == "down")
                self.assertEqual(rows["row"].to_pylist(), wanted.tolist(), name)

    def test_widths(self):
        widths = {"bool": "0 1", "uint8": "0 8", "uint16": "0 16", "uint32": "0 32", "int8": "1 32", "int32": "1 32"}
        widths |= {"float16": "2 32", "float32": "2 32", "uint64": "3 64", "int64": "4 64", "float64": "5 64"}
        widths |= {"date32": "1 32", "date64": "4 64", "time32_s": "1 32", "time64_ns": "4 64", "duration_s": "4 64"}
        for name, wanted in widths.items():
            number = self.table.column_names.index(name) + 1
            lines = self.convert("keys.arrow", "unused", f"keys:{number}").decode().splitlines()
            self.assertEqual(lines[1], wanted, name)
            self.assertEqual(len(lines), self.table.num_rows + 2)

    def test_argsort_batches(self):
        self.convert("--argsort", "--batches", "keys.arrow", "rows", "reverse")
        reader = ipc.open_file("rows")
        first = 0
        for number, batch in enumerate(samples.batches_of(self.table)):
            rows = reader.get_batch(number)["row"].to_pylist()
            self.assertEqual(rows, list(range(first + batch.num_rows - 1, first - 1, -1)))
            first += batch.num_rows

    def test_refused_types(self):
        payload = samples.table_of(samples.payload_columns())
        samples.write_ipc("payload.arrow", payload)
        for number, field in enumerate(payload.schema, 1):
            if field.name != "order":
                words = [f"payload.arrow: column '{field.name}' has type", "which can't be a sort key yet"]
                self.refuse(words, "payload.arrow", "unused", f"keys:{number}")
        message = self.refuse([], "payload.arrow", "unused", "keys:2")
        self.assertIn("payload.arrow: column 'string' has type string, which can't be a sort key yet", message)


class SmallTablesTest(ColumnarTest):
    def test_no_rows(self):
        schema = pa.schema([("k", pa.int64()), ("s", pa.dictionary(pa.int8(), pa.string_view()))], {"a": "b"})
        for stream in (False, True):
            with (ipc.new_stream if stream else ipc.new_file)("empty", schema):
                pass
            for options in ([], ["--batches"]):
                self.convert(*options, "empty", "out", "up:1")
                got_schema, batches, _, _ = samples.read_ipc("out")
                self.assertTrue(schema.equals(got_schema, check_metadata=True))
                self.assertEqual(batches, [])
        self.convert("--to", "csv", "--argsort", "empty", "out", "up:1")
        with open("out", encoding="utf-8") as file:
            self.assertEqual(file.read().strip('"\n'), "row")
        self.convert("--to", "parquet", "--argsort", "empty", "out", "up:1")
        self.assertEqual(pq.read_table("out").num_rows, 0)

    def test_csv_of_no_rows_has_names(self):
        with ipc.new_file("empty", pa.schema([("k", pa.int64()), ("s", pa.string())])):
            pass
        self.convert("--to", "csv", "empty", "out", "up:1")
        with open("out", encoding="utf-8") as file:
            self.assertEqual(file.read(), '"k","s"\n')

    def test_one_row(self):
        table = pa.table({"k": pa.array([None], pa.int64()), "s": ["x"]})
        with ipc.new_file("one", table.schema) as writer:
            writer.write(table)
        self.convert("one", "out", "up:1")
        self.compare(table, ipc.open_file("out").read_all())

    def test_same_names(self):
        table = pa.Table.from_arrays([pa.array([2, 1]), pa.array([3, 4])], names=["k", "k"])
        with ipc.new_file("twice.arrow", table.schema) as writer:
            writer.write(table)
        self.convert("twice.arrow", "out", "up:1")
        self.assertEqual([c.to_pylist() for c in ipc.open_file("out").read_all().columns], [[1, 2], [4, 3]])
        self.convert("--to", "parquet", "twice.arrow", "out", "down:2")
        with pq.ParquetFile("out") as file:
            self.assertEqual([c.to_pylist() for c in file.read().columns], [[1, 2], [4, 3]])

    def test_values_that_arrow_would_refuse(self):
        """Rows move as they are, whatever their values."""
        text = pa.array([b"\xff\xfe", b"ok"], pa.binary()).view(pa.string())
        time = pa.array([90000, -1], pa.int32()).view(pa.time32("s"))
        date = pa.array([1, 2], pa.int64()).view(pa.date64())
        number = pa.array([10**9, 1], pa.int64()).cast(pa.decimal128(38, 0))
        narrow = pa.Array.from_buffers(pa.decimal128(3, 0), 2, number.buffers())
        table = pa.table({"k": [1, 0], "text": text, "time": time, "date": date, "number": narrow})
        with ipc.new_file("odd", table.schema) as writer:
            writer.write(table)
        self.convert("odd", "out", "up:1")
        got = ipc.open_file("out").read_all()
        self.assertEqual(got.column("text").chunk(0).view(pa.binary()).to_pylist(), [b"ok", b"\xff\xfe"])
        self.assertEqual(got.column("time").chunk(0).view(pa.int32()).to_pylist(), [-1, 90000])
        self.assertEqual(got.column("date").chunk(0).view(pa.int64()).to_pylist(), [2, 1])
        self.refuse(["'date'", "no whole day"], "--to", "parquet", "odd", "out", "up:1")

    def test_bytes_that_are_no_text(self):
        for values in (pa.array([b"\xff", b"a"]), pa.array([b"\xff\xfe"] * 2, pa.binary(2))):
            table = pa.table({"k": [1, 0], "data": values})
            with ipc.new_file("bytes", table.schema) as writer:
                writer.write(table)
            self.refuse(["bytes: column 'data' holds bytes that are no text"], "--to", "csv", "bytes", "out", "up:1")

    def test_unknown_extension(self):
        """A type that nobody registered: its storage moves, its name stays in the schema."""
        metadata = {"ARROW:extension:name": "test.celsius", "ARROW:extension:metadata": "\u00b0"}
        schema = pa.schema([pa.field("k", pa.int64()), pa.field("t", pa.float32(), metadata=metadata)])
        table = pa.Table.from_arrays([pa.array([2, 1]), pa.array([20.5, 21.5], pa.float32())], schema=schema)
        with ipc.new_file("celsius", schema) as writer:
            writer.write(table)
        self.convert("celsius", "out", "up:1")
        self.assertTrue(ipc.open_file("out").schema.equals(schema, check_metadata=True))
        self.convert("--to", "parquet", "celsius", "out", "up:1")
        self.convert("out", "again", "same")
        self.assertTrue(pq.read_schema("again").equals(schema, check_metadata=True))

    def test_old_formats(self):
        """Files of the format before Arrow 0.15, which has no continuation marks."""
        table = pa.table({"k": [2, 1], "s": ["b", "a"]})
        options = ipc.IpcWriteOptions(use_legacy_format=True, metadata_version=ipc.MetadataVersion.V4)
        for kind, name in ((ipc.new_file, "arrow"), (ipc.new_stream, "arrows")):
            with kind("old", table.schema, options=options) as writer:
                writer.write(table)
            self.convert("--format", name, "old", "out", "up:1")
            _, batches, _, _ = samples.read_ipc("out")
            self.assertEqual(pa.Table.from_batches(batches)["s"].to_pylist(), ["a", "b"])

    def test_seconds_that_milliseconds_lack(self):
        table = pa.table({"k": [1], "t": pa.array([10**16], pa.int64()).cast(pa.timestamp("s"))})
        with ipc.new_file("far", table.schema) as writer:
            writer.write(table)
        self.refuse(["'t'", "overflows milliseconds"], "--to", "parquet", "far", "out", "up:1")


class DictionariesTest(ColumnarTest):
    """Dictionaries that differ from batch to batch."""

    @staticmethod
    def write(path, arrays, stream=True, **options):
        schema = pa.schema([("k", pa.int32()), ("d", arrays[0].type)])
        kind = ipc.new_stream if stream else ipc.new_file
        with kind(path, schema, options=ipc.IpcWriteOptions(**options)) as writer:
            for array in arrays:
                keys = pa.array(range(len(array), 0, -1), pa.int32())
                writer.write_batch(pa.RecordBatch.from_arrays([keys, array], schema=schema))

    def check(self, path, arrays, kinds=("arrow", "arrows")):
        values = [value for array in arrays for value in array.to_pylist()]
        keys = [key for array in arrays for key in range(len(array), 0, -1)]
        wanted = [values[i] for i in np.argsort(keys, kind="stable")]
        for kind in kinds:
            self.convert("--to", kind, path, "out", "up:1")
            schema, batches, _, _ = samples.read_ipc("out")
            self.assertEqual(schema.field("d").type, arrays[0].type)
            got = pa.Table.from_batches(batches, schema)
            self.assertEqual(got["d"].to_pylist(), wanted)

    @staticmethod
    def encoded(indices, values, index=pa.int8(), value=None, ordered=False):
        return pa.DictionaryArray.from_arrays(
            pa.array(indices, index), pa.array(values, value), ordered=ordered)

    def test_replaced(self):
        arrays = [self.encoded([0, 1, None], ["x", "y"]), self.encoded([2, 1, 0], ["y", "z", "x"])]
        self.write("replaced", arrays)
        self.check("replaced", arrays)
        self.convert("--batches", "replaced", "out", "reverse")
        got = ipc.open_stream("out").read_all()["d"].to_pylist()
        self.assertEqual(got, [None, "y", "x", "y", "z", "x"])
        self.refuse(["replace"], "--batches", "--to", "arrow", "replaced", "out", "reverse")

    def test_deltas(self):
        arrays = [self.encoded([0, 1], ["x", "y"]), self.encoded([2, 0], ["x", "y", "z"])]
        for stream in (True, False):
            self.write("deltas", arrays, stream=stream, emit_dictionary_deltas=True)
            self.check("deltas", arrays)
            for kind in ("arrow", "arrows"):
                self.convert("--batches", "--to", kind, "deltas", "out", "reverse")
                schema, batches, _, _ = samples.read_ipc("out")
                got = pa.Table.from_batches(batches, schema)
                self.assertEqual(got["d"].to_pylist(), ["y", "x", "x", "z"])

    def test_too_many_values(self):
        arrays = [self.encoded(range(100), [f"{b}-{i}" for i in range(100)]) for b in range(2)]
        self.write("many", arrays)
        self.refuse(["column 'd'", "index type"], "many", "out", "up:1")
        self.convert("--batches", "many", "out", "same")
        wide = [self.encoded(range(100), [f"{b}-{i}" for i in range(100)], pa.uint8()) for b in range(2)]
        self.write("wide", wide)
        self.check("wide", wide)

    def test_null_values(self):
        arrays = [self.encoded([0, 1], ["x", None]), self.encoded([0, 1], [None, "y"])]
        self.write("nulls", arrays)
        self.check("nulls", arrays)

    def test_value_types(self):
        pair = pa.struct([("a", pa.int8())])
        cases = [(pa.string_view(), ["a", "b"], ["c", "d"]), (pair, [{"a": 1}], [{"a": 2}]), (pa.float64(), [0.5], [1.5])]
        cases.append((pa.list_(pa.string()), [["p", "q"]], [[None], []]))
        for type_, first, second in cases:
            arrays = [self.encoded([0], first, value=type_), self.encoded([0], second, value=type_)]
            self.write("values", arrays)
            self.check("values", arrays)

    def test_nested(self):
        parts = [self.encoded([0, 1], ["x", "y"]), self.encoded([1, 0], ["y", "z"])]
        structs = [pa.StructArray.from_arrays([part], ["f"]) for part in parts]
        self.write("struct", structs)
        self.check("struct", structs)
        lists = [pa.ListArray.from_arrays([0, 1, 2], part) for part in parts]
        self.write("list", lists)
        self.check("list", lists)

    def test_garbage_under_nulls(self):
        indices = pa.Array.from_buffers(
            pa.int32(), 3, [pa.py_buffer(b"\x05"), pa.py_buffer(np.array([0, 99999, 1], np.int32).tobytes())])
        array = pa.DictionaryArray.from_arrays(indices, pa.array(["x", "y"]), safe=False)
        self.write("garbage", [array])
        self.check("garbage", [array])


class ParquetTest(ColumnarTest):
    @classmethod
    def setUpClass(cls):
        columns = {**samples.key_columns(), **samples.payload_columns()}
        for name in [*PARQUET_REFUSES, *PARQUET_CHANGES]:
            del columns[name]
        # pyarrow's writer can't slice views for row groups: see test_views.
        columns = {name: array for name, array in columns.items() if "view" not in str(array.type)}
        cls.table = samples.table_of(columns)
        cls.order = np.argsort(cls.table["order"].to_numpy(), kind="stable")
        pq.write_table(cls.table, "types.parquet", row_group_size=700, compression="zstd")
        cls.read = pq.read_table("types.parquet", arrow_extensions_enabled=True)

    def compare_order(self, got, order):
        self.assertTrue(self.read.schema.equals(got.schema), f"{got.schema}")
        self.assertEqual([field.metadata for field in got.schema], [field.metadata for field in self.read.schema])
        self.assertEqual(got.schema.metadata, self.read.schema.metadata)
        for name, column in zip(self.read.column_names, self.read.columns):
            values = samples.plain_values(column)
            self.assertEqual([values[i] for i in order], samples.plain_values(got[name]), name)

    def test_whole_file(self):
        self.convert("types.parquet", "out", "up:1")
        self.compare_order(pq.read_table("out", arrow_extensions_enabled=True), self.order)
        before, after = pq.read_metadata("types.parquet"), pq.read_metadata("out")
        self.assertEqual([after.row_group(i).num_rows for i in range(after.num_row_groups)], [700] * 3 + [400])
        self.assertEqual(before.metadata.keys(), after.metadata.keys())
        self.assertEqual(str(before.schema).split("\n", 1)[1], str(after.schema).split("\n", 1)[1])
        self.assertEqual({after.row_group(0).column(i).compression for i in range(after.num_columns)}, {"ZSTD"})

    def test_views(self):
        """Views, also nested, in several row groups, read back as views."""
        payload = samples.payload_columns()
        table = samples.table_of({name: array for name, array in payload.items() if "view" in str(array.type)})
        table = table.drop_columns(["dictionary_view", "runs_of_views"])
        samples.write_ipc("views.arrow", table)
        self.convert("--batches", "--to", "parquet", "views.arrow", "out", "same")
        self.compare(table, pq.read_table("out"))
        self.convert("--to", "arrow", "out", "back", "up:1")
        self.convert("--to", "arrow", "views.arrow", "direct", "up:1")
        self.compare(ipc.open_file("direct").read_all(), ipc.open_file("back").read_all())

    def test_groups_kept(self):
        self.convert("--batches", "types.parquet", "out", "reverse")
        rows = np.arange(samples.ROWS)
        order = np.concatenate([rows[start : start + 700][::-1] for start in range(0, samples.ROWS, 700)])
        self.compare_order(pq.read_table("out", arrow_extensions_enabled=True), order)
        self.assertEqual(pq.read_metadata("out").num_row_groups, 4)

    def test_pipe(self):
        self.convert("types.parquet", "out", "up:1")
        with open("out", "rb") as file:
            expected = file.read()
        with subprocess.Popen(["cat", "types.parquet"], stdout=subprocess.PIPE) as cat:
            self.assertEqual(self.convert("-", "-", "up:1", stdin=cat.stdout), expected)

    def test_to_arrow(self):
        for kind in ("arrow", "arrows"):
            self.convert("--to", kind, "types.parquet", "out", "up:1")
            schema, batches, _, _ = samples.read_ipc("out")
            self.compare_order(pa.Table.from_batches(batches, schema), self.order)

    def test_codecs(self):
        table = pa.table({"k": list(range(1000, 0, -1)), "s": ["abc"] * 1000, "l": [[1, 2]] * 1000})
        codecs = {"k": "snappy", "s": "brotli", "l.list.element": "gzip"}
        pq.write_table(table, "codecs.parquet", compression=codecs)
        self.convert("codecs.parquet", "out", "up:1")
        group = pq.read_metadata("out").row_group(0)
        self.assertEqual([group.column(i).compression for i in range(3)], ["SNAPPY", "BROTLI", "GZIP"])
        for codec in ("none", "lz4"):
            pq.write_table(table, "codec.parquet", compression=codec)
            self.convert("codec.parquet", "out", "up:1")
            name = pq.read_metadata("codec.parquet").row_group(0).column(0).compression
            self.assertEqual(pq.read_metadata("out").row_group(0).column(0).compression, name)

    def test_96_bit_times(self):
        seconds = [0, 9 * 10**9, -9 * 10**9]
        nanoseconds = pa.array([second * 10**9 for second in seconds], pa.timestamp("ns"))
        lists = pa.ListArray.from_arrays([0, 1, 1, 3], nanoseconds)
        table = pa.table({"k": [3, 2, 1], "t": nanoseconds, "l": lists})
        pq.write_table(table, "int96.parquet", use_deprecated_int96_timestamps=True)
        self.convert("int96.parquet", "out", "reverse")
        got = pq.read_table("out")
        self.assertEqual(samples.plain_values(got["t"]), samples.plain_values(table["t"])[::-1])
        # The day number, in the last 4 bytes of each value, one that nanoseconds don't reach.
        pq.write_table(
            table.select(["t"]), "int96.parquet", use_deprecated_int96_timestamps=True, use_dictionary=False,
            compression="none", write_statistics=False)
        with open("int96.parquet", "rb") as file:
            content = file.read()
        day = (2440588).to_bytes(4, "little")
        self.assertEqual(content.count(day), 1)
        with open("far.parquet", "wb") as file:
            file.write(content.replace(day, (5373484).to_bytes(4, "little")))
        self.refuse(["far.parquet: row group 1: column 't'", "overflows nanoseconds"], "far.parquet", "out", "same")

    def test_lost_annotation(self):
        """JSON is kept; an interval, which Arrow reads as plain bytes, would lose its name."""
        table = pa.table({"k": [1], "doc": pa.array(["{}"], pa.json_())})
        pq.write_table(table, "json.parquet", store_schema=False)
        self.convert("json.parquet", "out", "same")
        self.assertIn("JSON", str(pq.read_metadata("out").schema.column(1).logical_type).upper())
        duckdb.sql("copy (select 1 as k, interval 1 month as i) to 'interval.parquet'")
        self.refuse(["column 'i' has the Parquet type Interval"], "interval.parquet", "out", "same")
        self.assertEqual(os.path.getsize("out"), 0)

    def test_decimals_and_times(self):
        connection = duckdb.connect()
        connection.execute("copy (select 1.25::decimal(9, 2) as d, time '12:00:00' as t) to 'forms.parquet'")
        self.convert("forms.parquet", "out", "same")
        for name in ("forms.parquet", "out"):
            schema = pq.read_metadata(name).schema
            self.assertEqual(schema.column(0).physical_type, "INT32")
        self.assertEqual(
            str(pq.read_metadata("forms.parquet").schema.column(1).logical_type),
            str(pq.read_metadata("out").schema.column(1).logical_type))

    def test_empty_groups(self):
        schema = pa.schema([("k", pa.int64()), ("s", pa.string())])
        with pq.ParquetWriter("groups.parquet", schema) as writer:
            for values in ([], [2, 1], [], [4, 3, 3]):
                writer.write_table(pa.table({"k": values, "s": list(map(str, values))}, schema=schema))
        self.convert("--batches", "groups.parquet", "out", "up:1")
        metadata = pq.read_metadata("out")
        self.assertEqual([metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)], [0, 2, 0, 3])
        self.assertEqual(pq.read_table("out")["s"].to_pylist(), ["1", "2", "3", "3", "4"])
        self.convert("groups.parquet", "out", "up:1")
        self.assertEqual(pq.read_table("out")["k"].to_pylist(), [1, 2, 3, 3, 4])


class CodecsTest(ColumnarTest):
    """Bodies stay compressed as they were."""

    def test_bodies(self):
        table = pa.table({"k": list(range(3000, 0, -1)), "s": ["some text"] * 3000})
        sizes = {}
        for kind in ("arrow", "arrows"):
            for codec in (None, "lz4", "zstd"):
                samples.write_ipc("in", table, stream=kind == "arrows", codec=codec)
                self.convert("in", "out", "up:1")
                sizes[codec] = os.path.getsize("out")
                schema, batches, _, _ = samples.read_ipc("out")
                self.assertEqual(pa.Table.from_batches(batches, schema)["k"].to_pylist(), list(range(1, 3001)))
            self.assertLess(sizes["zstd"], sizes["lz4"])
            self.assertLess(sizes["lz4"], sizes[None] / 2)

    def test_dictionary_first(self):
        """The codec is found although no record batch comes first."""
        words = pa.array([f"word {i % 900}" for i in range(5000)]).dictionary_encode()
        table = pa.table({"k": list(range(5000, 0, -1)), "d": words})
        samples.write_ipc("plain", table)
        samples.write_ipc("packed", table, codec="zstd")
        self.convert("packed", "out", "up:1")
        self.assertLess(os.path.getsize("out"), os.path.getsize("plain") / 2)


class OtherProgramsTest(ColumnarTest):
    """Files that Polars and DuckDB write, and what they read of ours."""

    @classmethod
    def setUpClass(cls):
        rows = 2000
        cls.frame = pl.DataFrame(
            {
                "k": [(i * 7919) % 501 if i % 11 else None for i in range(rows)],
                "x": [i / 3 for i in range(rows)],
                "name": [f"name {i % 37}" for i in range(rows)],
                "kind": pl.Series([f"kind {i % 5}" for i in range(rows)], dtype=pl.Categorical),
                "level": pl.Series(["low", "top"] * (rows // 2), dtype=pl.Enum(["low", "top"])),
                "tags": [[f"t{j}" for j in range(i % 3)] for i in range(rows)],
                "point": [{"lon": i * 0.5, "lat": str(i)} for i in range(rows)],
                "day": pl.Series(range(rows), dtype=pl.Int32).cast(pl.Date),
                "time": pl.Series(range(rows), dtype=pl.Int64).cast(pl.Datetime("us", "UTC")),
                "cost": pl.Series(range(rows)).cast(pl.Decimal(10, 2)),
                "raw": [bytes([i % 256]) * (i % 20) for i in range(rows)],
            }
        )
        cls.wanted = cls.frame.sort("k", nulls_last=True, maintain_order=True)

    def test_polars_ipc(self):
        for codec in ("uncompressed", "lz4", "zstd"):
            self.frame.write_ipc("polars.arrow", compression=codec)
            self.convert("polars.arrow", "out", "up:1")
            self.assertTrue(pl.read_ipc("out").equals(self.wanted))
            self.frame.write_ipc_stream("polars.arrows", compression=codec)
            self.convert("polars.arrows", "out", "up:1")
            self.assertTrue(pl.read_ipc_stream("out").equals(self.wanted))

    def test_polars_parquet(self):
        self.frame.write_parquet("polars.parquet", row_group_size=700)
        self.convert("polars.parquet", "out", "up:1")
        got = pl.read_parquet("out")
        self.assertEqual(got.schema, pl.read_parquet("polars.parquet").schema)
        self.assertTrue(got.equals(self.wanted))

    def test_duckdb_parquet(self):
        make = """
            select (i * 7919) % 501 as k, i / 3 as x, 'name ' || (i % 37) as name, [i, i + 1] as list,
                {'a': i, 'b': 'x'} as pair, map {'key': i} as entries, i::decimal(12, 3) as cost, uuid() as id,
                (i % 100)::utinyint as small, i::uhugeint::double as big, date '2020-01-01' + i::int as day,
                timestamp '2020-01-01' + interval (i) second as moment, time '00:00:00' + interval (i) second as clock,
                ('{"i": ' || i || '}')::json as doc, null::int as nothing
            from range(3000) t(i)"""
        connection = duckdb.connect()
        connection.execute(f"copy ({make}) to 'duckdb.parquet' (row_group_size 1000)")
        self.convert("duckdb.parquet", "out", "up:1")
        before = connection.execute("select * from 'duckdb.parquet'").fetchall()
        after = connection.execute("select * from read_parquet('out')").fetchall()
        self.assertEqual(after, sorted(before, key=lambda row: row[0]))
        describe = "select column_name, column_type from (describe select * from read_parquet('{}'))"
        self.assertEqual(
            connection.execute(describe.format("out")).fetchall(),
            connection.execute(describe.format("duckdb.parquet")).fetchall())

    def test_readers_of_ours(self):
        self.frame.write_ipc("polars.arrow")
        for kind in ("arrow", "parquet"):
            self.convert("--to", kind, "polars.arrow", "out", "up:1")
            got = pl.read_ipc("out") if kind == "arrow" else pl.read_parquet("out")
            self.assertTrue(got.drop("kind", "level").equals(self.wanted.drop("kind", "level")))
            self.assertEqual(got["kind"].cast(pl.String).to_list(), self.wanted["kind"].cast(pl.String).to_list())
        rows = duckdb.connect().execute("select k from read_parquet('out')").fetchall()
        self.assertEqual([row[0] for row in rows], self.wanted["k"].to_list())


class ErrorsTest(ColumnarTest):
    def test_not_such_a_file(self):
        for name, content in (("empty", b""), ("short", b"ARROW1"), ("text", b"hello, world\n" * 10)):
            with open(name, "wb") as file:
                file.write(content)
            for kind in ("arrow", "arrows", "parquet"):
                self.refuse([f"{name}: "], "--format", kind, name, "out", "up:1")
                with open(name, "rb") as file:
                    self.refuse(["standard input: "], "--format", kind, "-", "out", "up:1", stdin=file)

    def test_message_names_the_batch(self):
        table = pa.table({"k": list(range(20000, 0, -1))})
        samples.write_ipc("good", table, stream=True)
        size = os.path.getsize("good")
        with open("good", "rb") as file:
            content = file.read(size - 10000)
        with open("cut", "wb") as file:
            file.write(content)
        self.refuse(["cut: record batch 7: "], "cut", "out", "up:1")

    def test_full_disk(self):
        samples.write_ipc("in", pa.table({"k": list(range(100000, 0, -1))}))
        self.refuse(["writing the output failed: No space left on device"], "in", "/dev/full", "up:1")

    def test_column_that_holds_nulls_against_its_word(self):
        schema = pa.schema([pa.field("k", pa.int64(), nullable=False)])
        batch = pa.RecordBatch.from_arrays([pa.array([3, None, 1])], schema=schema)
        with ipc.new_file("lying", schema) as writer:
            writer.write_batch(batch)
        self.convert("lying", "out", "up:1")
        self.assertEqual(ipc.open_file("out").read_all()["k"].to_pylist(), [1, 3, None])
        self.refuse(["'k'", "null"], "--to", "parquet", "lying", "out", "up:1")


def main():
    global ROUNDTRIP
    ROUNDTRIP = os.path.abspath(sys.argv.pop(1))
    unittest.main()


if __name__ == "__main__":
    main()
