// SPDX-License-Identifier: MIT
// The caller's record with the caller's size: RECORD_ALIGN divides RECORD_SIZE, so that records lie
// RECORD_SIZE bytes apart, or the compiler refuses a Record that is larger or more aligned.

struct wgs_Slot {
    @align(RECORD_ALIGN) @size(RECORD_SIZE) record: Record,
}
