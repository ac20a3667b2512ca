// SPDX-License-Identifier: MIT
// The number of rows is known when the commands are recorded.

fn row_count() -> u32 {
    return params.count;
}
