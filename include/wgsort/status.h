/* SPDX-License-Identifier: MIT */
/*
 * Status codes and error details.
 *
 * Every function that can fail returns a WGSStatus and takes a nullable, caller-owned WGSError as
 * its last argument. Nothing is allocated for an error, there is no thread-local or global state,
 * and a failed call changes nothing: no node is half-added, no object half-made.
 *
 *     WGSError error;
 *     if (wgsGraphAddSort(graph, &descriptor, NULL, &error) != WGSStatus_Success)
 *         fprintf(stderr, "%s\n", error.message);
 *
 * A message has the form "function: what is wrong, with the value and the limit", for example
 * "wgsGraphAddScan: count is 70000 but in holds 65536 elements".
 */
#ifndef WGSORT_STATUS_H
#define WGSORT_STATUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define WGS_EXPORT
#else
#define WGS_EXPORT __attribute__((visibility("default")))
#endif

#if defined(__GNUC__)
#define WGS_NODISCARD __attribute__((warn_unused_result))
#else
#define WGS_NODISCARD
#endif

/* All zero, which means the defaults in every descriptor. C++ warns of members left out of {0}. */
/* clang-format off */
#ifdef __cplusplus
#define WGS_ZERO_INIT {}
#else
#define WGS_ZERO_INIT {0}
#endif
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a failure; WGSError::detail tells which rule was broken. */
typedef enum WGSStatus {
    WGSStatus_Success = 0,
    WGSStatus_InvalidArgument = 1, /* an argument breaks a documented rule */
    WGSStatus_InvalidState = 2, /* the object can't do that now (a compiled graph, a lost device) */
    WGSStatus_Unsupported = 3,  /* valid, but this build, path or device can't do it */
    WGSStatus_TooLarge = 4,     /* beyond a limit of the device, the context or the library */
    WGSStatus_OutOfMemory = 5,  /* host or device memory */
    WGSStatus_DeviceError = 6,  /* the WebGPU implementation reported an error; text in message */
    WGSStatus_DeviceLost = 7,
    WGSStatus_Force32 = 0x7FFFFFFF
} WGSStatus;

/* Which rule was broken. One list for the enum, the names and the default texts. */
#define WGS_ERROR_LIST(X)                                                                          \
    X(None, "no error")                                                                            \
    X(NullArgument, "a required pointer is NULL")                                                  \
    X(InvalidEnum, "an enum value is unknown")                                                     \
    X(InvalidSize, "a size is zero, not a multiple of 4, or out of range")                         \
    X(InvalidOffset, "an offset is not a multiple of 4 or out of range")                           \
    X(ViewOutOfRange, "a view does not fit its buffer")                                            \
    X(ViewFormat, "a view has a format that this function does not take")                          \
    X(ViewMissing, "a required view has no buffer")                                                \
    X(LengthMismatch, "views that must have one length differ")                                    \
    X(CountOutOfRange, "a count is larger than the views hold")                                    \
    X(TooManyRows, "more rows than the library sorts at once")                                     \
    X(TooManyColumns, "more columns than this function takes")                                     \
    X(BitWindow, "firstBit and bitCount do not lie in the key")                                    \
    X(HistogramRange, "the range or the edges of a histogram are not valid")                       \
    X(MissingUsage, "a buffer lacks a usage flag that its use needs")                              \
    X(BufferTooSmall, "a buffer is smaller than declared")                                         \
    X(BufferTooLarge, "a buffer is larger than the device allows")                                 \
    X(BindingTooLarge, "a binding is larger than the device allows")                               \
    X(DispatchTooLarge, "more workgroups than the device dispatches")                              \
    X(ForeignObject, "an object belongs to another graph or context")                              \
    X(AliasedUse, "one buffer is read and written in one dispatch")                                \
    X(AliasedImports, "two imports resolve to one buffer that is written")                         \
    X(AlgorithmUnsupported, "the algorithm can't honour an option")                                \
    X(FeatureUnsupported, "not provided by this path or build")                                    \
    X(MissingBuffer, "an import has neither a default nor a replacement")                          \
    X(NotAnImport, "only imports can be replaced")                                                 \
    X(DuplicateReplacement, "one object is replaced twice in one encode")                          \
    X(ValueOutOfRange, "a value is beyond its declared maximum")                                   \
    X(GraphCompiled, "the graph was already compiled")                                             \
    X(DependencyCycle, "the dependencies of the nodes form a cycle")                               \
    X(ScratchMismatch, "a scratch buffer is too small or lacks a usage flag")                      \
    X(HostMemory, "an allocation in host memory failed")                                           \
    X(DeviceMemory, "an allocation in device memory failed")                                       \
    X(ShaderModule, "a shader module was refused")                                                 \
    X(Pipeline, "a pipeline was refused")                                                          \
    X(Recording, "the recorded commands were refused")                                             \
    X(Submission, "the submitted commands failed")                                                 \
    X(Mapping, "a buffer could not be mapped")                                                     \
    X(NoAdapter, "no adapter matches")                                                             \
    X(NoDevice, "the adapter gave no device")                                                      \
    X(DeviceLost, "the device is lost")                                                            \
    X(SelfTest, "the device failed the self-test")                                                 \
    X(ArrowSchema, "an Arrow schema is invalid or of a type that is not taken")                    \
    X(ArrowArray, "an Arrow array is invalid")                                                     \
    X(DuplicateBinding, "two bindings of one node have one number")                                \
    X(KeyRange, "a range of keys is 0 or needs more counters than the limit")                      \
    X(RecordSize, "a size of records is not taken")                                                \
    X(SourceText, "WGSL of the caller's breaks a documented rule")                                 \
    X(ConditionStack, "conditions are not pushed and popped in pairs")                             \
    X(ConditionFailed, "a condition could not say yes or no")                                      \
    X(Publication, "a node can't publish a result")                                                \
    X(ScratchTooLarge, "the transients need more memory than allowed")                             \
    X(ExecutionActive, "an execution of the program is under way")                                 \
    X(ExecutionComplete, "every step of the execution was encoded")                                \
    X(KernelShape, "parameters, constants, values, data or bindings are not what a kernel takes")  \
    X(Contribution, "a contribution to the graph failed, or is not finished")

typedef enum WGSErrorId {
#define WGS_ERROR_ID(name, text) WGSErrorId_##name,
    WGS_ERROR_LIST(WGS_ERROR_ID)
#undef WGS_ERROR_ID
        WGSErrorId_Force32 = 0x7FFFFFFF
} WGSErrorId;

/* Filled by a function that fails; untouched by one that succeeds. */
typedef struct WGSError {
    WGSStatus status;
    WGSErrorId detail;
    char message[248]; /* always terminated; cut when too long */
} WGSError;

/* The name of a status ("InvalidArgument") and of an id ("BitWindow"); "unknown" for other values. */
WGS_EXPORT char const* wgsStatusGetName(WGSStatus status);
WGS_EXPORT char const* wgsErrorIdGetName(WGSErrorId id);

/* Returns the status of `expression` from the calling function when it is a failure. */
#define WGS_TRY(expression)                                                                        \
    do {                                                                                           \
        WGSStatus const wgsTryStatus = (expression);                                               \
        if (wgsTryStatus != WGSStatus_Success)                                                     \
            return wgsTryStatus;                                                                   \
    } while (0)

/* The version of the library, as "major.minor.patch". */
WGS_EXPORT char const* wgsGetVersion(void);

#ifdef __cplusplus
}
#endif
#endif
