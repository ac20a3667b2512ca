#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# end_to_end.sh ROWS WGSORT [FOLDER]
#
# Compares the command WGSORT, which sorts a raw file of ROWS random u32, with `LC_ALL=C sort -n` of their text and with
# numpy (read, sort, write). Wall time of whole processes: start-up counts, and so does flushing the output to its disk.
# Inputs lie in the page cache for all. The outputs are compared with each other.
#
# FOLDER holds about 30 bytes a row while the script runs (default: a new folder under TMPDIR). The environment may set
# REPEATS (5 runs; `sort` has one, numpy and wgsort all), ADAPTER (for --adapter) and PYTHON (with numpy).
set -eu -o pipefail
if [ $# -lt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]] || ! [ -x "$2" ]; then
    sed -n '3,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
rows=$1
wgsort=$(realpath "$2")
repeats=${REPEATS:-5}
python=${PYTHON:-python3}
adapter=(${ADAPTER:+--adapter "$ADAPTER"})
parent=${3:-${TMPDIR:-/tmp}}
folder=$(mktemp -d "$parent/wgsort_end_to_end.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"

printf 'making %s rows\n' "$rows" >&2
head -c "$((4 * rows))" /dev/urandom >input.raw
od -An -v -tu4 -w4 input.raw | tr -d ' ' >input.txt

sort_by_wgsort() {
    "$wgsort" sort --raw u32 input.raw -o wgsort.raw --quiet --json "${adapter[@]}" 2>wgsort.json &&
        sync wgsort.raw
}
sort_by_text() {
    LC_ALL=C sort -n input.txt -o text.txt && sync text.txt
}
sort_by_numpy() {
    "$python" -c '
import numpy
keys = numpy.fromfile("input.raw", "<u4")
keys.sort()
keys.tofile("numpy.raw")' && sync numpy.raw
}

# seconds_of COUNT FUNCTION OUTPUT: runs FUNCTION COUNT times and prints the seconds of each run.
seconds_of() {
    local count=$1 start run
    for ((run = 0; run < count; run++)); do
        rm -f "$3"
        cat input.raw input.txt >/dev/null
        start=${EPOCHREALTIME/[.,]/}
        "$2" || return 1
        printf '%s\n' "$((${EPOCHREALTIME/[.,]/} - start))" | awk '{ printf "%.3f\n", $1 / 1e6 }'
    done
}

# row NAME TIMES: the first run (cold caches of drivers) and the median of all.
row() {
    awk -v name="$1" 'NR == 1 { first = $1 } { print | "sort -n >sorted.times" }
        END { close("sort -n >sorted.times")
              for (i = 0; i <= int((NR - 1) / 2); i++) getline median <"sorted.times"
              printf "%-24s %4d %10.3f %10.3f\n", name, NR, first, median }' "$2"
}

seconds_of "$repeats" sort_by_wgsort wgsort.raw >wgsort.times || {
    cat wgsort.json >&2 # what it said
    exit 3
}
has_numpy=no
if "$python" -c 'import numpy' 2>/dev/null; then
    has_numpy=yes
    seconds_of "$repeats" sort_by_numpy numpy.raw >numpy.times
    cmp numpy.raw wgsort.raw || exit 1
fi
seconds_of 1 sort_by_text text.txt >text.times
od -An -v -tu4 -w4 wgsort.raw | tr -d ' ' | cmp - text.txt || exit 1

printf '%s random u32; seconds of wall time, outputs flushed, the same sorted rows from all\n' "$rows"
printf '%-24s %4s %10s %10s\n' what runs first median
row 'wgsort sort' wgsort.times
row 'LC_ALL=C sort -n (text)' text.times
if [ "$has_numpy" = yes ]; then
    row 'numpy' numpy.times
else
    printf 'numpy: left out, %s does not have it\n' "$python"
fi
printf '\nwhere the time of the last run of wgsort went (its own report, milliseconds):\n'
tr ',{}' '\n\n\n' <wgsort.json | sed -n 's/^ *"\([a-z_ ]*\)": *\("[^"]*"\|[0-9.]*\)$/  \1: \2/p'
