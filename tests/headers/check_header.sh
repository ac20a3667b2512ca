#!/bin/sh
# SPDX-License-Identifier: MIT
# check_header.sh CC CXX HEADER FLAG...: HEADER, included alone and twice, compiles without a warning.
cc=$1
cxx=$2
header=$3
shift 3
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wundef -Werror"
printf '#include "%s"\n#include "%s"\n' "$header" "$header" >alone.c
cp alone.c alone.cc
failed=0
for standard in c11 c17; do
    # shellcheck disable=SC2086
    "$cc" -std=$standard $warnings -Wstrict-prototypes "$@" -fsyntax-only alone.c || failed=1
done
for standard in c++11 c++17; do
    # shellcheck disable=SC2086
    "$cxx" -std=$standard $warnings "$@" -fsyntax-only alone.cc || failed=1
done
exit $failed
