// Joined parts of sparse results: what is moved, what is copied, what is refused.
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/buffer.hpp"
#include "threads.hpp"

namespace {

std::vector<std::int32_t> elements(const rt::grow<std::int32_t>& array) {
  return {array.data(), array.data() + array.size()};
}

}  // namespace

TEST_CASE("one part is moved") {
  using part = rt::part<double, rt::compressed_part<std::int32_t, std::int32_t>>;
  const double* values = nullptr;
  auto parts = rt::assemble<part>("C", rt::equal{0, 3}, [&](part& out, std::int64_t, std::int64_t) {
    const std::int64_t c[] = {1, 2, 5};
    CHECK(out.level<0>().append(1, c, 0) == 0);
    CHECK(out.level<0>().append(1, c, 3) == 0);
    CHECK(out.level<0>().at(1, 5) == 2);
    CHECK(out.level<0>().at(1, 6) == 3);
    out.values.extend(4, 3.0);
    values = out.values.data();
  });
  rt::grow<std::int32_t> pos, crd;
  rt::grow<double> vals;
  rt::join("C", parts, 0, rt::into_compressed(pos, crd, 3), vals);
  CHECK(vals.data() == values);
  CHECK(elements(pos) == std::vector<std::int32_t>{0, 0, 4, 4});
  CHECK(elements(crd) == std::vector<std::int32_t>{1, 2, 5, 6});
}

TEST_CASE("nodes go on from one part to the next") {
  const threads team(3);
  using node = rt::compressed_part<std::int32_t, std::int32_t, true>;
  using part = rt::part<double, node, node, rt::compressed_part<std::int32_t, std::int32_t>>;
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::set<std::array<int, 4>> entries;  // a row, and a tree below it
    const int range = 1 + static_cast<int>(random() % 5);
    for (int n = static_cast<int>(random() % 60); n > 0; --n) {
      std::array<int, 4> c;
      for (int& x : c) x = static_cast<int>(random() % static_cast<unsigned>(range));
      entries.insert(c);
    }
    const auto joined = [&](int most) {
      rt::part_list<part> parts;
      auto entry = entries.begin();
      for (std::int64_t k = 0; entry != entries.end() || k < 3; ++k) {
        part& out = parts.add(k);
        int n = most == 0 ? 1000 : static_cast<int>(random() % static_cast<unsigned>(most + 1));
        for (; n > 0 && entry != entries.end(); --n, ++entry) {
          const auto& [row, i, j, l] = *entry;
          out.level<2>().push(out.level<1>().at(out.level<0>().at(row, i), j), l);
          out.values.push(100 * i + 10 * j + l);
        }
      }
      parts.put_in_order();
      std::array<std::vector<int>, 6> arrays;
      std::vector<double> values;
      rt::join("C", parts, 1, rt::into_compressed(arrays[0], arrays[1], 5),
               rt::into_compressed(arrays[2], arrays[3], -1), rt::into_compressed(arrays[4], arrays[5], -1),
               values);
      return std::pair(arrays, values);
    };
    const auto expected = joined(0);
    for (const int most : {1, 2, 5, 20}) {
      const bool equal = joined(most) == expected;
      CHECK(equal);
    }
  }
}

TEST_CASE("counts that do not fit, and exceptions of a part") {
  const threads team(4);
  using part = rt::part<char, rt::compressed_part<std::int64_t, std::int64_t>>;
  const auto entries = [](std::int64_t n) {
    return rt::assemble<part>("C", rt::dynamic{0, n}, [](part& out, std::int64_t first, std::int64_t last) {
      for (; first < last; ++first) {
        out.level<0>().push(0, first);
        out.values.push(1);
      }
    });
  };
  std::vector<std::uint8_t> pos{7};
  std::vector<std::int64_t> crd{7};
  std::vector<char> vals{7};
  auto many = entries(256);
  CHECK_THROWS_AS(rt::join("C", many, 0, rt::into_compressed(pos, crd, 1), vals), insum::size_error);
  CHECK_THROWS_AS(rt::join("C", entries(255), 1, rt::into_compressed(pos, crd, 1), vals), insum::size_error);
  CHECK_THROWS_AS(rt::join("C", entries(2), 0, rt::into_compressed(pos, crd, 0), vals), insum::index_error);
  CHECK((pos == std::vector<std::uint8_t>{7} && crd.size() == 1 && vals.size() == 1));
  rt::join("C", entries(255), 0, rt::into_compressed(pos, crd, 1), vals);
  CHECK((pos == std::vector<std::uint8_t>{0, 255}));
  using small = rt::compressed_part<std::int8_t, std::int64_t>;
  const auto rows = [](std::int64_t n) {
    return rt::assemble<rt::part<char, small>>("C", rt::equal{0, n, 0},
                                               [](auto& out, std::int64_t first, std::int64_t last) {
                                                 for (; first < last; ++first)
                                                   out.template level<0>().push(first, 0);
                                               });
  };
  CHECK(rows(128)[0].level<0>().crd.size() == 128);
  CHECK_THROWS_WITH_AS(rows(129),
                       "C has at least 128 entries in a level; its positions hold no more than 127: give it "
                       "a wider index type",
                       insum::size_error);

  CHECK_THROWS_AS(rt::assemble<part>("C", rt::dynamic{0, 4, rt::least_parallel_work},
                                     [](part& out, std::int64_t first, std::int64_t last) {
                                       out.values.push(1);
                                       if (first <= 2 && 2 < last) throw std::runtime_error("part");
                                     }),
                  std::runtime_error);
  CHECK_THROWS_AS(rt::check_coordinate_type<std::int8_t>("C", 0, 129, 0), insum::size_error);
  CHECK_THROWS_AS(rt::check_coordinate_type<std::int8_t>("C", 0, 128, 1), insum::size_error);
  CHECK_NOTHROW(rt::check_coordinate_type<std::uint8_t>("C", 0, 256, 0));
}

