// The policy that chooses by what is inserted: each of its ways, against maps.
#include <doctest/doctest.h>

#include <functional>
#include <insum/workspace.hpp>
#include <limits>
#include <map>
#include <random>

namespace {

using insum::workspace_options;
template <int Rank>
using adaptive = insum::adaptive_workspace<double, insum::op_add, Rank>;

/// Inserts n components at at(k) and compares with a map, twice.
template <int Rank>
std::int64_t differences(const insum::coordinates<Rank>& sizes, std::int64_t n,
                         const std::function<insum::coordinates<Rank>(std::int64_t)>& at,
                         const workspace_options& options = {}) {
  insum::sparse_workspace<adaptive<Rank>> w(sizes, options);
  std::int64_t wrong = 0;
  for (int round = 0; round < 2; ++round) {
    std::map<insum::coordinates<Rank>, double> expected;
    w.clear();
    for (std::int64_t k = 0; k < n; ++k) {
      const double value = static_cast<double>(k % 7 - 3);
      w.insert(at(k), value);
      expected[at(k)] += value;
    }
    w.finish();
    wrong += w.count() != static_cast<std::int64_t>(expected.size());
    auto next = expected.begin();
    w.visit([&](const auto& c, double v) {
      if (next == expected.end()) {
        ++wrong;
      } else {
        wrong += next->first != c || next->second != v;
        ++next;
      }
    });
  }
  return wrong;
}

/// Tells in which order values were combined.
struct keep_last {
  template <class T>
  static constexpr T identity() {
    return T{};
  }
  static double apply(double, double b) { return b; }
};

/// A number that looks random and depends on k alone.
std::int64_t mixed(std::int64_t k, std::int64_t below) {
  auto x = static_cast<std::uint64_t>(k) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return static_cast<std::int64_t>((x ^ x >> 32) % static_cast<std::uint64_t>(below));
}

}  // namespace

TEST_CASE("what is filled again and again, with a few components and with many, forgets the others") {
  for (const std::int64_t columns : {std::int64_t{10}, std::int64_t{1} << 30}) {
    insum::sparse_workspace<adaptive<2>> w({1 << 20, columns});
    std::int64_t seed = 0;
    for (const std::int64_t n : {0, 1, 24, 25, 3, 5000, 24, 0, 2000, 1, 24}) {
      std::map<insum::coordinates<2>, double> expected;
      for (std::int64_t k = 0; k < n; ++k, ++seed) {
        const insum::coordinates<2> at{mixed(seed, 40), mixed(seed + 7, columns < 40 ? columns : 40)};
        w.insert(at, static_cast<double>(k % 5));
        expected[at] += static_cast<double>(k % 5);
      }
      w.finish(1 << 20, columns);
      REQUIRE(w.count() == static_cast<std::int64_t>(expected.size()));
      std::int64_t place = 0, wrong = 0;
      for (const auto& [at, value] : expected) {
        wrong += w.coordinates<0>()[place] != at[0] || w.coordinates<1>()[place] != at[1];
        wrong += w.values()[place++] != value;
      }
      CHECK(wrong == 0);
      w.clear();
    }
  }
}

TEST_CASE("long results: lists are cut again and again") {
  const auto spread = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k, 100000), mixed(k + 1, 100000)};
  };
  CHECK(differences<2>({100000, 100000}, 700000, spread) == 0);
  const auto ascending = [](std::int64_t k) -> insum::coordinates<2> { return {k / 64, k % 64 * 1000}; };
  CHECK(differences<2>({100000, 100000}, 300000, ascending) == 0);
  const auto descending = [](std::int64_t k) -> insum::coordinates<2> { return {99999 - k / 64, k % 64}; };
  CHECK(differences<2>({100000, 100000}, 300000, descending) == 0);
  const auto few_rows = [](std::int64_t k) -> insum::coordinates<2> { return {k % 3, mixed(k, 1000000)}; };
  CHECK(differences<2>({100000, 1000000}, 300000, few_rows) == 0);
}

