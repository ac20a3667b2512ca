/* SPDX-License-Identifier: MIT */
/* Orders of Arrow columns and streams, sorted on the device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "testing/arrow_fixture.h"
#include "testing/failing_allocator.h"
#include "testing/random_bits.h"
#include "testing/test_device.h"

/* An order of row numbers, as it came back. */
typedef struct sorted_rows {
    struct ArrowArray array;
    struct ArrowSchema schema;
} sorted_rows;

static void check_rows(sorted_rows* rows, size_t count, uint32_t const* expected) {
    assert_string_equal(rows->schema.format, "I");
    assert_string_equal(rows->schema.name, "row");
    assert_int_equal(rows->array.length, count);
    assert_int_equal(rows->array.null_count, 0);
    assert_int_equal(rows->array.offset, 0);
    assert_int_equal(rows->array.n_buffers, 2);
    assert_null(rows->array.buffers[0]);
    uint32_t const* const order = rows->array.buffers[1];
    for (size_t i = 0; i < count; i++)
        if (order[i] != expected[i])
            fail_msg("row %zu is %u, not %u", i, order[i], expected[i]);
    rows->array.release(&rows->array);
    rows->schema.release(&rows->schema);
    assert_null(rows->array.release);
    assert_null(rows->schema.release);
}

static void
check_sorted(size_t key_count, WGSArrowKey const* keys, size_t count, uint32_t const* expected) {
    WGSArrowSortDescriptor const sort = {.keyCount = key_count, .keys = keys};
    sorted_rows rows;
    WGSError error;
    if (wgsArrowSortIndices(wgs_test_context(), &sort, &rows.array, &rows.schema, NULL, &error) !=
        WGSStatus_Success)
        fail_msg("%s", error.message);
    check_rows(&rows, count, expected);
}

static void a_slice_with_nulls(void** state) {
    (void)state;
    int32_t const values[] = {10, 11, 12, 13, 14, 15, 16, 17};
    uint8_t const validity[] = {0xB5};
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 3, 5, -1, validity, values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    check_sorted(1, &key, 5, (uint32_t[]){1, 2, 4, 0, 3});
    assert_int_equal(array.released, 0);
}

/* item 37, fault AR-10: NaN is the largest number, a null is none. */
static void nulls_and_nans_have_their_places(void** state) {
    (void)state;
    float const values[] = {1, 99, NAN, 2, NAN, -5, -INFINITY};
    uint8_t const validity[] = {0x5D};
    struct ArrowSchema const schema = wgs_fixture_schema("f");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 7, 2, validity, values);
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    check_sorted(1, &key, 7, (uint32_t[]){6, 0, 3, 2, 4, 1, 5});
    key.nulls = WGSNullPlacement_First;
    check_sorted(1, &key, 7, (uint32_t[]){1, 5, 6, 0, 3, 2, 4});
    key.direction = WGSDirection_Descending;
    check_sorted(1, &key, 7, (uint32_t[]){1, 5, 2, 4, 3, 0, 6});
    key.nulls = WGSNullPlacement_Last;
    check_sorted(1, &key, 7, (uint32_t[]){2, 4, 3, 0, 6, 1, 5});
    uint8_t const none[] = {0x00};
    array.buffers[0] = none;
    check_sorted(1, &key, 7, (uint32_t[]){0, 1, 2, 3, 4, 5, 6});
    float const only_nans[] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    wgs_fixture_column(&array, 0, 7, 0, NULL, only_nans);
    check_sorted(1, &key, 7, (uint32_t[]){0, 1, 2, 3, 4, 5, 6});
}

static void several_keys_of_differing_chunks(void** state) {
    (void)state;
    uint8_t const flags[] = {0x16}; /* 0 1 1 0 1 */
    int64_t const first[] = {5, 5};
    int64_t const second[] = {-7, 5, 9};
    struct ArrowSchema const bit_schema = wgs_fixture_schema("b");
    struct ArrowSchema const number_schema = wgs_fixture_schema("l");
    wgs_fixture_array flag_array;
    wgs_fixture_array numbers[2];
    wgs_fixture_column(&flag_array, 0, 5, 0, NULL, flags);
    wgs_fixture_column(&numbers[0], 0, 2, 0, NULL, first);
    wgs_fixture_column(&numbers[1], 0, 3, 0, NULL, second);
    struct ArrowArray const chunks[] = {numbers[0].array, numbers[1].array};
    WGSArrowKey const keys[] = {
        {.schema = &bit_schema, .arrayCount = 1, .arrays = &flag_array.array},
        {.schema = &number_schema,
         .arrayCount = 2,
         .arrays = chunks,
         .direction = WGSDirection_Descending},
    };
    check_sorted(2, keys, 5, (uint32_t[]){0, 3, 4, 1, 2});
}

