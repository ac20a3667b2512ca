// SPDX-License-Identifier: MIT
// The peer: CUB's radix sort, segmented sort, scan, reduction and histogram, measured as `wgsort
// bench` measures this library. The same command line, keys, values, checks and statistics; CUDA
// events in place of timestamp queries. All work of a case lies in the stream before the first of it
// runs, so no launch leaves the GPU idle.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <cub/cub.cuh>
#include <cuda_runtime.h>

#include "bench_check.h"
#include "bench_grid.h"
#include "bench_statistics.h"
#include "bench_tally.h"

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 29;
constexpr int kWarmRuns = 3;
constexpr std::uint64_t kSliceRows = std::uint64_t{1} << 20;

void check(cudaError_t status, char const* what) {
    if (status == cudaSuccess)
        return;
    std::fprintf(stderr, "cub_sort: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(3);
}

// Memory of the device.
class Buffer {
  public:
    explicit Buffer(std::size_t bytes) : size(bytes) {
        if (bytes > 0)
            check(cudaMalloc(&data, bytes), "cudaMalloc");
    }
    Buffer(Buffer const&) = delete;
    Buffer& operator=(Buffer const&) = delete;
    ~Buffer() { (void)cudaFree(data); }
    template <class T> T* as() const { return static_cast<T*>(data); }

    void* data = nullptr;
    std::size_t size = 0;
};

// A value of 12 or 16 bytes; those of 4 and 8 are integers.
template <int Words> struct Words_value { std::uint32_t words[Words]; };

struct Case : wgs_bench_case {
    explicit Case(wgs_bench_case const& given)
        : wgs_bench_case(given), input(wgs_bench_case_input(&given)) {
        // An argsort is pairs whose values are row numbers.
        if (mode == WGS_BENCH_ARGSORT)
            value_size = 4;
    }
    wgs_bench_input input;
};

struct Device {
    cudaStream_t stream = nullptr;
    cudaDeviceProp properties = {};
    int driver = 0;
    Buffer copy_from{kCopyBytes};
    Buffer copy_to{kCopyBytes};
    double copy_ms = 0;
    double copy_rate = 0; // bytes read and written a second
    int samples = 31;
    double load_ms = 50;
};

// Of a table (bins, a reduction), the key output has its size.
struct Columns {
    Columns(std::size_t key_bytes, std::size_t row_bytes)
        : Columns(key_bytes, key_bytes, row_bytes) {}
    Columns(std::size_t key_bytes, std::size_t out_bytes, std::size_t row_bytes)
        : keys_in(key_bytes), keys_out(out_bytes), rows_in(row_bytes), rows_out(row_bytes) {}
    Buffer keys_in, keys_out, rows_in, rows_out;
};

void enqueue_load(Device const& device) {
    int const repeats = device.copy_ms > 0 ? int(device.load_ms / device.copy_ms) : 100;
    for (int i = 0; i < repeats; i++)
        check(
            cudaMemcpyAsync(
                device.copy_to.data,
                device.copy_from.data,
                kCopyBytes,
                cudaMemcpyDeviceToDevice,
                device.stream),
            "copy");
}

// Load, runs that don't count, then the samples; `clear` runs before the last one.
template <class Run, class Clear>
wgs_bench_summary time_runs(Device const& device, Run run, Clear clear) {
    std::vector<cudaEvent_t> events(2 * std::size_t(device.samples));
    for (cudaEvent_t& event : events)
        check(cudaEventCreate(&event), "cudaEventCreate");
    enqueue_load(device);
    for (int i = 0; i < kWarmRuns; i++)
        run();
    for (int i = 0; i < device.samples; i++) {
        if (i + 1 == device.samples)
            clear();
        check(cudaEventRecord(events[2 * i], device.stream), "cudaEventRecord");
        run();
        check(cudaEventRecord(events[2 * i + 1], device.stream), "cudaEventRecord");
    }
    check(cudaStreamSynchronize(device.stream), "run");
    std::vector<double> times;
    for (int i = 0; i < device.samples; i++) {
        float ms = 0;
        check(cudaEventElapsedTime(&ms, events[2 * i], events[2 * i + 1]), "cudaEventElapsedTime");
        times.push_back(ms);
    }
    for (cudaEvent_t event : events)
        check(cudaEventDestroy(event), "cudaEventDestroy");
    return wgs_bench_summarize(times.data(), times.size());
}

void open_device(Device& device, wgs_bench_options const& options) {
    check(cudaStreamCreate(&device.stream), "cudaStreamCreate");
    check(cudaGetDeviceProperties(&device.properties, 0), "cudaGetDeviceProperties");
    check(cudaDriverGetVersion(&device.driver), "cudaDriverGetVersion");
    if (options.samples > 0)
        device.samples = int(options.samples);
    if (options.load_given)
        device.load_ms = options.load;
    auto const copy = [&] {
        check(
            cudaMemcpyAsync(
                device.copy_to.data,
                device.copy_from.data,
                kCopyBytes,
                cudaMemcpyDeviceToDevice,
                device.stream),
            "copy");
    };
    device.copy_ms = time_runs(device, copy, [] {}).median;
    device.copy_rate = 2e3 * double(kCopyBytes) / device.copy_ms;
}

// Writes rows [0, n) slice by slice.
template <class Fill>
void upload(Buffer const& buffer, std::uint64_t rows, std::uint32_t words, Fill fill) {
    std::vector<std::uint32_t> slice(words * (rows < kSliceRows ? rows : kSliceRows));
    for (std::uint64_t first = 0; first < rows; first += kSliceRows) {
        std::uint64_t const count = rows - first < kSliceRows ? rows - first : kSliceRows;
        fill(first, count, slice.data());
        check(
            cudaMemcpy(
                buffer.as<std::uint32_t>() + first * words,
                slice.data(),
                4 * words * count,
                cudaMemcpyHostToDevice),
            "upload");
    }
}

std::vector<std::uint32_t>
read_back(Buffer const& buffer, std::uint64_t first, std::uint64_t rows, std::uint32_t words) {
    std::vector<std::uint32_t> data(buffer.data == nullptr ? 0 : rows * words);
    if (!data.empty())
        check(
            cudaMemcpy(
                data.data(),
                buffer.as<std::uint32_t>() + first * words,
                4 * words * rows,
                cudaMemcpyDeviceToHost),
            "read back");
    return data;
}

bool has_table(Case const& what) {
    return what.primitive == WGS_BENCH_REDUCE || what.primitive == WGS_BENCH_HISTOGRAM;
}

// The last bin of CUB's histograms is open: rows with the greatest key are in none.
std::uint32_t greatest_keys(wgs_bench_input const& input) {
    std::uint64_t const greatest = wgs_bench_key_of_rank(input.key, UINT32_MAX);
    std::uint32_t count = 0;
    for (std::uint64_t row = 0; row < input.rows; row++)
        count += wgs_bench_input_bits(&input, row) == greatest ? 1 : 0;
    return count;
}

bool verify_table(wgs_bench_check& judge, Case const& what, Columns const& columns) {
    std::size_t const words = what.primitive == WGS_BENCH_HISTOGRAM ? what.bins : 1;
    std::vector<std::uint32_t> expected(words + 1);
    if (what.primitive == WGS_BENCH_REDUCE)
        wgs_bench_tally_fold(&what.input, what.operation, expected.data());
    else if (wgs_bench_tally_bins(&what.input, what.bins, expected.data()))
        expected[words - 1] -= greatest_keys(what.input);
    else
        return false;
    auto const found = read_back(columns.keys_out, 0, words, 1);
    return wgs_bench_check_table(&judge, found.data(), expected.data(), words);
}

bool verify_columns(wgs_bench_check& judge, Case const& what, Columns const& columns) {
    std::uint32_t const key_words = wgs_bench_key_words(what.input.key);
    std::uint32_t const row_words = what.value_size / 4;
    judge.segment_rows = what.segment_rows;
    judge.inclusive = wgs_bench_case_inclusive(&what);
    judge.operation = what.operation;
    bool right = true;
    for (std::uint64_t first = 0; first < what.input.rows && right; first += kSliceRows) {
        std::uint64_t const left = what.input.rows - first;
        std::uint64_t const count = left < kSliceRows ? left : kSliceRows;
        auto const keys = read_back(columns.keys_out, first, count, key_words);
        auto const rows = read_back(columns.rows_out, first, count, row_words);
        right = what.primitive == WGS_BENCH_SCAN ? wgs_bench_check_scan(&judge, keys.data(), count)
                                                 : wgs_bench_check_sort(
                                                       &judge,
                                                       keys.data(),
                                                       row_words == 0 ? nullptr : rows.data(),
                                                       row_words,
                                                       count);
    }
    bool const keys_alone = wgs_bench_case_is_sort(&what) && row_words == 0;
    return right && wgs_bench_check_end(&judge, keys_alone);
}

bool verify(Case const& what, Columns const& columns) {
    wgs_bench_check judge;
    wgs_bench_check_begin(&judge, &what.input);
    if (has_table(what) ? verify_table(judge, what, columns) : verify_columns(judge, what, columns))
        return true;
    std::fprintf(stderr, "cub_sort: wrong result: %s\n", judge.failure);
    return false;
}

// Radix is Onesweep: a read for all histograms, then a read and a write a pass of 8 bits. Segments
// are counted as one read and one write, which holds where they fit a block's memory.
double traffic(Case const& what) {
    double const key_size = 4.0 * wgs_bench_key_words(what.input.key);
    double const rows = double(what.input.rows);
    if (what.primitive == WGS_BENCH_SCAN)
        return 8 * rows;
    if (has_table(what))
        return 4 * rows;
    if (what.primitive == WGS_BENCH_SEGMENTS)
        return 2 * rows * (key_size + what.value_size);
    return rows * (key_size + 2 * key_size * (key_size + what.value_size));
}

// Prints rows as a table or as JSON, with the fields that `wgsort bench` has.
class Report {
  public:
    Report(Device const& measured, wgs_bench_options const& given) : device(measured) {
        json = given.format == WGS_BENCH_JSON;
        std::time_t const now = std::time(nullptr);
        (void)std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
        (void)std::snprintf(
            library,
            sizeof library,
            "CUB %d.%d.%d",
            CUB_MAJOR_VERSION,
            CUB_MINOR_VERSION,
            CUB_SUBMINOR_VERSION);
        std::FILE* const head = json ? stderr : stdout;
        char const* const mark = json ? "" : "# ";
        std::fprintf(head, "%sadapter: %s\n", mark, device.properties.name);
        std::fprintf(
            head,
            "%sdriver: CUDA %d\n%slibrary: %s, %s\n",
            mark,
            device.driver,
            mark,
            library,
            date);
        std::fprintf(head, "%scopy of 512 MiB: %.4f TB/s\n", mark, 1e-12 * device.copy_rate);
        std::fputs(
            json ? "["
                 : "work       key value          n distribution    median ms         "
                   "p10         p90   Gkeys/s      TB/s  copy%     scratch  what\n",
            stdout);
    }

    void row(Case const& what, wgs_bench_summary const& time, std::size_t scratch) {
        double const rate = 1e3 * traffic(what) / time.median;
        double const gkeys = 1e-6 * double(what.input.rows) / time.median;
        char const* const work = wgs_bench_case_work(&what);
        char const* const mode = wgs_bench_case_mode(&what);
        char variant[32];
        wgs_bench_case_variant(&what, variant);
        auto const segments = static_cast<unsigned long long>(wgs_bench_case_segments(&what));
        unsigned const value_size = what.mode == WGS_BENCH_PAIRS ? what.value_size : 0;
        auto const rows = static_cast<unsigned long long>(what.input.rows);
        char const* const key = wgs_bench_key_name(what.input.key);
        char const* const distribution = what.input.distribution.name;
        if (json)
            std::printf(
                "%s\n  {\"system\": \"cub\", \"work\": \"%s\", \"n\": %llu, \"keyType\": \"%s\", "
                "\"valueSize\": %u, \"distribution\": \"%s\", \"algorithm\": \"cub\", "
                "\"mode\": \"%s\", \"variant\": \"%s\", \"segments\": %llu, "
                "\"segmentRows\": %u, \"bins\": %u, \"reason\": \"\", \"ms_median\": %.6f, "
                "\"ms_p10\": %.6f, \"ms_p90\": %.6f, \"gkeys\": %.9f, "
                "\"bytes\": %.0f, \"tbps\": %.9f, \"copy_share\": %.4f, \"scratch\": %zu, "
                "\"dispatches\": null, \"timing\": \"gpu\", \"samples\": %d, "
                "\"copy_tbps\": %.6f, \"adapter\": \"%s\", \"driver\": \"CUDA %d\", "
                "\"implementation\": \"CUDA\", \"version\": \"%s\", \"date\": \"%s\"}",
                row_count == 0 ? "" : ",",
                work,
                rows,
                key,
                value_size,
                distribution,
                mode,
                variant,
                segments,
                what.segment_rows,
                what.bins,
                time.median,
                time.p10,
                time.p90,
                gkeys,
                traffic(what),
                1e-12 * rate,
                rate / device.copy_rate,
                scratch,
                device.samples,
                1e-12 * device.copy_rate,
                device.properties.name,
                device.driver,
                library,
                date);
        else
            std::printf(
                "%-10s %-3s %5u %10llu %-13s %11.4f %11.4f %11.4f %9.3g %9.3g %6.1f %11zu  "
                "%s %s, %llu of %u rows, %u bins\n",
                work,
                key,
                value_size,
                rows,
                distribution,
                time.median,
                time.p10,
                time.p90,
                gkeys,
                1e-12 * rate,
                100 * rate / device.copy_rate,
                scratch,
                mode,
                variant,
                segments,
                what.segment_rows,
                what.bins);
        row_count++;
        std::fflush(stdout);
    }

    ~Report() {
        if (json)
            std::fputs("\n]\n", stdout);
    }

  private:
    Device const& device;
    bool json = false;
    char date[24] = {};
    char library[32] = {};
    std::size_t row_count = 0;
};

struct Bench {
    wgs_bench_options const& options;
    Device& device;
    Report& report;
    bool wrong = false;
};

// Times `call(scratch, scratch bytes)`, CUB's form, and reports it if its result is right.
template <class Call>
void measure(Bench& bench, Case const& what, Columns const& columns, Call call) {
    std::size_t scratch_bytes = 0;
    check(call(nullptr, scratch_bytes), "size of the scratch");
    Buffer scratch(scratch_bytes == 0 ? 1 : scratch_bytes);
    cudaStream_t const stream = bench.device.stream;
    auto const run = [&] { check(call(scratch.data, scratch_bytes), "launch"); };
    auto const clear = [&] {
        check(cudaMemsetAsync(columns.keys_out.data, 0, columns.keys_out.size, stream), "clear");
        if (columns.rows_out.data != nullptr)
            check(
                cudaMemsetAsync(columns.rows_out.data, 0, columns.rows_out.size, stream), "clear");
    };
    wgs_bench_summary const summary = time_runs(bench.device, run, clear);
    if (verify(what, columns))
        bench.report.row(what, summary, scratch_bytes);
    else
        bench.wrong = true;
}

void fill_columns(Case const& what, Columns const& columns) {
    std::uint64_t const rows = what.input.rows;
    upload(
        columns.keys_in,
        rows,
        wgs_bench_key_words(what.input.key),
        [&](std::uint64_t first, std::size_t count, std::uint32_t* words) {
            wgs_bench_fill_keys(&what.input, first, count, words);
        });
    std::uint32_t const row_words = what.value_size / 4;
    if (row_words > 0)
        upload(
            columns.rows_in,
            rows,
            row_words,
            [&](std::uint64_t first, std::size_t count, std::uint32_t* words) {
                wgs_bench_fill_values(row_words, first, count, words);
            });
}

template <class Key, class Value> void sort_pairs(Bench& bench, Case const& what) {
    auto const rows = std::uint32_t(what.input.rows);
    Columns columns(sizeof(Key) * std::size_t{rows}, sizeof(Value) * std::size_t{rows});
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        return cub::DeviceRadixSort::SortPairs(
            scratch,
            size,
            columns.keys_in.as<Key const>(),
            columns.keys_out.as<Key>(),
            columns.rows_in.as<Value const>(),
            columns.rows_out.as<Value>(),
            rows,
            0,
            int(8 * sizeof(Key)),
            bench.device.stream);
    });
}

