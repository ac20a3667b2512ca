/* SPDX-License-Identifier: MIT */
/*
 * A sort inside a frame of one's own: the program opens its own WebGPU device, keeps its own
 * buffers and command encoder, and has wgsort record into that encoder, between other commands.
 * Splats are sorted by depth, the farthest first, and their row numbers copied to where a draw call
 * would read them. The sorter is made once; each frame sorts as many splats as are visible.
 */
#include <stdbool.h>
#include <stdio.h>
#include <wgsort/wgsort.h>

enum { CAPACITY = 20000, FRAMES = 3 };

static float depths[CAPACITY];
static uint32_t order[CAPACITY];

typedef struct App {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGSContext context;
    WGSSorter sorter;
    WGPUBuffer depths;
    WGPUBuffer rows;
    WGPUBuffer draw_list;
} App;

static void take_adapter(
    WGPURequestAdapterStatus status,
    WGPUAdapter adapter,
    WGPUStringView message,
    void* app,
    void* done) {
    (void)message;
    if (status == WGPURequestAdapterStatus_Success)
        ((App*)app)->adapter = adapter;
    *(bool*)done = true;
}

static void take_device(
    WGPURequestDeviceStatus status,
    WGPUDevice device,
    WGPUStringView message,
    void* app,
    void* done) {
    (void)message;
    if (status == WGPURequestDeviceStatus_Success)
        ((App*)app)->device = device;
    *(bool*)done = true;
}

/* A device with WebGPU's default limits: wgsort needs no more. */
static bool open_device(App* app) {
    app->instance = wgpuCreateInstance(NULL);
    bool done = false;
    WGPURequestAdapterCallbackInfo const got_adapter = {
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = take_adapter,
        .userdata1 = app,
        .userdata2 = &done,
    };
    wgpuInstanceRequestAdapter(app->instance, NULL, got_adapter);
    while (!done)
        wgpuInstanceProcessEvents(app->instance);
    if (app->adapter == NULL)
        return false;
    done = false;
    WGPURequestDeviceCallbackInfo const got_device = {
        .mode = WGPUCallbackMode_AllowProcessEvents,
        .callback = take_device,
        .userdata1 = app,
        .userdata2 = &done,
    };
    wgpuAdapterRequestDevice(app->adapter, NULL, got_device);
    while (!done)
        wgpuInstanceProcessEvents(app->instance);
    return app->device != NULL;
}

static WGPUBuffer make_buffer(WGPUDevice device, WGPUBufferUsage usage) {
    WGPUBufferDescriptor const descriptor = {
        .usage = usage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst,
        .size = sizeof(uint32_t) * CAPACITY,
    };
    return wgpuDeviceCreateBuffer(device, &descriptor);
}

static WGSStatus open_sorter(App* app, WGSError* error) {
    WGSContextDescriptor const descriptor = {
        .device = app->device, .instance = app->instance, .adapter = app->adapter};
    WGS_TRY(wgsCreateContext(&descriptor, &app->context, error));
    WGSSorterKey const key = {
        .format = WGSFormat_Float32,
        .direction = WGSDirection_Descending,
        .omitOutput = 1, /* only the order is wanted */
    };
    WGSSorterDescriptor const sorter = {
        .capacity = CAPACITY, .keyCount = 1, .keys = &key, .rows = 1};
    WGSSorterRequirements needs;
    WGS_TRY(wgsContextGetSorterRequirements(app->context, &sorter, &needs, error));
    printf(
        "%s: %u dispatches, %llu bytes of scratch\n",
        needs.sort.reason,
        (unsigned)needs.sort.dispatchCount,
        (unsigned long long)needs.scratchBytes);
    return wgsContextCreateSorter(app->context, &sorter, &app->sorter, error);
}

/* One frame: upload, sort, copy to the draw list, all in the order of the queue. */
static WGSStatus frame(App* app, uint32_t visible, WGSError* error) {
    WGPUQueue const queue = wgpuDeviceGetQueue(app->device);
    wgpuQueueWriteBuffer(queue, app->depths, 0, depths, sizeof depths[0] * visible);
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(app->device, NULL);
    WGSColumn const keys = {.buffer = app->depths};
    WGSSorterEncodeDescriptor const sort = {
        .count = visible, .keysIn = &keys, .rowsOut = {.buffer = app->rows}};
    WGSStatus const status = wgsSorterEncode(app->sorter, encoder, &sort, NULL, error);
    if (status == WGSStatus_Success) {
        wgpuCommandEncoderCopyBufferToBuffer(
            encoder, app->rows, 0, app->draw_list, 0, sizeof order[0] * visible);
        WGPUCommandBuffer const commands = wgpuCommandEncoderFinish(encoder, NULL);
        wgpuQueueSubmit(queue, 1, &commands);
        wgpuCommandBufferRelease(commands);
    }
    wgpuCommandEncoderRelease(encoder);
    wgpuQueueRelease(queue);
    return status;
}

/* Far before near, and equally far ones in the order they had. */
static bool is_right(uint32_t visible) {
    for (uint32_t i = 0; i < visible; i++) {
        if (order[i] >= visible)
            return false;
        if (i == 0)
            continue;
        float const step = depths[order[i - 1]] - depths[order[i]];
        if (step < 0 || (step == 0 && order[i - 1] >= order[i]))
            return false;
    }
    return true;
}

static WGSStatus run(App* app, bool* right, WGSError* error) {
    WGS_TRY(open_sorter(app, error));
    app->depths = make_buffer(app->device, WGPUBufferUsage_Storage);
    app->rows = make_buffer(app->device, WGPUBufferUsage_Storage);
    app->draw_list = make_buffer(app->device, WGPUBufferUsage_Vertex);
    *right = true;
    for (uint32_t i = 0; i < FRAMES; i++) {
        uint32_t const visible = CAPACITY - 5003 * i;
        for (uint32_t k = 0; k < visible; k++)
            depths[k] = (float)((k + i) * 48271u % 10007u) * 0.125f;
        WGS_TRY(frame(app, visible, error));
        /* Only this check waits for the GPU. */
        WGS_TRY(wgsContextReadBuffer(
            app->context, app->draw_list, 0, order, sizeof order[0] * visible, error));
        *right = *right && is_right(visible);
    }
    return WGSStatus_Success;
}

static void close_app(App* app) {
    if (app->depths != NULL)
        wgpuBufferRelease(app->depths);
    if (app->rows != NULL)
        wgpuBufferRelease(app->rows);
    if (app->draw_list != NULL)
        wgpuBufferRelease(app->draw_list);
    wgsSorterRelease(app->sorter);
    wgsContextRelease(app->context);
    if (app->device != NULL)
        wgpuDeviceRelease(app->device);
    if (app->adapter != NULL)
        wgpuAdapterRelease(app->adapter);
    if (app->instance != NULL)
        wgpuInstanceRelease(app->instance);
}

int main(void) {
    App app = {0};
    WGSError error = {0};
    bool right = false;
    if (!open_device(&app))
        fprintf(stderr, "no WebGPU device\n");
    else if (run(&app, &right, &error) != WGSStatus_Success)
        fprintf(stderr, "%s\n", error.message);
    close_app(&app);
    return right ? 0 : 1;
}
