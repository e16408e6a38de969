// Workspaces that several threads fill: who asks for a range, what the ranges may use together.
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <insum/workspace.hpp>
#include <thread>
#include <vector>

#include "insum/rt/loops.hpp"
#include "insum/rt/workspace.hpp"
#include "team.hpp"

namespace {

namespace rt = insum::rt;
using coord = insum::coord_workspace<double, insum::op_add, 2>;

template <class Workspace>
double sum_of(const Workspace& w) {
  double sum = 0;
  w.visit([&](const auto&, const auto& v) { sum += static_cast<double>(v); });
  return sum;
}

template <class Range>
void insert_some(Range& range, std::int64_t number) {
  for (std::int64_t k = 0; k < 200; ++k) range.insert({(number * 13 + k * 7) % 100, k % 90}, 1.0);
}

}  // namespace

TEST_CASE("threads of the user's take ranges") {
  insum::parallel_workspace<coord> w({100, 90}, {.capacity = 50});
  std::vector<std::thread> threads;
  for (std::int64_t t = 0; t < 8; ++t)
    threads.emplace_back([&w, t] {
      for (std::int64_t n = 0; n < 20; ++n) {
        auto&& local = w.local(t * 20 + n);
        insert_some(local, n);
      }
    });
  for (std::thread& thread : threads) thread.join();
  w.finish();
  CHECK(sum_of(w) == 8 * 20 * 200);
}

#if defined(_OPENMP) && !defined(INSUM_RT_TSAN)
TEST_CASE("a parallel loop of the user's") {
  const team of(8);
  insum::parallel_workspace<coord> w({100, 90}, {.capacity = 50});
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t n = 0; n < 300; ++n) {
    auto&& local = w.local(n);
    insert_some(local, n);
  }
  w.finish();
  CHECK(sum_of(w) == 300 * 200);
}
#endif

TEST_CASE("workspaces inside of a team") {
  const team of(8);
  std::vector<double> sums(8);
  rt::run_team(8, [&](int index, int) {
    insum::parallel_workspace<coord> w({100, 90}, {.capacity = 50});
    rt::per_thread<rt::row_workspace<double, rt::op_add>> rows(10);
    rt::parallel(rt::dynamic{0, 20}, [&](std::int64_t begin, std::int64_t end) {
      auto&& local = w.local(begin);
      for (; begin < end; ++begin) insert_some(local, begin);
      rows.local().update(1, 1.0);
    });
    w.finish();
    sums[static_cast<std::size_t>(index)] = sum_of(w);
  });
  for (const double sum : sums) CHECK((sum == 20 * 200 || sum == 0));
  CHECK(sums[0] == 20 * 200);
}

TEST_CASE("a range is closed at its end: neither its arrays nor its thread stay") {
  insum::parallel_workspace<coord> w({100, 90}, {.capacity = 1000, .pipeline = true});
  const auto running = [] {
    std::size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) n += entry.exists();
    return n;
  };
  if (!std::filesystem::exists("/proc/self/task")) return;
  const std::size_t before = running();
  for (std::int64_t n = 0; n < 64; ++n) {
    auto&& local = w.local(n);
    for (std::int64_t k = 0; k < 5000; ++k) local.insert({k % 5, 1}, 1.0);
  }
  CHECK(running() <= before + 1);
  CHECK(w.memory().in_use() < 64 * 3000);
  w.finish();
  CHECK(sum_of(w) == 64 * 5000);
}

TEST_CASE("many threads share a bound") {
  for (const int threads : {16, 24})
    for (const bool pipeline : {false, true}) {
      const team of(threads);
      // As many arrays as threads at a time, of which each would take half a megabyte alone.
      insum::parallel_workspace<coord> w({1000, 1000},
                                         {.memory = std::size_t{4} << 20, .pipeline = pipeline});
      std::atomic<int> begun = 0, ended = 0;
      std::atomic<bool> failed = false;
      const auto all_did = [&](std::atomic<int>& it, int size) {
        ++it;
        while (it < size && !failed) std::this_thread::yield();
      };
      rt::run_team(threads, [&](int index, int size) {
        try {
          auto&& local = w.local(index);
          all_did(begun, size);
          for (std::int64_t k = 0; k < 20000; ++k) local.insert({k % 10, (k + index) % 9}, 1.0);
          all_did(ended, size);
        } catch (...) {
          failed = true;
          throw;
        }
      });
      w.finish();
      CHECK(sum_of(w) == threads * 20000.0);
      CHECK(w.count() == 90);
      CHECK(w.memory().peak() <= w.memory().bound());
    }
}

TEST_CASE("a late range takes a smaller array where others hold the memory") {
  const team of(1);
  rt::memory_budget budget(100000);
  insum::parallel_workspace<coord> w({100, 90}, {}, budget);
  budget.take(97000);
  {
    auto&& local = w.local(0);
    for (std::int64_t k = 0; k < 200; ++k) local.insert({k % 3, 1}, 1.0);
  }
  budget.give_back(97000);
  w.finish();
  CHECK(sum_of(w) == 200);
}

