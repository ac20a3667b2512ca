/* SPDX-License-Identifier: MIT */
/* What wgsGraphAddKernel refuses, and what only the compiler finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "testing/clean_failure.h"
#include "testing/kernel_rig.h"
#include "testing/test_device.h"

static char const function[] = "wgsGraphAddKernel";

/* --- Refused at once ----------------------------------------------------------------------- */

typedef enum fault {
    NO_PREPARE,
    NO_SOURCE,
    NO_ENTRY,
    NO_BINDINGS,
    NO_CONSTANTS,
    NO_DATA,
    NO_VALUES,
    NO_DEPENDENCIES,
    NULL_VALUE,
    NULL_DEPENDENCY,
    NO_CONSTANT_NAME,
    ENTRY_UNKNOWN,
    ENTRY_NAME,
    SOURCE_WORD,
    CONSTANT_NAME,
    CONSTANT_TWICE,
    BASE_OUTSIDE,
    BASE_TWICE,
    BINDING_NUMBER,
    BINDING_ZERO,
    BINDING_TWICE,
    ACCESS_NONE,
    ACCESS_UNIFORM,
    VIEW_MISSING,
    VIEW_FORMAT,
    VIEW_OUTSIDE,
    VIEW_EMPTY,
    OFFSET_ODD,
    OFFSET_WITHOUT_BASE,
    USAGE,
    ALIASED,
    FOREIGN_BUFFER,
    FOREIGN_VALUE,
    FOREIGN_NODE,
    FAULT_COUNT
} fault;

static void spoil_pointers(wgs_kernel_rig* f, fault what) {
    WGSKernelDescriptor* const d = &f->descriptor;
    switch (what) {
    case NO_PREPARE:
        d->prepare = NULL;
        break;
    case NO_SOURCE:
        d->source = (WGPUStringView){0};
        break;
    case NO_ENTRY:
        d->entryPoint = (WGPUStringView){0};
        break;
    case NO_BINDINGS:
        d->bindings = NULL;
        break;
    case NO_CONSTANTS:
        d->constants = NULL;
        break;
    case NO_DATA:
        d->data = NULL;
        break;
    case NO_VALUES:
        d->values = NULL;
        break;
    case NO_DEPENDENCIES:
        d->dependencies = NULL;
        break;
    case NULL_VALUE:
        f->values[0] = NULL;
        break;
    case NULL_DEPENDENCY:
        f->dependency = NULL;
        break;
    case NO_CONSTANT_NAME:
        f->constants[0].name = (WGPUStringView){0};
        break;
    default:
        break;
    }
}

static void spoil_text(wgs_kernel_rig* f, fault what) {
    WGSKernelDescriptor* const d = &f->descriptor;
    switch (what) {
    case ENTRY_UNKNOWN:
        d->entryPoint = wgs_test_text("min");
        break;
    case ENTRY_NAME:
        d->entryPoint = wgs_test_text("mi ne");
        break;
    case SOURCE_WORD:
        d->source = wgs_test_text("\n@compute @workgroup_size(1) fn mine() {}\noverride x: u32;");
        break;
    case CONSTANT_NAME:
        f->constants[0].name = wgs_test_text("wgs_width");
        break;
    case CONSTANT_TWICE:
        d->constantCount = 2;
        f->constants[1].name = wgs_test_text("WIDTH");
        break;
    case BASE_OUTSIDE:
        f->bindings[1].baseWord = 3;
        break;
    case BASE_TWICE:
        f->bindings[1].baseWord = 1;
        break;
    case BINDING_NUMBER:
        f->bindings[1].binding = 1000;
        break;
    case BINDING_ZERO:
        f->bindings[1].binding = 0;
        break;
    case BINDING_TWICE:
        f->bindings[1].binding = 1;
        break;
    default:
        break;
    }
}

