// SPDX-License-Identifier: MIT
// The rows of a chunk that count are known when the commands are recorded.

fn span_rows() -> u32 {
    return params.count;
}
