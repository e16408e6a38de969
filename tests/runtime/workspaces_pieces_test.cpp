// Components in pieces that are sorted and combined elsewhere, and different keys that are counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <insum/workspace.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

namespace rt = insum::rt;
using component = rt::detail::keyed_entry<double>;
using piece = rt::detail::component_piece<component>;

std::vector<component> random_components(std::size_t n, std::uint64_t low, std::uint64_t high,
                                         unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<component> x(n);
  for (component& e : x) {
    const std::uint64_t length = high - low + 1;  // 0: all there are
    e.key = low + (length == 0 ? random() : random() % length);
    e.value = 0.1 * static_cast<double>(random() % 1000);
  }
  return x;
}

/// In the order in which sums are to be made.
std::vector<component> combined(const std::vector<component>& x) {
  std::map<std::uint64_t, double> sums;
  for (const component& e : x)
    if (const auto [at, fresh] = sums.try_emplace(e.key, e.value); !fresh) at->second += e.value;
  std::vector<component> list;
  for (const auto& [key, value] : sums) list.push_back({key, value});
  return list;
}

bool same(const component* a, std::int64_t n, const std::vector<component>& b) {
  return std::equal(a, a + n, b.begin(), b.end(), [](const component& x, const component& y) {
    return x.key == y.key && x.value == y.value;
  });
}

}  // namespace

TEST_CASE("pieces are sorted to their place, with all bits of sums") {
  rt::piece_sorter<double, insum::op_add> sorter;
  for (const std::uint64_t range :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{300}, std::uint64_t{1} << 14,
        (std::uint64_t{1} << 20) + 5, std::uint64_t{1} << 33, ~std::uint64_t{0}})
    for (const std::size_t n : {0u, 1u, 5u, 24u, 25u, 700u, 5000u, 70000u})
      for (const std::size_t pieces : {1u, 2u, 7u}) {
        CAPTURE(range);
        CAPTURE(n);
        CAPTURE(pieces);
        const std::uint64_t low = range == ~std::uint64_t{0} ? 0 : (std::uint64_t{1} << 40) - range / 2;
        const auto x = random_components(n, low, low + range, 3);
        // Every other piece is where the result goes.
        std::vector<component> to(n);
        std::vector<piece> list;
        std::size_t used = 0;
        for (std::size_t p = 0; p < pieces; ++p) {
          const std::size_t begin = n * p / pieces, end = n * (p + 1) / pieces;
          const component* at = x.data() + begin;
          if (p % 2 != 0) {
            std::copy(x.begin() + static_cast<std::ptrdiff_t>(begin),
                      x.begin() + static_cast<std::ptrdiff_t>(end),
                      to.begin() + static_cast<std::ptrdiff_t>(used));
            at = to.data() + used;
            used += end - begin;
          }
          list.push_back({at, static_cast<std::int64_t>(end - begin), false});
        }
        const std::int64_t left = sorter.sort(list.data(), list.data() + list.size(),
                                              static_cast<std::int64_t>(n), low, low + range, to.data());
        CHECK(same(to.data(), left, combined(x)));
      }
}

TEST_CASE("a piece that is sorted is copied") {
  rt::piece_sorter<double, insum::op_add> sorter;
  const auto x = combined(random_components(1000, 0, 1 << 30, 4));
  const auto n = static_cast<std::int64_t>(x.size());
  std::vector<component> to(x.size());
  const piece all{x.data(), n, true};
  CHECK(sorter.sort(&all, &all + 1, n, 0, 1 << 30, to.data()) == n);
  CHECK(same(to.data(), n, x));
}

TEST_CASE("no more different keys are counted than there are, and few less") {
  rt::detail::key_marks marks;
  for (const std::size_t n : {0u, 1u, 3u, 100u, 1023u, 1024u, 40000u})
    for (const std::uint64_t range : {1u, 10u, 1000u, 1u << 20}) {
      const auto x = random_components(n, 77, 77 + range, 5);
      std::set<std::uint64_t> keys;
      for (const component& e : x) keys.insert(e.key);
      const auto distinct = static_cast<std::int64_t>(keys.size());
      const std::int64_t counted = marks.least_distinct(x.data(), static_cast<std::int64_t>(n));
      CHECK(counted <= distinct);
      CHECK(counted >= distinct * 3 / 4);
    }
}

namespace {

struct slices_case {
  std::int64_t wanted, longest;
  int aligned;
};

/// Slices by all keys: what is wrong with them.
std::string faults_of(const std::vector<std::uint64_t>& keys, const slices_case& x) {
  const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
  const std::uint64_t low = *least, high = *most, mask = (std::uint64_t{1} << x.aligned) - 1;
  rt::grow<std::uint64_t> sample;
  for (const std::uint64_t key : keys) sample.push(key);
  rt::detail::key_slices slices;
  slices.choose(sample, x.wanted, x.longest, low, high, x.aligned);
  if (slices.size() < 1 || slices.size() > x.wanted) return "number";
  std::vector<std::int64_t> counts(static_cast<std::size_t>(slices.size()));
  for (const std::uint64_t key : keys) {
    const std::int64_t s = slices.slice_of(key);
    if (s < 0 || s >= slices.size() || key < slices.lowest_of(s) || key > slices.highest_of(s))
      return "slice_of";
    ++counts[static_cast<std::size_t>(s)];
  }
  const auto n = static_cast<std::int64_t>(keys.size()), step = n / x.wanted + 1;
  const bool are_different = std::set<std::uint64_t>(keys.begin(), keys.end()).size() == keys.size();
  for (std::int64_t s = 0; s < slices.size(); ++s) {
    if (slices.lowest_of(s) > slices.highest_of(s)) return "order";
    const bool ends_with_lists = s + 1 == slices.size() || (slices.end_of(s) & mask) == 0;
    if (x.longest > n && !ends_with_lists) return "ends within a list";
    const bool may_be_cut = are_different && (x.aligned == 0 || x.longest <= step);
    if (may_be_cut && counts[static_cast<std::size_t>(s)] > 2 * step + 1) return "length";
  }
  return "";
}

}  // namespace

TEST_CASE("slices hold all keys, end where lists do, and are no longer than they may be") {
  std::mt19937_64 random(5);
  const auto make = [&](auto&& key) {
    std::vector<std::uint64_t> keys(3000);
    for (std::uint64_t& k : keys) k = key();
    return keys;
  };
  const std::vector<std::vector<std::uint64_t>> all = {
      {7},
      make([] { return std::uint64_t{1} << 62; }),
      make([&] { return random() % 100; }),
      make([&] { return random() >> 1; }),
      make([&] { return (std::uint64_t{1} << 63) - 1 - random() % 4000; }),
      make([&] { return random() >> (1 + random() % 62); }),
      make([&] { return (random() % 3 == 0 ? random() >> 2 : (std::uint64_t{1} << 61) + random() % 5000); })};
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const std::int64_t wanted : {1, 2, 7, 128, 400})
      for (const std::int64_t longest : {0, 30, 500, 1 << 20})
        for (const int aligned : {0, 5, 17, 60}) {
          if (wanted > static_cast<std::int64_t>(all[k].size())) continue;
          CAPTURE(k);
          CAPTURE(wanted);
          CAPTURE(longest);
          CAPTURE(aligned);
          CHECK(faults_of(all[k], {wanted, longest, aligned}) == "");
        }
}
