/* SPDX-License-Identifier: MIT */
/* wgsort info: the adapters, and what the library found on the chosen one. */
#include "commands.h"

#include "adapter_list.h"
#include "command_options.h"
#include "json_text.h"
#include "sort_engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static wgs_option_id const info_option_ids[] = {WGS_OPT_ADAPTER, WGS_OPT_JSON, WGS_OPT_HELP};

static wgs_command_help const info_help = {
    .usage = "wgsort info [options]",
    .about = "Shows the adapters of this machine, and of the one that is used its limits and\n"
             "features, the verdict of the self-test and the sort path chosen.\n",
    .examples = "  wgsort info\n  wgsort info --adapter software --json\n",
    .options = info_option_ids,
    .option_count = sizeof info_option_ids / sizeof info_option_ids[0],
};

typedef struct info_limit {
    char const* name;
    uint64_t value;
} info_limit;

enum { LIMIT_COUNT = 8 };

static void list_limits(WGSLimits const* limits, info_limit list[LIMIT_COUNT]) {
    info_limit const all[LIMIT_COUNT] = {
        {"maxBufferSize", limits->maxBufferSize},
        {"maxStorageBufferBindingSize", limits->maxStorageBufferBindingSize},
        {"maxComputeWorkgroupsPerDimension", limits->maxComputeWorkgroupsPerDimension},
        {"maxStorageBuffersPerShaderStage", limits->maxStorageBuffersPerShaderStage},
        {"maxComputeInvocationsPerWorkgroup", limits->maxComputeInvocationsPerWorkgroup},
        {"maxComputeWorkgroupStorageSize", limits->maxComputeWorkgroupStorageSize},
        {"minStorageBufferOffsetAlignment", limits->minStorageBufferOffsetAlignment},
        {"minUniformBufferOffsetAlignment", limits->minUniformBufferOffsetAlignment},
    };
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        list[i] = all[i];
}

static char const* self_test_name(WGSSelfTest verdict) {
    return verdict == WGSSelfTest_Passed   ? "passed"
           : verdict == WGSSelfTest_Failed ? "failed"
                                           : "not run";
}

static void print_json_adapters(WGSAdapterInfo const* adapters, size_t count) {
    (void)fputs(", \"adapters\": [", stdout);
    for (size_t i = 0; i < count; i++) {
        (void)fputs(i ? ", {\"name\": " : "{\"name\": ", stdout);
        wgs_json_string(stdout, adapters[i].name);
        (void)printf(
            ", \"kind\": \"%s\", \"backend\": \"%s\", \"vendor\": ",
            wgs_adapter_kind(adapters[i].adapterType),
            wgs_backend_name(adapters[i].backendType));
        wgs_json_string(stdout, adapters[i].vendor);
        (void)fputs(", \"driver\": ", stdout);
        wgs_json_string(stdout, adapters[i].driver);
        (void)fputs("}", stdout);
    }
    (void)fputs("]", stdout);
}

static void
print_json(WGSContextInfo const* info, WGSAdapterInfo const* adapters, size_t adapter_count) {
    (void)fputs("{\"version\": ", stdout);
    wgs_json_string(stdout, wgsGetVersion());
    print_json_adapters(adapters, adapter_count);
    (void)fputs(", \"adapter\": ", stdout);
    wgs_json_string(stdout, info->adapterName);
    (void)printf(
        ", \"kind\": \"%s\", \"backend\": \"%s\", \"driver\": ",
        wgs_adapter_kind(info->adapterType),
        wgs_backend_name(info->backendType));
    wgs_json_string(stdout, info->driver);
    (void)fputs(", \"implementation\": ", stdout);
    wgs_json_string(stdout, info->implementation);
    (void)fputs(", \"limits\": {", stdout);
    info_limit limits[LIMIT_COUNT];
    list_limits(&info->limits, limits);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        (void)printf("%s\"%s\": %" PRIu64, i ? ", " : "", limits[i].name, limits[i].value);
    (void)printf(
        "}, \"features\": {\"timestamps\": %s, \"subgroups\": %s}, \"self_test\": \"%s\", "
        "\"self_test_reason\": ",
        info->hasTimestamps ? "true" : "false",
        info->hasSubgroups ? "true" : "false",
        self_test_name(info->selfTest));
    wgs_json_string(stdout, info->selfTestReason);
    (void)fputs(", \"path\": ", stdout);
    wgs_json_string(stdout, info->path);
    (void)fputs("}\n", stdout);
}

static void print_text(WGSContextInfo const* info) {
    (void)printf(
        "\nin use:       %s (%s, %s)\ndriver:       %s\nWebGPU:       %s\n",
        info->adapterName,
        wgs_adapter_kind(info->adapterType),
        wgs_backend_name(info->backendType),
        info->driver,
        info->implementation);
    (void)printf(
        "features:     timestamps %s, subgroups %s\nself-test:    %s (%s)\n"
        "sort path:    %s\nlimits:\n",
        info->hasTimestamps ? "yes" : "no",
        info->hasSubgroups ? "yes" : "no",
        self_test_name(info->selfTest),
        info->selfTestReason,
        info->path);
    info_limit limits[LIMIT_COUNT];
    list_limits(&info->limits, limits);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        (void)printf("  %-34s %" PRIu64 "\n", limits[i].name, limits[i].value);
}

static bool show_info(char const* adapter, bool json, wgs_failure* failure) {
    WGSAdapterInfo* adapters;
    size_t adapter_count;
    if (!wgs_list_adapters(&adapters, &adapter_count, failure))
        return false;
    if (!json) {
        (void)printf("wgsort %s\n\nadapters:\n", wgsGetVersion());
        (void)wgs_print_adapters(stdout, failure);
    }
    WGSOpenDescriptor const descriptor = {.adapter = wgs_adapter_choice(adapter)};
    WGSContext context = NULL;
    WGSContextInfo info;
    WGSError error;
    bool const good = wgsOpenContext(&descriptor, &context, &error) == WGSStatus_Success &&
                      wgsContextGetInfo(context, &info, &error) == WGSStatus_Success;
    if (!good)
        wgs_fail_library(failure, &error);
    else if (json)
        print_json(&info, adapters, adapter_count);
    else
        print_text(&info);
    wgsContextRelease(context);
    free(adapters);
    return good;
}

int wgs_command_info(int argument_count, char* const* words, wgs_failure* failure) {
    wgs_command_arguments arguments;
    wgs_arguments_start(&arguments, &info_help, argument_count, words);
    char const* adapter = NULL;
    bool json = false;
    for (;;) {
        wgs_option_id id = WGS_OPT_HELP;
        char const* value = NULL;
        wgs_option_event const event = wgs_arguments_next(&arguments, &id, &value, failure);
        if (event == WGS_OPTION_END)
            break;
        if (event == WGS_OPTION_BAD)
            return failure->exit_code;
        if (event == WGS_OPTION_OPERAND) {
            wgs_fail(failure, WGS_EXIT_USAGE, "info takes no operand: %s", value);
            return WGS_EXIT_USAGE;
        }
        if (id == WGS_OPT_HELP) {
            wgs_help_print(stdout, &info_help);
            return WGS_EXIT_OK;
        }
        json |= id == WGS_OPT_JSON;
        adapter = id == WGS_OPT_ADAPTER ? value : adapter;
    }
    bool const list = adapter && strcmp(adapter, "list") == 0;
    bool const good =
        list ? wgs_print_adapters(stdout, failure) : show_info(adapter, json, failure);
    return good ? WGS_EXIT_OK : failure->exit_code;
}
