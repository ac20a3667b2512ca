#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# demo.sh BUILD: sorts the Arrow file that comes with the project, once as one column and once batch by batch.
set -eu
cd "$(dirname "$0")/.."
build=$1
data=examples/data/trips.arrow
mkdir -p "$build/demo"

# Without it lavapipe, the software adapter, prints a warning.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    export XDG_RUNTIME_DIR=$PWD/$build/demo/runtime
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
fi

show() {
    printf '\n# %s\n$' "$1"
    shift
    printf ' %s' "$@"
    printf '\n'
    "$@"
}

show "The whole table in one order: its record batches are one packed column." \
    "$build/wgsort" sort "$data" -k fare:desc --check -v -o "$build/demo/by-fare.arrow"
show "Each record batch on its own, the boundaries kept." \
    "$build/wgsort" sort "$data" -k fare:desc --batches --check -v -o "$build/demo/by-fare-in-batches.arrow"
printf '\nThe sorted files are in %s/demo.\n' "$build"
