#!/bin/sh
# SPDX-License-Identifier: MIT
# run_gpu_test.sh MARK COMMAND...: runs a GPU test, and leaves the file MARK if it ran at all (77 says that it did not).
mark=$1
shift
"$@"
status=$?
if [ "$status" -ne 77 ]; then
    mkdir -p "$(dirname "$mark")" && : >"$mark"
fi
exit "$status"
