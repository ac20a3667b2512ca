/* SPDX-License-Identifier: MIT */
/* Columns made from arrays: what of the buffers counts, and in which order the rows then are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing/arrow_fixture.h"
#include "testing/failing_allocator.h"

enum { MAX_ROWS = 64 };

static void check_order(WGSArrowKey const* key, size_t rows, uint32_t const* expected) {
    WGSArrowColumn column = NULL;
    WGSError error;
    if (wgsArrowCreateColumn(key, NULL, &column, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    assert_int_equal(wgsArrowColumnGetLength(column), rows);
    WGSHostKey keys[WGS_MAX_ARROW_HOST_KEYS];
    size_t const count = wgsArrowColumnGetHostKeys(column, keys);
    uint32_t order[MAX_ROWS];
    wgs_fixture_order(count, keys, rows, order);
    for (size_t i = 0; i < rows; i++)
        assert_int_equal(order[i], expected[i]);
    wgsArrowColumnRelease(column);
}

static void check_refused(WGSArrowKey const* key, WGSErrorId id, char const* part) {
    WGSArrowColumn column = NULL;
    WGSError error;
    assert_int_not_equal(wgsArrowCreateColumn(key, NULL, &column, &error), WGSStatus_Success);
    assert_int_equal(error.detail, id);
    if (strstr(error.message, part) == NULL)
        fail_msg("\"%s\" is not in: %s", part, error.message);
    assert_null(column);
}

static int32_t const slice_values[] = {10, 11, 12, 13, 14, 15, 16, 17};
static uint8_t const slice_validity[] = {0xB5};

/* Rows [null, 14, 15, null, 17]. */
static void a_slice_moves_values_and_bitmap(void** state) {
    (void)state;
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 3, 5, 2, slice_validity, slice_values);
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    check_order(&key, 5, (uint32_t[]){1, 2, 4, 0, 3});
    key.nulls = WGSNullPlacement_First;
    check_order(&key, 5, (uint32_t[]){0, 3, 1, 2, 4});
    key.direction = WGSDirection_Descending;
    check_order(&key, 5, (uint32_t[]){0, 3, 4, 2, 1});
    key.nulls = WGSNullPlacement_Last;
    check_order(&key, 5, (uint32_t[]){4, 2, 1, 0, 3});
    array.array.null_count = -1;
    check_order(&key, 5, (uint32_t[]){4, 2, 1, 0, 3});
    assert_int_equal(array.released, 0);
}

/* The bitmap decides even where null_count says that there is no null. */
static void a_stale_null_count_hides_no_null(void** state) {
    (void)state;
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 3, 5, 0, slice_validity, slice_values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    check_order(&key, 5, (uint32_t[]){1, 2, 4, 0, 3});
}

/* fault AR-01: every offset and length, against values written out without an offset. */
static void all_slices_agree_with_plain_arrays(void** state) {
    (void)state;
    enum { SPAN = 40 };
    int16_t values[SPAN];
    uint8_t validity[SPAN / 8];
    for (int i = 0; i < SPAN; i++)
        values[i] = (int16_t)((i * 37) % 11 - 5);
    for (size_t i = 0; i < sizeof validity; i++)
        validity[i] = (uint8_t)(0x9D + 53 * i);
    struct ArrowSchema const schema = wgs_fixture_schema("s");
    for (int64_t offset = 0; offset <= 17; offset++) {
        for (int64_t length = 0; length <= 17; length++) {
            int16_t plain[SPAN] = {0};
            uint8_t plain_validity[SPAN / 8] = {0};
            for (int64_t i = 0; i < length; i++) {
                int64_t const at = offset + i;
                plain[i] = values[at];
                if ((validity[at / 8] >> (at % 8)) & 1)
                    plain_validity[i / 8] |= (uint8_t)(1 << (i % 8));
            }
            wgs_fixture_array whole;
            wgs_fixture_array slice;
            wgs_fixture_column(&whole, 0, length, -1, plain_validity, plain);
            wgs_fixture_column(&slice, offset, length, -1, validity, values);
            WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &whole.array};
            WGSArrowColumn column;
            assert_int_equal(wgsArrowCreateColumn(&key, NULL, &column, NULL), WGSStatus_Success);
            WGSHostKey keys[WGS_MAX_ARROW_HOST_KEYS];
            uint32_t expected[MAX_ROWS];
            size_t const count = wgsArrowColumnGetHostKeys(column, keys);
            wgs_fixture_order(count, keys, (uint64_t)length, expected);
            wgsArrowColumnRelease(column);
            key.arrays = &slice.array;
            check_order(&key, (size_t)length, expected);
        }
    }
}

