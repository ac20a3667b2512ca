# SPDX-License-Identifier: MIT
"""Columns and streams as pyarrow and Polars hand them out, against the orders that they find themselves.

The library is called through ctypes: WGS_BINARY_DIR/lib/libwgsort_arrow.so.
"""

import ctypes
import datetime
import decimal
import itertools
import os
import random
import sys

import polars
import pyarrow
import pyarrow.compute

POINTER = ctypes.c_void_p
ASCENDING, DESCENDING = 0, 1
LAST, FIRST = 0, 1
SKIPPED = 77


class Key(ctypes.Structure):
    _fields_ = [
        ("schema", POINTER),
        ("array_count", ctypes.c_size_t),
        ("arrays", POINTER),
        ("field", ctypes.c_size_t),
        ("direction", ctypes.c_int),
        ("nulls", ctypes.c_int),
    ]


class Sort(ctypes.Structure):
    _fields_ = [
        ("key_count", ctypes.c_size_t),
        ("keys", ctypes.POINTER(Key)),
        ("algorithm", ctypes.c_int),
        ("rows64", ctypes.c_uint32),
        ("allocator", POINTER * 3),
    ]


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("detail", ctypes.c_int), ("message", ctypes.c_char * 248)]


# Memory for the structures of the C data interface, all of 64-bit members.
SCHEMA, ARRAY, STREAM = (ctypes.c_uint64 * 9), (ctypes.c_uint64 * 10), (ctypes.c_uint64 * 5)
RELEASE = {SCHEMA: 7, ARRAY: 8, STREAM: 3}

base = ctypes.CDLL(os.path.join(os.environ["WGS_BINARY_DIR"], "lib", "libwgsort.so"))
arrow = ctypes.CDLL(os.path.join(os.environ["WGS_BINARY_DIR"], "lib", "libwgsort_arrow.so"))
base.wgsErrorIdGetName.restype = ctypes.c_char_p


def release(structure):
    callback = structure[RELEASE[type(structure)]]
    if callback:
        ctypes.CFUNCTYPE(None, POINTER)(callback)(ctypes.addressof(structure))


def open_context():
    context, error = POINTER(), Error()
    if base.wgsOpenContext(None, ctypes.byref(context), ctypes.byref(error)) != 0:
        print(error.message.decode())
        sys.exit(SKIPPED if base.wgsErrorIdGetName(error.detail) == b"NoAdapter" else 1)
    return context


def call(function, *arguments, keys):
    """The rows that `function` finds, as a pyarrow array."""
    sort = Sort(key_count=len(keys), keys=(Key * len(keys))(*keys))
    rows, schema, error = ARRAY(), SCHEMA(), Error()
    if function(context, *arguments, ctypes.byref(sort), rows, schema, None, ctypes.byref(error)) != 0:
        raise AssertionError(error.message.decode())
    return pyarrow.Array._import_from_c(ctypes.addressof(rows), ctypes.addressof(schema))


def sort_stream(stream, *keys):
    made = [Key(field=field, direction=direction, nulls=nulls) for field, direction, nulls in keys]
    rows = call(arrow.wgsArrowSortStreamIndices, stream, keys=made)
    return rows


def sort_array(array, direction, nulls):
    exported, schema = ARRAY(), SCHEMA()
    array._export_to_c(ctypes.addressof(exported), ctypes.addressof(schema))
    key = Key(ctypes.addressof(schema), 1, ctypes.addressof(exported), 0, direction, nulls)
    try:
        return call(arrow.wgsArrowSortIndices, keys=[key])
    finally:
        release(exported)
        release(schema)


def expected_order(columns, keys):
    """Row numbers by Python's stable sort, one key after another from the last."""
    rows = list(range(len(columns[0])))
    for field, direction, nulls in reversed(keys):
        values = columns[field]
        valid = [row for row in rows if values[row] is not None]
        null = [row for row in rows if values[row] is None]
        valid.sort(key=lambda row: values[row], reverse=direction == DESCENDING)
        rows = null + valid if nulls == FIRST else valid + null
    return rows


def check(found, expected, what):
    if found.to_pylist() != expected:
        raise AssertionError(f"{what}: {found.to_pylist()[:20]} ..., not {expected[:20]} ...")


