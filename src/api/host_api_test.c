/* SPDX-License-Identifier: MIT */
/* What submits and waits: transfers, blocking sorts, capacities, the self-test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/context.h"
#include "testing/failing_allocator.h"
#include "testing/test_device.h"

static WGPUBuffer make_buffer(uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor const descriptor = {.size = size, .usage = usage};
    return wgpuDeviceCreateBuffer(wgs_test_device(), &descriptor);
}

static WGPUBufferUsage const both_ways = WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;

static void assert_error(WGSStatus status, WGSError const* error, WGSErrorId id) {
    assert_int_not_equal(status, WGSStatus_Success);
    if (error->detail != id)
        fail_msg(
            "%s instead of %s: %s",
            wgsErrorIdGetName(error->detail),
            wgsErrorIdGetName(id),
            error->message);
}

/* --- Transfers ----------------------------------------------------------------------------------
 */

/* Sizes around one piece of staging, at offsets. */
static void test_round_trips(void** state) {
    (void)state;
    enum { MIB = 1 << 20 };
    static uint64_t const sizes[] = {0, 4, 4096, 32 * MIB - 4, 32 * MIB, 32 * MIB + 4, 68 * MIB};
    uint64_t const largest = 68 * MIB;
    uint32_t* words = malloc(largest);
    uint32_t* back = malloc(largest);
    assert_non_null(words);
    assert_non_null(back);
    for (uint32_t i = 0; i < largest / 4; ++i)
        words[i] = i * 2654435761u;
    WGPUBuffer buffer = make_buffer(largest + 8, both_ways);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        uint64_t const size = sizes[i];
        memset(back, 0xEE, largest);
        assert_int_equal(
            wgsContextWriteBuffer(wgs_test_context(), buffer, 8, words, size, NULL), 0);
        assert_int_equal(wgsContextReadBuffer(wgs_test_context(), buffer, 8, back, size, NULL), 0);
        if (memcmp(words, back, size) != 0)
            fail_msg("%llu bytes differ", (unsigned long long)size);
    }
    wgpuBufferRelease(buffer);
    free(words);
    free(back);
}

static void test_transfer_errors(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGPUBuffer buffer = make_buffer(64, both_ways);
    WGPUBuffer up_only = make_buffer(64, WGPUBufferUsage_CopyDst);
    WGPUBuffer down_only = make_buffer(64, WGPUBufferUsage_CopySrc);
    uint32_t words[16] = {0};
    WGSError e = {0};
    struct {
        WGSContext context;
        WGPUBuffer buffer;
        uint64_t offset;
        void* data;
        uint64_t size;
        WGSErrorId id;
    } const bad[] = {
        {NULL, buffer, 0, words, 4, WGSErrorId_NullArgument},
        {context, NULL, 0, words, 4, WGSErrorId_NullArgument},
        {context, buffer, 0, NULL, 4, WGSErrorId_NullArgument},
        {context, buffer, 2, words, 4, WGSErrorId_InvalidOffset},
        {context, buffer, 0, words, 3, WGSErrorId_InvalidSize},
        {context, buffer, 4, words, 64, WGSErrorId_InvalidSize},
        {context, buffer, 68, words, 0, WGSErrorId_InvalidSize},
        {context, buffer, UINT64_MAX - 3, words, 8, WGSErrorId_InvalidSize},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_error(
            wgsContextWriteBuffer(
                bad[i].context, bad[i].buffer, bad[i].offset, bad[i].data, bad[i].size, &e),
            &e,
            bad[i].id);
        assert_error(
            wgsContextReadBuffer(
                bad[i].context, bad[i].buffer, bad[i].offset, bad[i].data, bad[i].size, &e),
            &e,
            bad[i].id);
    }
    assert_error(
        wgsContextWriteBuffer(context, down_only, 0, words, 4, &e), &e, WGSErrorId_MissingUsage);
    assert_error(
        wgsContextReadBuffer(context, up_only, 0, words, 4, &e), &e, WGSErrorId_MissingUsage);
    wgpuBufferRelease(buffer);
    wgpuBufferRelease(up_only);
    wgpuBufferRelease(down_only);
}

