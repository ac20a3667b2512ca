/* SPDX-License-Identifier: MIT */
#include "plan/uses.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/arithmetic.h"
#include "base/error.h"
#include "plan/access.h"

typedef struct use_list {
    WGSGraph graph;
    wgs_node_kind kind;
    size_t count;
    wgs_use const* uses;
    char const* const* names;
    char const* function;
} use_list;

typedef struct use_name {
    char text[64];
} use_name;

static use_name name_of(use_list const* list, size_t index) {
    use_name name;
    char const* const fixed = list->names != NULL ? list->names[index]
                              : list->kind == WGS_NODE_COPY
                                  ? (index == 0 ? "source" : "destination")
                                  : NULL;
    if (fixed != NULL)
        (void)snprintf(name.text, sizeof name.text, "%s", fixed);
    else
        (void)snprintf(
            name.text,
            sizeof name.text,
            list->kind != WGS_NODE_COMPUTE                   ? "uses[%zu]"
            : list->uses[index].access == WGSAccess_Indirect ? "indirect"
                                                             : "bindings[%zu].view",
            index);
    return name;
}

static bool is_dispatch(use_list const* list) {
    return list->kind == WGS_NODE_KERNEL || list->kind == WGS_NODE_COMPUTE;
}

uint64_t wgs_use_bound_offset(WGSGraph graph, wgs_use const* use) {
    return use->offset - use->offset % graph->capabilities->limits.minStorageBufferOffsetAlignment;
}

static bool is_allowed(wgs_node_kind kind, WGSAccess access) {
    switch (kind) {
    case WGS_NODE_KERNEL:
        return wgs_access_is_storage(access);
    case WGS_NODE_COMPUTE:
        return wgs_access_is_storage(access) || access == WGSAccess_Uniform ||
               access == WGSAccess_Indirect;
    case WGS_NODE_COPY:
        return access == WGSAccess_CopySource || access == WGSAccess_CopyDestination;
    case WGS_NODE_CALLBACK:
        break;
    }
    return wgs_access_name(access) != NULL;
}

/* One use by itself, as every kind of node needs it. */
static WGSStatus check_use(use_list const* list, size_t index, WGSError* error) {
    wgs_use const* const use = &list->uses[index];
    use_name const name = name_of(list, index);
    if (use->buffer == NULL)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewMissing,
            "%s: %s has no buffer",
            list->function,
            name.text);
    if (use->buffer->graph != list->graph)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ForeignObject,
            "%s: the buffer of %s belongs to another graph",
            list->function,
            name.text);
    if (!is_allowed(list->kind, use->access))
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidEnum,
            "%s: the access of %s is %d, which this node does not take",
            list->function,
            name.text,
            (int)use->access);
    uint64_t end;
    if (!wgs_add_u64(use->offset, use->size, &end) || end > use->buffer->size)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: %s is %" PRIu64 " bytes at offset %" PRIu64 " but its buffer holds %" PRIu64,
            list->function,
            name.text,
            use->size,
            use->offset,
            use->buffer->size);
    WGPUBufferUsage const missing = wgs_access_usage(use->access) & ~use->buffer->usage;
    if (missing != 0) {
        char text[64];
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_MissingUsage,
            "%s: %s is used as %s but its buffer lacks the usage %s",
            list->function,
            name.text,
            wgs_access_name(use->access),
            wgs_usage_text(missing, text, sizeof text));
    }
    return WGSStatus_Success;
}

/* What the offset of a use of a dispatch must be a multiple of. */
static uint64_t offset_alignment(use_list const* list, WGSAccess access) {
    WGSLimits const* const limits = &list->graph->capabilities->limits;
    if (access == WGSAccess_Uniform)
        return limits->minUniformBufferOffsetAlignment;
    bool const any_word = access == WGSAccess_Indirect || list->kind == WGS_NODE_KERNEL;
    return any_word ? 4 : limits->minStorageBufferOffsetAlignment;
}