def moment(number):
    return datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=number)


randomness = random.Random(7)


def numbers(count, low, high):
    return [None if randomness.random() < 0.2 else randomness.randint(low, high) for _ in range(count)]


def typed_columns(count):
    yield "int8", pyarrow.array(numbers(count, -128, 127), pyarrow.int8())
    yield "uint16", pyarrow.array(numbers(count, 0, 65535), pyarrow.uint16())
    yield "int64", pyarrow.array(numbers(count, -(2**63), 2**63 - 1), pyarrow.int64())
    yield "bool", pyarrow.array([None if n is None else n == 1 for n in numbers(count, 0, 1)])
    yield "double", pyarrow.array([None if n is None else n / 8 for n in numbers(count, -50, 50)])
    yield "date32", pyarrow.array([None if n is None else moment(n * 86400).date() for n in numbers(count, 0, 40)])
    yield "timestamp", pyarrow.array([None if n is None else moment(n) for n in numbers(count, 0, 99)])
    yield "duration", pyarrow.array(
        [None if n is None else datetime.timedelta(seconds=n) for n in numbers(count, -9, 9)]
    )


def check_slices():
    """Each slice in one of the four orders, and of all types together each in each."""
    orders = itertools.cycle([(ASCENDING, LAST), (DESCENDING, FIRST), (ASCENDING, FIRST), (DESCENDING, LAST)])
    for name, column in typed_columns(300):
        for (offset, length), (direction, nulls) in zip(((0, 300), (3, 13), (64, 64), (300, 0), (17, 200)), orders):
            part = column.slice(offset, length)
            expected = expected_order([part.to_pylist()], [(0, direction, nulls)])
            check(sort_array(part, direction, nulls), expected, f"{name} from {offset}")


def check_table_streams():
    table = pyarrow.table(dict(typed_columns(500)))
    table = pyarrow.concat_tables([table.slice(5, 120), table.slice(0, 0), table.slice(200, 300)])
    keys = [(3, DESCENDING, FIRST), (0, ASCENDING, LAST), (6, DESCENDING, LAST)]
    expected = expected_order([column.to_pylist() for column in table.columns], keys)
    stream = STREAM()
    table.to_reader(max_chunksize=64)._export_to_c(ctypes.addressof(stream))
    rows = sort_stream(stream, *keys)
    assert stream[RELEASE[STREAM]] != 0, "the stream was released"
    release(stream)
    check(rows, expected, "record batches of pyarrow")
    taken = table.take(rows)
    assert taken.num_rows == table.num_rows
    alone = sort_array(table.column(2).combine_chunks(), ASCENDING, LAST)
    check(alone, pyarrow.compute.sort_indices(table.column(2)).to_pylist(), "int64, by pyarrow's own sort")


def check_polars():
    frame = polars.DataFrame(
        {
            "key": numbers(400, -20, 20),
            "flag": [None if n is None else n > 0 for n in numbers(400, -1, 1)],
        }
    )
    frame = polars.concat([frame.slice(7, 90), frame.slice(150, 250)], rechunk=False)
    keys = [(1, ASCENDING, FIRST), (0, DESCENDING, LAST)]
    expected = expected_order([frame["key"].to_list(), frame["flag"].to_list()], keys)
    capsule = frame.__arrow_c_stream__()
    ctypes.pythonapi.PyCapsule_GetPointer.restype = POINTER
    ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    stream = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"arrow_array_stream")
    check(sort_stream(POINTER(stream), *keys), expected, "a frame of Polars")
    del capsule  # it still owns the stream, and releases it


def check_refusals():
    for column, part in (
        (pyarrow.array(["b", "a"]), "string"),
        (pyarrow.array(["b", "a"]).dictionary_encode(), "dictionary"),
        (pyarrow.array([decimal.Decimal(2), decimal.Decimal(1)]), "decimal128"),
    ):
        try:
            sort_array(column, ASCENDING, LAST)
        except AssertionError as error:
            assert part in str(error), error
        else:
            raise AssertionError(f"{part} was not refused")


context = open_context()
check_slices()
check_table_streams()
check_polars()
check_refusals()
base.wgsContextRelease(context)
