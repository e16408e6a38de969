// Workspaces against std::map: random components over ranks, policies, capacities, value types, reductions
// and threads.
#include <doctest/doctest.h>

#include <atomic>
#include <complex>
#include <cstring>
#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <random>

#include "insum/rt/loops.hpp"
#include "team.hpp"

namespace {

using insum::workspace_options;
namespace rt = insum::rt;

template <class T, int Rank>
struct problem {
  insum::coordinates<Rank> sizes{};
  std::vector<std::pair<insum::coordinates<Rank>, T>> components;
};

/// Values whose combinations are exact.
template <class T, class Op>
T random_value(std::mt19937& random) {
  if constexpr (std::is_same_v<T, bool>)
    return random() % 2 != 0;
  else if constexpr (std::is_same_v<Op, insum::op_mul>)
    return static_cast<T>(random() % 16 == 0 ? -1 : 1);
  else
    return static_cast<T>(static_cast<int>(random() % 15) - 7);
}

template <class T, class Op, int Rank>
problem<T, Rank> random_problem(std::mt19937& random) {
  problem<T, Rank> p;
  // Beyond rank 1, some sizes need more than one word for a key.
  const bool wide = Rank > 1 && random() % 4 == 0;
  for (auto& size : p.sizes)
    size = wide ? (std::int64_t{1} << 40) + 1 : 1 + static_cast<std::int64_t>(random() % 9);
  const std::size_t counts[] = {0, 1, 7, 60, 400, 3000};
  const std::size_t n = counts[random() % 6];
  for (std::size_t k = 0; k < n; ++k) {
    insum::coordinates<Rank> c{};
    for (std::size_t l = 0; l < c.size(); ++l) {
      const std::int64_t few = static_cast<std::int64_t>(random() % 9);
      c[l] = wide ? (random() % 2 == 0 ? few : p.sizes[l] - 1 - few) : few % p.sizes[l];
    }
    p.components.push_back({c, random_value<T, Op>(random)});
  }
  return p;
}

template <class Op, class T, int Rank>
std::map<insum::coordinates<Rank>, T> combined(const problem<T, Rank>& p) {
  std::map<insum::coordinates<Rank>, T> result;
  for (const auto& [c, v] : p.components) {
    const auto at = result.emplace(c, Op::template identity<T>()).first;
    rt::update<Op>(at->second, v);
  }
  return result;
}

template <class Workspace, class Map>
std::int64_t differences(const Workspace& w, const Map& expected) {
  std::int64_t wrong = w.count() == static_cast<std::int64_t>(expected.size()) ? 0 : 1;
  auto next = expected.begin();
  w.visit([&](const auto& c, const auto& v) {
    if (next == expected.end()) {
      ++wrong;
      return;
    }
    wrong += next->first != c || !(next->second == v);
    ++next;
  });
  return wrong;
}

template <class Policy, class T, int Rank>
std::int64_t one_thread(const problem<T, Rank>& p, const workspace_options& options) {
  const auto expected = combined<typename Policy::reduction>(p);
  insum::sparse_workspace<Policy> w(p.sizes, options);
  std::int64_t wrong = 0;
  for (int round = 0; round < 2; ++round) {  // again after clear()
    for (const auto& [c, v] : p.components) w.insert(c, v);
    w.finish();
    wrong += differences(w, expected);
    if (round == 0) w.clear();
  }
  return wrong;
}

template <class Policy, class T, int Rank>
std::int64_t many_threads(const problem<T, Rank>& p, const workspace_options& options, int threads) {
  const team of(threads);
  const auto expected = combined<typename Policy::reduction>(p);
  insum::parallel_workspace<Policy> w(p.sizes, options);
  std::atomic<int> ranges = 0;
  rt::parallel(rt::dynamic{0, static_cast<std::int64_t>(p.components.size())},
               [&](std::int64_t first, std::int64_t last) {
                 ++ranges;
                 auto&& local = w.local(first);
                 for (; first < last; ++first)
                   local.insert(p.components[static_cast<std::size_t>(first)].first,
                                p.components[static_cast<std::size_t>(first)].second);
               });
  w.finish();
  const bool several = p.components.size() > 1 && rt::thread_count() > 1;
  return differences(w, expected) + (several && ranges < 2 ? 1 : 0);
}

template <class Policy>
void try_policy(std::mt19937& random, int tries) {
  using T = typename Policy::value_type;
  constexpr std::int64_t capacities[] = {workspace_options::automatic, 1, 2, 3, 13, 127, 100000};
  for (int n = 0; n < tries; ++n) {
    const auto p = random_problem<T, typename Policy::reduction, Policy::rank>(random);
    constexpr bool dense = rt::detail::is_never_full<Policy>;
    if (dense && p.sizes[0] > 9) continue;
    workspace_options options;
    options.capacity = capacities[random() % 7];
    options.pipeline = random() % 4 == 0;
    options.double_buffer = random() % 2 == 0;
    CAPTURE(options.capacity);
    CAPTURE(options.pipeline);
    CAPTURE(options.double_buffer);
    CAPTURE(p.sizes[0]);
    CAPTURE(p.components.size());
    CHECK(one_thread<Policy>(p, options) == 0);
    for (const int threads : {1, 2, 4}) CHECK(many_threads<Policy>(p, options, threads) == 0);
  }
}

template <class T, class Op, int Rank>
void try_policies(unsigned seed) {
  std::mt19937 random(seed);
  constexpr int tries = 12;
  try_policy<insum::coord_workspace<T, Op, Rank>>(random, tries);
  try_policy<insum::bucket_workspace<T, Op, Rank>>(random, tries);
  try_policy<insum::hash_workspace<T, Op, Rank>>(random, tries);
  try_policy<insum::dense_workspace<T, Op, Rank>>(random, tries);
  try_policy<insum::adaptive_workspace<T, Op, Rank>>(random, tries);
}

}  // namespace

