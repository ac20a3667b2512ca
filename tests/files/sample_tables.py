# SPDX-License-Identifier: MIT
"""Tables that tests write as files: every type, awkward batches, metadata, what other programs write."""

import decimal
import random

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc as ipc

ROWS = 2500


def some_null(values, seed):
    """The list with about every seventh value None."""
    rng = random.Random(seed)
    return [None if rng.random() < 0.15 else value for value in values]


def key_columns(rows=ROWS):
    """Name -> array of each type that can be a key; extremes and repeated values among them."""
    rng = random.Random(7)
    columns = {}
    for bits in (8, 16, 32, 64):
        low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        signed = [rng.choice([low, high, 0, -1, rng.randint(low, high)]) for _ in range(rows)]
        unsigned = [value - low for value in signed]
        columns[f"int{bits}"] = pa.array(some_null(signed, bits), getattr(pa, f"int{bits}")())
        columns[f"uint{bits}"] = pa.array(some_null(unsigned, bits), getattr(pa, f"uint{bits}")())
    special = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 5e-324, -5e-324, 1.5, -1.5]
    floats = [rng.choice(special + [rng.gauss(0, 1e10)]) for _ in range(rows)]
    columns["float64"] = pa.array(some_null(floats, 1), pa.float64())
    columns["float32"] = pa.array(some_null(floats, 2), pa.float64()).cast(pa.float32(), safe=False)
    halves = pa.array([rng.choice(special[:5] + [0.5, 65504.0, -2.0]) for _ in range(rows)])
    columns["float16"] = halves.cast(pa.float16())
    columns["bool"] = pa.array(some_null([rng.random() < 0.5 for _ in range(rows)], 3))
    integers = pa.array(some_null([rng.randint(-(10**6), 10**6) for _ in range(rows)], 4), pa.int64())
    small = pc.abs(integers).cast(pa.int32())
    columns["date32"] = integers.cast(pa.int32()).cast(pa.date32())
    columns["date64"] = columns["date32"].cast(pa.date64())
    for unit in ("s", "ms"):
        columns[f"time32_{unit}"] = pc.divide(small, 12).cast(pa.int32()).cast(pa.time32(unit))
    for unit in ("us", "ns"):
        columns[f"time64_{unit}"] = small.cast(pa.int64()).cast(pa.time64(unit))
    for unit in ("s", "ms", "us", "ns"):
        columns[f"timestamp_{unit}"] = integers.cast(pa.timestamp(unit))
        columns[f"duration_{unit}"] = integers.cast(pa.duration(unit))
    columns["timestamp_zone"] = integers.cast(pa.timestamp("us", "America/New_York"))
    return columns


