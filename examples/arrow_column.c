/* SPDX-License-Identifier: MIT */
/*
 * Sorts a table by a column with nulls, both given through the Arrow C data interface, as any Arrow
 * library hands them out. Here they are made by hand: a record batch with a nullable int64 "time"
 * and a double "value", wanted by time, the latest first, rows without a time at the end.
 */
#include <stdio.h>
#include <wgsort/arrow.h>

enum { ROWS = 8 };
static int64_t const times[ROWS] = {30, 10, 0, 40, 20, 0, 40, 10};
static uint8_t const times_valid[] = {0xDB}; /* bits 2 and 5 are clear: these rows have no time */
static double const numbers[ROWS] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5};
static uint32_t const expected[ROWS] = {3, 6, 0, 4, 1, 7, 2, 5};

static void release_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void release_array(struct ArrowArray* array) { array->release = NULL; }

static struct ArrowArray make_array(void const** buffers, int64_t buffer_count) {
    struct ArrowArray array = {
        .length = ROWS,
        .null_count = -1,
        .n_buffers = buffer_count,
        .buffers = buffers,
        .release = release_array,
    };
    return array;
}

static int sort_by_time(struct ArrowSchema const* schema, struct ArrowArray const* batch) {
    WGSError error;
    WGSContext context;
    if (wgsOpenContext(NULL, &context, &error) != WGSStatus_Success) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    WGSArrowKey const key = {
        .schema = schema,
        .arrayCount = 1,
        .arrays = batch,
        .field = 0,
        .direction = WGSDirection_Descending,
        .nulls = WGSNullPlacement_Last,
    };
    WGSArrowSortDescriptor const sort = {.keyCount = 1, .keys = &key};
    struct ArrowArray rows;
    struct ArrowSchema rows_schema;
    WGSStatus const status = wgsArrowSortIndices(context, &sort, &rows, &rows_schema, NULL, &error);
    wgsContextRelease(context);
    if (status != WGSStatus_Success) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    uint32_t const* const order = rows.buffers[1];
    int wrong = rows.length != ROWS;
    for (size_t i = 0; i < ROWS && !wrong; i++) {
        uint32_t const row = order[i];
        wrong = row != expected[i];
        if (times_valid[0] >> row & 1)
            printf("%lld %g\n", (long long)times[row], numbers[row]);
        else
            printf("null %g\n", numbers[row]);
    }
    rows.release(&rows);
    rows_schema.release(&rows_schema);
    return wrong;
}

int main(void) {
    struct ArrowSchema time_field = {
        .format = "l", .name = "time", .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
    struct ArrowSchema value_field = {.format = "g", .name = "value", .release = release_schema};
    struct ArrowSchema* fields[] = {&time_field, &value_field};
    struct ArrowSchema schema = {
        .format = "+s", .name = "", .n_children = 2, .children = fields, .release = release_schema};

    void const* time_buffers[] = {times_valid, times};
    void const* value_buffers[] = {NULL, numbers};
    void const* batch_buffers[] = {NULL};
    struct ArrowArray time_column = make_array(time_buffers, 2);
    struct ArrowArray value_column = make_array(value_buffers, 2);
    struct ArrowArray* columns[] = {&time_column, &value_column};
    struct ArrowArray batch = make_array(batch_buffers, 1);
    batch.n_children = 2;
    batch.children = columns;

    int const wrong = sort_by_time(&schema, &batch);

    /* The library read them and released nothing. */
    time_column.release(&time_column);
    value_column.release(&value_column);
    batch.release(&batch);
    schema.release(&schema);
    return wrong;
}
