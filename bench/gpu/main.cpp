// Measures the kernels on a GPU, beside cuSPARSE, cuBLAS and kernels by hand, and prints one table.
//
//   bench/gpu/insum_gpu_bench [--data DIR] [--peers FILE] [--benchmark_filter=...] [other options of Google
//   Benchmark]
//
// FILE has lines `case form seconds` of what others measured: python_peers.py.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "../harness.hpp"
#include "../table.hpp"
#include "cases.hpp"
#include "device_limits.hpp"

namespace bench::gpu {

namespace {

constexpr double turn = 0.05;  // seconds of each form

/// Seconds that others measured, by case and form.
using measured = std::map<std::string, std::map<std::string, double>>;

measured read_measured(const std::string& path) {
  measured found;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::string name, form;
  for (double seconds = 0; file >> name >> form >> seconds;) found[name][form] = seconds;
  if (!file.eof()) throw std::runtime_error(path + ": lines are `case form seconds`");
  return found;
}

/// The value of `--peers`, which is removed; empty without it.
std::string take_peers(int& argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string_view(argv[i]) == "--peers") {
      std::string path = argv[i + 1];
      std::copy(argv + i + 2, argv + argc, argv + i);
      argc -= 2;
      return path;
    }
  return {};
}

work work_of(const named_case& one, const measured& others) {
  const auto made = std::make_shared<kernel_case>(one.prepare());
  work w;
  w.bytes = made->bytes, w.flops = made->flops;
  w.turn = turn;
  w.clock = [](const form& f) { return seconds_on_device(f.call); };
  const auto result = [made] {
    const double error = made->error();
    made->forget();
    return outcome{error <= 1 ? 0.0 : 1.0, 0};
  };
  made->forget();
  w.forms = {{"insum", made->call, result}};
  for (const rival& other : made->rivals) w.forms.push_back({other.name, other.call, result});
  if (const auto known = others.find(one.name); known != others.end()) w.counters = known->second;
  return w;
}

/// Of the units that kernels of this kind can use.
peaks peaks_of(const device_limits& limits, const std::string& name) {
  const bool rounded = name.find("tensor_cores") != std::string::npos;
  const bool halves = name.ends_with("/half");
  return {limits.bytes_per_second, rounded  ? limits.flops_rounded
                                   : halves ? limits.flops_half
                                            : limits.flops_float};
}

int run(const std::string& data, const measured& others) {
  const device_limits limits = measure_device();
  std::printf(
      "%s: %.0f GB/s copied, TFLOP/s in cuBLAS: %.1f float, %.1f float rounded to tf32, %.1f half; %.1f us "
      "an empty launch\n",
      limits.name.c_str(), limits.bytes_per_second / 1e9, limits.flops_float / 1e12,
      limits.flops_rounded / 1e12, limits.flops_half / 1e12, limits.launch_seconds * 1e6);
  for (const named_case& one : all_cases(data, scale::device))
    add(one.name, 1, [one, &others] { return work_of(one, others); }, duration::one_turn);
  table_reporter reporter({"kernel/data/type",
                           {{"loops", "by hand"},
                            {"cusparse", "cuSPARSE"},
                            {"cublas", "cuBLAS"},
                            {"steps", "3 steps"},
                            {"pytorch", "PyTorch"},
                            {"e3nn", "e3nn"}},
                           [=](const std::string& name) { return peaks_of(limits, name); },
                           [](const std::string& name) {
                             return name.substr(0, name.find('/')) + name.substr(name.rfind('/'));
                           }});
  try {
    benchmark::RunSpecifiedBenchmarks(&reporter);
  } catch (...) {  // what is there by then is not lost
    reporter.print_table();
    throw;
  }
  reporter.print_table();
  return 0;
}

}  // namespace

}  // namespace bench::gpu

int main(int argc, char** argv) {
  const std::string peers = bench::gpu::take_peers(argc, argv);
  const std::optional<std::string> data = bench::read_options(argc, argv);
  if (!data) return 2;
  try {
    return bench::gpu::run(*data, peers.empty() ? bench::gpu::measured{} : bench::gpu::read_measured(peers));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