/* fault SZ-03: a sort of an empty column gives an empty array of rows. */
static void empty_columns_give_empty_rows(void** state) {
    (void)state;
    struct ArrowSchema const schema = wgs_fixture_schema("g");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 7, 0, 0, NULL, NULL);
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    check_sorted(1, &key, 0, NULL);
    key.arrayCount = 0;
    check_sorted(1, &key, 0, NULL);
}

/* Enough rows for radix, in chunks with nulls, against an order found by comparing. */
static void many_rows_agree_with_the_reference(void** state) {
    (void)state;
    enum { ROWS = 3000, HALF = ROWS / 2 };
    static int16_t shorts[ROWS];
    static double reals[ROWS];
    static uint8_t validity[(ROWS + 7) / 8];
    static uint32_t expected[ROWS];
    wgs_random random = {.state = 20};
    for (size_t i = 0; i < ROWS; i++) {
        shorts[i] = (int16_t)((int)wgs_random_below(&random, 5) - 2);
        reals[i] = (double)(int64_t)wgs_random_below(&random, 200) - 100.0;
        if (wgs_random_below(&random, 4) != 0)
            validity[i / 8] |= (uint8_t)(1u << (i % 8));
    }
    struct ArrowSchema const short_schema = wgs_fixture_schema("s");
    struct ArrowSchema const real_schema = wgs_fixture_schema("g");
    wgs_fixture_array short_array;
    wgs_fixture_array halves[2];
    wgs_fixture_column(&short_array, 0, ROWS, -1, validity, shorts);
    wgs_fixture_column(&halves[0], 0, HALF, -1, validity, reals);
    wgs_fixture_column(&halves[1], HALF, HALF, -1, validity, reals);
    struct ArrowArray const chunks[] = {halves[0].array, halves[1].array};
    WGSArrowKey const keys[] = {
        {.schema = &short_schema,
         .arrayCount = 1,
         .arrays = &short_array.array,
         .direction = WGSDirection_Descending,
         .nulls = WGSNullPlacement_First},
        {.schema = &real_schema, .arrayCount = 2, .arrays = chunks},
    };
    WGSHostKey host_keys[4];
    WGSArrowColumn columns[2];
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(
            wgsArrowCreateColumn(&keys[i], NULL, &columns[i], NULL), WGSStatus_Success);
        count += wgsArrowColumnGetHostKeys(columns[i], host_keys + count);
    }
    wgs_fixture_order(count, host_keys, ROWS, expected);
    wgsArrowColumnRelease(columns[0]);
    wgsArrowColumnRelease(columns[1]);
    check_sorted(2, keys, ROWS, expected);
}

static void wide_row_numbers_and_a_report(void** state) {
    (void)state;
    uint32_t const values[] = {30, 10, 20};
    struct ArrowSchema const schema = wgs_fixture_schema("I");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 3, 0, NULL, values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    WGSArrowSortDescriptor const sort = {
        .keyCount = 1, .keys = &key, .algorithm = WGSAlgorithm_Radix, .rows64 = 1};
    sorted_rows rows;
    WGSHostSortReport report;
    assert_int_equal(
        wgsArrowSortIndices(wgs_test_context(), &sort, &rows.array, &rows.schema, &report, NULL),
        WGSStatus_Success);
    assert_int_equal(report.sort.resolvedAlgorithm, WGSAlgorithm_Radix);
    assert_string_equal(rows.schema.format, "L");
    uint64_t const* const order = rows.array.buffers[1];
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 0);
    rows.array.release(&rows.array);
    rows.schema.release(&rows.schema);
}

/* --- Streams ---------------------------------------------------------------------------------- */

enum { NO_FAILURE = -1, FAIL_SCHEMA = -2 };

/* Gives its arrays one after another. */
typedef struct test_stream {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    size_t count;
    wgs_fixture_array* arrays;
    size_t given;
    int fail_at; /* the call of get_next that fails */
    bool silent; /* there is no text for the failure */
    unsigned schemas_released;
    unsigned released;
} test_stream;

static void count_schema_release(struct ArrowSchema* schema) {
    ((test_stream*)schema->private_data)->schemas_released++;
    schema->release = NULL;
}

/* What is not said to be written is garbage. */
static int stream_schema(struct ArrowArrayStream* stream, struct ArrowSchema* out) {
    test_stream* const test = stream->private_data;
    memset(out, 0xAA, sizeof *out);
    if (test->fail_at == FAIL_SCHEMA)
        return EINVAL;
    *out = test->schema;
    out->release = count_schema_release;
    out->private_data = test;
    return 0;
}