TEST_CASE("lists are cut where one is much longer than the average") {
  const auto skewed = [](std::int64_t k) -> insum::coordinates<3> {
    return {mixed(k, 10) < 8 ? 0 : mixed(k + 3, 5), mixed(k + 1, 40000), mixed(k + 2, 64)};
  };
  CHECK(differences<3>({5, 40000, 64}, 400000, skewed) == 0);
  insum::sparse_workspace<adaptive<3>> w({5, 40000, 64});
  for (std::int64_t k = 0; k < 400000; ++k) w.insert(skewed(k), 1.0);
  w.finish();
  CHECK(w.memory().peak() < 8 * 16 * static_cast<std::size_t>(w.count()));
}

TEST_CASE("components in order go to the all array in runs, until one does not follow") {
  const std::int64_t run = 1 << 15;
  for (const std::int64_t length : {run, 2 * run + 7})
    for (const std::int64_t back : {std::int64_t{0}, std::int64_t{1}, length}) {
      // `length` in order, then again from `back` before the end on: the first of those is there already.
      const auto at = [&](std::int64_t k) -> insum::coordinates<2> {
        const std::int64_t n = k < length ? k : k - back;
        return {n / 1000, n % 1000 * 900};
      };
      CHECK(differences<2>({900000, 900000}, 2 * length, at) == 0);
      CHECK(differences<2>({900000, 900000}, 2 * length, at, {.pipeline = true}) == 0);
      CHECK(differences<2>({std::int64_t{1} << 40, std::int64_t{1} << 40}, 2 * length, at) == 0);
    }
  // No list is as long as the result.
  insum::sparse_workspace<adaptive<1>> w({std::int64_t{1} << 40});
  for (std::int64_t k = 0; k < 1000000; ++k) w.insert({k * 1000}, 1.0);
  w.finish();
  CHECK(w.memory().peak() < 40000000);
}

TEST_CASE("ascending stretches are merged as runs while they are few") {
  const auto stretches = [](std::int64_t length, std::int64_t apart) {
    return [=](std::int64_t k) -> insum::coordinates<2> {
      const std::int64_t n = k % length * 3 + k / length * apart;
      return {n / 1000, n % 1000 * 900};
    };
  };
  const std::int64_t lengths[][2] = {{90000, 180005}, {90000, 360000}, {90000, 990000}, {170000, 680000}};
  for (const auto& [length, n] : lengths)
    for (const std::int64_t apart : {0, 1, 50000}) {
      CHECK(differences<2>({900000, 900000}, n, stretches(length, apart)) == 0);
      CHECK(differences<2>({900000, 900000}, n, stretches(length, apart), {.expected = n}) == 0);
    }
  CHECK(differences<2>({std::int64_t{1} << 40, std::int64_t{1} << 40}, 500000, stretches(170000, 1)) == 0);
  // Then anything.
  CHECK(differences<2>({900000, 900000}, 600000, [&](std::int64_t k) -> insum::coordinates<2> {
          if (k < 400000) return stretches(170000, 1)(k);
          return {mixed(k, 900000), mixed(k + 1, 900000)};
        }) == 0);
  insum::report::ways ways;
  insum::sparse_workspace<adaptive<2>> w({900000, 900000}, {.ways = &ways});
  for (std::int64_t k = 0; k < 680000; ++k) w.insert(stretches(170000, 1)(k), 1.0);
  w.finish();
  CHECK(ways.has(insum::report::ways::in_order));
  CHECK_FALSE(ways.has(insum::report::ways::lists));
  CHECK(w.memory().peak() < 4 * 16 * 680000);
}

TEST_CASE("rows in order go to the all array in sorted runs, until one does not follow") {
  const std::int64_t wide = std::int64_t{1} << 40;
  for (const std::int64_t row : {5, 20000, 200000})
    for (const std::int64_t columns : {std::int64_t{30}, wide}) {
      const auto rows = [&](std::int64_t k) -> insum::coordinates<2> {
        return {k / row * 3, mixed(k, columns)};
      };
      CHECK(differences<2>({900000, columns}, 100000, rows) == 0);
      CHECK(differences<2>({900000, columns}, 100000, rows, {.pipeline = true}) == 0);
      const auto back = [&](std::int64_t k) { return rows(k < 80000 ? k : k - 50000); };
      CHECK(differences<2>({900000, columns}, 100000, back) == 0);
    }
  const auto tensor = [](std::int64_t k) -> insum::coordinates<3> {
    return {k / 64 / 500, mixed(k / 64, 9000), k % 64};
  };
  CHECK(differences<3>({1000, 9000, 64}, 150000, tensor) == 0);
  // Neither lists nor runs are much longer than the result; a row that is longer than a run changes nothing.
  insum::sparse_workspace<adaptive<2>> w({1000000, wide});
  const auto hub = [&](std::int64_t k) {
    return k < 300000 ? k / 20 : k < 400000 ? 15000 : 15000 + (k - 400000) / 20;
  };
  for (std::int64_t k = 0; k < 1000000; ++k) w.insert({hub(k), mixed(k, wide)}, 1.0);
  w.finish();
  CHECK(w.memory().peak() < 40000000);
}

