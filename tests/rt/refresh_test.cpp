// Results that keep their entries: against the values that are computed for them.
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "threads.hpp"

namespace {

struct matrix {
  std::vector<std::int32_t> pos{0}, crd;
  std::vector<double> vals;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> place;
};

matrix random_matrix(std::mt19937& random, std::int64_t rows, std::int64_t columns, std::int32_t base) {
  matrix m;
  m.pos[0] = base;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j)
      if (random() % 3 == 0) {
        m.place[{i, j}] = m.crd.size();
        m.crd.push_back(static_cast<std::int32_t>(j) + base);
        m.vals.push_back(-1);
      }
    m.pos.push_back(static_cast<std::int32_t>(m.crd.size()) + base);
  }
  return m;
}

/// What the entries are after some of them, chosen by `some`, got 100 * i + j.
std::vector<double> expected_values(const matrix& m, std::uint32_t some) {
  std::vector<double> values(m.vals.size(), 7.0);
  for (const auto& [at, p] : m.place)
    if ((static_cast<std::uint32_t>(at.first * 5 + at.second) & some) != 0)
      values[p] = static_cast<double>(100 * at.first + at.second);
  return values;
}

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const insum::storage_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("coordinates in order, rows from a workspace, and lists get new values") {
  const threads team(4);
  std::mt19937 random(1);
  for (const std::int64_t rows : {1, 2, 40, 300})
    for (const std::int32_t base : {0, 1})
      for (const std::uint32_t some : {0u, 1u, 2u, 255u}) {
        matrix m = random_matrix(random, rows, 30, base);
        const auto kept =
            rt::keep("C", base, m.vals.data(), 1, rt::kept_compressed({1}, m.pos.data(), m.crd.data(), rows));
        REQUIRE(kept.count() == static_cast<std::int64_t>(m.vals.size()));
        const auto chosen = [&](const auto& entry) {
          return (static_cast<std::uint32_t>(entry.first.first * 5 + entry.first.second) & some) != 0;
        };
        rt::refresh(
            kept, 7.0, rt::dynamic{0, rows, 100000}, [&](auto& part, std::int64_t first, std::int64_t last) {
              for (auto e = m.place.lower_bound({first, 0}); e != m.place.end() && e->first.first < last; ++e)
                if (chosen(*e)) {
                  part.template level<0>().push(e->first.first, e->first.second);
                  part.values.push(static_cast<double>(100 * e->first.first + e->first.second));
                }
            });
        CHECK(m.vals == expected_values(m, some));

        for (double& v : m.vals) v = -1;
        rt::refresh(
            kept, 7.0, rt::dynamic{0, rows, 100000}, [&](auto& part, std::int64_t first, std::int64_t last) {
              rt::row_workspace<double, rt::op_max> row(30);
              for (; first < last; ++first) {
                for (auto e = m.place.lower_bound({first, 0}); e != m.place.end() && e->first.first == first;
                     ++e)
                  row.update(e->first.second,
                             chosen(*e) ? static_cast<double>(100 * e->first.first + e->first.second) : 7.0);
                row.drain(part.template level<0>(), first, part.values);
              }
            });
        CHECK(m.vals == expected_values(m, some));

        std::vector<std::int64_t> row, column;
        for (const auto& e : m.place)
          row.push_back(e.first.first + base), column.push_back(e.first.second + base);
        const auto count = static_cast<std::int64_t>(row.size());
        const auto list = rt::keep("C", base, m.vals.data(), 1, rt::kept_listed({0}, row.data(), count),
                                   rt::kept_listed({1}, column.data(), count));
        rt::refresh(
            list, 7.0, rt::dynamic{0, rows, 100000}, [&](auto& part, std::int64_t first, std::int64_t last) {
              for (auto e = m.place.lower_bound({first, 0}); e != m.place.end() && e->first.first < last; ++e)
                if (chosen(*e)) {
                  part.template level<0>().push(e->first.first);
                  part.template level<1>().push(e->first.second);
                  part.values.push(static_cast<double>(100 * e->first.first + e->first.second));
                }
            });
        CHECK(m.vals == expected_values(m, some));
      }
}

