// Every element once, whatever the threads; balanced parts; exceptions; nesting.
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

using ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The ranges that a loop hands out, in order of their begin.
template <class Loop>
ranges ranges_of(Loop loop) {
  std::mutex mutex;
  ranges result;
  loop([&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard lock(mutex);
    result.emplace_back(begin, end);
  });
  std::sort(result.begin(), result.end());
  return result;
}

bool covers(const ranges& parts, std::int64_t begin, std::int64_t end) {
  for (const auto& [from, to] : parts) {
    if (from != begin || to <= from) return false;
    begin = to;
  }
  return begin == end;
}

#ifdef _OPENMP
constexpr bool threaded = true;
#else
constexpr bool threaded = false;
#endif

/// More threads than this machine may have cores, so that the loops are cut on any machine.
struct four_threads {
  four_threads() { use(4); }
  ~four_threads() { use(before); }
  static void use([[maybe_unused]] int threads) {
#ifdef _OPENMP
    omp_set_num_threads(threads);
#endif
  }
  int before = rt::thread_count();
};

}  // namespace

TEST_CASE("ranges cover the loop") {
  const four_threads team;
  for (const std::int64_t n : {0, 1, 2, 3, 7, 31, 32, 33, 1000}) {
    CHECK(covers(ranges_of([&](auto f) { rt::parallel_static(5, 5 + n, 0, f); }), 5, 5 + n));
    CHECK(covers(ranges_of([&](auto f) { rt::parallel_dynamic(5, 5 + n, 0, f); }), 5, 5 + n));
    CHECK(covers(ranges_of([&](auto f) { rt::parallel_balanced(n, [](std::int64_t i) { return i; }, 0, f); }),
                 0, n));
  }
  CHECK(ranges_of([&](auto f) { rt::parallel_static(3, 2, 0, f); }).empty());
}

TEST_CASE("a thread takes the parts of its share in order, then the last ones of the longest share") {
  rt::detail::waiting_parts parts(11, 3);  // 0 to 3, 4 to 7, 8 to 10
  const auto taken = [&](int thread, int count) {
    std::vector<std::int64_t> numbers;
    while (count-- > 0) numbers.push_back(parts.take(thread));
    return numbers;
  };
  using numbers = std::vector<std::int64_t>;
  CHECK(taken(1, 2) == numbers{4, 5});
  CHECK(taken(2, 4) == numbers{8, 9, 10, 3});
  CHECK(taken(0, 3) == numbers{0, 1, 2});
  CHECK(taken(0, 2) == numbers{7, 6});
  CHECK(taken(1, 2) == numbers{-1, -1});
  rt::detail::waiting_parts few(2, 1000);  // more threads than shares
  CHECK(few.take(999) == 0);
  CHECK(few.take(0) == 1);
  CHECK(few.take(300) == -1);
}

TEST_CASE("loops with little work run on the calling thread as one range") {
  const four_threads team;
  CHECK(ranges_of([&](auto f) { rt::parallel_static(0, 99, 100, f); }) == ranges{{0, 99}});
  CHECK(ranges_of([&](auto f) { rt::parallel_dynamic(0, 99, 100, f); }) == ranges{{0, 99}});
  CHECK(ranges_of([&](auto f) { rt::parallel_balanced(9, [](std::int64_t i) { return 10 * i; }, 100, f); }) ==
        ranges{{0, 9}});
}

TEST_CASE("a weight that is no product of sizes any more") {
  for (const std::int64_t weight : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX}) {
    std::int64_t visited = 0;
    const auto visit = [&](std::int64_t begin, std::int64_t end) {
      __atomic_fetch_add(&visited, end - begin, __ATOMIC_RELAXED);
    };
    rt::parallel(rt::fixed{0, 10, weight}, visit);
    rt::parallel(rt::dynamic{0, 10, weight}, visit);
    rt::parallel(rt::equal{0, 10, weight}, visit);
    CHECK(visited == 30);
  }
}

TEST_CASE("balanced parts have about equal work") {
  const four_threads team;
  if (rt::thread_count() == 1) return;
  // Rows of 1 entry, and one row in the middle that is as long as all others.
  const auto prefix = [](std::int64_t i) { return i <= 500 ? i : i + 1000; };
  const ranges parts = ranges_of([&](auto f) { rt::parallel_balanced(1000, prefix, 0, f); });
  CHECK(covers(parts, 0, 1000));
  CHECK(parts.size() > 8);
  for (const auto& [from, to] : parts)
    if (to - from > 1) CHECK(prefix(to) - prefix(from) <= 1000 + 2000 / 32 + 1);
  // No work at all, and all of it in the first or the last row.
  CHECK(covers(ranges_of([&](auto f) { rt::parallel_balanced(50, [](std::int64_t) { return 0; }, 0, f); }), 0,
               50));
  CHECK(covers(ranges_of([&](auto f) {
                 rt::parallel_balanced(50, [](std::int64_t i) { return i > 0 ? 1000 : 0; }, 0, f);
               }),
               0, 50));
  CHECK(covers(ranges_of([&](auto f) {
                 rt::parallel_balanced(50, [](std::int64_t i) { return i == 50 ? 1000 : 0; }, 0, f);
               }),
               0, 50));
}