static void spoil_views(wgs_kernel_rig* f, fault what) {
    WGSKernelBinding* const b = &f->bindings[1];
    switch (what) {
    case ACCESS_NONE:
        b->access = WGSAccess_Undefined;
        break;
    case ACCESS_UNIFORM:
        b->access = WGSAccess_Uniform;
        break;
    case VIEW_MISSING:
        b->view.buffer = NULL;
        break;
    case VIEW_FORMAT:
        b->view.format = WGSFormat_Undefined;
        break;
    case VIEW_OUTSIDE:
        b->view.length = 256;
        break;
    case VIEW_EMPTY:
        b->view.length = 0;
        break;
    case OFFSET_ODD:
        b->view.offset = 6;
        break;
    case OFFSET_WITHOUT_BASE:
        b->hasBase = 0;
        break;
    case USAGE:
        b->view.buffer = f->bare;
        break;
    case ALIASED:
        b->view.buffer = f->in;
        break;
    case FOREIGN_BUFFER:
        b->view.buffer = f->foreign;
        break;
    case FOREIGN_VALUE:
        f->values[0] = f->foreign_value;
        break;
    case FOREIGN_NODE:
        f->dependency = f->foreign_node;
        break;
    default:
        break;
    }
}

/* By fault. */
static struct {
    WGSErrorId id;
    char const* told; /* behind the function's name; a part of it */
} const expected[FAULT_COUNT] = {
    [NO_PREPARE] = {WGSErrorId_NullArgument, "prepare is NULL"},
    [NO_SOURCE] = {WGSErrorId_NullArgument, "source is empty"},
    [NO_ENTRY] = {WGSErrorId_NullArgument, "entryPoint is empty"},
    [NO_BINDINGS] = {WGSErrorId_NullArgument, "bindings is NULL"},
    [NO_CONSTANTS] = {WGSErrorId_NullArgument, "constants is NULL"},
    [NO_DATA] = {WGSErrorId_NullArgument, "data is NULL"},
    [NO_VALUES] = {WGSErrorId_NullArgument, "values is NULL"},
    [NO_DEPENDENCIES] = {WGSErrorId_NullArgument, "dependencies is NULL"},
    [NULL_VALUE] = {WGSErrorId_NullArgument, "values[0] is NULL"},
    [NULL_DEPENDENCY] = {WGSErrorId_NullArgument, "dependencies[0] is NULL"},
    [NO_CONSTANT_NAME] = {WGSErrorId_NullArgument, "constants[0].name is empty"},
    [ENTRY_UNKNOWN] = {WGSErrorId_SourceText, "min.wgsl:1: no function with @compute"},
    [ENTRY_NAME] = {WGSErrorId_SourceText, "entryPoint is \"mi ne\""},
    [SOURCE_WORD] = {WGSErrorId_SourceText, "mine.wgsl:3: override is not allowed"},
    [CONSTANT_NAME] = {WGSErrorId_SourceText, "constants[0].name is \"wgs_width\""},
    [CONSTANT_TWICE] =
        {WGSErrorId_SourceText, "constants[0] and constants[1] both have the name WIDTH"},
    [BASE_OUTSIDE] = {WGSErrorId_KernelShape, "bindings[1].baseWord is 3 but Params has 3 words"},
    [BASE_TWICE] =
        {WGSErrorId_KernelShape, "bindings[1].baseWord is 1, which is another binding's"},
    [BINDING_NUMBER] = {WGSErrorId_KernelShape, "bindings[1].binding is 1000 but the limit is 999"},
    [BINDING_ZERO] = {WGSErrorId_DuplicateBinding, "bindings[1].binding is 0, which is Params"},
    [BINDING_TWICE] =
        {WGSErrorId_DuplicateBinding, "bindings[0] and bindings[1] both have the number 1"},
    [ACCESS_NONE] = {WGSErrorId_InvalidEnum, "bindings[1].access is 0"},
    [ACCESS_UNIFORM] = {WGSErrorId_InvalidEnum, "bindings[1].access is 4"},
    [VIEW_MISSING] = {WGSErrorId_ViewMissing, "bindings[1].view has no buffer"},
    [VIEW_FORMAT] = {WGSErrorId_ViewFormat, "the format of bindings[1].view is 0"},
    [VIEW_OUTSIDE] = {WGSErrorId_ViewOutOfRange, "bindings[1].view is 256 elements"},
    [VIEW_EMPTY] = {WGSErrorId_ViewOutOfRange, "bindings[1].view is empty"},
    [OFFSET_ODD] = {WGSErrorId_InvalidOffset, "bindings[1].view starts at offset 6"},
    [OFFSET_WITHOUT_BASE] =
        {WGSErrorId_InvalidOffset, "bindings[1] has no base and starts at offset 4"},
    [USAGE] = {WGSErrorId_MissingUsage, "the buffer of bindings[1].view lacks the usage"},
    [ALIASED] =
        {WGSErrorId_AliasedUse,
         "bindings[0].view (StorageRead) and bindings[1].view (StorageWrite) share"},
    [FOREIGN_BUFFER] = {WGSErrorId_ForeignObject, "the buffer of bindings[1].view"},
    [FOREIGN_VALUE] = {WGSErrorId_ForeignObject, "a value belongs to another graph"},
    [FOREIGN_NODE] = {WGSErrorId_ForeignObject, "dependencies[0] belongs to another graph"},
};