template <class Key> void sort_keys(Bench& bench, Case const& what) {
    auto const rows = std::uint32_t(what.input.rows);
    Columns columns(sizeof(Key) * std::size_t{rows}, 0);
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        return cub::DeviceRadixSort::SortKeys(
            scratch,
            size,
            columns.keys_in.as<Key const>(),
            columns.keys_out.as<Key>(),
            rows,
            0,
            int(8 * sizeof(Key)),
            bench.device.stream);
    });
}

// By offsets, as CUB takes them.
template <class Key> void sort_segments(Bench& bench, Case const& what) {
    auto const rows = std::int64_t(what.input.rows);
    auto const segments = std::int64_t(wgs_bench_case_segments(&what));
    Columns columns(sizeof(Key) * std::size_t(rows), what.value_size * std::size_t(rows));
    fill_columns(what, columns);
    Buffer starts(4 * std::size_t(segments + 1));
    upload(
        starts,
        std::uint64_t(segments + 1),
        1,
        [&](std::uint64_t first, std::size_t count, std::uint32_t* words) {
            for (std::size_t i = 0; i < count; i++) {
                std::uint64_t const start = (first + i) * what.segment_rows;
                words[i] = std::uint32_t(start < what.input.rows ? start : what.input.rows);
            }
        });
    auto const* const begins = starts.as<std::uint32_t const>();
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        if (what.value_size == 0)
            return cub::DeviceSegmentedSort::StableSortKeys(
                scratch,
                size,
                columns.keys_in.as<Key const>(),
                columns.keys_out.as<Key>(),
                rows,
                segments,
                begins,
                begins + 1,
                bench.device.stream);
        return cub::DeviceSegmentedSort::StableSortPairs(
            scratch,
            size,
            columns.keys_in.as<Key const>(),
            columns.keys_out.as<Key>(),
            columns.rows_in.as<std::uint32_t const>(),
            columns.rows_out.as<std::uint32_t>(),
            rows,
            segments,
            begins,
            begins + 1,
            bench.device.stream);
    });
}