TEST_CASE("each element once") {
  const four_threads team;
  for (const auto kind : {rt::schedule::static_ranges, rt::schedule::dynamic_ranges}) {
    std::vector<int> seen(10007, 0);
    rt::parallel_for(0, 10007, kind, 0, [&](std::int64_t i) { ++seen[static_cast<std::size_t>(i)]; });
    CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
  }
}

TEST_CASE("exceptions arrive at the caller, and the next loop works") {
  const four_threads team;
  for (int round = 0; round < 20; ++round) {
    CHECK_THROWS_AS(rt::parallel_dynamic(0, 1000, 0,
                                         [&](std::int64_t begin, std::int64_t end) {
                                           if (begin <= 500 && 500 < end) throw std::out_of_range("500");
                                         }),
                    std::out_of_range);
    CHECK_THROWS_AS(rt::parallel_static(0, 1000, 0, [&](std::int64_t, std::int64_t) { throw 5; }), int);
    CHECK_THROWS_AS(rt::parallel_balanced(
                        1000, [](std::int64_t i) { return i; }, 0,
                        [&](std::int64_t, std::int64_t) { throw std::bad_alloc(); }),
                    std::bad_alloc);
    CHECK(rt::thread_index() == 0);
    CHECK(covers(ranges_of([&](auto f) { rt::parallel_dynamic(0, 100, 0, f); }), 0, 100));
  }
}

TEST_CASE("thread numbers are those of the team; nested loops are serial") {
  const four_threads team;
  const int threads = rt::thread_count();
  CHECK((threads == 4 || !threaded));
  std::vector<int> used(static_cast<std::size_t>(threads), 0);
  rt::run_team(threads, [&](int index, int) {
    used[static_cast<std::size_t>(index)] += 1 + 100 * (rt::thread_index() != index);
    const int outer = rt::thread_index();
    rt::parallel_static(0, 10, 0, [&](std::int64_t begin, std::int64_t end) {
      used[static_cast<std::size_t>(index)] += 100 * !(begin == 0 && end == 10 && rt::thread_count() == 1);
      used[static_cast<std::size_t>(index)] += 100 * (rt::thread_index() != 0);  // of a loop with one thread
    });
    rt::parallel_dynamic(0, 10, 0, [&](std::int64_t, std::int64_t) {
      used[static_cast<std::size_t>(index)] += 100 * (rt::thread_index() != 0);
    });
    rt::parallel_balanced(
        10, [](std::int64_t i) { return i; }, 0,
        [&](std::int64_t, std::int64_t) {
          used[static_cast<std::size_t>(index)] += 100 * (rt::thread_index() != 0);
        });
    used[static_cast<std::size_t>(index)] += 100 * (rt::thread_index() != outer);
  });
  for (const int n : used) CHECK(n == 1);
}

#if defined(_OPENMP) && !defined(INSUM_RT_TSAN)
TEST_CASE("inside a parallel region of the user's, loops are serial") {
  std::vector<int> seen(400, 0);
  bool serial = true;
#pragma omp parallel for num_threads(4)
  for (int block = 0; block < 4; ++block) {
    const int threads = rt::thread_count();
    if (threads != 1)
#pragma omp critical
      serial = false;
    rt::parallel_dynamic(100 * block, 100 * block + 100, 0, [&](std::int64_t begin, std::int64_t end) {
      for (; begin < end; ++begin) ++seen[static_cast<std::size_t>(begin)];
    });
  }
  CHECK(serial);
  CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}
#endif

TEST_CASE("work that is more than can be counted is as much as threads pay for") {
  using insum::rt::work_product;
  constexpr std::int64_t most = std::int64_t{1} << 40;
  CHECK(work_product(3, 5) == 15);
  CHECK(work_product(0, most) == 0);
  CHECK(work_product(most, 1) == most);
  CHECK(work_product(8589934599, 2147483648 * 16) == most);
  CHECK(work_product(INT64_MAX, INT64_MAX) == most);
}
