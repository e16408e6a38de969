// Products of sparse matrices as sums of outer products, C[i,j] += A[i,k] * B[k,j] with k outermost, A dcsc,
// B dcsr, C csr: every workspace policy (`outer/...`, `threads=n/...`), one map, and one vector that is
// sorted at the end; `square/...`: A * A of real matrices; `rows/...`: the same products row by row of C, in
// a workspace of one mode that is filled and emptied for each row; products of tensors:
// workspace_tensors.cpp; by rows with and without a symbolic phase: workspace_rows.cpp. At the end the
// automatic choice beside the best of the others.
//
//   bench/insum_workspace_bench [--benchmark_filter=rows/]
//
// The argument is the number of nonempty columns of A and rows of B, each of 1000 of 10000 coordinates as in
// the workspaces paper: the more, the more products meet in one element.
#include <benchmark/benchmark.h>
#include <omp.h>

#include <cstdio>
#include <filesystem>
#include <insum/formats.hpp>
#include <insum/io.hpp>
#include <insum/rt/workspace.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "workspace_forms.hpp"
#include "workspace_rows.hpp"
#include "workspace_summary.hpp"
#include "workspace_tensors.hpp"

namespace {

struct input {
  insum::dcsc<double> a;
  insum::dcsr<double> b;
  std::int64_t products = 0;
};

/// `columns` nonempty columns of `each` of `n` rows, and its transpose with the columns shifted by one.
input make_input(std::int64_t n, std::int64_t columns, std::int64_t each) {
  std::mt19937 random(1);
  insum::coo<double> a, b;
  a.shape = b.shape = {n, n};
  for (std::int64_t k = 0; k < columns; ++k)
    for (std::int64_t r = 0; r < each; ++r) {
      const auto i = static_cast<std::int32_t>(random() % static_cast<unsigned>(n));
      const auto column = static_cast<std::int32_t>(k * (n / columns));
      a.crd[0].push_back(i), a.crd[1].push_back(column), a.vals.push_back(1.0 + static_cast<double>(r));
      b.crd[0].push_back(column), b.crd[1].push_back((i + 1) % static_cast<std::int32_t>(n)),
          b.vals.push_back(0.5);
    }
  input in{insum::convert<insum::dcsc<double>>(a), insum::convert<insum::dcsr<double>>(b), 0};
  for (std::size_t k = 0; k + 1 < in.a.pos1.size(); ++k)
    in.products +=
        static_cast<std::int64_t>(in.a.pos1[k + 1] - in.a.pos1[k]) * (in.b.pos1[k + 1] - in.b.pos1[k]);
  return in;
}

/// Calls f(i, j, value) for every product, from columns [first, last); A and B have the same k.
template <class F>
void multiply(const input& in, std::size_t first, std::size_t last, F&& f) {
  for (std::size_t k = first; k < last; ++k)
    for (auto p = static_cast<std::size_t>(in.a.pos1[k]); p < static_cast<std::size_t>(in.a.pos1[k + 1]);
         ++p) {
      const std::int64_t i = in.a.crd1[p];
      const double value = in.a.vals[p];
      for (auto q = static_cast<std::size_t>(in.b.pos1[k]); q < static_cast<std::size_t>(in.b.pos1[k + 1]);
           ++q)
        f(i, static_cast<std::int64_t>(in.b.crd1[q]), value * in.b.vals[q]);
    }
}
/// The same where A's columns and B's rows are not the same ones.
template <class F>
void multiply_common(const input& in, F&& f) {
  for (std::size_t k = 0, r = 0; k < in.a.crd0.size(); ++k) {
    while (r < in.b.crd0.size() && in.b.crd0[r] < in.a.crd0[k]) ++r;
    if (r == in.b.crd0.size()) return;
    if (in.b.crd0[r] != in.a.crd0[k]) continue;
    for (auto p = static_cast<std::size_t>(in.a.pos1[k]); p < static_cast<std::size_t>(in.a.pos1[k + 1]); ++p)
      for (auto q = static_cast<std::size_t>(in.b.pos1[r]); q < static_cast<std::size_t>(in.b.pos1[r + 1]);
           ++q)
        f(static_cast<std::int64_t>(in.a.crd1[p]), static_cast<std::int64_t>(in.b.crd1[q]),
          in.a.vals[p] * in.b.vals[q]);
  }
}
std::size_t columns_of(const input& in) { return in.a.crd0.size(); }

void report(benchmark::State& state, const input& in) {
  state.counters["products"] =
      benchmark::Counter(static_cast<double>(in.products) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

/// The matrix of entries in order: for_each(f) calls f(i, j, value).
template <class ForEach>
insum::csr<double> compressed(std::int64_t n, ForEach&& for_each) {
  insum::csr<double> c;
  c.shape = {n, n};
  c.pos.push_back(0);
  for_each([&](std::int64_t i, std::int64_t j, double value) {
    while (static_cast<std::int64_t>(c.pos.size()) <= i)
      c.pos.push_back(static_cast<std::int32_t>(c.crd.size()));
    c.crd.push_back(static_cast<std::int32_t>(j)), c.vals.push_back(value);
  });
  while (static_cast<std::int64_t>(c.pos.size()) <= n)
    c.pos.push_back(static_cast<std::int32_t>(c.crd.size()));
  return c;
}

std::string input_name(const benchmark::State& state) { return std::to_string(state.range(0)); }

template <template <class, class, int> class Policy>
using workspace_of = insum::sparse_workspace<Policy<double, insum::op_add, 2>>;
using result = insum::csr<double>;

template <template <class, class, int> class Policy>
void outer(benchmark::State& state, insum::workspace_options options) {
  const input in = make_input(10000, state.range(0), 1000);
  options.expected = in.products;
  bench::timed<result, workspace_of<Policy>>(state, input_name(state), {10000, 10000}, options, [&](auto& w) {
    w.fill([&in](auto& to) INSUM_RT_LAMBDA {
      multiply(in, 0, columns_of(in),
               [&](std::int64_t i, std::int64_t j, double v) { to.insert({i, j}, v); });
    });
  });
  report(state, in);
}

/// The same products as Gustavson's algorithm takes them: insert(j, value) for those of a row of C, then
/// end().
template <class Insert, class End>
void multiply_rows(const insum::csr<double>& a, const insum::csr<double>& b, Insert&& insert, End&& end) {
  for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) {
    for (auto p = static_cast<std::size_t>(a.pos[i]); p < static_cast<std::size_t>(a.pos[i + 1]); ++p) {
      const auto k = static_cast<std::size_t>(a.crd[p]);
      for (auto q = static_cast<std::size_t>(b.pos[k]); q < static_cast<std::size_t>(b.pos[k + 1]); ++q)
        insert(static_cast<std::int64_t>(b.crd[q]), a.vals[p] * b.vals[q]);
    }
    end();
  }
}

/// C row by row: `make` gives the workspace of one mode, which is filled and emptied for each row.
template <class Make, class Insert, class Visit>
void rows(benchmark::State& state, Make&& make, Insert&& insert, Visit&& visit) {
  const input in = make_input(10000, state.range(0), 1000);
  const auto a = insum::convert<insum::csr<double>>(in.a), b = insum::convert<insum::csr<double>>(in.b);
  for (auto _ : state) {
    auto w = make();
    insum::csr<double> c;
    c.shape = {10000, 10000};
    c.pos.push_back(0);
    multiply_rows(
        a, b, [&](std::int64_t j, double v) { insert(*w, j, v); },
        [&] {
          w->finish();
          visit(*w, [&](std::int64_t j, double v) {
            c.crd.push_back(static_cast<std::int32_t>(j)), c.vals.push_back(v);
          });
          w->clear();
          c.pos.push_back(static_cast<std::int32_t>(c.crd.size()));
        });
    benchmark::DoNotOptimize(c.vals.data());
    state.PauseTiming();
    bench::compare(state, input_name(state), c.vals, 0);
    state.ResumeTiming();
  }
  report(state, in);
}

template <template <class, class, int> class Policy>
void by_rows(benchmark::State& state, insum::workspace_options options) {
  using workspace = insum::sparse_workspace<Policy<double, insum::op_add, 1>>;
  rows(
      state, [&] { return std::make_unique<workspace>(insum::coordinates<1>{10000}, options); },
      [](workspace& w, std::int64_t j, double v) { w.insert({j}, v); },
      [](const workspace& w, auto&& f) { w.visit([&](const auto& at, double v) { f(at[0], v); }); });
}

/// What generated code uses where no policy is named.
void by_dense_rows(benchmark::State& state) {
  using workspace = insum::rt::row_workspace<double, insum::op_add>;
  rows(
      state, [] { return std::make_unique<workspace>(10000); },
      [](workspace& w, std::int64_t j, double v) { w.update(j, v); },
      [](const workspace& w, auto&& f) {
        for (std::int64_t n = 0; n < w.count(); ++n) f(w.coordinates()[n], w.values()[n]);
      });
}

void with_map(benchmark::State& state) {
  const input in = make_input(10000, state.range(0), 1000);
  constexpr std::size_t node = 64;  // bytes: key and value, three pointers and a colour
  for (auto _ : state) {
    std::map<std::pair<std::int64_t, std::int64_t>, double> w;
    multiply(in, 0, columns_of(in), [&](std::int64_t i, std::int64_t j, double v) { w[{i, j}] += v; });
    const auto c = compressed(10000, [&](auto&& f) {
      for (const auto& [at, value] : w) f(at.first, at.second, value);
    });
    state.PauseTiming();
    bench::compare(state, input_name(state), c.vals, w.size() * node);
    state.ResumeTiming();
  }
  report(state, in);
}

void with_vector(benchmark::State& state) {
  const input in = make_input(10000, state.range(0), 1000);
  for (auto _ : state) {
    std::vector<std::pair<std::uint64_t, double>> w;
    multiply(in, 0, columns_of(in), [&](std::int64_t i, std::int64_t j, double v) {
      w.emplace_back(static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j), v);
    });
    const std::size_t bytes = w.capacity() * sizeof w[0];
    bench::combine(w);
    const auto c = compressed(10000, [&](auto&& f) {
      for (const auto& [at, value] : w)
        f(static_cast<std::int64_t>(at >> 32), static_cast<std::int64_t>(at & 0xffffffffU), value);
    });
    state.PauseTiming();
    bench::compare(state, input_name(state), c.vals, bytes);
    state.ResumeTiming();
  }
  report(state, in);
}

/// As outer(), with the ranges of a parallel loop over the columns.
template <template <class, class, int> class Policy>
void outer_threads(benchmark::State& state, int threads) {
  using workspace = insum::parallel_workspace<Policy<double, insum::op_add, 2>>;
  const input in = make_input(10000, state.range(0), 1000);
  omp_set_num_threads(threads);
  const auto count = static_cast<std::int64_t>(columns_of(in));
  const insum::rt::dynamic columns{0, count, in.products / count};
  bench::timed<result, workspace>(
      state, input_name(state), {10000, 10000}, {.expected = in.products}, [&](workspace& w) {
        insum::rt::parallel(columns, [&](std::int64_t first, std::int64_t last) {
          insum::rt::fill(&w, 0, first, [&in, first, last](auto& to) INSUM_RT_LAMBDA {
            multiply(in, static_cast<std::size_t>(first), static_cast<std::size_t>(last),
                     [&](std::int64_t i, std::int64_t j, double v) { to.insert({i, j}, v); });
          });
        });
      });
  omp_set_num_threads(1);
  report(state, in);
}

/// A * A of a real matrix, as a sum of outer products.
template <template <class, class, int> class Policy>
void square(benchmark::State& state, const std::string& path) {
  const auto matrix = insum::read_mtx<double>(path);
  input in{insum::convert<insum::dcsc<double>>(matrix), insum::convert<insum::dcsr<double>>(matrix), 0};
  multiply_common(in, [&](std::int64_t, std::int64_t, double) { ++in.products; });
  const std::int64_t n = matrix.shape[0];
  bench::timed<result, workspace_of<Policy>>(state, path, {n, n}, {.expected = in.products}, [&](auto& w) {
    w.fill([&in](auto& to) INSUM_RT_LAMBDA {
      multiply_common(in, [&](std::int64_t i, std::int64_t j, double v) { to.insert({i, j}, v); });
    });
  });
  report(state, in);
}

/// Runs before the timed ones: the first touch of memory takes as long as all the rest.
benchmark::internal::Benchmark* warmed(benchmark::internal::Benchmark* each) {
  return each->MinWarmUpTime(0.2)->Unit(benchmark::kMillisecond);
}

using run = void (*)(benchmark::State&, insum::workspace_options);

/// One form of a case, for several inputs; the name is case/policy/options/input.
void sized(const std::string& name, run form, const insum::workspace_options& options = {}) {
  warmed(benchmark::RegisterBenchmark(name.c_str(), form, options))->RangeMultiplier(4)->Range(1, 64);
}

void with_capacities(const std::string& name, run form, const std::vector<int>& bits) {
  for (const int each : bits)
    sized(name + "/capacity=2^" + std::to_string(each), form, {.capacity = std::int64_t{1} << each});
}

void for_matrix(const std::string& policy, void (*form)(benchmark::State&, const std::string&)) {
  for (const std::string name : {"matrix/bcsstk16", "matrix/cage10", "matrix/gemat12", "matrix/memplus",
                                 "graph/cond-mat-2005", "graph/cora", "graph/email-Enron"}) {
    const std::string path = INSUM_DATA_DIR "/" + name + ".mtx.gz";
    if (!std::filesystem::exists(path)) {
      std::printf("square/%s/%s: skipped, no file\n", policy.c_str(), name.c_str());
      continue;
    }
    benchmark::RegisterBenchmark(("square/" + policy + "/" + name.substr(name.find('/') + 1)).c_str(), form,
                                 path)
        ->Unit(benchmark::kMillisecond);
  }
}

template <template <class, class, int> class Policy>
void add(const std::string& name, bool has_capacity, bool in_memory) {
  sized("outer/" + name, outer<Policy>);
  if (has_capacity) {
    with_capacities("outer/" + name, outer<Policy>, {14, 16, 18, 20});
    sized("outer/" + name + "/pipeline", outer<Policy>, {.pipeline = true});
  }
  sized("rows/" + name, by_rows<Policy>);
  if (in_memory) for_matrix(name, square<Policy>);
  for (const int threads : {1, 2})
    warmed(benchmark::RegisterBenchmark(("threads=" + std::to_string(threads) + "/" + name).c_str(),
                                        outer_threads<Policy>, threads))
        ->Arg(16)
        ->UseRealTime();
}

}  // namespace

int main(int count, char** arguments) {
  omp_set_num_threads(1);
  add<insum::adaptive_workspace>("auto", false, true);
  add<insum::coord_workspace>("coord", true, true);
  add<insum::bucket_workspace>("bucket", true, true);
  add<insum::hash_workspace>("hash", true, true);
  add<insum::dense_workspace>("dense", false, false);
  using plain = std::pair<const char*, void (*)(benchmark::State&)>;
  for (const auto& [name, form] : {plain("rows/row_workspace", by_dense_rows), plain("outer/map", with_map),
                                   plain("outer/vector", with_vector)})
    warmed(benchmark::RegisterBenchmark(name, form))->RangeMultiplier(4)->Range(1, 64);
  bench::add_tensor_products();
  bench::add_row_products();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  bench::keeping_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.summary();
}