template <class Key> void scan(Bench& bench, Case const& what) {
    auto const rows = std::uint32_t(what.input.rows);
    Columns columns(4 * std::size_t{rows}, 0);
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        auto const* const in = columns.keys_in.as<Key const>();
        auto* const out = columns.keys_out.as<Key>();
        cudaStream_t const stream = bench.device.stream;
        return what.scan == WGS_BENCH_INCLUSIVE
                   ? cub::DeviceScan::InclusiveSum(scratch, size, in, out, rows, stream)
                   : cub::DeviceScan::ExclusiveSum(scratch, size, in, out, rows, stream);
    });
}

template <class Key> void reduce(Bench& bench, Case const& what) {
    auto const rows = std::uint32_t(what.input.rows);
    Columns columns(4 * std::size_t{rows}, 4, 0);
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        auto const* const in = columns.keys_in.as<Key const>();
        auto* const out = columns.keys_out.as<Key>();
        cudaStream_t const stream = bench.device.stream;
        switch (what.operation) {
        case WGS_BENCH_MIN:
            return cub::DeviceReduce::Min(scratch, size, in, out, rows, stream);
        case WGS_BENCH_MAX:
            return cub::DeviceReduce::Max(scratch, size, in, out, rows, stream);
        default:
            return cub::DeviceReduce::Sum(scratch, size, in, out, rows, stream);
        }
    });
}

