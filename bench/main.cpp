// Measures every kernel in all its forms on real data, in one run, and prints a table: time, ratios to the
// plain loop, to a reference tuned by hand and to the peers found at build time, share of the measured memory
// bandwidth or of the measured arithmetic peak.
//
//   bench/insum_bench [--data DIR] [--benchmark_filter=...] [other options of Google Benchmark]
#include <benchmark/benchmark.h>
#include <omp.h>

#include <filesystem>

#include "cases.hpp"
#include "harness.hpp"
#include "machine.hpp"
#include "table.hpp"

int main(int argc, char** argv) {
  const std::optional<std::string> options = bench::read_options(argc, argv);
  if (!options) return 2;
  const std::string& data = *options;
  if (!std::filesystem::exists(data)) {
    std::printf("skipped: no data in %s (see --data)\n", data.c_str());
    return 0;
  }
  const bench::machine limits = bench::measure_machine();
  bench::print(limits);
  std::printf("skipped: taco and MKL are no packages of this system, they have no columns\n");
#ifndef INSUM_BENCH_EIGEN
  std::printf("skipped: Eigen was not found at build time\n");
#endif
#ifndef INSUM_BENCH_GRAPHBLAS
  std::printf("skipped: SuiteSparse:GraphBLAS was not found at build time\n");
#endif
  bench::register_cases(data);
  bench::table_reporter reporter(limits);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_table();
  return 0;
}