TEST_CASE("one budget for several workspaces") {
  rt::memory_budget budget(200000);
  insum::parallel_workspace<coord> one({1000, 1000}, {.capacity = 100}, budget);
  insum::parallel_workspace<coord> two({1000, 1000}, {.capacity = 100}, budget);
  const auto fill = [](auto& w) {
    for (std::int64_t n = 0; n < 4; ++n) {
      auto&& local = w.local(n);
      for (std::int64_t k = 0; k < 1000; ++k) local.insert({k, n}, 1.0);
    }
    w.finish(1000, 1000);
  };
  fill(one);
  CHECK(one.count() == 4000);
  CHECK(budget.in_use() >= 4000 * 24);
  CHECK_THROWS_AS(fill(two), insum::memory_error);
  CHECK(one.count() == 4000);
  CHECK(budget.peak() <= 200000);
  one.clear();
  two.clear();
  CHECK(budget.in_use() == 0);
  fill(two);
  CHECK(two.count() == 4000);
}

TEST_CASE("what goes wrong at the end of a range is told by finish()") {
  for (const int threads : {1, 4}) {
    const team of(threads);
    insum::parallel_workspace<coord> w({1000, 1000}, {.capacity = 1000, .memory = 40000});
    {
      auto&& local = w.local(0);
      for (std::int64_t k = 0; k < 1000; ++k) local.insert({k, 1}, 1.0);
    }
    CHECK_THROWS_AS(w.finish(), insum::memory_error);
    CHECK_THROWS_AS(w.count(), insum::workspace_error);
    w.clear();
    CHECK(w.memory().in_use() == 0);
    w.local(0).insert({1, 1}, 2.0);
    w.finish();
    CHECK(sum_of(w) == 2);
  }
}

TEST_CASE_TEMPLATE("finish() hands out nothing of a range that went wrong before its end", A, coord,
                   insum::adaptive_workspace<double, insum::op_add, 2>) {
  for (const std::int64_t ranges : {1, 3}) {
    insum::parallel_workspace<A> w({1000000, 1000000}, {.memory = 40000});
    for (std::int64_t n = 0; n < ranges; ++n) {
      auto&& local = w.local(n);
      const auto insert = [&] {
        for (std::int64_t k = 0; k < (n == 0 ? 100000 : 1); ++k) local.insert({k * 7919 % 1000000, k}, 1.0);
      };
      if (n == 0)
        CHECK_THROWS_AS(insert(), insum::memory_error);
      else
        CHECK_NOTHROW(insert());
    }
    CHECK_THROWS_AS(w.finish(), insum::workspace_error);
    CHECK_THROWS_AS(w.count(), insum::workspace_error);
    w.clear();
    w.local(0).insert({1, 1}, 2.0);
    w.finish();
    CHECK(sum_of(w) == 2);
  }
}

namespace {

/// Inserts inexact sums in 64 ranges, whatever the threads; the values.
template <class Policy>
std::vector<float> inexact_sums(int threads, insum::workspace_options options) {
  const team of(threads);
  options.deterministic = true;
  insum::parallel_workspace<Policy> w({100, 90}, options);
  rt::parallel_dynamic(0, 64, 2, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) {
      auto&& local = w.local(begin);
      for (std::int64_t i = begin * 3000; i < (begin + 1) * 3000; ++i)
        local.insert({i * 7919 % 10007 % 100, i * 104729 % 1009 % 90},
                     1.0f / static_cast<float>(i % 1000 + 1));
    }
  });
  w.finish();
  std::vector<float> values;
  w.visit([&](const auto&, float v) { values.push_back(v); });
  return values;
}

template <class Policy>
void try_bits(std::int64_t capacity, std::size_t memory) {
  const std::vector<float> one = inexact_sums<Policy>(1, {.capacity = capacity, .memory = memory});
  CHECK(one.size() > 8000);
  for (const int threads : {1, 2, 4, 16})
    for (const bool pipeline : {false, true}) {
      // With a bound the arrays of a pipeline are half as long unless their capacity is given.
      if (pipeline && capacity < 0) continue;
      CHECK(inexact_sums<Policy>(threads, {.capacity = capacity, .memory = memory, .pipeline = pipeline}) ==
            one);
    }
}

}  // namespace