template <class Key> void histogram(Bench& bench, Case const& what) {
    auto const rows = int(what.input.rows);
    Columns columns(4 * std::size_t(rows), 4 * std::size_t{what.bins}, 0);
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        return cub::DeviceHistogram::HistogramEven(
            scratch,
            size,
            columns.keys_in.as<Key const>(),
            columns.keys_out.as<std::uint32_t>(),
            int(what.bins + 1),
            Key(wgs_bench_lowest(what.input.key)),
            Key(wgs_bench_highest(what.input.key)),
            rows,
            bench.device.stream);
    });
}

template <class Key> void sort_by(Bench& bench, Case const& what) {
    switch (what.value_size) {
    case 0:
        return sort_keys<Key>(bench, what);
    case 4:
        return sort_pairs<Key, std::uint32_t>(bench, what);
    case 8:
        return sort_pairs<Key, std::uint64_t>(bench, what);
    case 12:
        return sort_pairs<Key, Words_value<3>>(bench, what);
    default:
        return sort_pairs<Key, Words_value<4>>(bench, what);
    }
}

// What CUB has in one call, for keys of any type; others are left out.
bool has(wgs_bench_case const& what) {
    bool const one_word = wgs_bench_key_words(what.key) == 1;
    bool const is_float = what.key == WGS_BENCH_F32; // CUB doesn't pass over NaN, and rounds bins
    if (what.rows > INT32_MAX)                       // what a histogram takes
        return false;
    switch (what.primitive) {
    case WGS_BENCH_SORT:
        return true;
    case WGS_BENCH_SEGMENTS:
        return one_word && what.form == WGS_BENCH_OFFSETS && what.mode != WGS_BENCH_ARGSORT;
    case WGS_BENCH_SCAN:
        return one_word && what.scan < WGS_BENCH_SEGMENTED && what.operation == WGS_BENCH_SUM;
    case WGS_BENCH_REDUCE:
        return one_word && what.operation != WGS_BENCH_EXTENT &&
               (!is_float || what.operation == WGS_BENCH_SUM);
    case WGS_BENCH_HISTOGRAM:
        return one_word && !is_float;
    default:
        return false;
    }
}