static int stream_next(struct ArrowArrayStream* stream, struct ArrowArray* out) {
    test_stream* const test = stream->private_data;
    memset(out, 0xAA, sizeof *out);
    if (test->fail_at >= 0 && test->given == (size_t)test->fail_at)
        return EIO;
    if (test->given == test->count)
        out->release = NULL;
    else
        *out = test->arrays[test->given++].array;
    return 0;
}

static char const* stream_text(struct ArrowArrayStream* stream) {
    return ((test_stream*)stream->private_data)->silent ? NULL : "the disk is on fire";
}

static void stream_release(struct ArrowArrayStream* stream) {
    ((test_stream*)stream->private_data)->released++;
    stream->release = NULL;
}

static void start_stream(
    test_stream* test, struct ArrowSchema schema, size_t count, wgs_fixture_array* arrays) {
    *test =
        (test_stream){.schema = schema, .count = count, .arrays = arrays, .fail_at = NO_FAILURE};
    test->stream = (struct ArrowArrayStream){
        .get_schema = stream_schema,
        .get_next = stream_next,
        .get_last_error = stream_text,
        .release = stream_release,
        .private_data = test,
    };
}

static int32_t const stream_values[] = {4, 2, 9, 4, 1, 2};
static uint8_t const stream_validity[] = {0x3B};

/* Rows 4, 2 | | null 4 1 | 2 */
static void make_batches(wgs_fixture_array arrays[4]) {
    wgs_fixture_column(&arrays[0], 0, 2, -1, stream_validity, stream_values);
    wgs_fixture_column(&arrays[1], 0, 0, 0, NULL, NULL);
    wgs_fixture_column(&arrays[2], 2, 3, 1, stream_validity, stream_values);
    wgs_fixture_column(&arrays[3], 5, 1, 0, NULL, stream_values);
}

static WGSStatus
sort_stream(test_stream* test, WGSArrowKey key, sorted_rows* rows, WGSError* error) {
    WGSArrowSortDescriptor const sort = {.keyCount = 1, .keys = &key};
    return wgsArrowSortStreamIndices(
        wgs_test_context(), &test->stream, &sort, &rows->array, &rows->schema, NULL, error);
}

static void check_released(test_stream* test, size_t batches) {
    assert_int_equal(test->given, batches);
    for (size_t i = 0; i < test->count; i++)
        assert_int_equal(test->arrays[i].released, i < batches ? 1 : 0);
    assert_int_equal(test->schemas_released, test->fail_at == FAIL_SCHEMA ? 0 : 1);
    assert_int_equal(test->released, 0); /* the caller's to release */
    test->stream.release(&test->stream);
    assert_int_equal(test->released, 1);
}

