/* SPDX-License-Identifier: MIT */
/* The command wgsort: finds the sub-command and prints what went wrong. */
#include "adapter_list.h"
#include "commands.h"
#include "sort_engine.h"

#include <stdio.h>
#include <string.h>

typedef struct sub_command {
    char const* name;
    char const* about;
    int (*run)(int argument_count, char* const* arguments, wgs_failure* failure);
} sub_command;

static sub_command const sub_commands[] = {
    {"sort", "sort the rows of a file", wgs_command_sort},
    {"verify", "say whether a file is sorted, and where not", wgs_command_verify},
    {"scan", "write sums, least or greatest values so far", wgs_command_scan},
    {"histogram", "count the values of a column in bins", wgs_command_histogram},
    {"info", "show adapters, limits, features and the self-test", wgs_command_info},
    {"explain", "print the graph of a sort, scan or histogram", wgs_command_explain},
    {"bench", "measure the device", wgs_command_bench},
};
enum { SUB_COMMAND_COUNT = sizeof sub_commands / sizeof sub_commands[0] };

static void print_help(FILE* file) {
    (void)fputs("usage: wgsort COMMAND [arguments]\n\ncommands:\n", file);
    for (size_t i = 0; i < SUB_COMMAND_COUNT; i++)
        (void)fprintf(file, "  %-9s %s\n", sub_commands[i].name, sub_commands[i].about);
    (void)fputs(
        "\n  wgsort COMMAND --help   options and examples\n"
        "  wgsort --version        versions, and the adapter in use\n\n"
        "example:\n"
        "  wgsort sort people.csv -k age:desc -o sorted.csv\n",
        file);
}

/* The library's version is a fact even where no device can be opened. */
static void print_version(void) {
    (void)printf("wgsort %s\n", wgsGetVersion());
    WGSOpenDescriptor const descriptor = {.skipSelfTest = 1};
    WGSContext context = NULL;
    WGSContextInfo info;
    WGSError error;
    if (wgsOpenContext(&descriptor, &context, &error) != WGSStatus_Success ||
        wgsContextGetInfo(context, &info, &error) != WGSStatus_Success)
        (void)printf("adapter: none (%s)\n", error.message);
    else
        (void)printf(
            "WebGPU: %s\nadapter: %s (%s, %s)\n",
            info.implementation,
            info.adapterName,
            wgs_adapter_kind(info.adapterType),
            wgs_backend_name(info.backendType));
    wgsContextRelease(context);
}

static int run_command(int argument_count, char** arguments, wgs_failure* failure) {
    char const* name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(stdout);
        return WGS_EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        print_version();
        return WGS_EXIT_OK;
    }
    for (size_t i = 0; i < SUB_COMMAND_COUNT; i++)
        if (strcmp(name, sub_commands[i].name) == 0)
            return sub_commands[i].run(argument_count - 2, arguments + 2, failure);
    wgs_fail(failure, WGS_EXIT_USAGE, "unknown command \"%s\" (wgsort --help lists them)", name);
    return WGS_EXIT_USAGE;
}

int main(int argument_count, char** arguments) {
    if (argument_count < 2) {
        print_help(stderr);
        return WGS_EXIT_USAGE;
    }
    wgs_failure failure = {0};
    int status = run_command(argument_count, arguments, &failure);
    if (failure.message[0] != 0)
        (void)fprintf(stderr, "wgsort: %s\n", failure.message);
    if (fflush(stdout) != 0 && status == WGS_EXIT_OK) {
        perror("wgsort: standard output");
        status = WGS_EXIT_DATA;
    }
    return status;
}
