// Products of sparse matrices as sums of outer products, C[i,j] += A[i,k] * B[k,j] with k outermost, A dcsc,
// B dcsr, C csr: every workspace policy, one map, and one vector that is sorted at the end. Beside them,
// `rows/...`: the same products row by row of C, in a workspace of one mode that is filled and emptied for
// each row.
//
//   bench/insum_workspace_bench [--benchmark_filter=rows/]
//
// The argument is the number of nonempty columns of A and rows of B, each of 1000 of 10000 coordinates as in
// the workspaces paper: the more, the more products meet in one element.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <insum/formats.hpp>
#include <insum/rt/workspace.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

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
std::size_t columns_of(const input& in) { return in.a.crd0.size(); }

void report(benchmark::State& state, const input& in, std::int64_t entries, std::size_t bytes = 0) {
  state.counters["products"] =
      benchmark::Counter(static_cast<double>(in.products) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["entries"] = static_cast<double>(entries);
  if (bytes > 0) state.counters["MB"] = static_cast<double>(bytes) / 1e6;
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

/// All forms have the same result for the same input.
void compare(benchmark::State& state, const insum::csr<double>& c) {
  static std::map<std::int64_t, std::pair<std::int64_t, double>> first;
  const double sum = std::accumulate(c.vals.begin(), c.vals.end(), 0.0);
  const auto& [entries, expected] = first.try_emplace(state.range(0), c.nnz(), sum).first->second;
  if (entries != c.nnz() || std::abs(sum - expected) > 1e-9 * std::abs(expected))
    state.SkipWithError("another result");
}

template <template <class, class, int> class Policy>
void outer(benchmark::State& state, insum::workspace_options options) {
  const input in = make_input(10000, state.range(0), 1000);
  std::int64_t entries = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    insum::sparse_workspace<Policy<double, insum::op_add, 2>> w({10000, 10000}, options);
    multiply(in, 0, columns_of(in), [&](std::int64_t i, std::int64_t j, double v) { w.insert({i, j}, v); });
    w.finish();
    const auto c = insum::compress<insum::csr<double>>(w);
    benchmark::DoNotOptimize(c.vals.data());
    entries = c.nnz(), bytes = w.memory().peak();
    state.PauseTiming();
    compare(state, c);
    state.ResumeTiming();
  }
  report(state, in, entries, bytes);
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
  std::int64_t entries = 0;
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
    entries = c.nnz();
    state.PauseTiming();
    compare(state, c);
    state.ResumeTiming();
  }
  report(state, in, entries);
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
  std::size_t entries = 0;
  constexpr std::size_t node = 64;  // bytes: key and value, three pointers and a colour
  for (auto _ : state) {
    std::map<std::pair<std::int64_t, std::int64_t>, double> w;
    multiply(in, 0, columns_of(in), [&](std::int64_t i, std::int64_t j, double v) { w[{i, j}] += v; });
    const auto c = compressed(10000, [&](auto&& f) {
      for (const auto& [at, value] : w) f(at.first, at.second, value);
    });
    entries = w.size();
    state.PauseTiming();
    compare(state, c);
    state.ResumeTiming();
  }
  report(state, in, static_cast<std::int64_t>(entries), entries * node);
}

void with_vector(benchmark::State& state) {
  const input in = make_input(10000, state.range(0), 1000);
  std::size_t entries = 0, bytes = 0;
  for (auto _ : state) {
    std::vector<std::pair<std::uint64_t, double>> w;
    multiply(in, 0, columns_of(in), [&](std::int64_t i, std::int64_t j, double v) {
      w.emplace_back(static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j), v);
    });
    std::sort(w.begin(), w.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    bytes = w.capacity() * sizeof w[0];
    std::size_t left = 0;
    for (std::size_t n = 1; n < w.size(); ++n)
      if (w[n].first == w[left].first)
        w[left].second += w[n].second;
      else
        w[++left] = w[n];
    w.resize(left + 1);
    const auto c = compressed(10000, [&](auto&& f) {
      for (const auto& [at, value] : w)
        f(static_cast<std::int64_t>(at >> 32), static_cast<std::int64_t>(at & 0xffffffffU), value);
    });
    entries = w.size();
    state.PauseTiming();
    compare(state, c);
    state.ResumeTiming();
  }
  report(state, in, static_cast<std::int64_t>(entries), bytes);
}

using run = void (*)(benchmark::State&, insum::workspace_options);

void sized(const std::string& name, run form, const insum::workspace_options& options = {}) {
  benchmark::RegisterBenchmark(name.c_str(), form, options)
      ->RangeMultiplier(4)
      ->Range(1, 64)
      ->Unit(benchmark::kMillisecond);
}

void with_capacities(const std::string& name, run form, const std::vector<int>& bits) {
  for (const int each : bits)
    sized(name + "/capacity=2^" + std::to_string(each), form, {.capacity = std::int64_t{1} << each});
}

template <template <class, class, int> class Policy>
void add(const std::string& name) {
  sized(name, outer<Policy>);
  with_capacities(name, outer<Policy>, {10, 14, 16, 18, 20});
  sized(name + "/pipeline", outer<Policy>, {.pipeline = true});
  sized(name + "/double_buffer", outer<Policy>, {.double_buffer = true});
  sized("rows/" + name, by_rows<Policy>);
  with_capacities("rows/" + name, by_rows<Policy>, {10, 14});
}

}  // namespace

int main(int count, char** arguments) {
  add<insum::coord_workspace>("coord");
  add<insum::bucket_workspace>("bucket");
  add<insum::hash_workspace>("hash");
  add<insum::dense_workspace>("dense");
  benchmark::RegisterBenchmark("rows/default", by_dense_rows)
      ->RangeMultiplier(4)
      ->Range(1, 64)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("map", with_map)
      ->RangeMultiplier(4)
      ->Range(1, 64)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("vector", with_vector)
      ->RangeMultiplier(4)
      ->Range(1, 64)
      ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
