#!/bin/sh
# SPDX-License-Identifier: MIT
# exported_symbols.sh HEADERS LIBRARY...: the libraries export exactly the functions that the headers declare.
headers=$1
shift
# Comments go first. A declaration may break after WGS_EXPORT and its attributes, but not within its name.
cat "$headers"/*.h | tr '\n' ' ' | sed 's,/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/, ,g' |
    grep -oE 'WGS_EXPORT[^;]*;' | grep -oE '\bwgs[A-Z][A-Za-z0-9]* *\(' | tr -d ' (' | sort -u >declared
nm -D --defined-only --format=posix "$@" | awk 'NF > 1 { print $1 }' | sort -u >exported
if [ ! -s declared ]; then
    echo "no declaration was found in $headers"
    exit 1
fi
diff -u declared exported
