/* SPDX-License-Identifier: MIT */
#include "plan/order.h"

#include <string.h>

#include "base/error.h"
#include "plan/access.h"

#define NONE UINT32_MAX

/* `after` waits for `before`; both are insertion indices. */
typedef struct edge {
    uint32_t before;
    uint32_t after;
} edge;

/* Everything that ordering needs, allocated together. */
typedef struct order_work {
    WGSGraph graph;
    uint32_t node_count;
    size_t edge_count;
    edge* edges;            /* hazards, then explicit dependencies */
    uint32_t* last_writer;  /* by buffer: a node, or NONE */
    uint32_t* first_reader; /* by buffer: a use number, the newest read since the last write */
    uint32_t* next_reader;  /* by use number */
    uint32_t* node_of_use;  /* by use number */
    uint32_t* waits;        /* by node: edges that are still open */
    size_t* edges_begin;    /* by node: where its outgoing edges start in `successors` */
    uint32_t* successors;
    uint32_t* heap; /* nodes that wait for nothing, smallest first */
    uint32_t heap_count;
} order_work;

static void free_work(order_work* work) {
    WGSAllocator const* const allocator = &work->graph->allocator;
    wgs_free(allocator, work->edges);
    wgs_free(allocator, work->last_writer);
    wgs_free(allocator, work->first_reader);
    wgs_free(allocator, work->next_reader);
    wgs_free(allocator, work->node_of_use);
    wgs_free(allocator, work->waits);
    wgs_free(allocator, work->edges_begin);
    wgs_free(allocator, work->successors);
    wgs_free(allocator, work->heap);
}

/* A read gives one edge to the last write and one to the next; a write gives one to the last write:
 * two edges a use are enough. */
static bool allocate_work(order_work* work) {
    WGSGraph const graph = work->graph;
    WGSAllocator const* const allocator = &graph->allocator;
    size_t use_count = 0;
    size_t dependency_count = 0;
    for (size_t i = 0; i < graph->node_count; i++) {
        use_count += graph->nodes[i]->use_count;
        dependency_count += graph->nodes[i]->dependency_count;
    }
    size_t const most_edges = 2 * use_count + dependency_count;
    work->node_count = (uint32_t)graph->node_count;
    work->edges = wgs_allocate(allocator, most_edges, sizeof *work->edges);
    work->last_writer = wgs_allocate(allocator, graph->buffer_count, sizeof *work->last_writer);
    work->first_reader = wgs_allocate(allocator, graph->buffer_count, sizeof *work->first_reader);
    work->next_reader = wgs_allocate(allocator, use_count, sizeof *work->next_reader);
    work->node_of_use = wgs_allocate(allocator, use_count, sizeof *work->node_of_use);
    work->waits = wgs_allocate(allocator, graph->node_count, sizeof *work->waits);
    work->edges_begin = wgs_allocate(allocator, graph->node_count + 1, sizeof *work->edges_begin);
    work->successors = wgs_allocate(allocator, most_edges, sizeof *work->successors);
    work->heap = wgs_allocate(allocator, graph->node_count, sizeof *work->heap);
    return work->edges != NULL && work->last_writer != NULL && work->first_reader != NULL &&
           work->next_reader != NULL && work->node_of_use != NULL && work->waits != NULL &&
           work->edges_begin != NULL && work->successors != NULL && work->heap != NULL;
}

static void add_edge(order_work* work, uint32_t before, uint32_t after) {
    if (before != NONE && before != after)
        work->edges[work->edge_count++] = (edge){.before = before, .after = after};
}

static void add_hazards(order_work* work) {
    WGSGraph const graph = work->graph;
    for (size_t i = 0; i < graph->buffer_count; i++)
        work->last_writer[i] = work->first_reader[i] = NONE;
    uint32_t use_number = 0;
    for (uint32_t n = 0; n < work->node_count; n++) {
        WGSNode const node = graph->nodes[n];
        for (size_t u = 0; u < node->use_count; u++, use_number++) {
            uint32_t const buffer = node->uses[u].buffer->index;
            add_edge(work, work->last_writer[buffer], n);
            work->node_of_use[use_number] = n;
            if (!wgs_access_writes(node->uses[u].access)) {
                work->next_reader[use_number] = work->first_reader[buffer];
                work->first_reader[buffer] = use_number;
                continue;
            }
            for (uint32_t r = work->first_reader[buffer]; r != NONE; r = work->next_reader[r])
                add_edge(work, work->node_of_use[r], n);
            work->first_reader[buffer] = NONE;
            work->last_writer[buffer] = n;
        }
    }
}