TEST_CASE("a level that was never built has no entries") {
  std::vector<int> pos, crd;
  rt::start_empty("C", pos, crd, 3, 1);
  CHECK(pos == std::vector<int>{1, 1, 1, 1});
  pos = {1, 2};
  rt::start_empty("C", pos, crd, 3, 1);
  CHECK(pos == std::vector<int>{1, 2});
  pos.clear(), crd = {5};
  CHECK_THROWS_AS(rt::start_empty("C", pos, crd, 3, 0), insum::storage_error);
}

TEST_CASE("most of a result stays where its first part is") {
  const threads team(2);
  using part = rt::part<double, rt::compressed_part<std::int32_t, std::int32_t>>;
  for (const std::int64_t first_rows : {1, 10, 90}) {
    constexpr std::int64_t each = std::int64_t{1} << 15;  // entries a row
    rt::part_list<part> parts;
    [[maybe_unused]] const double* there = nullptr;
    for (std::int64_t k = 0; k < 3; ++k) {
      part& out = parts.add(k);
      if (k == 0) {
        out.values.reserve((first_rows + 2) * each);
        there = out.values.data();
      }
      for (std::int64_t row = k == 0 ? 0 : first_rows + k - 1; row < first_rows + k; ++row)
        for (std::int64_t j = 0; j < each; ++j) {
          out.level<0>().push(row, j);
          out.values.push(static_cast<double>(row * each + j));
        }
    }
    parts.put_in_order();
    insum::buffer<std::int32_t> pos, crd;
    insum::buffer<double> vals(5);
    rt::join("C", parts, 0, rt::into_compressed(pos, crd, first_rows + 2), vals);
    REQUIRE(vals.size() == static_cast<std::size_t>((first_rows + 2) * each));
    REQUIRE((crd.size() == vals.size() && pos.size() == static_cast<std::size_t>(first_rows) + 3));
    std::size_t wrong = 0;
    for (std::size_t e = 0; e < vals.size(); ++e)
      wrong += vals[e] != static_cast<double>(e) || crd[e] != static_cast<std::int32_t>(e % each);
    for (std::size_t row = 0; row < pos.size(); ++row)
      wrong += pos[row] != static_cast<std::int32_t>(row * each);
    CHECK(wrong == 0);
#ifdef INSUM_RT_MAPS
    CHECK((vals.data() == there) == (first_rows == 90));
#endif
  }
}

TEST_CASE("a large part is handed over to a container that can adopt it, a small one is copied") {
  using level = rt::compressed_part<std::int32_t, std::int32_t>;
  for (const std::int64_t rows : {std::int64_t{3}, std::int64_t{1} << 21}) {
    insum::buffer<std::int32_t> pos, crd;
    insum::buffer<double> values;
    for (int time = 0; time < 2; ++time) {
      auto parts = rt::assemble<rt::part<double, level>>("C", rt::equal{0, 1, 0},
                                                         [=](auto& part, std::int64_t, std::int64_t) {
                                                           for (std::int64_t i = 0; i < rows; ++i) {
                                                             part.template level<0>().push(i, i % 7);
                                                             part.values.push(static_cast<double>(i));
                                                           }
                                                         });
      rt::join("C", parts, 0, rt::into_compressed(pos, crd, rows), values);
      REQUIRE(crd.size() == static_cast<std::size_t>(rows));
      CHECK(values.size() == crd.size());
      CHECK(pos.size() == crd.size() + 1);
      CHECK(pos.back() == rows);
      CHECK(crd.back() == (rows - 1) % 7);
      CHECK(values.back() == static_cast<double>(rows - 1));
      CHECK(reinterpret_cast<std::uintptr_t>(values.data()) % insum::buffer<double>::alignment == 0);
    }
    insum::buffer<double> copy = values;
    values.push_back(1);
    CHECK(copy.size() + 1 == values.size());
    CHECK(copy.front() == values.front());
    std::swap(copy, values);
    values.resize(1);
    values.shrink_to_fit();
    CHECK(values.front() == 0);
  }
}