static void refuse(wgs_kernel_rig* f, WGSStatus status, WGSErrorId id, char const* told) {
    wgs_clean_failure failure = wgs_clean_failure_begin(f->graph, function, told);
    WGSNode node = NULL;
    WGSStatus const got = wgsGraphAddKernel(f->graph, &f->descriptor, &node, &failure.error);
    assert_true(wgs_clean_failure_end(&failure, got, status, id));
    if (strstr(failure.error.message, told) == NULL)
        fail_msg("wanted: %s\ngot: %s", told, failure.error.message);
    assert_null(node);
}

/* item 4: every wrong argument, by its rule. */
static void test_cases(void** state) {
    (void)state;
    for (int what = 0; what < FAULT_COUNT; what++) {
        wgs_kernel_rig f;
        wgs_kernel_rig_open(&f, wgs_test_context());
        spoil_pointers(&f, (fault)what);
        spoil_text(&f, (fault)what);
        spoil_views(&f, (fault)what);
        refuse(&f, WGSStatus_InvalidArgument, expected[what].id, expected[what].told);
        wgs_kernel_rig_close(&f);
    }
}

/* item 4: every limit. */
static void test_limits(void** state) {
    (void)state;
    wgs_kernel_rig f;
    wgs_kernel_rig_open(&f, wgs_test_context());
    WGSStatus const large = WGSStatus_TooLarge;
    f.descriptor.bindingCount = WGS_MAX_KERNEL_STORAGE + 1;
    refuse(&f, large, WGSErrorId_TooManyColumns, "bindingCount is 10 but the limit is 9");
    f.descriptor.bindingCount = WGS_MAX_KERNEL_STORAGE;
    refuse(&f, large, WGSErrorId_TooManyColumns, "9 storage bindings but a shader has at most 8");
    wgs_kernel_rig_describe(&f);
    f.descriptor.constantCount = WGS_MAX_KERNEL_CONSTANTS + 1;
    refuse(&f, large, WGSErrorId_KernelShape, "constantCount is 7 but the limit is 6");
    wgs_kernel_rig_describe(&f);
    f.descriptor.paramsWordCount = WGS_MAX_KERNEL_PARAMS + 1;
    refuse(&f, large, WGSErrorId_KernelShape, "paramsWordCount is 33 but the limit is 32");
    wgs_kernel_rig_describe(&f);
    f.descriptor.valueCount = WGS_MAX_KERNEL_VALUES + 1;
    refuse(&f, large, WGSErrorId_KernelShape, "valueCount is 3 but the limit is 2");
    wgs_kernel_rig_describe(&f);
    f.descriptor.data = f.data;
    f.descriptor.dataSize = WGS_MAX_KERNEL_DATA + 1;
    refuse(&f, large, WGSErrorId_KernelShape, "dataSize is 97 but the limit is 96");
    wgs_kernel_rig_describe(&f);
    static char text[WGS_MAX_KERNEL_SOURCE + 1];
    memset(text, '\n', sizeof text);
    f.descriptor.source = (WGPUStringView){text, sizeof text};
    refuse(&f, large, WGSErrorId_SourceText, "source has 65537 bytes but the limit is 65536");
    wgs_kernel_rig_describe(&f);
    f.groups_per_row = UINT64_C(1) << 26;
    refuse(&f, large, WGSErrorId_DispatchTooLarge, "mine needs 6710886400 workgroups");
    /* All limits reached. */
    wgs_kernel_rig_describe(&f);
    char const* const good_source = f.descriptor.source.data;
    memcpy(text, good_source, strlen(good_source));
    f.descriptor.source = (WGPUStringView){text, WGS_MAX_KERNEL_SOURCE};
    f.descriptor.constantCount = WGS_MAX_KERNEL_CONSTANTS;
    f.descriptor.paramsWordCount = WGS_MAX_KERNEL_PARAMS;
    f.descriptor.valueCount = WGS_MAX_KERNEL_VALUES;
    f.descriptor.data = f.data;
    f.descriptor.dataSize = WGS_MAX_KERNEL_DATA;
    f.descriptor.bindingCount = 8;
    WGSProgram program;
    assert_int_equal(wgsGraphAddKernel(f.graph, &f.descriptor, NULL, NULL), WGSStatus_Success);
    assert_int_equal(wgsGraphCompile(f.graph, NULL, &program, NULL), WGSStatus_Success);
    wgsProgramRelease(program);
    wgs_kernel_rig_close(&f);
}

