/* SPDX-License-Identifier: MIT */
#include "explain_print.h"

#include "device_run.h"
#include "exit_status.h"

#include <stdlib.h>
#include <string.h>

static bool parse_format(char const* text, WGSExplainFormat* format, wgs_failure* failure) {
    if (strcmp(text, "text") == 0)
        *format = WGSExplainFormat_Text;
    else if (strcmp(text, "json") == 0)
        *format = WGSExplainFormat_JSON;
    else if (strcmp(text, "dot") == 0)
        *format = WGSExplainFormat_DOT;
    else
        return wgs_fail(failure, WGS_EXIT_USAGE, "--as: \"%s\" is none of text, json, dot", text);
    return true;
}

bool wgs_explain_option(
    wgs_explain_options* options,
    wgs_option_id id,
    char const* value,
    bool* taken,
    wgs_failure* failure) {
    *taken = true;
    switch (id) {
    case WGS_OPT_ROWS:
        return wgs_parse_count("--rows", value, INT64_MAX / 8, &options->rows, failure);
    case WGS_OPT_GRAPH:
        return parse_format(value, &options->format, failure);
    default:
        *taken = false;
        return true;
    }
}

bool wgs_explain_print(WGSGraph graph, WGSExplainFormat format, wgs_failure* failure) {
    WGSError error;
    size_t size = 0;
    if (wgsGraphExplain(graph, format, NULL, &size, &error) != WGSStatus_Success)
        return wgs_fail_library(failure, &error);
    char* text = malloc(size);
    if (!text)
        return wgs_fail(failure, WGS_EXIT_DATA, "out of memory");
    bool const good = wgsGraphExplain(graph, format, text, &size, &error) == WGSStatus_Success;
    if (good)
        (void)fputs(text, stdout);
    free(text);
    return good || wgs_fail_library(failure, &error);
}

uint64_t wgs_explain_portion(uint64_t rows, uint64_t room, char const* done, char const* joined) {
    if (rows <= room)
        return rows;
    (void)fprintf(
        stderr,
        "wgsort: %llu rows are %s in portions of %llu and %s; this is the graph of one portion\n",
        (unsigned long long)rows,
        done,
        (unsigned long long)room,
        joined);
    return room;
}

bool wgs_explain_open_device(
    wgs_engine_options const* options,
    uint64_t rows,
    char const* done,
    char const* joined,
    wgs_sort_engine** engine,
    WGSContext* context,
    uint64_t* portion,
    wgs_failure* failure) {
    uint64_t room = 0;
    *engine = NULL;
    if (!wgs_sort_engine_start(options, engine, failure) ||
        !wgs_sort_engine_ready(*engine, context, failure) ||
        !wgs_device_room(*context, options->portion_rows, &room, failure))
        return false;
    *portion = wgs_explain_portion(rows, room, done, joined);
    if (*portion == 0)
        *portion = 1;
    return true;
}

bool wgs_explain_open_nothing(wgs_input_options* input, uint64_t rows, wgs_failure* failure) {
    if (rows == 0)
        return true;
    if (input->path)
        return wgs_fail(failure, WGS_EXIT_USAGE, "--rows is for a plan without an input");
    input->path = "/dev/null";
    return true;
}
