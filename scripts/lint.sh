#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lint.sh quick        format, ASCII, SPDX lines and spelling of every file that git knows
# lint.sh all FOLDER   that, and clang-tidy with the compile commands of the build folder FOLDER
set -eu
cd "$(dirname "$0")/.."
failed=0
complain() {
    printf 'lint: %s\n' "$1" >&2
    failed=1
}

mapfile -t files < <(git ls-files)
mapfile -t code < <(git ls-files '*.c' '*.h' '*.cc')
mapfile -t text < <(git ls-files | grep -vE '\.(arrow|arrows|parquet|png|bin|raw)$|^tests/data/')

[ "${#code[@]}" -eq 0 ] || clang-format --dry-run -Werror "${code[@]}" ||
    complain "the files above are not as clang-format writes them: clang-format -i FILE"

for file in "${text[@]}"; do
    case $file in
    *.c | *.h | *.cc | *.wgsl | *.cmake | */CMakeLists.txt | CMakeLists.txt | *.sh | *.py | Makefile | *.in)
        if LC_ALL=C grep -nP '[^\x00-\x7F]' "$file" /dev/null; then complain "$file: not ASCII"; fi
        head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
            complain "$file: the first line (the second of a script) must be its SPDX-License-Identifier"
        ;;
    esac
done

codespell --ignore-words .codespellignore "${text[@]}" || complain "codespell found the words above"

if [ "${1:-quick}" = all ]; then
    build=$2
    # Headers are read with the files that include them.
    git ls-files '*.c' '*.cc' | grep -vE '^tests/headers/' |
        xargs -P "${JOBS:-$(nproc)}" -n 4 clang-tidy -p "$build" --quiet 2>/dev/null ||
        complain "clang-tidy found the faults above"
fi
exit $failed
