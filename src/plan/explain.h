/* SPDX-License-Identifier: MIT */
/* What the printers of a plan share, and that of an inspector with them. */
#ifndef WGS_PLAN_EXPLAIN_H
#define WGS_PLAN_EXPLAIN_H

#include "plan/plan.h"

/* Text that is counted in full and stored as far as it fits. */
typedef struct wgs_explain_writer {
    char* text;
    size_t capacity;
    size_t length; /* bytes printed so far, stored or not */
} wgs_explain_writer;

void wgs_explain_print(wgs_explain_writer* writer, char const* format, ...)
    __attribute__((format(printf, 2, 3)));
void wgs_explain_spaces(wgs_explain_writer* writer, size_t count);

/* "512 B", "8.5 MiB". */
typedef struct wgs_byte_text {
    char text[24];
} wgs_byte_text;
wgs_byte_text wgs_explain_bytes(uint64_t bytes);

/* The length in bytes of the UTF-8 sequence that starts at `text`, which is not at its end; 0 when
 * it is not valid. */
size_t wgs_utf8_length(char const* text);

/* Characters that a label takes when printed: one a code point. */
size_t wgs_explain_label_width(char const* label);

/* A label can't break the columns or the terminal: control characters and stray bytes become '?'. */
void wgs_explain_label(wgs_explain_writer* writer, char const* label);

/* A JSON string: UTF-8 as it is, control characters escaped, stray bytes as U+FFFD. */
void wgs_explain_json_string(wgs_explain_writer* writer, char const* text);

char const* wgs_node_kind_name(wgs_node_kind kind);

/* "import", "transient" or "table". */
char const* wgs_buffer_kind_name(WGSBuffer buffer);

/* "partial" or "complete". */
char const* wgs_publication_name(WGSPublicationKind kind);

/* The workgroups of a dispatch with the default values; false for nodes of other kinds, and for
 * indirect dispatches. */
bool wgs_explain_workgroups(WGSNode node, uint64_t* workgroups);

void wgs_explain_text(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan);
void wgs_explain_json(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan);
void wgs_explain_dot(wgs_explain_writer* writer, WGSGraph graph, wgs_plan const* plan);

#endif