TEST_CASE("components that meet while lists are cut") {
  const auto at = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k, 400) * 250, mixed(k + 1, 400) * 250};
  };
  CHECK(differences<2>({100000, 100000}, 700000, at) == 0);
  for (const std::int64_t columns : {1, 3, 30}) {
    const auto uneven = [&](std::int64_t k) -> insum::coordinates<2> {
      return {k % 16 == 0 ? mixed(k, 100000) : 77777, mixed(k + 1, 3000 * columns)};
    };
    CHECK(differences<2>({100000, 100000}, 400000, uneven) == 0);
  }
}

TEST_CASE("keys of more than one word") {
  constexpr std::int64_t large = std::int64_t{1} << 45;
  const auto at = [](std::int64_t k) -> insum::coordinates<3> {
    return {mixed(k, large), mixed(k, 50), mixed(k % 100000, large)};
  };
  CHECK(differences<3>({large, 50, large}, 250000, at) == 0);
  CHECK(differences<3>({large, 50, large}, 3000, at, {.expected = 1000000}) == 0);
}

TEST_CASE("results that fill their elements") {
  for (const std::int64_t size : {1, 5, 60, 300}) {
    const auto at = [&](std::int64_t k) -> insum::coordinates<2> {
      return {mixed(k, size), mixed(k + 1, size)};
    };
    CHECK(differences<2>({size, size}, 200000, at) == 0);
  }
}

TEST_CASE("a place for each element is for results that fill many of them, not for many components") {
  const insum::coordinates<3> sizes{50, 1, 9000};  // 3.6 MB of values
  const auto spread = [](std::int64_t coordinates) {
    return [=](std::int64_t k) -> insum::coordinates<3> {
      const std::int64_t at = mixed(k, coordinates);
      return {at % 50, 0, at / 50 * 7 % 9000};
    };
  };
  const auto peak = [&](std::int64_t coordinates, std::int64_t n) {
    CHECK(differences<3>(sizes, n, spread(coordinates)) == 0);
    insum::sparse_workspace<adaptive<3>> w(sizes);
    for (std::int64_t k = 0; k < n; ++k) w.insert(spread(coordinates)(k), 1.0);
    w.finish();
    return w.memory().peak();
  };
  const std::size_t all = 50 * 9000 * sizeof(double);
  CHECK(peak(300, 60000) < all / 2);
  CHECK(peak(5000, 13000) < all / 2);
  CHECK(peak(200000, 60000) > all);
}

TEST_CASE("components wait in one list until places pay: what comes before is sorted once or not at all") {
  constexpr std::int64_t size = 1000;  // 8 MB of values
  const auto peak = [&](std::int64_t n) {
    const auto at = [](std::int64_t k) -> insum::coordinates<2> {
      return {mixed(k, size), mixed(k + 7, size)};
    };
    CHECK(differences<2>({size, size}, n, at) == 0);
    insum::sparse_workspace<adaptive<2>> w({size, size});
    for (std::int64_t k = 0; k < n; ++k) w.insert(at(k), 1.0);
    w.finish();
    return w.memory().peak();
  };
  constexpr std::size_t all = size * size * sizeof(double);
  CHECK(peak(19000) < all / 4 * 3);
  CHECK(peak(20000) > all);  // five for four times 64 places
}