TEST_CASE("sums of every rank") {
  try_policies<double, insum::op_add, 1>(1);
  try_policies<double, insum::op_add, 2>(2);
  try_policies<std::int64_t, insum::op_add, 3>(3);
  try_policies<std::complex<double>, insum::op_add, 4>(4);
}

TEST_CASE("other reductions") {
  try_policies<float, insum::op_min, 2>(5);
  try_policies<insum::half, insum::op_max, 3>(6);
  try_policies<std::int32_t, insum::op_mul, 2>(7);
  try_policies<bool, insum::op_or, 2>(8);
}

/// A value larger than its coordinates by far: the list sorts numbers.
struct moments {
  double sum[8];
  friend bool operator==(const moments& a, const moments& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};
struct add_moments {
  template <class T>
  static T identity() {
    return T{};
  }
  static moments apply(const moments& a, const moments& b) {
    moments result{};
    for (int n = 0; n < 8; ++n) result.sum[n] = a.sum[n] + b.sum[n];
    return result;
  }
};

TEST_CASE("values and a reduction of the user's") {
  std::mt19937 random(13);
  for (const std::int64_t capacity : {1, 3, 64, 10000}) {
    problem<moments, 2> p;
    p.sizes = {20, 30};
    for (int k = 0; k < 2000; ++k) {
      moments m{};
      for (double& x : m.sum) x = static_cast<double>(random() % 9);
      p.components.push_back(
          {{static_cast<std::int64_t>(random() % 20), static_cast<std::int64_t>(random() % 30)}, m});
    }
    CHECK(one_thread<insum::coord_workspace<moments, add_moments, 2>>(p, {.capacity = capacity}) == 0);
    CHECK(one_thread<insum::hash_workspace<moments, add_moments, 2>>(
              p, {.capacity = capacity, .pipeline = true}) == 0);
    CHECK(many_threads<insum::bucket_workspace<moments, add_moments, 2>>(p, {.capacity = capacity}, 3) == 0);
    CHECK(one_thread<insum::adaptive_workspace<moments, add_moments, 2>>(p, {.capacity = capacity}) == 0);
    CHECK(many_threads<insum::adaptive_workspace<moments, add_moments, 2>>(p, {}, 3) == 0);
  }
}