/* The struct's offset is added to the child's; its own nulls make null keys. */
static void a_record_batch_lends_offset_and_nulls(void** state) {
    (void)state;
    int32_t const numbers[] = {90, 91, 92, 5, 4, 3, 2, 1};
    int64_t const others[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct ArrowSchema fields[] = {wgs_fixture_schema("l"), wgs_fixture_schema("i")};
    struct ArrowSchema* field_pointers[2];
    struct ArrowSchema const schema = wgs_fixture_record_schema(2, fields, field_pointers);
    wgs_fixture_array columns[2];
    wgs_fixture_column(&columns[0], 0, 7, 0, NULL, others);
    wgs_fixture_column(&columns[1], 1, 7, 0, NULL, numbers);
    struct ArrowArray* pointers[] = {&columns[0].array, &columns[1].array};
    wgs_fixture_array record;
    wgs_fixture_record(&record, 2, 5, NULL, 2, pointers);
    WGSArrowKey const key = {
        .schema = &schema, .arrayCount = 1, .arrays = &record.array, .field = 1};
    check_order(&key, 5, (uint32_t[]){4, 3, 2, 1, 0});
    /* Row 3 of the slice is null in the struct: bit 5. */
    uint8_t const validity[] = {0xDF};
    wgs_fixture_record(&record, 2, 5, validity, 2, pointers);
    check_order(&key, 5, (uint32_t[]){4, 2, 1, 0, 3});
}

/* faults SZ-03, AR-04, AR-05: arrays of no rows, with and without buffers, at any offset. */
static void empty_arrays_need_no_buffers(void** state) {
    (void)state;
    struct ArrowSchema const schema = wgs_fixture_schema("g");
    wgs_fixture_array array;
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    wgs_fixture_column(&array, 0, 0, 0, NULL, NULL);
    check_order(&key, 0, NULL);
    wgs_fixture_column(&array, 7, 0, -1, NULL, NULL);
    check_order(&key, 0, NULL);
    wgs_fixture_column(&array, 1, 0, 3, NULL, NULL);
    array.array.buffers = NULL;
    check_order(&key, 0, NULL);
    key.arrayCount = 0;
    key.arrays = NULL;
    check_order(&key, 0, NULL);
    wgs_fixture_column(&array, 0, 5, 0, NULL, NULL);
    key.arrayCount = 1;
    key.arrays = &array.array;
    check_refused(&key, WGSErrorId_ArrowArray, "no values but length 5");
    assert_int_equal(array.released, 0);
}

/* 13 bits from bit 3; the bits around them are set. */
static void booleans_are_bits(void** state) {
    (void)state;
    uint8_t const bits[] = {0xAF, 0xC6};
    struct ArrowSchema const schema = wgs_fixture_schema("b");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 3, 13, 0, NULL, bits);
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    /* Rows: 1 0 1 0 1 0 1 1 0 0 0 1 1 */
    check_order(&key, 13, (uint32_t[]){1, 3, 5, 8, 9, 10, 0, 2, 4, 6, 7, 11, 12});
    key.direction = WGSDirection_Descending;
    check_order(&key, 13, (uint32_t[]){0, 2, 4, 6, 7, 11, 12, 1, 3, 5, 8, 9, 10});
}

static void misaligned_values_are_copied(void** state) {
    (void)state;
    int64_t const numbers[] = {3, -1, 2};
    unsigned char memory[64];
    struct ArrowSchema const schema = wgs_fixture_schema("l");
    for (size_t shift = 1; shift <= 8; shift++) {
        memcpy(memory + shift, numbers, sizeof numbers);
        wgs_fixture_array array;
        wgs_fixture_column(&array, 0, 3, 0, NULL, memory + shift);
        WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
        check_order(&key, 3, (uint32_t[]){1, 2, 0});
    }
    int16_t const shorts[] = {3, -1, 2};
    memcpy(memory + 1, shorts, sizeof shorts);
    struct ArrowSchema const short_schema = wgs_fixture_schema("s");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 3, 0, NULL, memory + 1);
    WGSArrowKey const key = {.schema = &short_schema, .arrayCount = 1, .arrays = &array.array};
    check_order(&key, 3, (uint32_t[]){1, 2, 0});
}