TEST_CASE("what is expected gets places where these are little, or where it comes") {
  const auto spread = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k, 90), mixed(k + 7, 90)};
  };
  const auto few = [](std::int64_t k) -> insum::coordinates<2> { return {k % 5, 3}; };
  for (const std::int64_t size : {90, 300, 1000, 4000}) {
    const insum::coordinates<2> sizes{size, size};
    for (const std::int64_t expected :
         {std::int64_t{1}, std::int64_t{1000}, size * size, std::int64_t{1} << 60})
      for (const std::int64_t capacity : {std::int64_t{-1}, std::int64_t{7}, std::int64_t{3000}}) {
        CHECK(differences<2>(sizes, 9000, spread, {.capacity = capacity, .expected = expected}) == 0);
        CHECK(differences<2>(sizes, 9000, few, {.capacity = capacity, .expected = expected}) == 0);
      }
    CHECK(differences<2>(sizes, 9000, spread, {.memory = 4000000, .expected = size * size}) == 0);
    const auto all = static_cast<std::size_t>(size * size) * sizeof(double);
    const auto peak = [&](const auto& at, std::int64_t expected, std::int64_t n = 3000) {
      insum::sparse_workspace<adaptive<2>> w(sizes, {.expected = expected});
      for (std::int64_t k = 0; k < n; ++k) w.insert(at(k), 1.0);
      w.finish();
      return w.memory().peak();
    };
    if (size < 1000) {
      CHECK(peak(spread, size * size) > all);
      continue;
    }
    for (const std::int64_t expected : {std::int64_t{5000}, size * size}) {
      CHECK(peak(spread, expected) < all / 2);
      CHECK(peak(few, expected) < all / 2);
    }
    const auto everywhere = [&](std::int64_t k) -> insum::coordinates<2> {
      return {mixed(k, size), mixed(k + 7, size)};
    };
    if (size == 1000) CHECK(peak(everywhere, size * size, size * size / 100) > all);
  }
}

TEST_CASE("beyond caches what is expected gets places when a part of it came, if the rest meets as seldom") {
  constexpr std::int64_t size = 2000;  // 32 MB of values
  const auto peak = [](std::int64_t coordinates, std::int64_t n, std::int64_t expected) {
    insum::sparse_workspace<adaptive<2>> w({size, size}, {.expected = expected});
    for (std::int64_t k = 0; k < n; ++k) {
      const std::int64_t at = mixed(mixed(k, coordinates), size * size);
      w.insert({at / size, at % size}, 1.0);
    }
    w.finish();
    return w.memory().peak();
  };
  constexpr std::size_t all = size * size * sizeof(double);
  constexpr std::int64_t n = 300000, eighth = size * size / 8, many = 10 * size * size;
  CHECK(peak(many, n, eighth * 3 / 2) > all);
  CHECK(peak(many, n, n) < all);
  CHECK(peak(eighth / 4, n, eighth * 3 / 2) < all);  // most of what is to come meets others
}

TEST_CASE("memory is in proportion to the result, whatever is expected and whatever the sizes") {
  for (const std::int64_t size : {100, 400, 700, 1500, 2000, 8000})
    for (const std::int64_t n : {700, 4000, 30000, 150000})
      for (const std::int64_t expected : {std::int64_t{0}, n, 10 * n, 1000 * n}) {
        insum::sparse_workspace<adaptive<2>> w({size, size}, {.expected = expected});
        for (std::int64_t k = 0; k < n; ++k) w.insert({mixed(k, size), mixed(k + 7, size)}, 1.0);
        w.finish();
        // 1 MiB of places, or 64 of 8 bytes for an entry, twice as many where more are expected, and what
        // lists held until then.
        const std::size_t entry = expected > n ? 1100 : 600;
        CHECK(w.memory().peak() < (std::size_t{5} << 18) + entry * static_cast<std::size_t>(w.count()));
      }
}

TEST_CASE("a result that fills an eighth of the elements, beyond caches, gets a place for each") {
  constexpr std::int64_t size = 1600;  // 20 MB of values
  const auto at = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k, size), mixed(k + 7, size)};
  };
  CHECK(differences<2>({size, size}, 450000, at) == 0);
  insum::sparse_workspace<adaptive<2>> w({size, size});
  for (std::int64_t k = 0; k < 1000000; ++k) w.insert(at(k), 1.0);
  w.finish();
  CHECK(w.memory().peak() < 128 * static_cast<std::size_t>(w.count()));
}

