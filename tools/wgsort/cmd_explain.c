/* SPDX-License-Identifier: MIT */
/* wgsort explain: the graph that another command would record. */
#include "commands.h"

#include "explain_commands.h"

#include <string.h>

static struct {
    char const* name;
    int (*run)(int argument_count, char* const* arguments, wgs_failure* failure);
} const explained[] = {
    {"sort", wgs_explain_sort},
    {"scan", wgs_explain_scan},
    {"histogram", wgs_explain_histogram},
};

/* Without a name it is a sort. */
int wgs_command_explain(int argument_count, char* const* words, wgs_failure* failure) {
    for (size_t i = 0; argument_count > 0 && i < sizeof explained / sizeof explained[0]; i++)
        if (strcmp(words[0], explained[i].name) == 0)
            return explained[i].run(argument_count - 1, words + 1, failure);
    return wgs_explain_sort(argument_count, words, failure);
}