/* Chunks of 0, 3, 0, 0, 2 rows, the first null in the second of them. */
static void chunks_are_one_column(void** state) {
    (void)state;
    uint64_t const first[] = {5, 9, 1};
    uint64_t const second[] = {7, UINT64_MAX};
    uint8_t const validity[] = {0x02};
    struct ArrowSchema const schema = wgs_fixture_schema("L");
    wgs_fixture_array made[5];
    wgs_fixture_column(&made[0], 0, 0, 0, NULL, NULL);
    wgs_fixture_column(&made[1], 0, 3, 0, NULL, first);
    wgs_fixture_column(&made[2], 4, 0, 0, NULL, first);
    wgs_fixture_column(&made[3], 0, 0, 0, NULL, NULL);
    wgs_fixture_column(&made[4], 0, 2, 1, validity, second);
    struct ArrowArray arrays[5];
    for (size_t i = 0; i < 5; i++)
        arrays[i] = made[i].array;
    WGSArrowKey key = {.schema = &schema, .arrayCount = 5, .arrays = arrays};
    check_order(&key, 5, (uint32_t[]){2, 0, 1, 4, 3});
    key.arrayCount = 4;
    check_order(&key, 3, (uint32_t[]){2, 0, 1});
    key.arrayCount = 1;
    check_order(&key, 0, NULL);
}

/* Two rows are null; what lies under them must not order them. */
static void what_lies_under_nulls_is_not_read(void** state) {
    (void)state;
    uint8_t const validity[] = {0x15};
    int32_t const integers[] = {7, INT32_MAX, -3, INT32_MIN, 4};
    double const reals[] = {7, (double)NAN, -3, -(double)INFINITY, 4};
    int8_t const bytes[] = {7, 127, -3, -128, 4};
    struct {
        char const* format;
        void const* values;
    } const cases[] = {{"i", integers}, {"g", reals}, {"c", bytes}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ArrowSchema const schema = wgs_fixture_schema(cases[i].format);
        wgs_fixture_array array;
        wgs_fixture_column(&array, 0, 5, 2, validity, cases[i].values);
        WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
        check_order(&key, 5, (uint32_t[]){2, 4, 0, 1, 3});
        key.direction = WGSDirection_Descending;
        check_order(&key, 5, (uint32_t[]){0, 4, 2, 1, 3});
        key.nulls = WGSNullPlacement_First;
        check_order(&key, 5, (uint32_t[]){1, 3, 0, 4, 2});
    }
}