static void a_stream_is_one_column(void** state) {
    (void)state;
    wgs_fixture_array arrays[4];
    test_stream test;
    sorted_rows rows;
    make_batches(arrays);
    start_stream(&test, wgs_fixture_schema("i"), 4, arrays);
    WGSError error;
    if (sort_stream(&test, (WGSArrowKey){0}, &rows, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    check_rows(&rows, 6, (uint32_t[]){4, 1, 5, 0, 3, 2});
    check_released(&test, 4);
}

static void a_stream_of_record_batches(void** state) {
    (void)state;
    wgs_fixture_array columns[2];
    struct ArrowArray* pointers[2][1];
    wgs_fixture_array records[2];
    wgs_fixture_column(&columns[0], 0, 4, -1, stream_validity, stream_values);
    wgs_fixture_column(&columns[1], 1, 5, -1, stream_validity, stream_values);
    pointers[0][0] = &columns[0].array;
    pointers[1][0] = &columns[1].array;
    wgs_fixture_record(&records[0], 0, 4, NULL, 1, pointers[0]); /* 4 2 null 4 */
    wgs_fixture_record(&records[1], 3, 2, NULL, 1, pointers[1]); /* 1 2 */
    struct ArrowSchema fields[] = {wgs_fixture_schema("i")};
    struct ArrowSchema* field_pointers[1];
    test_stream test;
    sorted_rows rows;
    start_stream(&test, wgs_fixture_record_schema(1, fields, field_pointers), 2, records);
    WGSArrowKey const key = {.nulls = WGSNullPlacement_First};
    WGSError error;
    if (sort_stream(&test, key, &rows, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    check_rows(&rows, 6, (uint32_t[]){2, 4, 1, 5, 0, 3});
    check_released(&test, 2);
}

static void a_stream_of_nothing(void** state) {
    (void)state;
    test_stream test;
    sorted_rows rows;
    start_stream(&test, wgs_fixture_schema("i"), 0, NULL);
    assert_int_equal(sort_stream(&test, (WGSArrowKey){0}, &rows, NULL), WGSStatus_Success);
    check_rows(&rows, 0, NULL);
    check_released(&test, 0);
}

static void check_stream_fails(
    test_stream* test, WGSArrowKey key, WGSErrorId id, char const* part, size_t batches) {
    sorted_rows rows;
    memset(&rows, 0x55, sizeof rows);
    sorted_rows const before = rows;
    WGSError error = {0};
    assert_int_not_equal(sort_stream(test, key, &rows, &error), WGSStatus_Success);
    assert_int_equal(error.detail, id);
    if (strstr(error.message, part) == NULL)
        fail_msg("\"%s\" is not in: %s", part, error.message);
    assert_memory_equal(&rows, &before, sizeof rows);
    check_released(test, batches);
}

static void a_stream_that_fails(void** state) {
    (void)state;
    wgs_fixture_array arrays[4];
    test_stream test;
    for (int fail_at = 0; fail_at <= 4; fail_at++) {
        make_batches(arrays);
        start_stream(&test, wgs_fixture_schema("i"), 4, arrays);
        test.fail_at = fail_at;
        test.silent = fail_at == 2;
        check_stream_fails(
            &test,
            (WGSArrowKey){0},
            WGSErrorId_ArrowArray,
            test.silent ? "no reason given" : "the disk is on fire",
            (size_t)fail_at);
    }
    start_stream(&test, wgs_fixture_schema("i"), 0, NULL);
    test.fail_at = FAIL_SCHEMA;
    check_stream_fails(&test, (WGSArrowKey){0}, WGSErrorId_ArrowArray, "get_schema failed", 0);
    start_stream(&test, wgs_fixture_schema("u"), 0, NULL);
    check_stream_fails(&test, (WGSArrowKey){0}, WGSErrorId_ArrowSchema, "string", 0);
    start_stream(&test, wgs_fixture_schema("i"), 0, NULL);
    check_stream_fails(&test, (WGSArrowKey){.field = 2}, WGSErrorId_ArrowSchema, "field is 2", 0);
    make_batches(arrays);
    arrays[2].array.length = -4;
    start_stream(&test, wgs_fixture_schema("i"), 4, arrays);
    check_stream_fails(
        &test,
        (WGSArrowKey){0},
        WGSErrorId_ArrowArray,
        "key 0, array 2: the array has length -4",
        3);
}

static void a_released_stream_is_refused(void** state) {
    (void)state;
    test_stream test;
    sorted_rows rows;
    WGSError error;
    start_stream(&test, wgs_fixture_schema("i"), 0, NULL);
    test.stream.release(&test.stream);
    assert_int_equal(
        sort_stream(&test, (WGSArrowKey){0}, &rows, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_ArrowArray);
    assert_int_equal(test.released, 1);
    start_stream(&test, wgs_fixture_schema("i"), 0, NULL);
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    assert_int_equal(
        sort_stream(&test, (WGSArrowKey){.schema = &schema}, &rows, &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_ArrowSchema);
    assert_int_equal(test.schemas_released, 0);
}

/* --- Arguments and memory --------------------------------------------------------------------- */

static void check_refused(WGSArrowSortDescriptor const* sort, WGSErrorId id) {
    sorted_rows rows;
    memset(&rows, 0x55, sizeof rows);
    sorted_rows const before = rows;
    WGSError error = {0};
    assert_int_not_equal(
        wgsArrowSortIndices(wgs_test_context(), sort, &rows.array, &rows.schema, NULL, &error),
        WGSStatus_Success);
    assert_int_equal(error.detail, id);
    assert_memory_equal(error.message, "wgsArrowSortIndices: ", 21);
    assert_memory_equal(&rows, &before, sizeof rows);
}

static void arguments_are_checked(void** state) {
    (void)state;
    int32_t const values[] = {1, 2, 3};
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array made[2];
    wgs_fixture_column(&made[0], 0, 3, 0, NULL, values);
    wgs_fixture_column(&made[1], 0, 2, 0, NULL, values);
    WGSArrowKey keys[] = {
        {.schema = &schema, .arrayCount = 1, .arrays = &made[0].array},
        {.schema = &schema, .arrayCount = 1, .arrays = &made[1].array},
    };
    check_refused(NULL, WGSErrorId_NullArgument);
    WGSArrowSortDescriptor sort = {.keyCount = 0, .keys = keys};
    check_refused(&sort, WGSErrorId_TooManyColumns);
    sort.keyCount = WGS_MAX_SORT_KEYS + 1;
    check_refused(&sort, WGSErrorId_TooManyColumns);
    sort.keyCount = 2;
    check_refused(&sort, WGSErrorId_LengthMismatch);
    sort.keyCount = 1;
    sort.algorithm = WGSAlgorithm_Copy;
    check_refused(&sort, WGSErrorId_InvalidEnum);
    sort.algorithm = WGSAlgorithm_Auto;
    sort.keys = NULL;
    check_refused(&sort, WGSErrorId_NullArgument);
    sort.keys = keys;
    keys[0].direction = (WGSDirection)5;
    check_refused(&sort, WGSErrorId_InvalidEnum);
    keys[0].direction = WGSDirection_Ascending;

    sorted_rows rows;
    WGSError error;
    WGSContext const context = wgs_test_context();
    assert_int_equal(
        wgsArrowSortIndices(NULL, &sort, &rows.array, &rows.schema, NULL, &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(
        wgsArrowSortIndices(context, &sort, NULL, &rows.schema, NULL, &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(
        wgsArrowSortIndices(context, &sort, &rows.array, NULL, NULL, &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(
        wgsArrowSortStreamIndices(context, NULL, &sort, &rows.array, &rows.schema, NULL, &error),
        WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
}

/* Nine nullable keys of 32 bits are eighteen columns. */
static void nulls_count_as_columns(void** state) {
    (void)state;
    enum { KEYS = 9 };
    int32_t const values[] = {1, 2};
    uint8_t const validity[] = {0x01};
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 2, 1, validity, values);
    WGSArrowKey keys[KEYS];
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = (WGSArrowKey){.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    WGSArrowSortDescriptor sort = {.keyCount = KEYS, .keys = keys};
    check_refused(&sort, WGSErrorId_TooManyColumns);
    check_sorted(KEYS - 1, keys, 2, (uint32_t[]){0, 1});
}

/* More rows than a binding of the device holds: an error of wgsContextSort, and no output. */
static void too_many_rows_for_the_device(void** state) {
    (void)state;
    static int32_t const values[2000];
    WGSContext const small =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 4096});
    assert_non_null(small);
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 2000, 0, NULL, values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    WGSArrowSortDescriptor const sort = {.keyCount = 1, .keys = &key};
    sorted_rows rows = {0};
    WGSError error;
    assert_int_equal(
        wgsArrowSortIndices(small, &sort, &rows.array, &rows.schema, NULL, &error),
        WGSStatus_TooLarge);
    assert_non_null(strstr(error.message, "2000"));
    assert_null(rows.array.release);
    assert_null(rows.schema.release);
    wgsContextRelease(small);
}

/* Every allocation of this library fails once: an error, no output, no leak. */
static void memory_may_fail_anywhere(void** state) {
    (void)state;
    wgs_fixture_array arrays[4];
    test_stream test;
    wgs_failing_allocator memory = {0};
    WGSArrowKey const key = {0};
    WGSArrowSortDescriptor const sort = {
        .keyCount = 1, .keys = &key, .allocator = wgs_failing_allocator_hooks(&memory)};
    sorted_rows rows = {0};
    size_t n = 1;
    for (;; n++) {
        make_batches(arrays);
        start_stream(&test, wgs_fixture_schema("i"), 4, arrays);
        WGSError error;
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = wgsArrowSortStreamIndices(
            wgs_test_context(), &test.stream, &sort, &rows.array, &rows.schema, NULL, &error);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_null(rows.array.release);
        assert_int_equal(memory.live, 0);
    }
    assert_true(n > 4);
    check_rows(&rows, 6, (uint32_t[]){4, 1, 5, 0, 3, 2});
    assert_int_equal(memory.live, 0);
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_slice_with_nulls),
        cmocka_unit_test(nulls_and_nans_have_their_places),
        cmocka_unit_test(several_keys_of_differing_chunks),
        cmocka_unit_test(empty_columns_give_empty_rows),
        cmocka_unit_test(many_rows_agree_with_the_reference),
        cmocka_unit_test(wide_row_numbers_and_a_report),
        cmocka_unit_test(a_stream_is_one_column),
        cmocka_unit_test(a_stream_of_record_batches),
        cmocka_unit_test(a_stream_of_nothing),
        cmocka_unit_test(a_stream_that_fails),
        cmocka_unit_test(a_released_stream_is_refused),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(nulls_count_as_columns),
        cmocka_unit_test(too_many_rows_for_the_device),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    (void)wgs_test_context();
    return cmocka_run_group_tests(tests, NULL, close_device);
}