/* What was recorded wrongly is an error with a text, and the device works on. */
static void test_wrong_recordings(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGPUBuffer buffer = make_buffer(64, both_ways);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, buffer, 0, buffer, 0, 128);
    WGSError e = {0};
    assert_error(wgsContextSubmit(context, encoder, &e), &e, WGSErrorId_Recording);
    assert_true(
        strlen(e.message) > strlen("wgsContextSubmit: the recorded commands are refused: "));
    wgpuCommandEncoderRelease(encoder);
    assert_error(wgsContextSubmit(context, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsContextSubmit(NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    uint32_t word = 7, back = 0;
    assert_int_equal(wgsContextWriteBuffer(context, buffer, 4, &word, 4, &e), 0);
    assert_int_equal(wgsContextReadBuffer(context, buffer, 4, &back, 4, &e), 0);
    assert_int_equal(back, 7);
    wgpuBufferRelease(buffer);
}

/* --- Sorts --------------------------------------------------------------------------------------
 */

static uint32_t hash(uint32_t i) {
    i = (i ^ 61u) ^ (i >> 16);
    i *= 9u;
    i ^= i >> 4;
    return i * 0x27d4eb2du;
}

static void test_sort_array(void** state) {
    (void)state;
    enum { COUNT = 5000 };
    uint32_t keys[COUNT];
    uint64_t sum = 0, sorted_sum = 0;
    for (uint32_t i = 0; i < COUNT; ++i)
        sum += keys[i] = hash(i);
    WGSContext context = wgs_test_context();
    assert_int_equal(
        wgsContextSortArray(context, WGSFormat_Uint32, keys, COUNT, WGSDirection_Descending, NULL),
        0);
    for (uint32_t i = 0; i < COUNT; ++i) {
        sorted_sum += keys[i];
        assert_true(i == 0 || keys[i - 1] >= keys[i]);
    }
    assert_true(sum == sorted_sum);
}

typedef struct progress_log {
    uint64_t calls;
    uint64_t uploaded, sorted, read;
} progress_log;

static void log_progress(char const* phase, uint64_t done, uint64_t total, void* userdata) {
    progress_log* log = userdata;
    ++log->calls;
    assert_true(done <= total);
    if (strcmp(phase, "upload") == 0)
        log->uploaded = done;
    else if (strcmp(phase, "sort") == 0)
        log->sorted = done;
    else
        log->read = done;
}

/* A 64-bit key, two values and row numbers: rows stay together, equal keys keep their order. */
static void test_sort_columns(void** state) {
    (void)state;
    enum { COUNT = 700 };
    uint64_t keys[COUNT], sorted[COUNT];
    uint32_t value[COUNT], rows[COUNT];
    uint32_t wide[COUNT][3];
    for (uint32_t i = 0; i < COUNT; ++i) {
        keys[i] = (uint64_t)(hash(i) % 50) << 32 | hash(i + 7) % 2;
        value[i] = i * 3;
        wide[i][0] = i;
        wide[i][1] = ~i;
        wide[i][2] = 5;
    }
    progress_log log = {0};
    WGSHostKey const key = {.format = WGSFormat_Uint64, .in = keys, .out = sorted};
    WGSHostValue const values[] = {
        {WGSFormat_Uint32, value, value}, {WGSFormat_Uint32x3, wide, wide}};
    WGSHostSortDescriptor const descriptor = {
        .count = COUNT,
        .keyCount = 1,
        .keys = &key,
        .valueCount = 2,
        .values = values,
        .rowsOut = rows,
        .progress = log_progress,
        .progressUserdata = &log};
    WGSHostSortReport report;
    WGSError error = {0};
    if (wgsContextSort(wgs_test_context(), &descriptor, &report, &error) != WGSStatus_Success)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < COUNT; ++i) {
        assert_true(sorted[i] == keys[rows[i]]);
        assert_int_equal(value[i], rows[i] * 3);
        assert_int_equal(wide[i][0], rows[i]);
        assert_int_equal(wide[i][1], ~rows[i]);
        if (i > 0)
            assert_true(
                sorted[i - 1] < sorted[i] || (sorted[i - 1] == sorted[i] && rows[i - 1] < rows[i]));
    }
    assert_true(log.calls >= 6);
    assert_int_equal(log.uploaded, COUNT * (8 + 4 + 12));
    assert_int_equal(log.sorted, 1);
    assert_int_equal(log.read, COUNT * (8 + 4 + 12 + 4));
    assert_true(report.dispatchCount > 0);
    assert_true(report.scratchBytes > 0);
}

/* fault SZ-01: blocking sorts of nothing. */
static void test_no_rows(void** state) {
    (void)state;
    WGSHostKey const key = {.format = WGSFormat_Float32};
    WGSHostSortDescriptor descriptor = {.keyCount = 1, .keys = &key};
    WGSHostSortReport report;
    WGSError e = {0};
    assert_int_equal(wgsContextSort(wgs_test_context(), &descriptor, &report, &e), 0);
    assert_int_equal(report.dispatchCount, 0);
    assert_int_equal(wgsContextSortArray(wgs_test_context(), WGSFormat_Uint32, NULL, 0, 0, &e), 0);
    descriptor.algorithm = (WGSAlgorithm)99;
    assert_error(
        wgsContextSort(wgs_test_context(), &descriptor, NULL, &e), &e, WGSErrorId_InvalidEnum);
}

static void test_sort_errors(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    uint32_t words[8] = {0};
    WGSHostKey key = {.format = WGSFormat_Uint32, .in = words, .out = words};
    WGSHostSortDescriptor d = {.count = 8, .keyCount = 1, .keys = &key};
    WGSError e = {0};
    assert_error(wgsContextSort(NULL, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsContextSort(context, NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    d.keyCount = 0;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_TooManyColumns);
    d.keyCount = WGS_MAX_SORT_KEYS + 1;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_TooManyColumns);
    d.keyCount = 1;
    d.valueCount = 1;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    d.valueCount = 0;
    key.in = NULL;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    key.in = words;
    key.format = WGSFormat_Uint32x2;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_ViewFormat);
    key.format = (WGSFormat)77;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_ViewFormat);
    key.format = WGSFormat_Uint32;
    key.firstBit = 40;
    assert_error(wgsContextSort(context, &d, NULL, &e), &e, WGSErrorId_BitWindow);
    key.firstBit = 0;
    d.count = UINT64_MAX;
    assert_int_equal(wgsContextSort(context, &d, NULL, &e), WGSStatus_TooLarge);
}