static void test_binding_too_large(void** state) {
    (void)state;
    WGSContext const context =
        wgs_test_context_limited((WGSLimits){.maxStorageBufferBindingSize = 512});
    assert_non_null(context);
    wgs_kernel_rig f;
    wgs_kernel_rig_open(&f, context);
    f.bindings[0].view.length = 126;
    refuse(&f, WGSStatus_TooLarge, WGSErrorId_BindingTooLarge, "bindings[0].view binds 516 bytes");
    f.bindings[0].view.length = 125;
    assert_int_equal(wgsGraphAddKernel(f.graph, &f.descriptor, NULL, NULL), WGSStatus_Success);
    wgs_kernel_rig_close(&f);
    wgsContextRelease(context);
}

static WGSStatus add(WGSGraph graph, void const* descriptor, WGSError* error) {
    return wgsGraphAddKernel(graph, descriptor, NULL, error);
}

static void test_null_and_compiled(void** state) {
    (void)state;
    wgs_kernel_rig f;
    wgs_kernel_rig_open(&f, wgs_test_context());
    assert_true(wgs_clean_failure_null_and_compiled(f.graph, function, add, &f.descriptor));
    wgs_kernel_rig_close(&f);
}

/* --- Found by the compiler ----------------------------------------------------------------- */

typedef struct compile_case {
    char const* source;
    WGSErrorId id;
    char const* told; /* behind the function's name */
} compile_case;

static compile_case const compile_cases[] = {
    {"// A comment.\n@compute @workgroup_size(WIDTH)\nfn mine() {\n    let x = wrong;\n}\n",
     WGSErrorId_ShaderModule,
     "mine.wgsl:4: "},
    {"@compute @workgroup_size(WIDTH) fn mine() { let x = ; }",
     WGSErrorId_ShaderModule,
     "mine.wgsl:1: "},
    {"// unroll\nfn f() {}\n@compute @workgroup_size(1) fn mine() {}\n",
     WGSErrorId_ShaderModule,
     "mine.wgsl:1: no `for (var` follows an unroll mark"},
    {"@group(0) @binding(5) var<storage, read> lost: array<u32>;\n"
     "@compute @workgroup_size(1) fn mine() { _ = lost[0]; }\n",
     WGSErrorId_Pipeline,
     "wgs.caller.mine"},
    {"@group(0) @binding(1) var<storage, read_write> numbers_in: array<u32>;\n"
     "@compute @workgroup_size(1) fn mine() { numbers_in[0] = 1u; }\n",
     WGSErrorId_Pipeline,
     "wgs.caller.mine"},
    {"struct Params { a: vec4u, b: u32 }\n"
     "@group(0) @binding(0) var<uniform> params: Params;\n"
     "@group(0) @binding(2) var<storage, read_write> numbers_out: array<u32>;\n"
     "@compute @workgroup_size(1) fn mine() { numbers_out[0] = params.b; }\n",
     WGSErrorId_Pipeline,
     "wgs.caller.mine"},
    {"@compute @workgroup_size(WIDTH, 64) fn mine() {}\n", WGSErrorId_Pipeline, "wgs.caller.mine"},
};