TEST_CASE("runs that were merged go to the places, before what is there") {
  constexpr std::int64_t size = 1600;
  using at = insum::coordinates<2>;
  for (const std::int64_t stretches : {1, 3}) {
    insum::report::ways ways;
    insum::sparse_workspace<insum::adaptive_workspace<double, keep_last, 2>> w({size, size}, {.ways = &ways});
    for (int time = 0; time < 2; ++time) {
      std::map<at, double> expected;
      const auto insert = [&](const at& c, std::int64_t k) {
        w.insert(c, static_cast<double>(k));
        expected[c] = static_cast<double>(k);
      };
      for (std::int64_t k = 0; k < stretches * 140000; ++k) insert({k % 140000 / 90, k % 140000 % 90 * 3}, k);
      for (std::int64_t k = 0; k < 900000; ++k) insert({mixed(k, size), mixed(k + 7, size)}, -k);
      w.finish();
      CHECK((ways.has(insum::report::ways::in_order) && ways.has(insum::report::ways::dense)));
      REQUIRE(w.count() == static_cast<std::int64_t>(expected.size()));
      std::int64_t wrong = 0;
      auto next = expected.begin();
      w.visit([&](const at& c, double v) {
        wrong += next->first != c || next->second != v;
        ++next;
      });
      CHECK(wrong == 0);
      CHECK(w.memory().peak() < 83 * expected.size());  // to merge them would take 84 to 95
      w.clear();
    }
  }
}

TEST_CASE("many components for few coordinates, and then for many") {
  constexpr std::int64_t size = 1000000;
  const auto few = [](std::int64_t k) -> insum::coordinates<2> { return {mixed(k % 500, size), 3}; };
  CHECK(differences<2>({size, size}, 200000, few) == 0);
  const auto then_many = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k < 100000 ? k % 500 : k, size), k % 2};
  };
  CHECK(differences<2>({size, size}, 300000, then_many) == 0);
}

TEST_CASE("a table that is full while components wait for it, and one that is forgotten") {
  constexpr std::int64_t size = 1000000;
  for (const std::int64_t few : {16000, 16384, 17000, 40000, 70000}) {
    const auto at = [&](std::int64_t k) -> insum::coordinates<2> { return {mixed(k % few, size), k % few}; };
    for (const std::int64_t n : {20 * few, 20 * few + 255, 20 * few + 256})
      CHECK(differences<2>({size, size}, n, at) == 0);
  }
  insum::sparse_workspace<adaptive<2>> w({size, size});
  for (int round = 0; round < 3; ++round) {
    for (std::int64_t k = 0; k < 100100; ++k) w.insert({k % 100, 5}, 1.0);
    w.clear();
    w.insert({7, 7}, 2.0);
    w.finish();
    CHECK(w.count() == 1);
    w.visit([](const auto&, double value) { CHECK(value == 2.0); });
    w.clear();
  }
}

TEST_CASE("products of a band meet often, at any time: memory is in proportion to it") {
  for (const std::int64_t size : {3000, 5000})
    for (const std::int64_t width : {4, 8, 16}) {
      const std::int64_t products = size * (2 * width + 1) * (2 * width + 1);
      insum::sparse_workspace<adaptive<2>> w({size, size}, {.expected = products});
      for (std::int64_t k = 0; k < size; ++k)
        for (std::int64_t i = std::max<std::int64_t>(k - width, 0); i <= std::min(k + width, size - 1); ++i)
          for (std::int64_t j = std::max<std::int64_t>(k - width, 0); j <= std::min(k + width, size - 1); ++j)
            w.insert({i, j}, 1.0);
      w.finish();
      CHECK(w.count() == (4 * width + 1) * size - 2 * width * (2 * width + 1));
      CHECK(w.memory().peak() < 128 * static_cast<std::size_t>(w.count()));
    }
}

TEST_CASE("few coordinates of more than one word, and then many") {
  constexpr std::int64_t large = std::int64_t{1} << 45;
  const auto at = [](std::int64_t k) -> insum::coordinates<2> {
    return {mixed(k < 150000 ? k % 300 : k, large), mixed(k < 150000 ? k % 300 : k + 1, large)};
  };
  CHECK(differences<2>({large, large}, 200000, at) == 0);
}

TEST_CASE("with a capacity lists grow no further") {
  constexpr std::int64_t size = 10000;
  const auto at = [](std::int64_t k) -> insum::coordinates<2> { return {mixed(k, size), mixed(k + 1, 40)}; };
  for (const std::int64_t capacity : {1, 3, 64, 1000, 50000})
    CHECK(differences<2>({size, size}, capacity < 10 ? 2000 : 60000, at, {.capacity = capacity}) == 0);
}