def payload_columns(rows=ROWS):
    """Name -> array of types that can't be a key yet, nested ones among them."""
    rng = random.Random(11)
    words = [f"w{rng.randint(0, 400)}" + "x" * rng.choice([0, 3, 40]) for _ in range(rows)]
    words = [rng.choice([word, "", "\u00fcml\u00e4ut", "a\nb"]) for word in words]
    strings = some_null(words, 5)
    data = [None if word is None else word.encode() + bytes([0, 255]) for word in strings]
    number_lists = some_null([[i, None, -i][: i % 4] for i in range(rows)], 6)
    string_lists = some_null([words[i : i + i % 4] for i in range(rows)], 7)
    pairs = some_null([{"a": i, "b": words[i]} for i in range(rows)], 8)
    string_types = [pa.string(), pa.large_string(), pa.string_view()]
    columns = {str(type_): pa.array(strings, type_) for type_ in string_types}
    for type_ in (pa.binary(), pa.large_binary(), pa.binary_view()):
        columns[str(type_)] = pa.array(data, type_)
    columns["fixed"] = pa.array(some_null([bytes([i % 256] * 3) for i in range(rows)], 9), pa.binary(3))
    decimals = some_null([decimal.Decimal(i - rows // 2).scaleb(-2) for i in range(rows)], 10)
    for bits, digits in ((32, 8), (64, 16), (128, 30), (256, 60)):
        columns[f"decimal{bits}"] = pa.array(decimals, getattr(pa, f"decimal{bits}")(digits, 2))
    columns["null"] = pa.nulls(rows)
    for index in (pa.int8(), pa.uint16(), pa.int64()):
        few = pa.array(some_null([words[i] if i % 2 else f"v{i % 50}" for i in range(100)] * (rows // 100), 11))
        columns[f"dictionary_{index}"] = few.dictionary_encode().cast(pa.dictionary(index, pa.string()))
    columns["dictionary_view"] = pa.DictionaryArray.from_arrays(
        pa.array([i % 3 for i in range(rows)], pa.int32()), pa.array(["a", "b", "c" * 30], pa.string_view()))
    columns["dictionary_ordered"] = pa.DictionaryArray.from_arrays(
        pa.array([i % 3 for i in range(rows)], pa.int8()), pa.array(["low", "mid", "top"]), ordered=True)
    columns["dictionary_number"] = pa.array([i % 9 * 1.5 for i in range(rows)]).dictionary_encode()
    columns["month_day_nano"] = pa.array(
        [pa.MonthDayNano([i, -i, i * 7]) for i in range(rows)], pa.month_day_nano_interval())
    columns["list"] = pa.array(number_lists, pa.list_(pa.int16()))
    columns["large_list"] = pa.array(string_lists, pa.large_list(pa.string()))
    columns["list_of_views"] = pa.array(string_lists, pa.list_(pa.string_view()))
    columns["list_view"] = pa.array(number_lists, pa.list_view(pa.int64()))
    columns["large_list_view"] = pa.array(string_lists, pa.large_list_view(pa.string_view()))
    columns["fixed_list"] = pa.array(some_null([[i, i + 1] for i in range(rows)], 12), pa.list_(pa.int32(), 2))
    pair = pa.struct([pa.field("a", pa.int32(), metadata={"unit": "m"}), pa.field("b", pa.string())])
    columns["struct"] = pa.array(pairs, pair)
    columns["struct_of_views"] = pa.array(pairs, pa.struct([("a", pa.int64()), ("b", pa.string_view())]))
    columns["map"] = pa.array(
        some_null([[(words[i], i), ("k", None)][: i % 3] for i in range(rows)], 13), pa.map_(pa.string(), pa.int64()))
    columns["map_of_views"] = pa.array(
        [[(words[i], words[-i])] * (i % 2) for i in range(rows)], pa.map_(pa.string_view(), pa.string_view()))
    numbers = pa.array(list(range(rows)), pa.int32())
    kinds = pa.array([i % 2 for i in range(rows)], pa.int8())
    columns["sparse_union"] = pa.UnionArray.from_sparse(kinds, [numbers, pa.array(words)])
    columns["dense_union"] = pa.UnionArray.from_dense(kinds, numbers, [numbers, pa.array(words)])
    runs = [words[i // 9] for i in range(rows)]
    columns["runs"] = pc.run_end_encode(pa.array(runs))
    columns["runs_of_views"] = pa.RunEndEncodedArray.from_arrays(
        pa.array(range(10, rows + 1, 10), pa.int64()), pa.array(words[: rows // 10], pa.string_view()))
    columns["runs_of_zeros"] = pc.run_end_encode(pa.array([-0.0 if i % 4 else 0.0 for i in range(rows)]))
    columns["uuid"] = pa.array([bytes([i % 251] * 16) for i in range(rows)], pa.uuid())
    nested = pa.struct([("x", pa.list_(pa.string_view())), ("y", pa.struct([("z", pa.int64())]))])
    columns["nested"] = pa.array(
        [[{"x": [words[i]], "y": {"z": i}}] * (i % 3) for i in range(rows)], pa.list_(nested))
    return columns


def table_of(columns, key_rows=ROWS):
    """A table with metadata everywhere; its first column `order` is a shuffled key."""
    rng = random.Random(3)
    key = pa.array([rng.randint(0, key_rows // 3) for _ in range(key_rows)], pa.int32())
    fields = [pa.field("order", pa.int32(), nullable=False, metadata={"role": "key"})]
    fields += [pa.field(name, array.type, metadata={"column": name}) for name, array in columns.items()]
    schema = pa.schema(fields, metadata={"origin": "test", "empty": "", "bytes": b"\x00\xff"})
    return pa.Table.from_arrays([key, *columns.values()], schema=schema)


def batches_of(table):
    """Batches of unlike sizes, empty ones among them."""
    sizes = [0, 1, 1234, 0, 2, 777]
    sizes.append(table.num_rows - sum(sizes))
    position = 0
    for size in sizes:
        part = table.slice(position, size).combine_chunks()
        position += size
        arrays = [column.chunk(0) if column.num_chunks else pa.array([], column.type) for column in part.columns]
        yield pa.RecordBatch.from_arrays(arrays, schema=table.schema)


def write_ipc(path, table, stream=False, codec=None):
    options = ipc.IpcWriteOptions(compression=codec)
    if stream:
        writer = ipc.new_stream(path, table.schema, options=options)
    else:
        writer = ipc.new_file(path, table.schema, options=options, metadata={"footer": "kept"})
    with writer:
        for number, batch in enumerate(batches_of(table)):
            writer.write_batch(batch, custom_metadata={"batch": str(number)})


def read_ipc(path):
    """(batches, their metadata, footer metadata or None)"""
    with open(path, "rb") as file:
        is_file = file.read(6) == b"ARROW1"
    batches, metadata, footer = [], [], None
    if is_file:
        reader = ipc.open_file(path)
        footer = reader.metadata
        for number in range(reader.num_record_batches):
            read = reader.get_batch_with_custom_metadata(number)
            batches.append(read.batch)
            metadata.append(read.custom_metadata)
    else:
        reader = ipc.open_stream(path)
        for read in reader.iter_batches_with_custom_metadata():
            batches.append(read.batch)
            metadata.append(read.custom_metadata)
    return reader.schema, batches, metadata, footer


def plain_values(column):
    """Values as Python objects that compare by bits: -0.0 is not 0.0, NaN is NaN, and no time is too far."""
    is_interval = pa.types.is_interval(column.type)
    if pa.types.is_temporal(column.type) and not is_interval:
        column = column.cast(pa.int32() if column.type.bit_width == 32 else pa.int64())
    return [repr(value) for value in column.to_pylist()]