TEST_CASE("blocks, levels below levels, and dense levels between them") {
  // i of 3 entries, j dense of 2, k: the entries (0,1,4) (5,0,2) (5,0,3) (5,1,0), each with 2 values.
  std::vector<std::int64_t> pos0{0, 2}, crd0{0, 5}, pos1{0, 0, 1, 3, 4}, crd1{4, 2, 3, 0};
  std::vector<float> vals(8, 9.0f);
  const auto kept = rt::keep("T", 0, vals.data(), 2, rt::kept_compressed({0}, pos0.data(), crd0.data(), 1),
                             rt::kept_compressed({2, true}, pos1.data(), crd1.data(), -1, 2));
  CHECK(kept.count() == 8);
  rt::refresh(kept, 0.0f, rt::equal{0, 1, 0}, [](auto& part, std::int64_t, std::int64_t) {
    const auto set = [&](std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t block, float v) {
      const std::int64_t p = part.template level<0>().at(0, i), q = part.template level<1>().at(p * 2 + j, k);
      if (part.values.size() <= q * 2 + block) part.values.extend(2, 0.0f);
      part.values[q * 2 + block] = v;
    };
    set(0, 1, 4, 0, 1.0f), set(0, 1, 4, 1, 2.0f), set(5, 0, 3, 1, 3.0f), set(5, 1, 0, 0, 4.0f);
  });
  CHECK(vals == std::vector<float>{1, 2, 0, 0, 0, 3, 4, 0});
  rt::old_values<float> old = rt::old_values<float>(kept);
  CHECK((old.data()[5] == 3.0f && old.data() != vals.data()));
  const std::string text = message_of([&] {
    rt::refresh(kept, 0.0f, rt::equal{0, 1, 0},
                [](auto& part, std::int64_t, std::int64_t) { part.template level<1>().push(2, 9); });
  });
  CHECK(text.find("block 9 of mode 2, below position 2") != std::string::npos);
}

TEST_CASE("an entry that is not there is an error that names it") {
  std::vector<int> pos{0, 1, 2}, crd{3, 4}, row{0, 1};
  std::vector<double> vals(2);
  const auto kept = rt::keep("C", 0, vals.data(), 1, rt::kept_compressed({1}, pos.data(), crd.data(), 2));
  const auto once = [&](const auto& pattern, const auto& f) {
    return message_of([&] { rt::refresh(pattern, 0.0, rt::equal{0, 1, 0}, f); });
  };
  const std::string text =
      once(kept, [](auto& part, std::int64_t, std::int64_t) { part.template level<0>().push(1, 5); });
  CHECK(text ==
        "C: same_pattern keeps its entries, but the result has another one: coordinate 5 of mode 1, "
        "below position 1 of the level above");
  const auto rows =
      rt::keep("C", 0, vals.data(), 1, rt::kept_compressed({1, false, 0}, pos.data(), crd.data(), 2));
  CHECK(once(rows, [](auto& part, std::int64_t, std::int64_t) {
          part.template level<0>().push(1, 5);
        }).find("coordinate 5 of mode 1, at coordinate 1 of mode 0") != std::string::npos);
  CHECK(once(kept, [](auto& part, std::int64_t, std::int64_t) {
          part.template level<0>().push(1, 3);
        }).find("coordinate 3") != std::string::npos);
  for (const std::int64_t size : {std::int64_t{9}, rt::most_dense_row + 1})
    CHECK(once(kept, [&](auto& part, std::int64_t, std::int64_t) {
            rt::row_workspace<double, rt::op_add> w(size);
            w.update(4, 1.0), w.update(6, 1.0);
            w.drain(part.template level<0>(), 1, part.values);
          }).find("coordinate 6 of mode 1, below position 1") != std::string::npos);
  const auto list = rt::keep("L", 0, vals.data(), 1, rt::kept_listed({0}, row.data(), 2),
                             rt::kept_listed({1}, crd.data(), 2));
  for (const std::int64_t c : {0, 3, 5})
    CHECK(once(list,
               [&](auto& part, std::int64_t, std::int64_t) {
                 part.template level<0>().push(1);
                 part.template level<1>().push(c);
               })
              .find("coordinate 1 of mode 0, coordinate " + std::to_string(c) + " of mode 1") !=
          std::string::npos);
  const int* none = nullptr;
  CHECK(message_of([&] {
          rt::keep("C", 0, vals.data(), 1, rt::kept_compressed({1}, none, none, 2));
        }).find("never was") != std::string::npos);
}
