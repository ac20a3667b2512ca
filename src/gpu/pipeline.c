/* SPDX-License-Identifier: MIT */
/*
 * Compiling one pipeline: compose, module, explicit bind group layout from the reflected bindings,
 * pipeline. Layouts are never automatic, so that C and WGSL can't drift apart unseen.
 */
#include "gpu/pipeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/composer.h"
#include "gpu/error_scope.h"
#include "gpu/native.h"

static WGPUBufferBindingType binding_type(wgs_binding_kind kind) {
    switch (kind) {
    case WGS_BINDING_UNIFORM:
        return WGPUBufferBindingType_Uniform;
    case WGS_BINDING_READ:
        return WGPUBufferBindingType_ReadOnlyStorage;
    case WGS_BINDING_READ_WRITE:
        break;
    }
    return WGPUBufferBindingType_Storage;
}

static WGPUBindGroupLayout create_layout(
    WGSContext context, wgs_variant const* variant, uint64_t params_size, char const* label) {
    wgs_kernel_binding const* bindings[WGS_MAX_KERNEL_BINDINGS];
    uint32_t const count = wgs_variant_bindings(variant, bindings);
    WGPUBindGroupLayoutEntry entries[WGS_MAX_KERNEL_BINDINGS];
    memset(entries, 0, sizeof entries);
    for (uint32_t i = 0; i < count; ++i) {
        bool const uniform = bindings[i]->kind == WGS_BINDING_UNIFORM;
        entries[i].binding = bindings[i]->number;
        entries[i].visibility = WGPUShaderStage_Compute;
        entries[i].buffer.type = binding_type(bindings[i]->kind);
        entries[i].buffer.hasDynamicOffset = uniform;
        entries[i].buffer.minBindingSize = uniform ? params_size : 0;
    }
    WGPUBindGroupLayoutDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(label),
        .entryCount = count,
        .entries = entries};
    return wgpuDeviceCreateBindGroupLayout(context->device, &descriptor);
}

static WGPUComputePipeline create_pipeline(
    WGSContext context,
    wgs_variant const* variant,
    WGPUBindGroupLayout group_layout,
    WGPUShaderModule module,
    char const* label) {
    WGPUPipelineLayoutDescriptor const layout_descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(label),
        .bindGroupLayoutCount = 1,
        .bindGroupLayouts = &group_layout,
        .immediateSize = 0};
    WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(context->device, &layout_descriptor);
    if (layout == NULL)
        return NULL;
    WGPUComputePipelineDescriptor const descriptor = {
        .nextInChain = NULL,
        .label = wgs_string_view(label),
        .layout = layout,
        .compute = {
            .nextInChain = NULL,
            .module = module,
            .entryPoint = wgs_string_view(variant->kernel->name),
            .constantCount = 0,
            .constants = NULL}};
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(context->device, &descriptor);
    wgpuPipelineLayoutRelease(layout);
    return pipeline;
}

/* The cache outlives the graph that asks: the caller's text is copied. */
static bool
copy_variant(WGSAllocator const* allocator, wgs_variant const* variant, wgs_pipeline* made) {
    made->variant = *variant;
    if (variant->text_size == 0)
        return true;
    made->text = wgs_allocate(allocator, variant->text_size, 1);
    if (made->text == NULL)
        return false;
    memcpy(made->text, variant->text, variant->text_size);
    made->variant.text = made->text;
    return true;
}

WGSStatus wgs_pipeline_begin(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline_task* task,
    char const* function,
    WGSError* error) {
    memset(task, 0, sizeof *task);
    char name[WGS_PIPELINE_LABEL_SIZE - 40];
    wgs_variant_name(variant, name, sizeof name);
    (void)snprintf(
        task->label, sizeof task->label, "wgs.%.32s.%s", variant->kernel->primitive, name);
    wgs_compose_options const options = {
        .unroll = !context->rolled, .keep_enables = wgs_native_keeps_enables()};
    WGS_TRY(wgs_compose(variant, options, &context->allocator, &task->text, function, error));
    task->made = wgs_allocate(&context->allocator, 1, sizeof *task->made);
    if (task->made == NULL) {
        wgs_text_free(&task->text);
        return wgs_error_memory(error, function);
    }
    if (!copy_variant(&context->allocator, variant, task->made)) {
        wgs_free(&context->allocator, task->made);
        wgs_text_free(&task->text);
        return wgs_error_memory(error, function);
    }
    /* A uniform binding is rounded up to 16 bytes, the largest alignment of a scalar struct. */
    task->made->params_size = ((uint64_t)variant->kernel->params_words * 4 + 15) & ~(uint64_t)15;
    return WGSStatus_Success;
}

