/* SPDX-License-Identifier: MIT */
/* From a plan to a program: scratch, pipelines, parameters. Nothing is left behind by a failure. */
#include "gpu/program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu/buffer.h"
#include "gpu/params.h"
#include "gpu/pipeline_cache.h"
#include "plan/access.h"

bool wgs_node_is_compute(WGSNode node) {
    return node->kind == WGS_NODE_KERNEL || node->kind == WGS_NODE_COMPUTE;
}

/* --- Scratch ------------------------------------------------------------------------------------
 */

static WGSStatus check_scratch(
    wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    size_t const count = descriptor->scratchCount;
    if (count == 0)
        return WGSStatus_Success;
    if (descriptor->scratches == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_NullArgument,
            "%s: scratchCount is %zu but scratches is NULL",
            function,
            count);
    if (count != plan->slot_count)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ScratchMismatch,
            "%s: scratchCount is %zu but the graph needs %zu",
            function,
            count,
            plan->slot_count);
    for (size_t i = 0; i < count; ++i) {
        WGPUBuffer buffer = descriptor->scratches[i];
        if (buffer == NULL)
            continue;
        uint64_t const size = wgpuBufferGetSize(buffer);
        if (size < plan->slots[i].size)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ScratchMismatch,
                "%s: scratches[%zu] has %" PRIu64 " bytes but needs %" PRIu64,
                function,
                i,
                size,
                plan->slots[i].size);
        WGPUBufferUsage const missing = plan->slots[i].usage & ~wgpuBufferGetUsage(buffer);
        if (missing != 0)
            return wgs_error(
                error,
                WGSStatus_InvalidArgument,
                WGSErrorId_ScratchMismatch,
                "%s: scratches[%zu] lacks the usage flags 0x%" PRIx64,
                function,
                i,
                missing);
        for (size_t j = 0; j < i; ++j)
            if (descriptor->scratches[j] == buffer)
                return wgs_error(
                    error,
                    WGSStatus_InvalidArgument,
                    WGSErrorId_ScratchMismatch,
                    "%s: scratches[%zu] and scratches[%zu] are one buffer",
                    function,
                    j,
                    i);
    }
    return WGSStatus_Success;
}

static WGSStatus take_scratch(
    WGSProgram program,
    wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    for (size_t i = 0; i < plan->slot_count; ++i) {
        if (i < descriptor->scratchCount && descriptor->scratches[i] != NULL) {
            program->slots[i] = descriptor->scratches[i];
            wgpuBufferAddRef(program->slots[i]);
            continue;
        }
        WGS_TRY(wgs_buffer_create(
            program->context,
            "wgs.scratch",
            plan->slots[i].size,
            plan->slots[i].usage,
            false,
            &program->slots[i],
            function,
            error));
    }
    return WGSStatus_Success;
}

/* Makes the buffers of the tables, filled. */
static WGSStatus make_tables(WGSProgram program, char const* function, WGSError* error) {
    for (size_t i = 0; i < program->graph->buffer_count; ++i) {
        WGSBuffer const buffer = program->graph->buffers[i];
        if (buffer->table == NULL)
            continue;
        WGS_TRY(wgs_buffer_create(
            program->context,
            "wgs.table",
            buffer->size,
            buffer->usage,
            true,
            &program->tables[i],
            function,
            error));
        size_t const size = (size_t)buffer->size;
        void* const mapped = wgpuBufferGetMappedRange(program->tables[i], 0, size);
        if (mapped == NULL)
            return wgs_error(
                error,
                WGSStatus_OutOfMemory,
                WGSErrorId_DeviceMemory,
                "%s: no device memory for table %s, %zu bytes",
                function,
                buffer->label,
                size);
        memcpy(mapped, buffer->table, size);
        wgpuBufferUnmap(program->tables[i]);
    }
    return WGSStatus_Success;
}

/* --- Nodes --------------------------------------------------------------------------------------
 */

static void find_base_words(wgs_program_node* made) {
    wgs_kernel_node const* kernel = &made->node->as.kernel;
    wgs_kernel_binding const* bindings[WGS_MAX_KERNEL_BINDINGS];
    uint32_t const count = wgs_variant_bindings(&kernel->variant, bindings);
    for (size_t use = 0; use < made->node->use_count; ++use) {
        made->base_words[use] = -1;
        for (uint32_t i = 0; i < count; ++i)
            if (bindings[i]->number == kernel->binding_numbers[use])
                made->base_words[use] =
                    wgs_kernel_base_word(kernel->variant.kernel, bindings[i]->name);
    }
}

