/* SPDX-License-Identifier: MIT */
#include "arrow/arrow_rows.h"

#include <string.h>

typedef struct exported_rows {
    WGSAllocator allocator;
    void const* buffers[2];
    void* numbers;
} exported_rows;

WGSStatus wgs_arrow_rows_init(
    wgs_arrow_rows* rows,
    WGSAllocator const* allocator,
    uint64_t count,
    bool wide,
    wgs_arrow_place place,
    WGSError* error) {
    size_t const size = wide ? sizeof(uint64_t) : sizeof(uint32_t);
    *rows = (wgs_arrow_rows){
        .allocator = *allocator,
        .count = count,
        .wide = wide,
        .numbers = wgs_arrow_allocate(allocator, count, size),
    };
    return rows->numbers != NULL ? WGSStatus_Success : wgs_arrow_error_memory(error, place);
}

void wgs_arrow_rows_free(wgs_arrow_rows* rows) {
    wgs_arrow_free(&rows->allocator, rows->numbers);
    rows->numbers = NULL;
}

/* In place, from the last: a wide number covers narrow ones that were read already. */
static void widen(wgs_arrow_rows* rows) {
    unsigned char* const bytes = (unsigned char*)rows->numbers;
    for (uint64_t i = rows->count; i-- > 0;) {
        uint32_t number;
        memcpy(&number, bytes + i * sizeof number, sizeof number);
        uint64_t const wide = number;
        memcpy(bytes + i * sizeof wide, &wide, sizeof wide);
    }
}

static void release_array(struct ArrowArray* array) {
    exported_rows* const exported = array->private_data;
    WGSAllocator const allocator = exported->allocator;
    wgs_arrow_free(&allocator, exported->numbers);
    wgs_arrow_free(&allocator, exported);
    array->release = NULL;
}

/* The strings of the schema are constants. */
static void release_schema(struct ArrowSchema* schema) { schema->release = NULL; }

WGSStatus wgs_arrow_rows_export(
    wgs_arrow_rows* rows,
    struct ArrowArray* array,
    struct ArrowSchema* schema,
    wgs_arrow_place place,
    WGSError* error) {
    exported_rows* const exported = wgs_arrow_allocate(&rows->allocator, 1, sizeof *exported);
    if (exported == NULL) {
        wgs_arrow_rows_free(rows);
        return wgs_arrow_error_memory(error, place);
    }
    if (rows->wide)
        widen(rows);
    *exported = (exported_rows){
        .allocator = rows->allocator,
        .buffers = {NULL, rows->numbers},
        .numbers = rows->numbers,
    };
    rows->numbers = NULL;
    *array = (struct ArrowArray){
        .length = (int64_t)rows->count,
        .n_buffers = 2,
        .buffers = exported->buffers,
        .release = release_array,
        .private_data = exported,
    };
    *schema = (struct ArrowSchema){
        .format = rows->wide ? "L" : "I",
        .name = "row",
        .release = release_schema,
    };
    return WGSStatus_Success;
}
