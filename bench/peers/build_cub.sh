#!/bin/sh
# SPDX-License-Identifier: MIT
# build_cub.sh [FOLDER] [OPTION...]: builds cub_sort, which measures NVIDIA's CUB as `wgsort bench` measures this library,
# into FOLDER (the working folder by default). Needs nvcc; options go to it, by default -arch=sm_90.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bench=$(dirname "$here")
out=${1:-.}
[ $# -eq 0 ] || shift
nvcc=${NVCC:-nvcc}
command -v "$nvcc" >/dev/null || {
    echo "build_cub.sh: no nvcc: set NVCC, or put it on the PATH" >&2
    exit 1
}
[ $# -gt 0 ] || set -- -arch=sm_90
objects=
trap 'rm -f $objects' EXIT
for name in case check distribution fold grid input key options parallel sizes statistics tally; do
    object=$out/cub_$name.o
    "${CC:-cc}" -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -c "$bench/bench_$name.c" -o "$object"
    objects="$objects $object"
done
# shellcheck disable=SC2086 # a list of files
"$nvcc" -std=c++17 -O3 "$@" -I "$bench" "$here/cub_sort.cu" $objects -lpthread -o "$out/cub_sort"
echo "$out/cub_sort"