static void expect_compile_error(wgs_kernel_rig* f, compile_case const* c) {
    WGSProgram program = NULL;
    WGSError error = {0};
    assert_int_equal(wgsGraphCompile(f->graph, NULL, &program, &error), WGSStatus_DeviceError);
    static char const start[] = "wgsGraphCompile: ";
    char const* const told = error.message + sizeof start - 1;
    if (error.detail != c->id || strncmp(error.message, start, sizeof start - 1) != 0 ||
        strncmp(told, c->told, strlen(c->told)) != 0)
        fail_msg("%s\nwanted: %s%s\ngot: %s", c->source, start, c->told, error.message);
    assert_null(program);
}

/* item 4: what the compiler finds is told with the caller's own line, also when several kernels are
 * compiled at a time. */
static void test_compile_errors(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof compile_cases / sizeof *compile_cases; i++) {
        wgs_kernel_rig f;
        wgs_kernel_rig_open(&f, wgs_test_context());
        f.descriptor.source = wgs_test_text(compile_cases[i].source);
        assert_int_equal(wgsGraphAddKernel(f.graph, &f.descriptor, NULL, NULL), 0);
        expect_compile_error(&f, &compile_cases[i]);
        wgs_kernel_rig_describe(&f);
        f.constants[0].value = (uint32_t)i + 1; /* not in the cache yet */
        assert_int_equal(wgsGraphAddKernel(f.graph, &f.descriptor, NULL, NULL), 0);
        expect_compile_error(&f, &compile_cases[i]);
        wgs_kernel_rig_close(&f);
    }
    assert_int_equal(wgs_test_device_errors(), 0);
}

/* A callback that is not what it should be. */
static void prepare_falling(void const* data, uint32_t const* values, WGSKernelLaunch* launch) {
    (void)data;
    launch->workgroups = values[0] == 100 ? 0 : UINT64_MAX;
}

/* item 4: an encode can't launch more than a dispatch holds, though the maxima could. */
static void test_launches_are_checked_at_encode(void** state) {
    (void)state;
    wgs_kernel_rig f;
    wgs_kernel_rig_open(&f, wgs_test_context());
    f.descriptor.prepare = prepare_falling;
    assert_int_equal(wgsGraphAddKernel(f.graph, &f.descriptor, NULL, NULL), 0);
    WGSProgram program;
    assert_int_equal(wgsGraphCompile(f.graph, NULL, &program, NULL), 0);
    WGPUCommandEncoder const encoder = wgpuDeviceCreateCommandEncoder(wgs_test_device(), NULL);
    WGSError error = {0};
    assert_int_equal(wgsProgramEncode(program, encoder, NULL, NULL, &error), WGSStatus_TooLarge);
    assert_int_equal(error.detail, WGSErrorId_DispatchTooLarge);
    WGSValueReplacement const value = {f.values[0], 100};
    WGSEncodeDescriptor const descriptor = {.valueCount = 1, .values = &value};
    assert_int_equal(wgsProgramEncode(program, encoder, &descriptor, NULL, &error), 0);
    wgpuCommandEncoderRelease(encoder);
    wgsProgramRelease(program);
    wgs_kernel_rig_close(&f);
}

int main(void) {
    (void)wgs_test_context();
    struct CMUnitTest const tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_binding_too_large),
        cmocka_unit_test(test_null_and_compiled),
        cmocka_unit_test(test_compile_errors),
        cmocka_unit_test(test_launches_are_checked_at_encode),
    };
    int const failed = cmocka_run_group_tests(tests, NULL, NULL);
    wgs_test_close();
    return failed;
}