/* Four rows of each type that is taken, the second the smallest and the third the largest. */
static void every_key_type_has_its_own_order(void** state) {
    (void)state;
    static int8_t const i8[] = {-1, -128, 127, 0};
    static uint8_t const u8[] = {1, 0, 255, 7};
    static int16_t const i16[] = {-1, INT16_MIN, INT16_MAX, 0};
    static uint16_t const u16[] = {1, 0, 65535, 7};
    static int32_t const i32[] = {-1, INT32_MIN, INT32_MAX, 0};
    static uint32_t const u32[] = {1, 0, UINT32_MAX, 7};
    static int64_t const i64[] = {-1, INT64_MIN, INT64_MAX, 0};
    static uint64_t const u64[] = {1, 0, UINT64_MAX, 7};
    static float const f32[] = {-1, -INFINITY, INFINITY, 0};
    static double const f64[] = {-1, -(double)INFINITY, (double)INFINITY, 0};
    struct {
        char const* format;
        void const* values;
    } const cases[] = {
        {"c", i8},    {"C", u8},    {"s", i16},   {"S", u16},    {"i", i32},       {"I", u32},
        {"l", i64},   {"L", u64},   {"f", f32},   {"g", f64},    {"tdD", i32},     {"tdm", i64},
        {"tts", i32}, {"ttm", i32}, {"ttu", i64}, {"ttn", i64},  {"tss:", i64},    {"tDn", i64},
        {"tDs", i64}, {"tDm", i64}, {"tDu", i64}, {"tsm:", i64}, {"tsn:UTC", i64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ArrowSchema const schema = wgs_fixture_schema(cases[i].format);
        wgs_fixture_array array;
        wgs_fixture_column(&array, 0, 4, 0, NULL, cases[i].values);
        WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
        check_order(&key, 4, (uint32_t[]){1, 0, 3, 2});
        key.direction = WGSDirection_Descending;
        check_order(&key, 4, (uint32_t[]){2, 3, 0, 1});
    }
}

static void aligned_values_are_not_copied(void** state) {
    (void)state;
    uint8_t const all_valid[] = {0xFF};
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 3, 5, 0, all_valid, slice_values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    WGSArrowColumn column;
    assert_int_equal(wgsArrowCreateColumn(&key, NULL, &column, NULL), WGSStatus_Success);
    WGSHostKey keys[WGS_MAX_ARROW_HOST_KEYS];
    assert_int_equal(wgsArrowColumnGetHostKeys(column, keys), 1);
    assert_ptr_equal(keys[0].in, slice_values + 3);
    wgsArrowColumnRelease(column);
}

static void narrow_keys_are_few_bits(void** state) {
    (void)state;
    int8_t const values[] = {1, 2, 3};
    uint8_t const validity[] = {0x05};
    struct ArrowSchema const schema = wgs_fixture_schema("c");
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 3, 0, NULL, values);
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
    WGSHostKey keys[WGS_MAX_ARROW_HOST_KEYS];
    for (uint32_t nulls = 0; nulls < 2; nulls++) {
        WGSArrowColumn column;
        array.buffers[0] = nulls ? validity : NULL;
        assert_int_equal(wgsArrowCreateColumn(&key, NULL, &column, NULL), WGSStatus_Success);
        assert_int_equal(wgsArrowColumnGetHostKeys(column, keys), 1);
        assert_int_equal(keys[0].format, WGSFormat_Uint32);
        assert_int_equal(keys[0].bitCount, 8 + nulls);
        wgsArrowColumnRelease(column);
    }
}

/* fault BU-04: columns of bytes and of two bytes whose sizes are no multiple of 4. */
static void narrow_columns_of_any_length(void** state) {
    (void)state;
    uint8_t const bytes[] = {7, 3, 9, 3, 0};
    uint16_t const shorts[] = {700, 300, 900, 300, 0};
    static uint32_t const orders[6][5] = {{0}, {0}, {1, 0}, {1, 0, 2}, {0}, {4, 1, 3, 0, 2}};
    static int64_t const lengths[] = {1, 2, 3, 5};
    for (int wide = 0; wide < 2; wide++)
        for (size_t i = 0; i < 4; i++) {
            struct ArrowSchema const schema = wgs_fixture_schema(wide ? "S" : "C");
            wgs_fixture_array array;
            wgs_fixture_column(&array, 0, lengths[i], 0, NULL, wide ? (void const*)shorts : bytes);
            WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
            check_order(&key, (size_t)lengths[i], orders[lengths[i]]);
        }
}

static void other_types_are_refused_by_name(void** state) {
    (void)state;
    struct {
        char const* format;
        char const* name;
    } const cases[] = {
        {"u", "string"},
        {"vu", "string_view"},
        {"z", "binary"},
        {"e", "half_float"},
        {"d:10,2", "decimal128"},
        {"n", "na"},
        {"tiM", "interval_months"},
        {"w:16", "fixed_size_binary"},
        {"", "invalid schema"},
        {"nonsense", "invalid schema"},
    };
    int32_t const values[] = {1};
    wgs_fixture_array array;
    wgs_fixture_column(&array, 0, 1, 0, NULL, values);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ArrowSchema const schema = wgs_fixture_schema(cases[i].format);
        WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &array.array};
        check_refused(&key, WGSErrorId_ArrowSchema, cases[i].name);
    }
    struct ArrowSchema words = wgs_fixture_schema("u");
    struct ArrowSchema coded = wgs_fixture_schema("c");
    coded.dictionary = &words;
    WGSArrowKey key = {.schema = &coded, .arrayCount = 1, .arrays = &array.array};
    check_refused(&key, WGSErrorId_ArrowSchema, "dictionary");
    struct ArrowSchema extended = wgs_fixture_schema("i");
    static char const metadata[] = "\1\0\0\0\24\0\0\0ARROW:extension:name\5\0\0\0my.id";
    extended.metadata = metadata;
    key.schema = &extended;
    check_refused(&key, WGSErrorId_ArrowSchema, "extension type my.id");
}

