/* SPDX-License-Identifier: MIT */
/* The sorter: one call that records a sort. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testing/test_device.h"

enum { CAPACITY = 900 };

static WGPUBuffer make_buffer(uint64_t size, void const* words) {
    WGPUBufferDescriptor const descriptor = {
        .size = size,
        .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst};
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
    if (words != NULL)
        assert_int_equal(
            wgsContextWriteBuffer(wgs_test_context(), buffer, 0, words, size, NULL), 0);
    return buffer;
}

static void read_buffer(WGPUBuffer buffer, uint32_t* words, uint64_t length) {
    assert_int_equal(
        wgsContextReadBuffer(wgs_test_context(), buffer, 0, words, length * 4, NULL), 0);
}

static void assert_error(WGSStatus status, WGSError const* error, WGSErrorId id) {
    assert_int_not_equal(status, WGSStatus_Success);
    if (error->detail != id)
        fail_msg(
            "%s instead of %s: %s",
            wgsErrorIdGetName(error->detail),
            wgsErrorIdGetName(id),
            error->message);
}

static WGSSorterKey const uint_key = {.format = WGSFormat_Uint32};
static WGSFormat const uint_value = WGSFormat_Uint32;

static WGSSorterDescriptor pairs_and_rows(void) {
    return (WGSSorterDescriptor){
        .label = wgs_test_text("pairs"),
        .capacity = CAPACITY,
        .keyCount = 1,
        .keys = &uint_key,
        .valueCount = 1,
        .valueFormats = &uint_value,
        .rows = true};
}

static WGSSorter make_sorter(WGSSorterDescriptor const* descriptor) {
    WGSSorter sorter = NULL;
    WGSError error = {0};
    if (wgsContextCreateSorter(wgs_test_context(), descriptor, &sorter, &error) != 0)
        fail_msg("%s", error.message);
    return sorter;
}

static uint32_t key_at(uint32_t i) { return (i * 2654435761u) >> 20 & 63; }

/* The columns of one sort of pairs and rows, in buffers of exactly `length` rows after 3 words. */
typedef struct columns {
    WGPUBuffer keys_in, keys_out, values_in, values_out, rows_out;
} columns;

enum { LEAD = 3 };

static columns make_columns(uint32_t length) {
    uint32_t keys[CAPACITY + LEAD] = {0}, values[CAPACITY + LEAD] = {0};
    for (uint32_t i = 0; i < length; ++i) {
        keys[i + LEAD] = key_at(i);
        values[i + LEAD] = i * 10;
    }
    uint64_t const size = ((uint64_t)length + LEAD) * 4;
    return (columns){
        make_buffer(size, keys),
        make_buffer(size, NULL),
        make_buffer(size, values),
        make_buffer(size, NULL),
        make_buffer(size, NULL)};
}

static void free_columns(columns* c) {
    wgpuBufferRelease(c->keys_in);
    wgpuBufferRelease(c->keys_out);
    wgpuBufferRelease(c->values_in);
    wgpuBufferRelease(c->values_out);
    wgpuBufferRelease(c->rows_out);
}

static WGSStatus encode(
    WGSSorter sorter,
    WGPUCommandEncoder encoder,
    columns const* c,
    uint32_t count,
    WGSError* error) {
    WGSColumn const keys_in = {c->keys_in, LEAD * 4}, keys_out = {c->keys_out, LEAD * 4};
    WGSColumn const values_in = {c->values_in, LEAD * 4}, values_out = {c->values_out, LEAD * 4};
    WGSSorterEncodeDescriptor const descriptor = {
        .count = count,
        .keysIn = &keys_in,
        .keysOut = &keys_out,
        .valuesIn = &values_in,
        .valuesOut = &values_out,
        .rowsOut = {c->rows_out, LEAD * 4}};
    return wgsSorterEncode(sorter, encoder, &descriptor, NULL, error);
}