static WGSStatus make_node(
    WGSProgram program,
    wgs_program_node* made,
    WGSNode node,
    char const* function,
    WGSError* error) {
    made->node = node;
    for (size_t i = 0; i < WGS_CACHED_GROUPS; ++i) {
        made->groups[i].bounds =
            wgs_allocate(&program->allocator, wgs_node_binding_count(node), sizeof(wgs_bound));
        if (made->groups[i].bounds == NULL)
            return wgs_error_memory(error, function);
    }
    if (node->kind == WGS_NODE_KERNEL) {
        find_base_words(made);
        return wgs_pipeline_get(
            program->context, &node->as.kernel.variant, &made->pipeline, function, error);
    }
    if (node->kind == WGS_NODE_COMPUTE && wgs_node_binding_count(node) > 0) {
        made->layout = node->as.compute.layout;
        if (made->layout != NULL)
            wgpuBindGroupLayoutAddRef(made->layout);
        else
            made->layout = wgpuComputePipelineGetBindGroupLayout(node->as.compute.pipeline, 0);
    }
    return WGSStatus_Success;
}

static void note_uses(WGSProgram program, WGSNode node) {
    for (size_t i = 0; i < node->use_count; ++i) {
        uint32_t const buffer = node->uses[i].buffer->index;
        program->used[buffer] = true;
        program->written[buffer] |= wgs_access_writes(node->uses[i].access);
    }
}

/* Compiles what is missing, several pipelines at a time. */
static WGSStatus
prepare_pipelines(WGSProgram program, wgs_plan const* plan, char const* function, WGSError* error) {
    wgs_variant const** variants =
        wgs_allocate(&program->allocator, plan->node_count, sizeof *variants);
    if (variants == NULL)
        return wgs_error_memory(error, function);
    size_t count = 0;
    for (size_t i = 0; i < plan->node_count; ++i) {
        if (plan->order[i]->kind != WGS_NODE_KERNEL)
            continue;
        wgs_variant const* variant = &plan->order[i]->as.kernel.variant;
        if (wgs_pipeline_find(&program->context->pipelines, variant) == NULL)
            variants[count++] = variant;
    }
    WGSStatus status = WGSStatus_Success;
    if (count > 1)
        status = wgs_pipelines_prepare(program->context, count, variants, function, error);
    wgs_free(&program->allocator, variants);
    return status;
}

static WGSStatus
make_nodes(WGSProgram program, wgs_plan const* plan, char const* function, WGSError* error) {
    for (size_t i = 0; i < plan->node_count; ++i) {
        program->node_count = i + 1;
        WGS_TRY(make_node(program, &program->nodes[i], plan->order[i], function, error));
        note_uses(program, plan->order[i]);
    }
    return WGSStatus_Success;
}

/* --- Statistics ---------------------------------------------------------------------------------
 */

static int compare_handles(void const* a, void const* b) {
    uintptr_t const x = (uintptr_t) * (WGPUComputePipeline const*)a;
    uintptr_t const y = (uintptr_t) * (WGPUComputePipeline const*)b;
    return x < y ? -1 : x > y;
}

/* Counts the different pipelines, by sorting: batches have many nodes. */
static WGSStatus count_pipelines(WGSProgram program, char const* function, WGSError* error) {
    WGPUComputePipeline* handles =
        wgs_allocate(&program->allocator, program->node_count, sizeof(WGPUComputePipeline));
    if (handles == NULL)
        return wgs_error_memory(error, function);
    size_t count = 0;
    for (size_t i = 0; i < program->node_count; ++i) {
        handles[count] = wgs_program_pipeline(&program->nodes[i]);
        count += handles[count] != NULL;
    }
    if (count > 1)
        qsort(handles, count, sizeof(WGPUComputePipeline), compare_handles);
    for (size_t i = 0; i < count; ++i)
        program->stats.pipelineCount += i == 0 || handles[i] != handles[i - 1];
    wgs_free(&program->allocator, handles);
    return WGSStatus_Success;
}

static void fill_stats(WGSProgram program, wgs_plan const* plan) {
    WGSProgramStats* stats = &program->stats;
    stats->nodeCount = (uint32_t)program->node_count;
    for (size_t i = 0; i < program->node_count; ++i) {
        WGSNode node = program->nodes[i].node;
        if (!wgs_node_is_compute(node))
            continue;
        stats->timestampCountNodes += 2;
        uint32_t const* groups = node->as.compute.workgroups;
        stats->dispatchCount += node->kind == WGS_NODE_KERNEL
                                    ? program->nodes[i].launch.workgroups != 0
                                    : wgs_node_is_indirect(node) ||
                                          (groups[0] != 0 && groups[1] != 0 && groups[2] != 0);
    }
    stats->timestampCountProgram = 2;
    for (size_t i = 0; i < program->graph->buffer_count; ++i) {
        WGSBuffer buffer = program->graph->buffers[i];
        stats->importCount += buffer->imported;
        stats->importBytes += buffer->imported ? buffer->size : 0;
    }
    stats->transientCount = plan->transient_count;
    stats->scratchCount = (uint32_t)plan->slot_count;
    stats->logicalTransientBytes = plan->logical_bytes;
    stats->physicalTransientBytes = plan->physical_bytes;
}

WGPUComputePipeline wgs_program_pipeline(wgs_program_node const* node) {
    if (node->node->kind == WGS_NODE_KERNEL)
        return node->pipeline->pipeline;
    return node->node->kind == WGS_NODE_COMPUTE ? node->node->as.compute.pipeline : NULL;
}