template <class Key> void run_words(Bench& bench, Case const& what) {
    switch (what.primitive) {
    case WGS_BENCH_SEGMENTS:
        return sort_segments<Key>(bench, what);
    case WGS_BENCH_SCAN:
        return scan<Key>(bench, what);
    case WGS_BENCH_REDUCE:
        return reduce<Key>(bench, what);
    default:
        return sort_by<Key>(bench, what);
    }
}

template <class Key> void run_integers(Bench& bench, Case const& what) {
    if (what.primitive == WGS_BENCH_HISTOGRAM)
        return histogram<Key>(bench, what);
    run_words<Key>(bench, what);
}

bool run_case(wgs_bench_case const* given, void* data) {
    Bench& bench = *static_cast<Bench*>(data);
    if (!has(*given))
        return true;
    Case const what(*given);
    switch (what.key) {
    case WGS_BENCH_I32:
        run_integers<std::int32_t>(bench, what);
        break;
    case WGS_BENCH_F32:
        run_words<float>(bench, what);
        break;
    case WGS_BENCH_U64:
        sort_by<std::uint64_t>(bench, what);
        break;
    case WGS_BENCH_I64:
        sort_by<std::int64_t>(bench, what);
        break;
    case WGS_BENCH_F64:
        sort_by<double>(bench, what);
        break;
    default:
        run_integers<std::uint32_t>(bench, what);
        break;
    }
    return true;
}

} // namespace

int main(int argument_count, char** arguments) {
    static wgs_bench_options options;
    char message[200];
    if (!wgs_bench_options_parse(argument_count - 1, arguments + 1, &options, message)) {
        std::fprintf(stderr, "cub_sort: %s\n", message);
        return 2;
    }
    if (options.help) {
        std::puts("cub_sort takes the options of `wgsort bench`, of whose primitives it has most");
        wgs_bench_options_help(stdout);
        return 0;
    }
    if (options.output != nullptr && std::freopen(options.output, "w", stdout) == nullptr) {
        std::perror(options.output);
        return 4;
    }
    Device device;
    open_device(device, options);
    bool wrong = false;
    {
        Report report(device, options);
        Bench bench = {options, device, report};
        wgs_bench_for_each_case(&options, run_case, &bench);
        wrong = bench.wrong;
    }
    check(cudaStreamDestroy(device.stream), "cudaStreamDestroy");
    if (std::fflush(stdout) != 0) {
        std::perror("cub_sort: output");
        return 4;
    }
    return wrong ? 1 : 0;
}
