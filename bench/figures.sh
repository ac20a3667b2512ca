#!/bin/sh
# SPDX-License-Identifier: MIT
# figures.sh WGSORT FOLDER [NAME [OPTION...]]: measures every primitive at the sizes of a GPU, for docs/benchmarks. Writes
# the tables FOLDER/NAME-*.txt (NAME is "gpu" by default) and, for programs to read, FOLDER/NAME-primitives.json, which has
# one size. Further options go to each run, e.g. --adapter. Takes some minutes, for most of which the CPU checks results.
set -eu
[ $# -ge 2 ] || {
    echo "usage: figures.sh WGSORT FOLDER [NAME [OPTION...]]" >&2
    exit 2
}
wgsort=$1
folder=$2
name=${3:-gpu}
shift 2
[ $# -eq 0 ] || shift
mkdir -p "$folder"
failed=0

# measure FILE OPTION...: one run. A wrong result must not go unseen: it is the exit status.
measure() {
    file=$folder/$name-$1
    shift
    echo "$file: $*"
    # shellcheck disable=SC2086 # a list of options
    "$wgsort" bench --distribution uniform "$@" $common -o "$file" || failed=1
}
common=$*

measure segments.txt --primitive segments --segments 2^18 --segment-rows 256 --mode keys,pairs,argsort \
    --by descriptors,offsets,any-length
measure segment-lengths.txt --primitive segments --n 2^26 --segment-rows 16,64,256,1024,2^16,2^26 --mode pairs \
    --by descriptors,offsets,any-length
measure scan.txt --primitive scan --n 2^16..2^28
measure scan-variants.txt --primitive scan --n 2^26 --scan exclusive,inclusive,segmented,segmented-inclusive \
    --operation sum,min,max --key u32,f32
measure reduce.txt --primitive reduce --n 2^20,2^24,2^26,2^28 --operation sum,min,max,extent
measure histogram.txt --primitive histogram --n 2^20,2^26 --bins 16,256,4096 --key u32,f32 --distribution uniform,equal
measure counting.txt --primitive counting --n 2^20,2^26 --range 256,2^12,2^18,2^22 --mode keys,pairs \
    --distribution uniform,equal
measure comparator.txt --primitive comparator --n 2^16,2^20,2^24 --mode keys,pairs
measure batch.txt --primitive batch --segments 64 --segment-rows 256,2^12,2^16,2^20 --mode keys,pairs
measure primitives.json --format json --primitive scan,reduce,histogram,counting,segments --n 2^26 --mode pairs
exit $failed
