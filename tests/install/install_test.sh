#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install_test.sh CMAKE BUILD SOURCE CC TREE: installs into a folder, moves it to TREE/prefix, and builds against it what
# a user would: the examples with find_package, and the C programs of README.md with pkg-config. TREE/programs has them.
set -eu
cmake=$1 build=$2 source=$3 cc=$4 tree=$5

rm -rf "$tree"
mkdir -p "$tree/programs"
"$cmake" --install "$build" --prefix "$tree/before" >install.log
mv "$tree/before" "$tree/prefix"

fail() { echo "$*"; exit 1; }

# No path of the build or of the first prefix may be left, neither in what is read nor in where libraries are sought.
while read -r file; do
    if grep -qF -e "$build" -e "$source" -e "$tree/before" "$file"; then fail "$file names a folder of the build"; fi
done < <(find "$tree/prefix" -name '*.cmake' -o -name '*.pc' -o -name '*.h')
while read -r file; do
    readelf -d "$file" 2>/dev/null | grep -E 'RUNPATH|RPATH' | grep -vE '\[\$ORIGIN[^:]*(:\$ORIGIN[^:]*)*\]' &&
        fail "$file looks for libraries in a fixed folder"
done < <(find "$tree/prefix/lib" "$tree/prefix/bin" -type f)

# Every library that the command needs is in the tree or the system's.
LD_LIBRARY_PATH='' ldd "$tree/prefix/bin/wgsort" | grep 'not found' && fail "libraries are missing"
if ldd "$tree/prefix/bin/wgsort" | grep -E 'libwgsort|libwgpu_native|libarrow|libparquet' | grep -vF "$tree/prefix/"; then
    fail "a library comes from elsewhere"
fi

# The examples, as a project of their own.
"$cmake" -S "$source/examples" -B "$tree/examples" -DCMAKE_PREFIX_PATH="$tree/prefix" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$tree/programs" >examples.log ||
    { cat examples.log; fail "the examples don't configure"; }
"$cmake" --build "$tree/examples" >>examples.log || { cat examples.log; fail "the examples don't build"; }

# Each C program of the README: a block that begins with ```c and has a main.
awk '/^```c$/ { inside = 1; count++; next } /^```/ { inside = 0 } inside { print > ("readme_" count ".c") }' "$source/README.md"
export PKG_CONFIG_PATH=$tree/prefix/lib/pkgconfig
pkg-config --exists --print-errors wgsort wgsort-arrow
compiled=0
for program in readme_*.c; do
    grep -q 'int main' "$program" || continue
    # shellcheck disable=SC2046
    "$cc" -std=c11 -Wall -Wextra -Werror "$program" -o "$tree/programs/${program%.c}" \
        $(pkg-config --cflags --libs wgsort wgsort-arrow) "-Wl,-rpath,$tree/prefix/lib"
    compiled=$((compiled + 1))
done
[ "$compiled" -gt 0 ] || fail "README.md has no C program"
