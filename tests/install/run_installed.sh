#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_installed.sh TREE: runs the programs that install_test.sh built, and the installed command.
set -eu
"$1/prefix/bin/wgsort" --version >version.txt
grep -q '^wgsort ' version.txt || { cat version.txt; exit 1; }
count=0
for program in "$1"/programs/*; do
    "$program" >output.txt 2>&1 || { echo "$program:"; cat output.txt; exit 1; }
    count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "no program in $1/programs"; exit 1; }
