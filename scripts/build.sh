#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh FOLDER OPTION...: configures FOLDER with CMake and builds it.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
log=$folder/configure.log
mkdir -p "$folder"
cmake -S . -B "$folder" -G Ninja "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}
exec cmake --build "$folder" -j "${JOBS:-$(nproc)}"