/* One use of a dispatch: a binding, or the counts of an indirect one. */
static WGSStatus check_binding(use_list const* list, size_t index, WGSError* error) {
    WGSLimits const* const limits = &list->graph->capabilities->limits;
    wgs_use const* const use = &list->uses[index];
    use_name const name = name_of(list, index);
    bool const storage = wgs_access_is_storage(use->access);
    uint64_t const alignment = offset_alignment(list, use->access);
    if (use->offset % alignment != 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_InvalidOffset,
            "%s: %s starts at offset %" PRIu64 " but must start at a multiple of %" PRIu64,
            list->function,
            name.text,
            use->offset,
            alignment);
    if (use->size == 0)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_ViewOutOfRange,
            "%s: %s is empty but a binding holds at least one element",
            list->function,
            name.text);
    uint64_t const bound = use->offset - wgs_use_bound_offset(list->graph, use) + use->size;
    if (storage && bound > limits->maxStorageBufferBindingSize)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_BindingTooLarge,
            "%s: %s binds %" PRIu64 " bytes but a storage binding holds at most %" PRIu64,
            list->function,
            name.text,
            bound,
            limits->maxStorageBufferBindingSize);
    return WGSStatus_Success;
}

static bool is_writable_storage(WGSAccess access) {
    return wgs_access_is_storage(access) && wgs_access_writes(access);
}

/* WebGPU's rule is per buffer and dispatch: read-only uses together, or writable storage alone,
 * whatever the ranges. Two writable bindings may share a buffer when they do not overlap; they are
 * compared as bound, so rounded outward to the offset alignment. */
static WGSStatus check_pair(use_list const* list, size_t i, size_t j, WGSError* error) {
    wgs_use const* const a = &list->uses[i];
    wgs_use const* const b = &list->uses[j];
    if (a->buffer != b->buffer)
        return WGSStatus_Success;
    bool const a_writable = is_writable_storage(a->access);
    bool const b_writable = is_writable_storage(b->access);
    if (!a_writable && !b_writable)
        return WGSStatus_Success;
    use_name const a_name = name_of(list, i);
    use_name const b_name = name_of(list, j);
    if (a_writable != b_writable)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_AliasedUse,
            "%s: %s (%s) and %s (%s) share the buffer \"%.40s\": one dispatch can't write a buffer "
            "and use it otherwise",
            list->function,
            a_name.text,
            wgs_access_name(a->access),
            b_name.text,
            wgs_access_name(b->access),
            a->buffer->label);
    uint64_t const alignment = list->graph->capabilities->limits.minStorageBufferOffsetAlignment;
    uint64_t const a_first = a->offset / alignment;
    uint64_t const b_first = b->offset / alignment;
    uint64_t const a_end = wgs_divide_up(a->offset + a->size, alignment);
    uint64_t const b_end = wgs_divide_up(b->offset + b->size, alignment);
    if (a_first < b_end && b_first < a_end)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_AliasedUse,
            "%s: %s (%s) and %s (%s) of the buffer \"%.40s\" meet after rounding to multiples of "
            "%" PRIu64 " bytes",
            list->function,
            a_name.text,
            wgs_access_name(a->access),
            b_name.text,
            wgs_access_name(b->access),
            a->buffer->label,
            alignment);
    return WGSStatus_Success;
}

static WGSStatus check_dispatch(use_list const* list, WGSError* error) {
    size_t storage_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        WGS_TRY(check_binding(list, i, error));
        storage_count += wgs_access_is_storage(list->uses[i].access) ? 1 : 0;
    }
    uint32_t const limit = list->graph->capabilities->limits.maxStorageBuffersPerShaderStage;
    if (storage_count > limit)
        return wgs_error(
            error,
            WGSStatus_TooLarge,
            WGSErrorId_TooManyColumns,
            "%s: %zu storage bindings but a shader has at most %" PRIu32,
            list->function,
            storage_count,
            limit);
    for (size_t j = 1; j < list->count; j++)
        for (size_t i = 0; i < j; i++)
            WGS_TRY(check_pair(list, i, j, error));
    return WGSStatus_Success;
}

WGSStatus wgs_uses_check(
    WGSGraph graph,
    wgs_node_kind kind,
    size_t use_count,
    wgs_use const* uses,
    char const* const* names,
    char const* function,
    WGSError* error) {
    use_list const list = {
        .graph = graph,
        .kind = kind,
        .count = use_count,
        .uses = uses,
        .names = names,
        .function = function};
    for (size_t i = 0; i < use_count; i++)
        WGS_TRY(check_use(&list, i, error));
    if (is_dispatch(&list))
        return check_dispatch(&list, error);
    if (kind == WGS_NODE_COPY && uses[0].buffer == uses[1].buffer)
        return wgs_error(
            error,
            WGSStatus_InvalidArgument,
            WGSErrorId_AliasedUse,
            "%s: source and destination are one buffer",
            function);
    return WGSStatus_Success;
}
