#!/bin/sh
# SPDX-License-Identifier: MIT
# gpu_tests_ran.sh FOLDER ADAPTER: fails unless run_gpu_test.sh left a mark in FOLDER.
if [ -z "$(ls -A "$1" 2>/dev/null)" ]; then
    echo "Every GPU test on $2 was skipped: is its Vulkan driver installed? (scripts/setup.sh test installs it)"
    exit 1
fi
