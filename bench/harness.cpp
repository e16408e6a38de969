#include "harness.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <insum/io.hpp>
#include <map>
#include <random>
#include <string_view>
#include <thread>

namespace bench {

std::optional<std::string> read_options(int count, char** arguments) {
  std::string data = INSUM_DATA_DIR;
  std::vector<char*> rest;
  for (int i = 0; i < count; ++i)
    if (std::string_view(arguments[i]) == "--data" && i + 1 < count)
      data = arguments[++i];
    else
      rest.push_back(arguments[i]);
  int others = static_cast<int>(rest.size());
  benchmark::Initialize(&others, rest.data());
  if (benchmark::ReportUnrecognizedArguments(others, rest.data())) return std::nullopt;
  return data;
}

namespace {

double seconds_now(bool of_processor) {
  timespec now;
  clock_gettime(of_processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double seconds_of(const form& f, const work& w) {
  if (f.before) f.before();
  if (w.clock) return w.clock(f);
  const double start = seconds_now(w.processor_time);
  f.call();
  return seconds_now(w.processor_time) - start;
}

/// The fastest of the calls of one turn. A clock may call several times for one answer.
double fastest_of_turn(const form& f, const work& w) {
  const double start = seconds_now(false);
  double best = seconds_of(f, w), spent = w.clock ? seconds_now(false) - start : best;
  for (int calls = 1; (calls < 2 && (w.turn == 0 || spent < 10 * w.turn)) || spent < w.turn; ++calls) {
    const double seconds = seconds_of(f, w);
    best = std::min(best, seconds);
    spent = w.clock ? seconds_now(false) - start : spent + seconds;
  }
  return best;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool agree(const outcome& a, const outcome& b) {
  return a.entries == b.entries &&
         std::abs(a.sum - b.sum) <= 1e-3 * (1 + std::abs(a.sum) + std::sqrt(a.entries));
}

/// Calls each form once; the name of one whose result is not the first one's, or null.
const char* first_calls(const work& w) {
  bool known = false;
  outcome expected;
  for (const form& f : w.forms) {
    if (f.before) f.before();
    f.call();
    if (!f.result) continue;
    const outcome got = f.result();
    if (!known) expected = got;
    if (!agree(expected, got)) {
      std::printf("%s: %.0f entries, sum %g; %s: %.0f entries, sum %g\n", w.forms.front().name,
                  expected.entries, expected.sum, f.name, got.entries, got.sum);
      return f.name;
    }
    known = true;
  }
  return nullptr;
}

void measure(benchmark::State& state, int threads, const std::function<work()>& prepare) {
  omp_set_num_threads(threads);
  work w;
  try {
    w = prepare();
  } catch (const insum::parse_error& error) {  // a tensor of another order
    return state.SkipWithError(error.what());
  } catch (const not_applicable& error) {
    return state.SkipWithError(error.what());
  }
  if (const char* other = first_calls(w))
    return state.SkipWithError((std::string("another result: ") + other).c_str());
  std::map<std::string, std::vector<double>> turns;
  std::mt19937 random(1);
  std::vector<form> forms = w.forms;
  for (auto _ : state) {
    // Each form meets caches that others leave: those that copy their operands evict what the rest shares.
    std::shuffle(forms.begin(), forms.end(), random);
    for (const form& f : forms) {
      if (w.pause > 0) std::this_thread::sleep_for(std::chrono::duration<double>(w.pause));
      turns[f.name].push_back(w.medians ? seconds_of(f, w) : fastest_of_turn(f, w));
    }
  }
  for (auto& [name, seconds] : turns)
    state.counters[name] = w.medians ? median(seconds) : *std::min_element(seconds.begin(), seconds.end());
  state.counters["bytes"] = w.bytes;
  state.counters["flops"] = w.flops;
  for (const auto& [name, value] : w.counters) state.counters[name] = value;
}

}  // namespace

void add(const std::string& name, int threads, std::function<work()> prepare, duration length) {
  auto* added = benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { measure(state, threads, prepare); });
  added->UseRealTime()->Unit(benchmark::kMillisecond);
  if (length == duration::fixed) added->MinTime(0.2)->Repetitions(3);
  if (length == duration::one_turn) added->Iterations(1);
}

std::vector<int> thread_counts() {
  return omp_get_num_procs() > 1 ? std::vector<int>{1, 2} : std::vector<int>{1};
}

std::vector<std::string> files(const std::string& folder, const std::string& ending) {
  std::vector<std::string> list;
  if (!std::filesystem::exists(folder)) {
    std::printf("skipped: no %s\n", folder.c_str());
    return list;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().string().ends_with(ending)) list.push_back(entry.path().string());
  std::sort(list.begin(), list.end());
  return list;
}

std::string data_name(const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  return "/" + file.substr(0, file.find('.')) + "/";
}

}  // namespace bench