void wgs_pipeline_create_module(WGSContext context, wgs_pipeline_task* task) {
    WGPUShaderSourceWGSL source = {
        .chain = {.next = NULL, .sType = WGPUSType_ShaderSourceWGSL},
        .code = {.data = task->text.text, .length = task->text.size}};
    WGPUShaderModuleDescriptor const descriptor = {
        .nextInChain = &source.chain, .label = wgs_string_view(task->label)};
    task->module =
        wgs_native_create_module(context->device, &descriptor, !task->made->variant.bounds_proved);
}

void wgs_pipeline_create_objects(WGSContext context, wgs_pipeline_task* task) {
    wgs_pipeline* made = task->made;
    made->layout = create_layout(context, &made->variant, made->params_size, task->label);
    if (made->layout != NULL)
        made->pipeline =
            create_pipeline(context, &made->variant, made->layout, task->module, task->label);
}

void wgs_pipeline_end(wgs_pipeline_task* task) {
    wgs_text_free(&task->text);
    if (task->module != NULL)
        wgpuShaderModuleRelease(task->module);
    task->module = NULL;
}

/* The part of an implementation's text after "... error: ", which says what is wrong. */
static char const* heart_of(char const* text) {
    char const* const mark = strstr(text, " error: ");
    return mark == NULL ? text : mark + strlen(" error: ");
}

static WGSStatus
run_task(WGSContext context, wgs_pipeline_task* task, char const* function, WGSError* error) {
    wgs_scope_error failure;
    wgs_scope_push(context);
    wgs_pipeline_create_module(context, task);
    wgs_scope_pop(context, &failure);
    if (task->module == NULL || failure.failed) {
        wgs_line_origin const* origin = wgs_compose_locate(&task->text, failure.text);
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_ShaderModule,
            "%s: %s.wgsl:%" PRIu32 ": %s",
            function,
            origin != NULL ? origin->file : task->made->variant.kernel->name,
            origin != NULL ? origin->line : 0,
            heart_of(failure.text));
    }
    wgs_scope_push(context);
    wgs_pipeline_create_objects(context, task);
    wgs_scope_pop(context, &failure);
    if (task->made->pipeline == NULL || failure.failed)
        return wgs_error(
            error,
            WGSStatus_DeviceError,
            WGSErrorId_Pipeline,
            "%s: %s: %s",
            function,
            task->label,
            failure.text);
    return WGSStatus_Success;
}

WGSStatus wgs_pipeline_compile(
    WGSContext context,
    wgs_variant const* variant,
    wgs_pipeline** pipeline,
    char const* function,
    WGSError* error) {
    WGS_TRY(wgs_context_check_alive(context, function, error));
    wgs_pipeline_task task;
    WGS_TRY(wgs_pipeline_begin(context, variant, &task, function, error));
    WGSStatus const status = run_task(context, &task, function, error);
    if (status == WGSStatus_Success)
        *pipeline = task.made;
    else
        wgs_pipeline_free(&context->allocator, task.made);
    wgs_pipeline_end(&task);
    return status;
}

void wgs_pipeline_free(WGSAllocator const* allocator, wgs_pipeline* pipeline) {
    if (pipeline->pipeline != NULL)
        wgpuComputePipelineRelease(pipeline->pipeline);
    if (pipeline->layout != NULL)
        wgpuBindGroupLayoutRelease(pipeline->layout);
    wgs_free(allocator, pipeline->text);
    wgs_free(allocator, pipeline);
}
