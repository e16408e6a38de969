// Products of sparse matrices as sums of outer products, C[i,j] += A[i,k] * B[k,j] with k outermost, A dcsc,
// B dcsr, C csr: every workspace policy, one map, and one vector that is sorted at the end.
//
//   bench/insum_workspace_bench [--benchmark_filter=...]
//
// The argument is the number of nonempty columns of A and rows of B, each of 1000 of 10000 coordinates as in
// the workspaces paper: the more, the more products meet in one element.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <map>
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

void report(benchmark::State& state, const input& in, std::int64_t entries, std::size_t bytes) {
  state.counters["products"] =
      benchmark::Counter(static_cast<double>(in.products) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["entries"] = static_cast<double>(entries);
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
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

template <template <class, class, int> class Policy>
void add(const char* name) {
  const auto sized = [&](const char* suffix, const insum::workspace_options& options) {
    benchmark::RegisterBenchmark((std::string(name) + suffix).c_str(), outer<Policy>, options)
        ->RangeMultiplier(4)
        ->Range(1, 64)
        ->Unit(benchmark::kMillisecond);
  };
  sized("", {});
  for (const int bits : {10, 14, 16, 18, 20}) {
    const std::string suffix = "/capacity=2^" + std::to_string(bits);
    sized(suffix.c_str(), {.capacity = std::int64_t{1} << bits});
  }
  sized("/pipeline", {.pipeline = true});
  sized("/double_buffer", {.double_buffer = true});
}

}  // namespace

int main(int count, char** arguments) {
  add<insum::coord_workspace>("coord");
  add<insum::bucket_workspace>("bucket");
  add<insum::hash_workspace>("hash");
  add<insum::dense_workspace>("dense");
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
