/* SPDX-License-Identifier: MIT */
#include "bench_report.h"

#include <inttypes.h>
#include <time.h>

/* A value of a row: a number, or a text when `text` is not NULL. */
typedef struct field {
    char const* name;
    char const* text;
    double number;
    int decimals;
} field;

enum { MAX_FIELDS = 32 };

static field text_field(char const* name, char const* text) {
    return (field){.name = name, .text = text};
}

static field number_field(char const* name, double number, int decimals) {
    return (field){.name = name, .number = number, .decimals = decimals};
}

static void print_json_text(FILE* file, char const* text) {
    (void)fputc('"', file);
    for (; *text != 0; text++) {
        unsigned char const byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            (void)fprintf(file, "\\%c", byte);
        else if (byte < 32)
            (void)fprintf(file, "\\u%04x", byte);
        else
            (void)fputc(byte, file);
    }
    (void)fputc('"', file);
}

static void print_csv_text(FILE* file, char const* text) {
    (void)fputc('"', file);
    for (; *text != 0; text++)
        (void)fprintf(file, *text == '"' ? "\"%c" : "%c", *text);
    (void)fputc('"', file);
}

static void print_json(wgs_bench_report const* report, field const* fields, size_t count) {
    (void)fputs(report->row_count == 0 ? "\n  {" : ",\n  {", report->file);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(report->file, "%s\"%s\": ", i == 0 ? "" : ", ", fields[i].name);
        if (fields[i].text != NULL)
            print_json_text(report->file, fields[i].text);
        else
            (void)fprintf(report->file, "%.*f", fields[i].decimals, fields[i].number);
    }
    (void)fputc('}', report->file);
}

static void print_csv(wgs_bench_report const* report, field const* fields, size_t count) {
    for (size_t i = 0; i < count && report->row_count == 0; i++)
        (void)fprintf(report->file, "%s%s", i == 0 ? "" : ",", fields[i].name);
    if (report->row_count == 0)
        (void)fputc('\n', report->file);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            (void)fputc(',', report->file);
        if (fields[i].text != NULL)
            print_csv_text(report->file, fields[i].text);
        else
            (void)fprintf(report->file, "%.*f", fields[i].decimals, fields[i].number);
    }
    (void)fputc('\n', report->file);
}

static void print_fields(wgs_bench_report* report, field const* fields, size_t count) {
    if (report->format == WGS_BENCH_JSON)
        print_json(report, fields, count);
    else
        print_csv(report, fields, count);
    report->row_count++;
    (void)fflush(report->file);
}

/* What every row starts with; the text of `variant` is kept by its field. */
static size_t add_case_fields(field* fields, wgs_bench_subject const* subject, char variant[32]) {
    wgs_bench_case const* const what = &subject->what;
    wgs_bench_case_variant(what, variant);
    size_t n = 0;
    fields[n++] = text_field("system", "wgsort");
    fields[n++] = text_field("work", wgs_bench_case_work(what));
    fields[n++] = number_field("n", (double)what->rows, 0);
    fields[n++] = text_field("keyType", wgs_bench_key_name(what->key));
    fields[n++] = number_field("valueSize", what->value_size, 0);
    fields[n++] = text_field("distribution", what->distribution.name);
    fields[n++] = text_field("algorithm", subject->algorithm);
    fields[n++] = text_field("mode", wgs_bench_case_mode(what));
    fields[n++] = text_field("variant", variant);
    fields[n++] = number_field("segments", (double)wgs_bench_case_segments(what), 0);
    fields[n++] = number_field("segmentRows", what->segment_rows, 0);
    fields[n++] = number_field("bins", what->bins, 0);
    return n;
}

/* What every row ends with. */
static size_t add_device_fields(field* fields, size_t n, wgs_bench_report const* report) {
    wgs_bench_device const* const device = report->device;
    fields[n++] = number_field("samples", device->timer.samples, 0);
    fields[n++] = number_field("copy_tbps", 1e-12 * device->copy_rate, 6);
    fields[n++] = text_field("adapter", device->info.adapterName);
    fields[n++] = text_field("driver", device->info.driver);
    fields[n++] = text_field("implementation", device->info.implementation);
    fields[n++] = text_field("version", wgsGetVersion());
    fields[n++] = text_field("date", report->date);
    return n;
}