static void assert_sorted(columns const* c, uint32_t count) {
    uint32_t keys[CAPACITY + LEAD], values[CAPACITY + LEAD], rows[CAPACITY + LEAD];
    read_buffer(c->keys_out, keys, (uint64_t)count + LEAD);
    read_buffer(c->values_out, values, (uint64_t)count + LEAD);
    read_buffer(c->rows_out, rows, (uint64_t)count + LEAD);
    for (uint32_t i = 0; i < LEAD; ++i)
        assert_int_equal(keys[i] | values[i] | rows[i], 0);
    for (uint32_t i = LEAD; i < count + LEAD; ++i) {
        assert_true(rows[i] < count);
        assert_int_equal(keys[i], key_at(rows[i]));
        assert_int_equal(values[i], rows[i] * 10);
        if (i > LEAD)
            assert_true(keys[i - 1] < keys[i] || (keys[i - 1] == keys[i] && rows[i - 1] < rows[i]));
    }
}

/* fault CO-01: many sizes with one sorter, in one submission; buffers end with their rows. */
static void test_sizes(void** state) {
    (void)state;
    static uint32_t const counts[] = {CAPACITY, 1, 2, 255, 256, 257, 77, CAPACITY - 1};
    enum { COUNTS = sizeof counts / sizeof counts[0] };
    WGSSorterDescriptor const descriptor = pairs_and_rows();
    WGSSorter sorter = make_sorter(&descriptor);
    columns all[COUNTS];
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    for (size_t i = 0; i < COUNTS; ++i) {
        all[i] = make_columns(counts[i]);
        WGSError error = {0};
        if (encode(sorter, encoder, &all[i], counts[i], &error) != WGSStatus_Success)
            fail_msg("%s", error.message);
    }
    wgsSorterAddRef(sorter);
    wgsSorterRelease(sorter);
    wgsSorterRelease(sorter); /* before the submission */
    assert_int_equal(wgsContextSubmit(wgs_test_context(), encoder, NULL), 0);
    wgpuCommandEncoderRelease(encoder);
    for (size_t i = 0; i < COUNTS; ++i) {
        assert_sorted(&all[i], counts[i]);
        free_columns(&all[i]);
    }
}

/* A key alone whose sorted form is not wanted, with rows: an argsort with the caller's scratch. */
static void test_argsort_with_own_scratch(void** state) {
    (void)state;
    WGSSorterKey const key = {
        .format = WGSFormat_Float32, .direction = WGSDirection_Descending, .omitOutput = true};
    WGSSorterDescriptor descriptor = {
        .capacity = CAPACITY, .keyCount = 1, .keys = &key, .rows = true};
    WGSSorterRequirements requirements;
    assert_int_equal(
        wgsContextGetSorterRequirements(wgs_test_context(), &descriptor, &requirements, NULL), 0);
    assert_true(requirements.scratchCount > 0);
    WGPUBuffer scratches[WGS_MAX_SORTER_SCRATCH];
    uint64_t bytes = 0;
    for (size_t i = 0; i < requirements.scratchCount; ++i) {
        scratches[i] = make_buffer(requirements.scratches[i].size, NULL);
        bytes += requirements.scratches[i].size;
    }
    assert_true(bytes == requirements.scratchBytes);
    descriptor.scratchCount = requirements.scratchCount;
    descriptor.scratches = scratches;
    WGSSorter sorter = make_sorter(&descriptor);
    float keys[CAPACITY];
    for (uint32_t i = 0; i < CAPACITY; ++i)
        keys[i] = (float)(i * 37 % 101) - 50.0f;
    WGPUBuffer in = make_buffer(sizeof keys, keys), rows_out = make_buffer(sizeof keys, NULL);
    WGSColumn const column = {in, 0};
    WGSSorterEncodeDescriptor const encode_descriptor = {
        .count = CAPACITY, .keysIn = &column, .rowsOut = {rows_out, 0}};
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    WGSEncodeStats stats;
    assert_int_equal(wgsSorterEncode(sorter, encoder, &encode_descriptor, &stats, NULL), 0);
    assert_int_equal(stats.dispatchCount, requirements.sort.dispatchCount);
    assert_int_equal(wgsContextSubmit(wgs_test_context(), encoder, NULL), 0);
    wgpuCommandEncoderRelease(encoder);
    uint32_t rows[CAPACITY];
    read_buffer(rows_out, rows, CAPACITY);
    for (uint32_t i = 1; i < CAPACITY; ++i)
        assert_true(
            keys[rows[i - 1]] > keys[rows[i]] ||
            (!(keys[rows[i - 1]] < keys[rows[i]]) && rows[i - 1] < rows[i]));
    for (size_t i = 0; i < requirements.scratchCount; ++i)
        wgpuBufferRelease(scratches[i]);
    wgpuBufferRelease(in);
    wgpuBufferRelease(rows_out);
    wgsSorterRelease(sorter);
}

