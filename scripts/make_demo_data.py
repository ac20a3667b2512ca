# SPDX-License-Identifier: MIT
"""Writes examples/data/trips.arrow, the file that `make demo` sorts: made-up taxi trips, the same ones on every run.

    build/third_party/venv/bin/python scripts/make_demo_data.py
"""

import datetime
import math
import pathlib
import random

import pyarrow as pa
import pyarrow.ipc as ipc

BATCH_ROWS = [12000, 9000, 500, 8000, 2500]
ZONES = ["Airport", "Centre", "Harbour", "Market", "Museum", "Old Town", "Station", "Stadium", "University"]
FIRST = ["Ada", "Alan", "Barbara", "Donald", "Edsger", "Frances", "Grace", "John", "Kenneth", "Margaret", "Tony"]
LAST = ["Allen", "Dijkstra", "Hamilton", "Hoare", "Hopper", "Iverson", "Knuth", "Liskov", "Lovelace", "Turing"]

SCHEMA = pa.schema(
    [
        pa.field("trip", pa.int64(), nullable=False),
        pa.field("pickup", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("zone", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("driver", pa.string()),
        pa.field("fare", pa.float64(), metadata={"unit": "EUR"}),
        pa.field("distance", pa.float64(), metadata={"unit": "km"}),
        pa.field("passengers", pa.int8()),
        pa.field("card", pa.bool_(), nullable=False),
    ],
    metadata={"about": "Made-up taxi trips, written by scripts/make_demo_data.py"},
)


def batch(rng, first_trip, rows):
    start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    trips = list(range(first_trip, first_trip + rows))
    rng.shuffle(trips)
    return pa.record_batch(
        [
            pa.array(trips, pa.int64()),
            pa.array([start + datetime.timedelta(seconds=rng.randrange(31 * 86400)) for _ in trips], SCHEMA[1].type),
            pa.DictionaryArray.from_arrays(
                pa.array([min(int(rng.expovariate(0.4)), len(ZONES) - 1) for _ in trips], pa.int8()), pa.array(ZONES)
            ),
            pa.array([f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in trips], pa.string()),
            # Two decimals, so that many fares are equal; about one in fifty is not known.
            pa.array([None if rng.random() < 0.02 else round(4 + rng.gammavariate(2, 6), 2) for _ in trips], pa.float64()),
            # Not a number where the meter failed.
            pa.array([math.nan if rng.random() < 0.01 else round(rng.gammavariate(2, 3), 1) for _ in trips], pa.float64()),
            pa.array([None if rng.random() < 0.05 else min(int(rng.expovariate(0.7)) + 1, 6) for _ in trips], pa.int8()),
            pa.array([rng.random() < 0.6 for _ in trips], pa.bool_()),
        ],
        schema=SCHEMA,
    )


def main():
    rng = random.Random(2026)
    path = pathlib.Path(__file__).parent.parent / "examples" / "data" / "trips.arrow"
    path.parent.mkdir(parents=True, exist_ok=True)
    options = ipc.IpcWriteOptions(compression="zstd")
    with pa.OSFile(str(path), "wb") as file, ipc.new_file(file, SCHEMA, options=options) as writer:
        first = 1
        for rows in BATCH_ROWS:
            writer.write_batch(batch(rng, first, rows))
            first += rows


main()