/* One row more than the capacity is too large; the capacity itself is not. */
static void test_capacity(void** state) {
    (void)state;
    WGSContext context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 1 << 20});
    assert_non_null(context);
    WGSHostKey key = {.format = WGSFormat_Uint64};
    WGSHostSortDescriptor d = {.keyCount = 1, .keys = &key};
    uint64_t rows = 0;
    WGSError e = {0};
    assert_int_equal(wgsContextGetSortCapacity(context, &d, &rows, &e), 0);
    assert_int_equal(rows, (1 << 20) / 8);
    uint64_t* keys = calloc((size_t)rows + 1, 8);
    assert_non_null(keys);
    key.in = key.out = keys;
    d.count = rows + 1;
    assert_int_equal(wgsContextSort(context, &d, NULL, &e), WGSStatus_TooLarge);
    d.count = rows;
    keys[0] = 5;
    key.bitCount = 4; /* one pass: the shape is what matters here */
    assert_int_equal(wgsContextSort(context, &d, NULL, &e), 0);
    assert_true(keys[rows - 1] == 5);
    assert_error(wgsContextGetSortCapacity(context, &d, NULL, &e), &e, WGSErrorId_NullArgument);
    free(keys);
    wgsContextRelease(context);
}

/* Every allocation of a blocking sort fails once: an error each time, nothing stays, and the array
 * is as it was. Small, so that all runs on one thread. */