static void add_dependencies(order_work* work) {
    for (uint32_t n = 0; n < work->node_count; n++) {
        WGSNode const node = work->graph->nodes[n];
        for (size_t d = 0; d < node->dependency_count; d++)
            add_edge(work, node->dependencies[d]->index, n);
    }
}

/* Sorts the edges by their start into `successors`, and counts what each node waits for. */
static void index_edges(order_work* work) {
    for (size_t e = 0; e < work->edge_count; e++) {
        work->edges_begin[work->edges[e].before + 1]++;
        work->waits[work->edges[e].after]++;
    }
    for (uint32_t n = 0; n < work->node_count; n++)
        work->edges_begin[n + 1] += work->edges_begin[n];
    /* Filling moves each start to the start of the next node; they are moved back afterwards. */
    for (size_t e = 0; e < work->edge_count; e++)
        work->successors[work->edges_begin[work->edges[e].before]++] = work->edges[e].after;
    for (uint32_t n = work->node_count; n > 0; n--)
        work->edges_begin[n] = work->edges_begin[n - 1];
    work->edges_begin[0] = 0;
}

static void heap_push(order_work* work, uint32_t node) {
    uint32_t at = work->heap_count++;
    while (at > 0 && work->heap[(at - 1) / 2] > node) {
        work->heap[at] = work->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    work->heap[at] = node;
}

static uint32_t heap_pop(order_work* work) {
    uint32_t const top = work->heap[0];
    uint32_t const moved = work->heap[--work->heap_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= work->heap_count)
            break;
        if (child + 1 < work->heap_count && work->heap[child + 1] < work->heap[child])
            child++;
        if (work->heap[child] >= moved)
            break;
        work->heap[at] = work->heap[child];
        at = child;
    }
    work->heap[at] = moved;
    return top;
}

/* Returns how many nodes could be ordered: fewer than there are when some wait in a cycle. */
static uint32_t run_in_order(order_work* work, WGSNode* order) {
    uint32_t done = 0;
    for (uint32_t n = 0; n < work->node_count; n++)
        if (work->waits[n] == 0)
            heap_push(work, n);
    while (work->heap_count > 0) {
        uint32_t const node = heap_pop(work);
        order[done++] = work->graph->nodes[node];
        for (size_t e = work->edges_begin[node]; e < work->edges_begin[node + 1]; e++)
            if (--work->waits[work->successors[e]] == 0)
                heap_push(work, work->successors[e]);
    }
    return done;
}

/* Every node that still waits has a predecessor that does: following them leads into a cycle. On it
 * lies a node that waits for one added later, for all other edges point the other way. */
static WGSStatus report_cycle(order_work* work, char const* function, WGSError* error) {
    uint32_t* const blocker = work->heap; /* no longer needed as a heap */
    for (size_t e = 0; e < work->edge_count; e++)
        if (work->waits[work->edges[e].before] > 0 && work->waits[work->edges[e].after] > 0)
            blocker[work->edges[e].after] = work->edges[e].before;
    uint32_t node = 0;
    while (work->waits[node] == 0)
        node++;
    for (uint32_t step = 0; step < work->node_count; step++)
        node = blocker[node];
    while (blocker[node] < node)
        node = blocker[node];
    WGSNode const early = work->graph->nodes[node];
    WGSNode const late = work->graph->nodes[blocker[node]];
    return wgs_error(
        error,
        WGSStatus_InvalidArgument,
        WGSErrorId_DependencyCycle,
        "%s: node %u \"%.60s\" depends on node %u \"%.60s\", which itself has to run after it",
        function,
        (unsigned)early->index,
        early->label,
        (unsigned)late->index,
        late->label);
}

WGSStatus wgs_order_nodes(WGSGraph graph, WGSNode* order, char const* function, WGSError* error) {
    order_work work = {.graph = graph};
    WGSStatus status = WGSStatus_Success;
    if (!allocate_work(&work)) {
        status = wgs_error_memory(error, function);
    } else {
        add_hazards(&work);
        add_dependencies(&work);
        index_edges(&work);
        if (run_in_order(&work, order) < work.node_count)
            status = report_cycle(&work, function, error);
    }
    free_work(&work);
    return status;
}