static char const* timing_name(wgs_bench_report const* report) {
    return report->device->timer.by_timestamps ? "gpu" : "wall";
}

static void print_size(FILE* file, uint64_t bytes) {
    static char const* const units[] = {"B", "KiB", "MiB", "GiB"};
    double size = (double)bytes;
    unsigned unit = 0;
    while (size >= 1024 && unit < 3) {
        size /= 1024;
        unit++;
    }
    (void)fprintf(file, " %7.*f %-3s", unit == 0 ? 0 : 1, size, units[unit]);
}

static void print_table_head(wgs_bench_report const* report) {
    if (report->nodes)
        (void)fprintf(
            report->file,
            "%4s %11s %11s %11s %7s  %s\n",
            "node",
            "median us",
            "p10",
            "p90",
            "share",
            "label");
    else
        (void)fprintf(
            report->file,
            "%-10s %-3s %5s %10s %-13s %-10s %11s %11s %11s %9s %9s %6s %11s %5s  %s\n",
            "work",
            "key",
            "value",
            "n",
            "distribution",
            "alg.",
            "median ms",
            "p10",
            "p90",
            "Gkeys/s",
            "TB/s",
            "copy%",
            "scratch",
            "disp.",
            "what, why");
}

static void print_head(FILE* file, wgs_bench_report const* report, char const* mark) {
    wgs_bench_device const* const device = report->device;
    WGSContextInfo const* const info = &device->info;
    (void)fprintf(file, "%sadapter: %s\n", mark, info->adapterName);
    (void)fprintf(file, "%sdriver: %s\n", mark, info->driver);
    (void)fprintf(
        file,
        "%slibrary: wgsort %s on %s, %s\n",
        mark,
        wgsGetVersion(),
        info->implementation,
        report->date);
    (void)fprintf(
        file,
        "%stiming: %s, %" PRIu32 " samples\n",
        mark,
        device->timer.by_timestamps ? "timestamps of the GPU"
                                    : "wall clock, from recording to done",
        device->timer.samples);
    (void)fprintf(
        file,
        "%scopy of %" PRIu64 " MiB: %.4f TB/s by a kernel, %.4f by a command\n",
        mark,
        device->copy.size >> 20,
        1e-12 * device->kernel_rate,
        1e-12 * device->command_rate);
}

