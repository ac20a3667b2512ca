/* SPDX-License-Identifier: MIT */
/*
 * Executions: a frame that is prepared once and recorded in steps. What a step holds follows from
 * the budget and the costs of the nodes alone (plan/workload.h).
 */
#include "base/arithmetic.h"
#include "base/error.h"
#include "gpu/recorder.h"
#include "plan/workload.h"

struct WGSExecutionImpl {
    uint32_t references;
    WGSProgram program; /* referenced */
    wgs_frame frame;    /* with references to its imports */
    WGSBudget budget;
    size_t next;   /* the first node that no step has passed */
    bool complete; /* the last step was encoded */
};

/* The nodes and the cost of one step. */
typedef struct step_extent {
    size_t end;
    uint32_t recorded;
    WGSWorkload cost;
    WGSNode publisher; /* the one that ends it, or NULL */
} step_extent;

static bool is_over(WGSBudget const* budget, WGSWorkload cost, uint32_t nodes) {
    uint64_t bytes;
    bool const countable = wgs_add_u64(cost.readBytes, cost.writtenBytes, &bytes);
    return (budget->rows != 0 && cost.rows > budget->rows) ||
           (budget->bytes != 0 && (!countable || bytes > budget->bytes)) ||
           (budget->commandCount != 0 && cost.commandCount > budget->commandCount) ||
           (budget->nodeCount != 0 && nodes > budget->nodeCount);
}

/* Whether the node can join the step; it is added when it can. Nodes that record nothing and publish
 * nothing always can, so that no step is left for them alone. */
static bool take_node(WGSExecution execution, step_extent* step) {
    WGSNode const node = execution->program->nodes[step->end].node;
    bool const active = execution->frame.nodes[step->end].active;
    if (step->publisher != NULL && (active || node->publication != NULL))
        return false;
    WGSWorkload cost = step->cost;
    if (active)
        wgs_workload_add(&cost, wgs_node_workload(node));
    if (active && step->recorded > 0 && is_over(&execution->budget, cost, step->recorded + 1))
        return false;
    step->cost = cost;
    step->recorded += active;
    step->publisher = node->publication != NULL ? node : step->publisher;
    step->end++;
    return true;
}

static step_extent next_step(WGSExecution execution) {
    step_extent step = {.end = execution->next};
    while (step.end < execution->program->node_count && take_node(execution, &step)) {
    }
    return step;
}

/* References to imports: copies, callbacks and indirect dispatches name them without a bind group. */
static void hold_imports(WGSExecution execution, void (*hold)(WGPUBuffer)) {
    WGSGraph const graph = execution->program->graph;
    for (size_t i = 0; i < graph->buffer_count; ++i)
        if (graph->buffers[i]->imported && execution->frame.buffers[i].buffer != NULL)
            hold(execution->frame.buffers[i].buffer);
}

static WGSStatus prepare(
    WGSExecution execution,
    WGSExecutionDescriptor const* given,
    char const* function,
    WGSError* error) {
    WGSEncodeDescriptor const inputs = {
        .bufferCount = given->bufferCount,
        .buffers = given->buffers,
        .valueCount = given->valueCount,
        .values = given->values,
        .parameters = given->parameters};
    WGS_TRY(wgs_frame_init(&execution->frame, execution->program, &inputs, function, error));
    execution->frame.descriptor = NULL;
    execution->frame.function = NULL;
    hold_imports(execution, wgs_gpu_buffer_add_ref);
    return WGSStatus_Success;
}

WGSStatus wgs_execution_create(
    WGSProgram program,
    WGSExecutionDescriptor const* descriptor,
    WGSExecution* execution,
    char const* function,
    WGSError* error) {
    WGSExecutionDescriptor const given =
        descriptor != NULL ? *descriptor : (WGSExecutionDescriptor){0};
    WGS_TRY(wgs_context_check_alive(program->context, function, error));
    WGS_TRY(wgs_program_check_idle(program, function, error));
    WGSExecution const made = wgs_allocate(&program->allocator, 1, sizeof *made);
    if (made == NULL)
        return wgs_error_memory(error, function);
    made->references = 1;
    made->program = program;
    made->budget = given.budget;
    WGSStatus const status = prepare(made, &given, function, error);
    if (status != WGSStatus_Success) {
        wgs_free(&program->allocator, made);
        return status;
    }
    wgs_program_add_ref(program);
    program->executing = true;
    *execution = made;
    return WGSStatus_Success;
}

void wgs_execution_add_ref(WGSExecution execution) { execution->references++; }

void wgs_execution_release(WGSExecution execution) {
    if (execution == NULL || --execution->references > 0)
        return;
    WGSProgram const program = execution->program;
    WGSAllocator const allocator = program->allocator;
    if (!execution->complete)
        program->executing = false;
    hold_imports(execution, wgs_gpu_buffer_release);
    wgs_frame_free(&execution->frame);
    wgs_free(&allocator, execution);
    wgs_program_release(program);
}

static WGSStatus check_incomplete(WGSExecution execution, char const* function, WGSError* error) {
    if (!execution->complete)
        return WGSStatus_Success;
    return wgs_error(
        error,
        WGSStatus_InvalidState,
        WGSErrorId_ExecutionComplete,
        "%s: all %zu nodes were encoded",
        function,
        execution->program->node_count);
}

static WGSStep describe(WGSExecution execution, step_extent const* extent, WGSEncodeStats stats) {
    return (WGSStep){
        .last = extent->end == execution->program->node_count,
        .firstNode = (uint32_t)execution->next,
        .nodeCount = (uint32_t)(extent->end - execution->next),
        .workload = extent->cost,
        .exceedsBudget =
            extent->recorded == 1 && is_over(&execution->budget, extent->cost, extent->recorded),
        .publication = extent->publisher != NULL ? extent->publisher->publication : NULL,
        .publicationKind = extent->publisher != NULL ? extent->publisher->publication_kind
                                                     : WGSPublicationKind_Partial,
        .stats = stats};
}

WGSStatus wgs_execution_encode_step(
    WGSExecution execution,
    WGPUCommandEncoder encoder,
    WGSStepDescriptor const* descriptor,
    WGSStep* step,
    char const* function,
    WGSError* error) {
    uint64_t const start = wgs_now_nanoseconds();
    WGSProgram const program = execution->program;
    WGSStepDescriptor const given = descriptor != NULL ? *descriptor : (WGSStepDescriptor){0};
    WGS_TRY(check_incomplete(execution, function, error));
    WGS_TRY(wgs_context_check_alive(program->context, function, error));
    step_extent const extent = next_step(execution);
    wgs_recording const recording = {
        .first = execution->next,
        .count = extent.end - execution->next,
        .encoder = encoder,
        .timing = given.timing,
        .queries = given.querySet,
        .first_query = given.firstQuery,
        .separate_passes = given.separatePasses != 0,
        .report_count = given.reportCount,
        .reports = given.reports};
    WGS_TRY(wgs_recording_check(program, &recording, function, error));
    WGSEncodeStats stats = {0};
    WGS_TRY(wgs_record(&execution->frame, &recording, &stats, function, error));
    stats.encodeNanoseconds = wgs_now_nanoseconds() - start;
    if (step != NULL)
        *step = describe(execution, &extent, stats);
    execution->next = extent.end;
    execution->complete = extent.end == program->node_count;
    if (execution->complete)
        program->executing = false;
    return WGSStatus_Success;
}
