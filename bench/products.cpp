// Products of matrices, in one run beside peers and beside the machine's peak: dense ones (`dense/...`),
// those of a matrix of 32 x 32 blocks (`blocks/...`), and those with entries in groups, by the size of the
// groups (`groups/...`).
//
//   bench/insum_product_bench [--data DIR] [--benchmark_filter=...] [other options of Google Benchmark]
//
// OpenBLAS chooses its kernels by a list of processors that is older than many processors: with
// OPENBLAS_CORETYPE=SkylakeX it takes those for AVX-512.
#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdio>

#include "harness.hpp"
#include "machine.hpp"
#include "product_cases.hpp"
#include "product_table.hpp"
#ifdef INSUM_BENCH_OPENBLAS
#include "openblas_peer.hpp"
#endif

namespace {

void print_peers() {
#ifdef INSUM_BENCH_OPENBLAS
  std::printf("%s takes this processor for %s\n", openblas_get_config(), openblas_get_corename());
#else
  std::printf("skipped: OpenBLAS was not found at build time\n");
#endif
#ifndef INSUM_BENCH_EIGEN
  std::printf("skipped: Eigen was not found at build time\n");
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<std::string> options = bench::read_options(argc, argv);
  if (!options) return 2;
  const std::string& data = *options;
  const bench::machine limits = bench::measure_machine();
  bench::print(limits);
  print_peers();
  bench::add_dense_products();
  bench::add_block_products();
  bench::add_group_products(data);
  bench::product_reporter reporter(limits);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_tables();
}