/* --- The whole ----------------------------------------------------------------------------------
 */

static bool allocate_arrays(WGSProgram program, wgs_plan const* plan) {
    WGSAllocator const* allocator = &program->allocator;
    size_t const buffers = program->graph->buffer_count;
    program->nodes = wgs_allocate(allocator, plan->node_count, sizeof *program->nodes);
    program->slots = wgs_allocate(allocator, plan->slot_count, sizeof *program->slots);
    program->slot_of_buffer = wgs_allocate(allocator, buffers, sizeof *program->slot_of_buffer);
    program->tables = wgs_allocate(allocator, buffers, sizeof *program->tables);
    program->used = wgs_allocate(allocator, buffers, sizeof *program->used);
    program->written = wgs_allocate(allocator, buffers, sizeof *program->written);
    if (program->nodes == NULL || program->slots == NULL || program->slot_of_buffer == NULL ||
        program->tables == NULL || program->used == NULL || program->written == NULL)
        return false;
    program->table_count = buffers;
    program->slot_count = plan->slot_count;
    if (buffers > 0)
        memcpy(
            program->slot_of_buffer,
            plan->slot_of_buffer,
            buffers * sizeof *program->slot_of_buffer);
    return true;
}

static WGSStatus fill(
    WGSProgram program,
    wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor,
    char const* function,
    WGSError* error) {
    if (!allocate_arrays(program, plan))
        return wgs_error_memory(error, function);
    WGS_TRY(take_scratch(program, plan, descriptor, function, error));
    WGS_TRY(make_tables(program, function, error));
    WGS_TRY(prepare_pipelines(program, plan, function, error));
    WGS_TRY(make_nodes(program, plan, function, error));
    WGS_TRY(wgs_params_create(program, function, error));
    fill_stats(program, plan);
    return count_pipelines(program, function, error);
}

WGSStatus wgs_program_create(
    WGSGraph graph,
    wgs_plan const* plan,
    WGSCompileDescriptor const* descriptor,
    WGSProgram* program,
    char const* function,
    WGSError* error) {
    WGSCompileDescriptor const given = descriptor != NULL ? *descriptor : (WGSCompileDescriptor){0};
    WGS_TRY(wgs_context_check_alive(graph->context, function, error));
    WGS_TRY(check_scratch(plan, &given, function, error));
    WGSProgram made = wgs_allocate(&graph->allocator, 1, sizeof *made);
    if (made == NULL)
        return wgs_error_memory(error, function);
    made->references = 1;
    made->allocator = graph->allocator;
    made->context = graph->context;
    made->graph = graph;
    wgs_graph_add_ref(graph);
    WGSStatus const status = fill(made, plan, &given, function, error);
    if (status == WGSStatus_Success)
        *program = made;
    else
        wgs_program_release(made);
    return status;
}

static void free_node(WGSAllocator const* allocator, wgs_program_node* node) {
    if (node->layout != NULL)
        wgpuBindGroupLayoutRelease(node->layout);
    for (size_t i = 0; i < WGS_CACHED_GROUPS; ++i) {
        wgs_cached_group_clear(&node->groups[i], wgs_node_binding_count(node->node));
        wgs_free(allocator, node->groups[i].bounds);
    }
}

void wgs_program_add_ref(WGSProgram program) { program->references++; }

void wgs_program_release(WGSProgram program) {
    if (program == NULL || --program->references > 0)
        return;
    WGSAllocator const allocator = program->allocator;
    for (size_t i = 0; i < program->node_count; ++i)
        free_node(&allocator, &program->nodes[i]);
    for (size_t i = 0; i < program->slot_count; ++i)
        wgs_gpu_buffer_release(program->slots[i]);
    for (size_t i = 0; i < program->table_count; ++i)
        wgs_gpu_buffer_release(program->tables[i]);
    wgs_gpu_buffer_release(program->params);
    WGSGraph graph = program->graph;
    wgs_free(&allocator, program->nodes);
    wgs_free(&allocator, program->slots);
    wgs_free(&allocator, program->slot_of_buffer);
    wgs_free(&allocator, program->tables);
    wgs_free(&allocator, program->used);
    wgs_free(&allocator, program->written);
    wgs_free(&allocator, program);
    wgs_graph_release(graph);
}

WGSProgramStats wgs_program_stats(WGSProgram program) { return program->stats; }

char const* wgs_program_label(WGSProgram program) { return program->graph->label; }

WGSContext wgs_program_context(WGSProgram program) { return program->context; }

char const* wgs_program_node_label(WGSProgram program, uint32_t place) {
    return program->nodes[place].node->label;
}

char const* wgs_program_timed_label(WGSProgram program, uint32_t index) {
    for (size_t i = 0; i < program->node_count; ++i)
        if (wgs_node_is_compute(program->nodes[i].node) && index-- == 0)
            return program->nodes[i].node->label;
    return NULL;
}