static void schemas_must_hold_the_field(void** state) {
    (void)state;
    struct ArrowSchema fields[] = {wgs_fixture_schema("i")};
    struct ArrowSchema* pointers[1];
    struct ArrowSchema schema = wgs_fixture_record_schema(1, fields, pointers);
    WGSArrowKey key = {.schema = &schema, .field = 1};
    check_refused(&key, WGSErrorId_ArrowSchema, "field is 1 but the record batch has 1 columns");
    key.schema = &fields[0];
    check_refused(&key, WGSErrorId_ArrowSchema, "not of record batches");
    key.schema = NULL;
    check_refused(&key, WGSErrorId_NullArgument, "schema is NULL");
    schema.release = NULL;
    key.schema = &schema;
    check_refused(&key, WGSErrorId_ArrowSchema, "released");
}

/* One member is changed in each case. */
static void arrays_must_be_sound(void** state) {
    (void)state;
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    wgs_fixture_array made;
    WGSArrowKey key = {.schema = &schema, .arrayCount = 1, .arrays = &made.array};
    struct {
        int64_t offset, length, null_count;
        char const* part;
    } const cases[] = {
        {0, -1, 0, "length -1"},
        {-8, 5, 0, "offset -8"},
        {INT64_MAX, 1, 0, "beyond 2^63"},
        {INT64_MAX / 2, 1, 0, "beyond memory"},
        {0, 5, 3, "no validity bitmap but null_count 3"},
        {0, 5, -2, "null_count -2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgs_fixture_column(
            &made, cases[i].offset, cases[i].length, cases[i].null_count, NULL, slice_values);
        check_refused(&key, WGSErrorId_ArrowArray, cases[i].part);
    }
    wgs_fixture_column(&made, 0, 5, 0, NULL, slice_values);
    made.array.n_buffers = 3;
    check_refused(&key, WGSErrorId_ArrowArray, "n_buffers 3");
    made.array.n_buffers = 2;
    made.array.buffers = NULL;
    check_refused(&key, WGSErrorId_ArrowArray, "no buffers");
    wgs_fixture_column(&made, 0, 5, 0, NULL, slice_values);
    made.array.n_children = 1;
    check_refused(&key, WGSErrorId_ArrowArray, "n_children 1");
    wgs_fixture_column(&made, 0, 5, 0, NULL, slice_values);
    made.array.dictionary = &made.array;
    check_refused(&key, WGSErrorId_ArrowArray, "dictionary");
    wgs_fixture_column(&made, 0, 5, 0, NULL, slice_values);
    made.array.release = NULL;
    check_refused(&key, WGSErrorId_ArrowArray, "released");
    wgs_fixture_column(&made, 0, (int64_t)WGS_MAX_SORT_ROWS + 1, 0, NULL, slice_values);
    check_refused(&key, WGSErrorId_TooManyRows, "2147483649 rows");
    key.arrays = NULL;
    check_refused(&key, WGSErrorId_NullArgument, "arrays is NULL");
}

static void record_batches_must_be_sound(void** state) {
    (void)state;
    struct ArrowSchema fields[] = {wgs_fixture_schema("i")};
    struct ArrowSchema* field_pointers[1];
    struct ArrowSchema const schema = wgs_fixture_record_schema(1, fields, field_pointers);
    wgs_fixture_array column;
    wgs_fixture_array record;
    struct ArrowArray* pointers[] = {&column.array};
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 1, .arrays = &record.array};
    wgs_fixture_column(&column, 0, 4, 0, NULL, slice_values);
    wgs_fixture_record(&record, 2, 3, NULL, 1, pointers);
    check_refused(&key, WGSErrorId_ArrowArray, "4 rows but its record batch needs 5");
    wgs_fixture_record(&record, 0, 3, NULL, 1, NULL);
    check_refused(&key, WGSErrorId_ArrowArray, "no children");
    wgs_fixture_record(&record, 0, 3, NULL, 0, pointers);
    check_refused(&key, WGSErrorId_ArrowArray, "n_children 0");
    wgs_fixture_record(&record, 0, 3, NULL, 1, pointers);
    column.array.release = NULL;
    check_refused(&key, WGSErrorId_ArrowArray, "the column was released");
    wgs_fixture_column(&column, INT64_MAX - 2, 2, 0, NULL, slice_values);
    wgs_fixture_record(&record, 1, 1, NULL, 1, pointers);
    check_refused(&key, WGSErrorId_ArrowArray, "beyond");
}

