/* SPDX-License-Identifier: MIT */
/*
 * Executions: a program encoded in steps within a budget, so that a long chain of work leaves room
 * for frames between its submissions.
 *
 *     WGSExecutionDescriptor const work = {.budget = {.rows = 1 << 20}};
 *     WGS_TRY(wgsProgramCreateExecution(program, &work, &execution, &error));
 *     for (WGSStep step = WGS_STEP_INIT; !step.last;) {
 *         WGPUCommandEncoder encoder = ...;   (one a frame)
 *         WGS_TRY(wgsExecutionEncodeStep(execution, encoder, NULL, &step, &error));
 *         ...finish, submit, draw what step.publication says is there...
 *     }
 *     wgsExecutionRelease(execution);
 *
 * A step is the nodes that come next in run order, as many as stay within every limit of the
 * budget: always at least one that records something, even if that alone is over (`exceedsBudget`).
 * A step also ends behind a node that publishes (wgsGraphAddPublication), and holds nothing else when
 * that node records nothing and comes first. Costs are those of
 * WGSWorkload, at the capacities of the views; nodes that record nothing cost nothing.
 *
 * The steps are submitted in order, to the queue that encodes of the program go to. Between them
 * the program's transients hold half-done work: until the last step is encoded or the execution is
 * released, another encode or execution of the program is refused (ExecutionActive).
 */
#ifndef WGSORT_EXECUTION_H
#define WGSORT_EXECUTION_H

#include "wgsort/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WGSExecutionImpl* WGSExecution;

/* The most that a step may hold; a zero is no limit. */
typedef struct WGSBudget {
    uint64_t rows;
    uint64_t bytes;        /* read and written together */
    uint32_t commandCount; /* dispatches and copies */
    uint32_t nodeCount;    /* that record something */
} WGSBudget;
#define WGS_BUDGET_INIT WGS_ZERO_INIT

/* Buffers, values and parameters hold for all steps, as in WGSEncodeDescriptor. References to the
 * buffers are held; conditions are asked now, once. */
typedef struct WGSExecutionDescriptor {
    WGSBudget budget;
    size_t bufferCount;
    WGSBufferReplacement const* buffers;
    size_t valueCount;
    WGSValueReplacement const* values;
    void const* parameters;
} WGSExecutionDescriptor;
#define WGS_EXECUTION_DESCRIPTOR_INIT WGS_ZERO_INIT

/* Resolves and checks everything that an encode would; records nothing. A reference to the program
 * is held. `descriptor` may be NULL: one step for all up to the first publication. Errors: those of
 * wgsProgramEncode but for timing. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsProgramCreateExecution(
    WGSProgram program,
    WGSExecutionDescriptor const* descriptor,
    WGSExecution* execution,
    WGSError* error);
WGS_EXPORT void wgsExecutionAddRef(WGSExecution execution);

/* NULL is allowed. Before the last step: the rest of the work is given up, and the program can be
 * encoded again. */
WGS_EXPORT void wgsExecutionRelease(WGSExecution execution);

/* As in WGSEncodeDescriptor, for one step: timestamps are those of its nodes alone, the first at
 * `firstQuery`, and reports are one a node of the step. */
typedef struct WGSStepDescriptor {
    WGSTiming timing;
    WGPUQuerySet querySet;
    uint32_t firstQuery;
    WGPUBool separatePasses;
    size_t reportCount;
    WGSNodeReport* reports;
} WGSStepDescriptor;
#define WGS_STEP_DESCRIPTOR_INIT WGS_ZERO_INIT

/* What a step recorded. */
typedef struct WGSStep {
    WGPUBool last;      /* nothing is left to encode */
    uint32_t firstNode; /* in run order */
    uint32_t nodeCount; /* nodes passed, those that recorded nothing included */
    WGSWorkload workload;
    WGPUBool exceedsBudget;  /* its one node is larger than the budget */
    char const* publication; /* the label of the result that is there when the step has run; NULL */
    WGSPublicationKind publicationKind;
    WGSEncodeStats stats;
} WGSStep;
#define WGS_STEP_INIT WGS_ZERO_INIT

/* Records the next step. `descriptor` and `step` may be NULL. A failed call has recorded nothing and
 * can be repeated. Errors: NullArgument, ExecutionComplete, InvalidEnum (timing), InvalidSize (of
 * the query set, for all nodes of the program from firstQuery on), FeatureUnsupported (timestamps),
 * HostMemory, DeviceLost. */
WGS_EXPORT WGS_NODISCARD WGSStatus wgsExecutionEncodeStep(
    WGSExecution execution,
    WGPUCommandEncoder encoder,
    WGSStepDescriptor const* descriptor,
    WGSStep* step,
    WGSError* error);

#ifdef __cplusplus
}
#endif
#endif
