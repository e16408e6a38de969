// The kernels of four applications, those of the examples 08 to 10, on real data, and what formats and fusion
// are worth to one of them. Prints the table of insum_bench.
//
//   bench/insum_application_bench [--data DIR] [--benchmark_filter=...] [other options of Google Benchmark]
#include "applications.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>

#include "harness.hpp"
#include "machine.hpp"
#include "table.hpp"

int main(int argc, char** argv) {
  const std::optional<std::string> options = bench::read_options(argc, argv);
  if (!options) return 2;
  const bench::machine limits = bench::measure_machine();
  bench::print(limits);
#ifndef INSUM_BENCH_EIGEN
  std::printf("skipped: Eigen was not found at build time\n");
#endif
  bench::add_sparse_products(*options);
  bench::add_convolutions(*options);
  bench::add_tensor_products();
  bench::add_ablation();
  bench::table_reporter reporter(limits);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_table();
}
