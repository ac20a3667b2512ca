// SPDX-License-Identifier: MIT
// The keys are not wanted in order: the offsets tell them.

fn key_store(position: u32, key: u32) {}