static void arguments_are_checked(void** state) {
    (void)state;
    WGSError error;
    WGSArrowColumn column = NULL;
    struct ArrowSchema const schema = wgs_fixture_schema("i");
    WGSArrowKey key = {.schema = &schema};
    assert_int_equal(wgsArrowCreateColumn(NULL, NULL, &column, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    error.detail = WGSErrorId_None;
    assert_int_equal(wgsArrowCreateColumn(&key, NULL, NULL, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    key.direction = (WGSDirection)7;
    check_refused(&key, WGSErrorId_InvalidEnum, "direction is 7");
    key.direction = WGSDirection_Ascending;
    key.nulls = (WGSNullPlacement)9;
    check_refused(&key, WGSErrorId_InvalidEnum, "nulls is 9");
    key.nulls = WGSNullPlacement_Last;
    wgs_failing_allocator memory = {0};
    WGSAllocator half = wgs_failing_allocator_hooks(&memory);
    half.release = NULL;
    assert_int_equal(wgsArrowCreateColumn(&key, &half, &column, &error), WGSStatus_InvalidArgument);
    assert_int_equal(error.detail, WGSErrorId_NullArgument);
    assert_null(column);
    assert_int_equal(wgsArrowColumnGetLength(NULL), 0);
    assert_int_equal(wgsArrowColumnGetHostKeys(NULL, NULL), 0);
    wgsArrowColumnRelease(NULL);
}

/* Every allocation fails once: an error, and nothing is leaked. */
static void memory_may_fail_anywhere(void** state) {
    (void)state;
    int64_t const values[] = {1, 2, 3, 4};
    uint8_t const validity[] = {0x07};
    struct ArrowSchema const schema = wgs_fixture_schema("l");
    wgs_fixture_array made[2];
    wgs_fixture_column(&made[0], 0, 4, 0, NULL, values);
    wgs_fixture_column(&made[1], 0, 4, 1, validity, values);
    struct ArrowArray const arrays[] = {made[0].array, made[1].array};
    WGSArrowKey const key = {.schema = &schema, .arrayCount = 2, .arrays = arrays};
    wgs_failing_allocator memory = {0};
    WGSAllocator const hooks = wgs_failing_allocator_hooks(&memory);
    WGSArrowColumn column = NULL;
    size_t n = 1;
    for (;; n++) {
        WGSError error;
        wgs_fail_allocation(&memory, n);
        WGSStatus const status = wgsArrowCreateColumn(&key, &hooks, &column, &error);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(error.detail, WGSErrorId_HostMemory);
        assert_null(column);
        assert_int_equal(memory.live, 0);
    }
    assert_int_equal(n, 4); /* the column, its words, its null flags */
    wgsArrowColumnRelease(column);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(a_slice_moves_values_and_bitmap),
        cmocka_unit_test(a_stale_null_count_hides_no_null),
        cmocka_unit_test(all_slices_agree_with_plain_arrays),
        cmocka_unit_test(a_record_batch_lends_offset_and_nulls),
        cmocka_unit_test(empty_arrays_need_no_buffers),
        cmocka_unit_test(booleans_are_bits),
        cmocka_unit_test(misaligned_values_are_copied),
        cmocka_unit_test(chunks_are_one_column),
        cmocka_unit_test(what_lies_under_nulls_is_not_read),
        cmocka_unit_test(every_key_type_has_its_own_order),
        cmocka_unit_test(aligned_values_are_not_copied),
        cmocka_unit_test(narrow_keys_are_few_bits),
        cmocka_unit_test(narrow_columns_of_any_length),
        cmocka_unit_test(other_types_are_refused_by_name),
        cmocka_unit_test(schemas_must_hold_the_field),
        cmocka_unit_test(arrays_must_be_sound),
        cmocka_unit_test(record_batches_must_be_sound),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(memory_may_fail_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
