# SPDX-License-Identifier: MIT
"""Small files of every kind for table_damage, in the working directory; prints their names."""

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

import sample_tables as samples

ROWS = 30


def main():
    columns = {**samples.key_columns(100), **samples.payload_columns(100)}
    small = ["int8", "uint64", "float16", "float64", "bool", "timestamp_zone", "string", "string_view", "null"]
    small += ["decimal128", "dictionary_int8", "list_of_views", "large_list_view", "fixed_list", "map", "dense_union"]
    small += ["sparse_union", "runs", "struct", "uuid"]
    table = samples.table_of({name: columns[name] for name in small}, 100).slice(0, ROWS)
    table = pa.concat_tables([table, table]).combine_chunks()
    names = []
    for codec in (None, "lz4", "zstd"):
        for stream in (False, True):
            names.append(f"seed_{codec}.{'arrows' if stream else 'arrow'}")
            kind = ipc.new_stream if stream else ipc.new_file
            with kind(names[-1], table.schema, options=ipc.IpcWriteOptions(compression=codec)) as writer:
                writer.write_table(table, max_chunksize=20)
    flat = table.drop_columns(["runs", "dense_union", "sparse_union", "list_of_views", "large_list_view", "string_view"])
    for codec in ("none", "snappy", "zstd"):
        names.append(f"seed_{codec}.parquet")
        pq.write_table(flat, names[-1], compression=codec, row_group_size=25, write_page_checksum=codec == "zstd")
    frame = pl.DataFrame({"k": list(range(ROWS)), "s": [f"text {i}" for i in range(ROWS)]})
    frame.with_columns(c=pl.col("s").cast(pl.Categorical)).write_ipc("polars.arrow", compression="lz4")
    duckdb.sql(f"copy (select i as k, [i] as l, 'x' || i as s from range({ROWS}) t(i)) to 'duckdb.parquet'")
    print(" ".join([*names, "polars.arrow", "duckdb.parquet"]))


if __name__ == "__main__":
    main()