static void test_making_errors(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGSSorterDescriptor d = pairs_and_rows();
    WGSSorter sorter = NULL;
    WGSSorterRequirements requirements;
    WGSError e = {0};
    assert_error(wgsContextCreateSorter(NULL, &d, &sorter, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsContextCreateSorter(context, NULL, &sorter, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsContextCreateSorter(context, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_error(
        wgsContextGetSorterRequirements(context, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    d.capacity = 0;
    assert_error(wgsContextCreateSorter(context, &d, &sorter, &e), &e, WGSErrorId_InvalidSize);
    d.capacity = UINT64_MAX;
    assert_error(
        wgsContextGetSorterRequirements(context, &d, &requirements, &e),
        &e,
        WGSErrorId_TooManyRows);
    d = pairs_and_rows();
    d.keyCount = 0;
    assert_error(wgsContextCreateSorter(context, &d, &sorter, &e), &e, WGSErrorId_TooManyColumns);
    d = pairs_and_rows();
    d.valueFormats = NULL;
    assert_error(wgsContextCreateSorter(context, &d, &sorter, &e), &e, WGSErrorId_NullArgument);
    WGSFormat const bad = (WGSFormat)99;
    d.valueFormats = &bad;
    assert_error(wgsContextCreateSorter(context, &d, &sorter, &e), &e, WGSErrorId_ViewFormat);
    d = pairs_and_rows();
    d.scratchCount = 1;
    assert_error(wgsContextCreateSorter(context, &d, &sorter, &e), &e, WGSErrorId_NullArgument);
    assert_null(sorter);
    wgsSorterRelease(NULL);
    wgsSorterAddRef(NULL);
}

static void test_encode_errors(void** state) {
    (void)state;
    WGSSorterDescriptor const descriptor = pairs_and_rows();
    WGSSorter sorter = make_sorter(&descriptor);
    columns c = make_columns(100);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    WGSError e = {0};
    assert_error(encode(sorter, encoder, &c, CAPACITY + 1, &e), &e, WGSErrorId_CountOutOfRange);
    assert_error(encode(sorter, encoder, &c, 101, &e), &e, WGSErrorId_BufferTooSmall);
    assert_error(encode(NULL, encoder, &c, 100, &e), &e, WGSErrorId_NullArgument);
    assert_error(encode(sorter, NULL, &c, 100, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsSorterEncode(sorter, encoder, NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    columns wrong = c;
    wrong.rows_out = NULL;
    assert_error(encode(sorter, encoder, &wrong, 100, &e), &e, WGSErrorId_NullArgument);
    wrong = c;
    wrong.keys_out = c.keys_in;
    assert_error(encode(sorter, encoder, &wrong, 100, &e), &e, WGSErrorId_AliasedImports);
    assert_int_equal(encode(sorter, encoder, &c, 100, &e), 0);
    assert_int_equal(wgsContextSubmit(wgs_test_context(), encoder, NULL), 0);
    assert_sorted(&c, 100);
    wgpuCommandEncoderRelease(encoder);
    free_columns(&c);
    wgsSorterRelease(sorter);
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_argsort_with_own_scratch),
        cmocka_unit_test(test_making_errors),
        cmocka_unit_test(test_encode_errors),
    };
    return cmocka_run_group_tests(tests, NULL, close_device);
}