TEST_CASE("within a bound what lists hold is merged; where there is none for one component, it is an error") {
  constexpr std::int64_t size = 1000000;
  const auto at = [](std::int64_t k) -> insum::coordinates<1> { return {mixed(k % 20000, size)}; };
  for (const std::size_t bound : {1u << 20, 3u << 20, 16u << 20})
    CHECK(differences<1>({size}, 200000, at, {.memory = bound}) == 0);
  insum::sparse_workspace<adaptive<1>> w({size}, {.memory = 8});
  CHECK_THROWS_AS(w.insert({5}, 1.0), insum::memory_error);
  CHECK_THROWS_AS(w.finish(), insum::workspace_error);
  w.clear();
  w.finish();
  CHECK(w.count() == 0);
}

TEST_CASE("memory is in proportion to the result") {
  constexpr std::int64_t size = 1000000;
  insum::sparse_workspace<adaptive<2>> w({size, size});
  for (std::int64_t k = 0; k < 2000000; ++k) w.insert({mixed(k % 30000, size), k % 30000}, 1);
  w.finish();
  CHECK(w.count() == 30000);
  CHECK(w.memory().peak() < 16 * 16 * 30000);
}

TEST_CASE("with a capacity few coordinates at first and then many") {
  for (const std::int64_t capacity : {64, 2048, 4096, 20000}) {
    const auto at = [](std::int64_t k) -> insum::coordinates<2> {
      return {k < 30000 ? k % 4 : k, k < 30000 ? 0 : 1};
    };
    CHECK(differences<2>({1 << 20, 1 << 20}, 45000, at, {.capacity = capacity}) == 0);
  }
}

TEST_CASE("a component that meets no other is what the operator makes of it, whatever takes it") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::int64_t size : {std::int64_t{10}, std::int64_t{1} << 30}) {
    insum::sparse_workspace<insum::adaptive_workspace<double, insum::op_or, 1>> either({size});
    either.insert({1}, 3.0);
    either.finish();
    either.visit([](const auto&, double v) { CHECK(v == 1); });
    insum::sparse_workspace<insum::adaptive_workspace<double, insum::op_min, 1>> least({size});
    least.insert({1}, nan), least.insert({1}, 3), least.insert({2}, 3), least.insert({2}, nan);
    least.finish();
    CHECK(least.count() == 2);
    least.visit([](const auto&, double v) { CHECK(v == 3); });
  }
}

TEST_CASE("what it chose is noted where that is asked for") {
  using insum::report::ways;
  using at = insum::coordinates<2>;
  const auto taken = [](const at& sizes, std::int64_t n, const std::function<at(std::int64_t)>& place,
                        workspace_options options = {}) {
    ways noted;
    options.ways = &noted;
    insum::sparse_workspace<adaptive<2>> w(sizes, options);
    for (std::int64_t k = 0; k < n; ++k) w.insert(place(k), 1.0);
    w.finish();
    unsigned all = 0;
    for (const ways::way one : {ways::in_order, ways::lists, ways::hash, ways::dense})
      if (noted.has(one)) all |= one;
    CHECK(noted.any() == (all != 0));
    return all;
  };
  const at large = {100000, 100000};
  const auto spread = [](std::int64_t k) -> at { return {mixed(k, 100000), mixed(k + 1, 100000)}; };
  const auto ascending = [](std::int64_t k) -> at { return {k / 64, k % 64}; };
  CHECK(taken(large, 0, spread) == ways::none);
  CHECK(taken(large, 3, ascending) == ways::in_order);
  CHECK(taken(large, 300000, ascending) == ways::in_order);
  CHECK(taken(large, 100, spread) == ways::lists);
  CHECK(taken(large, 300000, spread) == ways::lists);
  CHECK(taken(large, 100, spread, {.capacity = 10}) == ways::lists);
  CHECK(taken({50, 50}, 100, [](std::int64_t k) -> at { return {mixed(k, 50), mixed(k + 1, 50)}; }) ==
        ways::dense);
  CHECK(taken(large, 300000, [](std::int64_t k) -> at { return {mixed(k, 100), 7}; }) == ways::hash);
  const auto then_spread = [&](std::int64_t k) { return k < 70000 ? ascending(k) : spread(k); };
  CHECK(taken(large, 300000, then_spread) == (ways::in_order | ways::lists));
}
