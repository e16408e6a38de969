// What forms of one case share: timed workspaces, a list that is sorted at the end, and the comparison of
// results.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <insum/workspace.hpp>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace bench {

/// Forms of one case have as many entries, and the same sum, as the first of them. `bytes` of memory had what
/// collected them. Looks at the first iteration alone: what reads a result leaves it in the cache of this
/// thread, which would count against the others that write there next.
template <class Values>
void compare(benchmark::State& state, const std::string& input, const Values& values, std::size_t bytes) {
  if (state.counters.count("entries") != 0) return;
  static std::map<std::string, std::pair<std::size_t, double>> first;
  const auto count = static_cast<std::size_t>(values.size());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const auto& [entries, expected] = first.try_emplace(input, count, sum).first->second;
  if (entries != count || std::abs(sum - expected) > 1e-9 * std::abs(expected))
    state.SkipWithError("another result");
  state.counters["entries"] = static_cast<double>(count);
  if (bytes > 0) state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}

/// A workspace that fill(w) inserts into, and the Result that it becomes.
template <class Result, class Workspace, class Fill>
void timed(benchmark::State& state, const std::string& input, const typename Workspace::point& sizes,
           const insum::workspace_options& options, Fill&& fill) {
  for (auto _ : state) {
    Workspace w(sizes, options);
    fill(w);
    w.finish();
    const auto result = insum::compress<Result>(w);
    benchmark::DoNotOptimize(result.vals.data());
    state.PauseTiming();
    compare(state, input, result.vals, w.memory().peak());
    state.ResumeTiming();
  }
}

/// Sorts pairs of coordinates and values, and adds up those of equal coordinates.
template <class List>
void combine(List& list) {
  if (list.empty()) return;
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t left = 0;
  for (std::size_t n = 1; n < list.size(); ++n)
    if (list[n].first == list[left].first)
      list[left].second += list[n].second;
    else
      list[++left] = list[n];
  list.resize(left + 1);
}

}  // namespace bench
