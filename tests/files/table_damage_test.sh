#!/bin/sh
# SPDX-License-Identifier: MIT
# table_damage_test.sh TABLE_DAMAGE: writes small files of every kind and damages them.
set -eu
files=$("$WGS_TEST_PYTHON" "$(dirname "$0")/write_damage_seeds.py")
# Arrow's own allocators would hide a misuse of memory from the sanitizers.
ARROW_DEFAULT_MEMORY_POOL=system exec "$1" $files
