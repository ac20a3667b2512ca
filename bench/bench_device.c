/* SPDX-License-Identifier: MIT */
#include "bench_device.h"

#include "bench_statistics.h"

enum { SOFTWARE_SAMPLES = 5, GPU_SAMPLES = 31, GPU_LOAD_MS = 300, MAX_LOAD_REPEATS = 2000 };

/* On a GPU several times the last-level cache; software adapters are slow enough without. */
static uint64_t copy_size(WGSContextInfo const* info) {
    uint64_t size =
        info->adapterType == WGPUAdapterType_CPU ? UINT64_C(1) << 24 : UINT64_C(1) << 29;
    while (size > info->limits.maxStorageBufferBindingSize || size > info->limits.maxBufferSize)
        size /= 2;
    return size;
}

static WGSStatus measure(
    wgs_bench_device const* device,
    wgs_bench_work const* work,
    double* milliseconds,
    WGSError* error) {
    double samples[WGS_BENCH_MAX_SAMPLES];
    WGS_TRY(wgs_bench_time(&device->timer, work, samples, error));
    *milliseconds = wgs_bench_summarize(samples, device->timer.samples).median;
    return WGSStatus_Success;
}

/* The kernel is timed twice: only after the first time is it known how often it makes the load. */
static WGSStatus measure_copies(wgs_bench_device* device, double load_ms, WGSError* error) {
    double const bytes = 2.0 * (double)device->copy.size;
    double milliseconds;
    WGS_TRY(measure(device, &device->copy.by_kernel, &milliseconds, error));
    if (load_ms > 0) {
        double const repeats = load_ms / milliseconds + 1;
        device->timer.load = &device->copy.by_kernel;
        device->timer.load_repeats =
            repeats > MAX_LOAD_REPEATS ? MAX_LOAD_REPEATS : (uint32_t)repeats;
        WGS_TRY(measure(device, &device->copy.by_kernel, &milliseconds, error));
    }
    device->kernel_rate = 1e3 * bytes / milliseconds;
    WGS_TRY(measure(device, &device->copy.by_command, &milliseconds, error));
    device->command_rate = 1e3 * bytes / milliseconds;
    device->copy_rate =
        device->kernel_rate > device->command_rate ? device->kernel_rate : device->command_rate;
    return WGSStatus_Success;
}

WGSStatus
wgs_bench_device_open(wgs_bench_device* device, wgs_bench_options const* options, WGSError* error) {
    WGSOpenDescriptor descriptor = {0};
    if (options->adapter != NULL)
        descriptor.adapter = (WGPUStringView){options->adapter, WGPU_STRLEN};
    WGS_TRY(wgsOpenContext(&descriptor, &device->context, error));
    WGS_TRY(wgsContextGetInfo(device->context, &device->info, error));
    bool const software = device->info.adapterType == WGPUAdapterType_CPU;
    uint32_t const usual = software ? SOFTWARE_SAMPLES : GPU_SAMPLES;
    device->timer = (wgs_bench_timer){
        .context = device->context,
        .by_timestamps = device->info.hasTimestamps && !options->wall,
        .samples = options->samples == 0 ? usual : options->samples,
    };
    uint32_t const usual_load = software ? 0 : GPU_LOAD_MS;
    uint64_t const size = copy_size(&device->info);
    WGS_TRY(wgs_bench_copy_init(&device->copy, device->context, size, error));
    return measure_copies(device, options->load_given ? options->load : usual_load, error);
}

void wgs_bench_device_close(wgs_bench_device* device) {
    wgs_bench_copy_free(&device->copy);
    wgsContextRelease(device->context);
    *device = (wgs_bench_device){0};
}
