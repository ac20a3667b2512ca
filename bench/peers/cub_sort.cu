// SPDX-License-Identifier: MIT
// The peer: CUB's radix sort and scan, measured as `wgsort bench` measures this library. The same
// command line, keys, values, checks and statistics; CUDA events in place of timestamp queries. All
// work of a case lies in the stream before the first of it runs, so no launch leaves the GPU idle.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <cub/cub.cuh>
#include <cuda_runtime.h>

#include "bench_check.h"
#include "bench_options.h"
#include "bench_statistics.h"

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

struct Case {
    wgs_bench_primitive primitive;
    wgs_bench_mode mode;
    std::uint32_t value_size; // bytes; 0 for keys and scans
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

struct Columns {
    Columns(std::size_t key_bytes, std::size_t row_bytes)
        : keys_in(key_bytes), keys_out(key_bytes), rows_in(row_bytes), rows_out(row_bytes) {}
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

bool verify(Case const& what, Columns const& columns) {
    wgs_bench_check judge;
    wgs_bench_check_begin(&judge, &what.input);
    std::uint32_t const key_words = wgs_bench_key_words(what.input.key);
    std::uint32_t const row_words = what.value_size / 4;
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
    bool const keys_alone = what.primitive == WGS_BENCH_SORT && row_words == 0;
    if (right && wgs_bench_check_end(&judge, keys_alone))
        return true;
    std::fprintf(stderr, "cub_sort: wrong result: %s\n", judge.failure);
    return false;
}

// Onesweep: a read for all histograms, then a read and a write a pass of 8 bits.
double traffic(Case const& what) {
    double const key_size = 4.0 * wgs_bench_key_words(what.input.key);
    double const rows = double(what.input.rows);
    if (what.primitive == WGS_BENCH_SCAN)
        return 8 * rows;
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
                 : "work    key value          n distribution    median ms         "
                   "p10         p90   Gkeys/s      TB/s  copy%     scratch\n",
            stdout);
    }

    void row(Case const& what, wgs_bench_summary const& time, std::size_t scratch) {
        double const rate = 1e3 * traffic(what) / time.median;
        double const gkeys = 1e-6 * double(what.input.rows) / time.median;
        char const* const work = what.primitive == WGS_BENCH_SCAN
                                     ? wgs_bench_primitive_name(what.primitive)
                                     : wgs_bench_mode_name(what.mode);
        unsigned const value_size = what.mode == WGS_BENCH_PAIRS ? what.value_size : 0;
        auto const rows = static_cast<unsigned long long>(what.input.rows);
        char const* const key = wgs_bench_key_name(what.input.key);
        char const* const distribution = what.input.distribution.name;
        if (json)
            std::printf(
                "%s\n  {\"system\": \"cub\", \"work\": \"%s\", \"n\": %llu, \"keyType\": \"%s\", "
                "\"valueSize\": %u, \"distribution\": \"%s\", \"algorithm\": \"cub\", "
                "\"ms_median\": %.6f, \"ms_p10\": %.6f, \"ms_p90\": %.6f, \"gkeys\": %.9f, "
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
                "%-7s %-3s %5u %10llu %-13s %11.4f %11.4f %11.4f %9.3g %9.3g %6.1f %11zu\n",
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
                scratch);
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

void scan(Bench& bench, Case const& what) {
    auto const rows = std::uint32_t(what.input.rows);
    Columns columns(4 * std::size_t{rows}, 0);
    fill_columns(what, columns);
    measure(bench, what, columns, [&](void* scratch, std::size_t& size) {
        return cub::DeviceScan::ExclusiveSum(
            scratch,
            size,
            columns.keys_in.as<std::uint32_t const>(),
            columns.keys_out.as<std::uint32_t>(),
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

void run_case(Bench& bench, Case const& what) {
    if (what.primitive == WGS_BENCH_SCAN)
        return scan(bench, what);
    switch (what.input.key) {
    case WGS_BENCH_I32:
        return sort_by<std::int32_t>(bench, what);
    case WGS_BENCH_F32:
        return sort_by<float>(bench, what);
    case WGS_BENCH_U64:
        return sort_by<std::uint64_t>(bench, what);
    case WGS_BENCH_I64:
        return sort_by<std::int64_t>(bench, what);
    case WGS_BENCH_F64:
        return sort_by<double>(bench, what);
    default:
        return sort_by<std::uint32_t>(bench, what);
    }
}

void run_sizes(Bench& bench, Case what) {
    for (std::size_t i = 0; i < bench.options.size_count; i++)
        for (std::size_t j = 0; j < bench.options.distribution_count; j++) {
            what.input.rows = bench.options.sizes[i];
            what.input.distribution = bench.options.distributions[j];
            run_case(bench, what);
        }
}

// An argsort is pairs whose values are row numbers.
void run_mode(Bench& bench, Case what) {
    if (what.mode == WGS_BENCH_KEYS || what.mode == WGS_BENCH_ARGSORT) {
        what.value_size = what.mode == WGS_BENCH_KEYS ? 0 : 4;
        return run_sizes(bench, what);
    }
    for (std::size_t i = 0; i < bench.options.value_sizes.count; i++) {
        what.value_size = bench.options.value_sizes.items[i];
        run_sizes(bench, what);
    }
}

void run_all(Bench& bench) {
    wgs_bench_options const& options = bench.options;
    for (std::size_t p = 0; p < options.primitives.count; p++)
        for (std::size_t k = 0; k < options.keys.count; k++) {
            Case what = {};
            what.primitive = wgs_bench_primitive(options.primitives.items[p]);
            what.input.key = wgs_bench_key(options.keys.items[k]);
            bool const scans = what.primitive == WGS_BENCH_SCAN;
            if (scans && wgs_bench_key_words(what.input.key) == 1)
                run_sizes(bench, what);
            if (what.primitive != WGS_BENCH_SORT)
                continue;
            for (std::size_t m = 0; m < options.modes.count; m++) {
                what.mode = wgs_bench_mode(options.modes.items[m]);
                run_mode(bench, what);
            }
        }
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
        std::puts("cub_sort takes the options of `wgsort bench`, whose sorts and scans it repeats");
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
        run_all(bench);
        wrong = bench.wrong;
    }
    check(cudaStreamDestroy(device.stream), "cudaStreamDestroy");
    if (std::fflush(stdout) != 0) {
        std::perror("cub_sort: output");
        return 4;
    }
    return wrong ? 1 : 0;
}