static void test_memory_failures(void** state) {
    (void)state;
    wgs_failing_allocator memory = {0};
    WGSContext context = NULL;
    assert_int_equal(
        wgs_test_context_allocated(wgs_failing_allocator_hooks(&memory), &context, NULL), 0);
    uint32_t keys[300];
    for (uint32_t i = 0; i < 300; ++i)
        keys[i] = hash(i);
    WGSError e = {0};
    size_t failures = 0;
    for (;; ++failures) {
        wgs_fail_allocation(&memory, failures + 1);
        WGSStatus const status = wgsContextSortArray(context, WGSFormat_Uint32, keys, 300, 0, &e);
        wgs_fail_allocation(&memory, 0);
        if (status == WGSStatus_Success)
            break;
        assert_int_equal(status, WGSStatus_OutOfMemory);
        assert_int_equal(keys[0], hash(0));
        assert_int_equal(keys[299], hash(299));
    }
    assert_true(failures > 30);
    for (uint32_t i = 1; i < 300; ++i)
        assert_true(keys[i - 1] <= keys[i]);
    wgsContextRelease(context);
    assert_int_equal(memory.live, 0);
}

/* --- Opening and the self-test
 * -------------------------------------------------------------------- */

static void test_adapters_and_open(void** state) {
    (void)state;
    size_t count = 0;
    WGSError e = {0};
    assert_error(wgsListAdapters(NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_int_equal(wgsListAdapters(&count, NULL, &e), 0);
    assert_true(count >= 1);
    WGSAdapterInfo* infos = calloc(count, sizeof *infos);
    assert_non_null(infos);
    assert_int_equal(wgsListAdapters(&count, infos, &e), 0);
    assert_true(strlen(infos[0].name) > 0);
    free(infos);
    assert_error(wgsOpenContext(NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    WGSOpenDescriptor open = {.adapter = wgs_test_text("no such thing"), .skipSelfTest = true};
    WGSContext context = NULL;
    assert_error(wgsOpenContext(&open, &context, &e), &e, WGSErrorId_NoAdapter);
    assert_null(context);
    open.adapter = wgs_test_text("software");
    assert_int_equal(wgsOpenContext(&open, &context, &e), 0);
    WGSContextInfo info;
    assert_int_equal(wgsContextGetInfo(context, &info, &e), 0);
    assert_int_equal(info.adapterType, WGPUAdapterType_CPU);
    assert_int_equal(info.selfTest, WGSSelfTest_NotRun);
    assert_true(info.limits.maxBufferSize >= 1 << 28);
    wgsContextRelease(context);
}

static void test_self_test(void** state) {
    (void)state;
    WGSContext context = wgs_test_context();
    WGSError e = {0};
    assert_error(wgsContextSelfTest(NULL, &e), &e, WGSErrorId_NullArgument);
    if (wgsContextSelfTest(context, &e) != WGSStatus_Success)
        fail_msg("%s", e.message);
    WGSContextInfo info;
    assert_int_equal(wgsContextGetInfo(context, &info, &e), 0);
    assert_int_equal(info.selfTest, WGSSelfTest_Passed);
    assert_true(strlen(info.selfTestReason) > 0);
}

/* Kernels whose marked loops stay loops give the same bytes. */
static void test_rolled_loops(void** state) {
    (void)state;
    WGSContext context = wgs_test_context_limited((WGSLimits){0});
    assert_non_null(context);
    context->rolled = true;
    WGSError e = {0};
    if (wgsContextSelfTest(context, &e) != WGSStatus_Success)
        fail_msg("%s", e.message);
    wgsContextRelease(context);
}

static void test_context_arguments(void** state) {
    (void)state;
    WGSError e = {0};
    WGSContext context = NULL;
    WGSContextDescriptor d = {0};
    assert_error(wgsCreateContext(NULL, &context, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsCreateContext(&d, &context, &e), &e, WGSErrorId_NullArgument);
    d.device = wgs_test_device();
    assert_error(wgsCreateContext(&d, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsContextGetInfo(NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_null(wgsContextGetDevice(NULL));
    wgsContextRelease(NULL);
    wgsContextAddRef(NULL);
    wgsContextNotifyDeviceLost(NULL);
    /* Limits: lower is taken, higher is not; alignments the other way round. */
    d.limits = (WGSLimits){
        .maxBufferSize = UINT64_MAX,
        .maxStorageBufferBindingSize = 1002,
        .minStorageBufferOffsetAlignment = 300,
        .minUniformBufferOffsetAlignment = 1};
    assert_int_equal(wgsCreateContext(&d, &context, &e), 0);
    WGSContextInfo info;
    assert_int_equal(wgsContextGetInfo(context, &info, &e), 0);
    assert_true(info.limits.maxBufferSize < UINT64_MAX - 3);
    assert_int_equal(info.limits.maxStorageBufferBindingSize, 1000);
    assert_int_equal(info.limits.minStorageBufferOffsetAlignment, 512);
    assert_int_equal(info.limits.minUniformBufferOffsetAlignment, 256);
    assert_ptr_equal(wgsContextGetDevice(context), wgs_test_device());
    wgsContextRelease(context);
}

/* faults SZ-10, SZ-12, DR-06: workgroups that a device can't hold are refused beforehand, with
 * the numbers; nothing is ever left undone in silence. */
static void test_limits_below_the_kernels(void** state) {
    (void)state;
    WGSContextDescriptor d = {.device = wgs_test_device()};
    WGSContext context = NULL;
    WGSError e = {0};
    d.limits = (WGSLimits){.maxComputeInvocationsPerWorkgroup = 128};
    assert_int_equal(wgsCreateContext(&d, &context, &e), WGSStatus_Unsupported);
    assert_int_equal(e.detail, WGSErrorId_FeatureUnsupported);
    assert_string_equal(
        e.message,
        "wgsCreateContext: maxComputeInvocationsPerWorkgroup is 128 but the kernels need 256");
    d.limits = (WGSLimits){.maxComputeWorkgroupStorageSize = 16383};
    assert_int_equal(wgsCreateContext(&d, &context, &e), WGSStatus_Unsupported);
    assert_string_equal(
        e.message,
        "wgsCreateContext: maxComputeWorkgroupStorageSize is 16383 but the kernels need 16384");
    assert_null(context);
    d.limits = (WGSLimits){
        .maxComputeInvocationsPerWorkgroup = 256, .maxComputeWorkgroupStorageSize = 16384};
    assert_int_equal(wgsCreateContext(&d, &context, &e), WGSStatus_Success);
    wgsContextRelease(context);
}

/* Without the instance some implementations can't wait; wgpu-native can. */
static void test_without_instance(void** state) {
    (void)state;
    WGSContextDescriptor const d = {.device = wgs_test_device()};
    WGSContext context = NULL;
    WGSError e = {0};
    assert_int_equal(wgsCreateContext(&d, &context, &e), 0);
    WGPUBuffer buffer = make_buffer(64, both_ways);
    uint32_t word = 9, back = 0;
    WGSStatus const status = wgsContextWriteBuffer(context, buffer, 0, &word, 4, &e);
    if (status == WGSStatus_Success) {
        assert_int_equal(wgsContextReadBuffer(context, buffer, 0, &back, 4, &e), 0);
        assert_int_equal(back, 9);
    } else {
        assert_int_equal(status, WGSStatus_Unsupported);
    }
    wgpuBufferRelease(buffer);
    wgsContextRelease(context);
}

static int close_device(void** state) {
    (void)state;
    unsigned const errors = wgs_test_device_errors();
    wgs_test_close();
    return errors == 0 ? 0 : -1;
}

static void test_create_buffer(void** state) {
    (void)state;
    WGSContext const context = wgs_test_context();
    WGPUBufferUsage const usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
    WGPUBuffer buffer = NULL;
    WGSError e = {0};
    assert_error(
        wgsContextCreateBuffer(NULL, wgs_test_text("b"), 4, usage, &buffer, &e),
        &e,
        WGSErrorId_NullArgument);
    assert_error(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 4, usage, NULL, &e),
        &e,
        WGSErrorId_NullArgument);
    assert_error(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 0, usage, &buffer, &e),
        &e,
        WGSErrorId_InvalidSize);
    assert_error(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 6, usage, &buffer, &e),
        &e,
        WGSErrorId_InvalidSize);
    assert_error(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 4, 0, &buffer, &e),
        &e,
        WGSErrorId_MissingUsage);
    assert_error(
        wgsContextCreateBuffer(context, wgs_test_text("b"), UINT64_C(1) << 62, usage, &buffer, &e),
        &e,
        WGSErrorId_BufferTooLarge);
    /* MapRead goes with CopyDst alone: the device's own refusal, which its callback never sees. */
    assert_error(
        wgsContextCreateBuffer(
            context, wgs_test_text("b"), 4, usage | WGPUBufferUsage_MapRead, &buffer, &e),
        &e,
        WGSErrorId_DeviceMemory);
    assert_null(buffer);
    assert_int_equal(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 400, usage, &buffer, NULL), 0);
    uint32_t words[100];
    memset(words, 0xA5, sizeof words);
    assert_int_equal(wgsContextReadBuffer(context, buffer, 0, words, sizeof words, NULL), 0);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(words[i], 0);
    wgsReleaseBuffer(buffer);
    wgsReleaseBuffer(NULL);
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* One call that encodes, submits and waits. */
static void test_run(void** state) {
    (void)state;
    WGSContext const context = wgs_test_context();
    WGPUBuffer buffer = NULL;
    WGSGraph graph = NULL;
    WGSProgram program = NULL;
    WGSError e = {0};
    uint32_t words[5] = {3, 1, 4, 1, 5};
    WGPUBufferUsage const usage =
        WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    assert_int_equal(
        wgsContextCreateBuffer(context, wgs_test_text("b"), 20, usage, &buffer, NULL), 0);
    assert_int_equal(wgsContextWriteBuffer(context, buffer, 0, words, sizeof words, NULL), 0);
    assert_int_equal(wgsContextCreateGraph(context, NULL, &graph, NULL), 0);
    WGSImportDescriptor const import = {.size = 20, .usage = usage};
    WGSView view = {.format = WGSFormat_Uint32, .length = 5};
    assert_int_equal(wgsGraphImportBuffer(graph, &import, &view.buffer, NULL), 0);
    WGSScanDescriptor const scan = {.in = view, .out = view, .inPlace = 1};
    assert_int_equal(wgsGraphAddScan(graph, &scan, NULL), 0);
    assert_int_equal(wgsGraphCompile(graph, NULL, &program, NULL), 0);
    assert_error(wgsProgramRun(NULL, NULL, NULL, &e), &e, WGSErrorId_NullArgument);
    assert_error(wgsProgramRun(program, NULL, NULL, &e), &e, WGSErrorId_MissingBuffer);
    WGSBufferReplacement const given = {view.buffer, buffer, 0};
    WGSEncodeDescriptor const inputs = {.bufferCount = 1, .buffers = &given};
    WGSEncodeStats stats = {0};
    assert_int_equal(wgsProgramRun(program, &inputs, &stats, NULL), 0);
    assert_int_equal(stats.dispatchCount, 1);
    assert_int_equal(wgsContextReadBuffer(context, buffer, 0, words, sizeof words, NULL), 0);
    uint32_t const sums[5] = {0, 3, 4, 8, 9};
    assert_memory_equal(words, sums, sizeof sums);
    wgsProgramRelease(program);
    wgsGraphRelease(graph);
    wgsReleaseBuffer(buffer);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_transfer_errors),
        cmocka_unit_test(test_wrong_recordings),
        cmocka_unit_test(test_sort_array),
        cmocka_unit_test(test_sort_columns),
        cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_sort_errors),
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_memory_failures),
        cmocka_unit_test(test_adapters_and_open),
        cmocka_unit_test(test_self_test),
        cmocka_unit_test(test_rolled_loops),
        cmocka_unit_test(test_context_arguments),
        cmocka_unit_test(test_limits_below_the_kernels),
        cmocka_unit_test(test_without_instance),
        cmocka_unit_test(test_create_buffer),
        cmocka_unit_test(test_run),
    };
    return cmocka_run_group_tests(tests, NULL, close_device);
}