TEST_CASE("the bits depend on the ranges alone") {
  try_bits<insum::coord_workspace<float, insum::op_add, 2>>(500, 0);
  try_bits<insum::bucket_workspace<float, insum::op_add, 2>>(500, 0);
  try_bits<insum::hash_workspace<float, insum::op_add, 2>>(500, 0);
  try_bits<insum::dense_workspace<float, insum::op_add, 2>>(500, 0);
  try_bits<insum::adaptive_workspace<float, insum::op_add, 2>>(500, 0);
  try_bits<insum::adaptive_workspace<float, insum::op_add, 2>>(-1, 0);
  for (const std::int64_t expected : {std::int64_t{500}, std::int64_t{100000}}) {
    const std::vector<float> one =
        inexact_sums<insum::adaptive_workspace<float, insum::op_add, 2>>(1, {.expected = expected});
    for (const int threads : {2, 4, 16})
      CHECK(inexact_sums<insum::adaptive_workspace<float, insum::op_add, 2>>(threads,
                                                                             {.expected = expected}) == one);
  }
}

TEST_CASE("the bits depend on the ranges alone, with a bound of the memory as well") {
  for (const std::size_t bound : {4700000u, 5000000u, 6000000u, 9000000u}) {
    try_bits<insum::coord_workspace<float, insum::op_add, 2>>(100, bound);
    try_bits<insum::coord_workspace<float, insum::op_add, 2>>(-1, bound);
  }
  try_bits<insum::hash_workspace<float, insum::op_add, 2>>(-1, 6000000);
  try_bits<insum::adaptive_workspace<float, insum::op_add, 2>>(-1, 6000000);
}

namespace {

/// Of one producer, while others hold so much of the memory; empty where that left too little.
std::vector<float> sums_beside(std::size_t held, std::int64_t capacity, bool deterministic) {
  rt::memory_budget budget(1 << 20);
  budget.take(held);
  std::vector<float> values;
  try {
    insum::sparse_workspace<insum::coord_workspace<float, insum::op_add, 2>> w(
        {100, 90}, {.capacity = capacity, .deterministic = deterministic}, budget);
    for (std::int64_t i = 0; i < 20000; ++i)
      w.insert({i * 7919 % 10007 % 100, i * 104729 % 1009 % 90}, 1.0f / static_cast<float>(i % 1000 + 1));
    w.finish();
    w.visit([&](const auto&, float v) { values.push_back(v); });
  } catch (const insum::memory_error&) {
  }
  return values;
}

}  // namespace

TEST_CASE_TEMPLATE("deterministic: what came before clear() does not change the bits", A,
                   insum::coord_workspace<float, insum::op_add, 1>,
                   insum::bucket_workspace<float, insum::op_add, 1>,
                   insum::hash_workspace<float, insum::op_add, 1>,
                   insum::adaptive_workspace<float, insum::op_add, 1>) {
  constexpr std::int64_t size = std::int64_t{1} << 40;
  const auto row = [](auto& w, std::int64_t count, std::int64_t distinct) {
    w.clear();
    for (std::int64_t i = 0; i < count; ++i)
      w.insert({i * 7919 % distinct * 1000}, 1.0f / static_cast<float>(i % 1000 + 1));
    w.finish();
    std::vector<float> values;
    w.visit([&](const auto&, float v) { values.push_back(v); });
    return values;
  };
  for (const bool pipeline : {false, true}) {
    insum::sparse_workspace<A> w({size}, {.pipeline = pipeline, .deterministic = true});
    const std::vector<float> first = row(w, 30000, 1999);
    for (const std::int64_t before : {std::int64_t{0}, std::int64_t{5000}, std::int64_t{300000}}) {
      row(w, before, 40009);
      row(w, before, 17);
      CHECK(row(w, 30000, 1999) == first);
    }
  }
}

TEST_CASE("deterministic: what others hold does not change the bits") {
  for (const std::int64_t capacity : {std::int64_t{-1}, std::int64_t{100}, std::int64_t{1000}}) {
    int others = 0;
    for (const bool deterministic : {false, true}) {
      const std::vector<float> first = sums_beside(0, capacity, deterministic);
      CHECK(!first.empty());
      int fits = 0, differs = 0;
      for (std::size_t held = 0; held < 1000000; held += 5000) {
        const std::vector<float> sums = sums_beside(held, capacity, deterministic);
        fits += !sums.empty();
        differs += !sums.empty() && sums != first;
      }
      CHECK(fits > 50);
      if (deterministic)
        CHECK(differs == 0);
      else
        others += differs;
    }
    CHECK(others > 0);  // else this says nothing
  }
}

TEST_CASE("a range that could not be made is not forgotten") {
  insum::parallel_workspace<insum::coord_workspace<double, insum::op_add, 2>> w(
      {100, 100}, {.capacity = 1009, .memory = 40000});
  {
    auto first = w.local(0);
    first.insert({1, 1}, 1.0);
    CHECK_THROWS_AS(static_cast<void>(w.local(1)), insum::memory_error);
  }
  CHECK_THROWS_AS(w.finish(), insum::memory_error);
  CHECK_THROWS_AS(w.count(), insum::workspace_error);
  w.clear();
  w.local(0).insert({2, 2}, 1.0);
  w.finish();
  CHECK(w.count() == 1);
}