void wgs_bench_report_begin(
    wgs_bench_report* report,
    FILE* file,
    wgs_bench_options const* options,
    wgs_bench_device const* device) {
    *report = (wgs_bench_report){
        .file = file, .format = options->format, .nodes = options->nodes, .device = device};
    time_t const now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        (void)strftime(report->date, sizeof report->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (report->format != WGS_BENCH_TABLE) {
        print_head(stderr, report, "");
        (void)fputs(report->format == WGS_BENCH_JSON ? "[" : "", file);
        return;
    }
    print_head(file, report, "# ");
    if (!report->nodes)
        print_table_head(report);
    (void)fflush(file);
}

/* The figures that follow from the time. */
typedef struct rates {
    double gkeys;
    double bytes_per_second;
    double copy_share;
} rates;

static rates
rates_of(wgs_bench_report const* report, wgs_bench_subject const* subject, double milliseconds) {
    double const bytes_per_second = 1e3 * subject->traffic / milliseconds;
    return (rates){
        .gkeys = 1e-6 * (double)subject->what.rows / milliseconds,
        .bytes_per_second = bytes_per_second,
        .copy_share = bytes_per_second / report->device->copy_rate,
    };
}

static void print_table_row(
    FILE* file,
    wgs_bench_subject const* subject,
    wgs_bench_summary const* time_ms,
    rates const* rate) {
    wgs_bench_case const* const what = &subject->what;
    (void)fprintf(
        file,
        "%-10s %-3s %5" PRIu32 " %10" PRIu64 " %-13s %-10s %11.4f %11.4f %11.4f %9.3g %9.3g %6.1f",
        wgs_bench_case_work(what),
        wgs_bench_key_name(what->key),
        what->value_size,
        what->rows,
        what->distribution.name,
        subject->algorithm,
        time_ms->median,
        time_ms->p10,
        time_ms->p90,
        rate->gkeys,
        1e-12 * rate->bytes_per_second,
        100 * rate->copy_share);
    print_size(file, subject->scratch_bytes);
    (void)fprintf(
        file,
        " %5" PRIu32 "  %s%s%s\n",
        subject->dispatch_count,
        subject->detail,
        subject->detail[0] == 0 || subject->sort.reason[0] == 0 ? "" : "; ",
        subject->sort.reason);
    (void)fflush(file);
}

void wgs_bench_report_row(
    wgs_bench_report* report, wgs_bench_subject const* subject, wgs_bench_summary const* time_ms) {
    rates const rate = rates_of(report, subject, time_ms->median);
    if (report->format == WGS_BENCH_TABLE) {
        print_table_row(report->file, subject, time_ms, &rate);
        report->row_count++;
        return;
    }
    field fields[MAX_FIELDS];
    char variant[32];
    size_t n = add_case_fields(fields, subject, variant);
    fields[n++] = text_field("reason", subject->sort.reason);
    fields[n++] = number_field("ms_median", time_ms->median, 6);
    fields[n++] = number_field("ms_p10", time_ms->p10, 6);
    fields[n++] = number_field("ms_p90", time_ms->p90, 6);
    fields[n++] = number_field("gkeys", rate.gkeys, 9);
    fields[n++] = number_field("bytes", subject->traffic, 0);
    fields[n++] = number_field("tbps", 1e-12 * rate.bytes_per_second, 9);
    fields[n++] = number_field("copy_share", rate.copy_share, 4);
    fields[n++] = number_field("scratch", (double)subject->scratch_bytes, 0);
    fields[n++] = number_field("dispatches", subject->dispatch_count, 0);
    fields[n++] = text_field("timing", timing_name(report));
    n = add_device_fields(fields, n, report);
    print_fields(report, fields, n);
}

static void print_table_subject(wgs_bench_report const* report, wgs_bench_subject const* subject) {
    wgs_bench_case const* const what = &subject->what;
    (void)fprintf(
        report->file,
        "\n%s of %" PRIu64 " rows, %s, %s, %s%s%s: each node in a pass of its own\n",
        wgs_bench_case_work(what),
        what->rows,
        wgs_bench_key_name(what->key),
        what->distribution.name,
        subject->algorithm,
        subject->detail[0] == 0 ? "" : ", ",
        subject->detail);
    print_table_head(report);
}

void wgs_bench_report_node(
    wgs_bench_report* report,
    wgs_bench_subject const* subject,
    uint32_t index,
    char const* label,
    wgs_bench_summary const* time_us,
    double total) {
    double const share = total > 0 ? time_us->median / total : 0;
    if (report->format == WGS_BENCH_TABLE) {
        if (index == 0)
            print_table_subject(report, subject);
        (void)fprintf(
            report->file,
            "%4" PRIu32 " %11.2f %11.2f %11.2f %6.1f%%  %s\n",
            index,
            time_us->median,
            time_us->p10,
            time_us->p90,
            100 * share,
            label);
        report->row_count++;
        return;
    }
    field fields[MAX_FIELDS];
    char variant[32];
    size_t n = add_case_fields(fields, subject, variant);
    fields[n++] = number_field("node", index, 0);
    fields[n++] = text_field("label", label);
    fields[n++] = number_field("us_median", time_us->median, 3);
    fields[n++] = number_field("us_p10", time_us->p10, 3);
    fields[n++] = number_field("us_p90", time_us->p90, 3);
    fields[n++] = number_field("share", share, 4);
    n = add_device_fields(fields, n, report);
    print_fields(report, fields, n);
}

void wgs_bench_report_sum(
    wgs_bench_report const* report, char const* label, uint32_t count, double us, double total) {
    if (report->format == WGS_BENCH_TABLE)
        (void)fprintf(
            report->file,
            " sum %11.2f %23s %6.1f%%  %s x %" PRIu32 "\n",
            us,
            "",
            100 * us / total,
            label,
            count);
}

void wgs_bench_report_end(wgs_bench_report* report) {
    if (report->format == WGS_BENCH_JSON)
        (void)fputs(report->row_count == 0 ? "]\n" : "\n]\n", report->file);
}
