// Tiles against plain loops: every length, every element type in memory, unaligned, strided and indirect.
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

template <class S>
S value_at(std::int64_t i) {
  return static_cast<S>(static_cast<float>(i % 7 + 1));
}

/// An array that starts one element after its allocation and ends with it, so that sanitizers see accesses
/// beside it.
template <class S>
struct exact_array {
  explicit exact_array(std::int64_t n) : all(new S[static_cast<std::size_t>(n + 1)]) {
    for (std::int64_t i = 0; i < n; ++i) (*this)[i] = value_at<S>(i);
  }
  ~exact_array() { delete[] all; }
  exact_array(const exact_array&) = delete;
  exact_array& operator=(const exact_array&) = delete;
  S* data() { return all + 1; }
  S& operator[](std::int64_t i) { return all[i + 1]; }
  S* all;
};

/// Widths of the tiles that cover n elements, in order; checks that they are consecutive.
template <class T, int MaxU>
std::vector<std::int64_t> widths(std::int64_t begin, std::int64_t end) {
  std::vector<std::int64_t> result;
  std::int64_t next = begin;
  rt::for_tiles<T, MaxU>(begin, end, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
    CHECK(j == next);
    next += tile.width();
    result.push_back(tile.width());
  });
  CHECK(next == (end < begin ? begin : end));
  return result;
}

template <class T>
constexpr std::int64_t longest = (2 * rt::max_tile_vectors + 2) * rt::lanes<T> + 3;

template <class T, class S, int MaxU = rt::max_tile_vectors>
void check_contiguous() {
  for (std::int64_t n = 0; n <= (2 * MaxU + 2) * rt::lanes<T> + 3; ++n) {
    exact_array<S> a(n), b(n);
    rt::for_tiles<T, MaxU>(0, n, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
      const auto x = tile.load(a.data() + j);
      tile.store(b.data() + j, x + x);
      tile.template update<rt::op_add>(b.data() + j, tile.fill(1));
    });
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const T expected = static_cast<T>(value_at<S>(i)) + static_cast<T>(value_at<S>(i)) + static_cast<T>(1);
      wrong += b[i] != static_cast<S>(expected);
      wrong += a[i] != value_at<S>(i);
    }
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("tiles halve down to the tail") {
  constexpr std::int64_t w = rt::lanes<float>;
  CHECK(widths<float, 4>(5, 5).empty());
  CHECK(widths<float, 4>(5, 3).empty());
  CHECK(widths<float, 4>(2, 2 + 8 * w) == std::vector<std::int64_t>{4 * w, 4 * w});
  CHECK(widths<float, 4>(2, 2 + 7 * w + 1) == std::vector<std::int64_t>{4 * w, 2 * w, w, 1});
  CHECK(widths<float, 8>(0, 5 * w + w - 1) == std::vector<std::int64_t>{4 * w, w, w - 1});
  CHECK(widths<float, 1>(0, 2 * w) == std::vector<std::int64_t>{w, w});
  CHECK(widths<float, 3>(0, 8 * w + 3) == std::vector<std::int64_t>{3 * w, 3 * w, 2 * w, 3});
  CHECK(widths<float, 3>(1, 1 + 4 * w) == std::vector<std::int64_t>{3 * w, w});
}

TEST_CASE("contiguous loads, stores and updates of every length") {
  check_contiguous<float, float>();
  check_contiguous<double, double, 2>();
  check_contiguous<std::int32_t, std::int32_t, 2>();
  check_contiguous<std::int64_t, std::int64_t>();
  check_contiguous<std::uint32_t, std::uint32_t, 2>();
  check_contiguous<std::uint64_t, std::uint64_t, 2>();
  check_contiguous<std::complex<float>, std::complex<float>, 2>();
  check_contiguous<std::complex<double>, std::complex<double>, 2>();
  check_contiguous<long double, long double, 2>();
}

TEST_CASE("elements in memory of another type") {
  check_contiguous<float, insum::half, 2>();
  check_contiguous<float, insum::bfloat16, 2>();
  check_contiguous<float, double, 2>();
  check_contiguous<double, float, 2>();
  check_contiguous<double, std::int32_t, 2>();
  check_contiguous<float, std::int32_t, 2>();
  check_contiguous<float, std::int8_t, 2>();
  check_contiguous<std::int32_t, std::int8_t, 2>();
  check_contiguous<std::int64_t, std::int32_t, 2>();
  check_contiguous<std::int32_t, std::int64_t, 2>();
  check_contiguous<double, std::uint64_t, 2>();
#ifdef __FLT16_MAX__
  check_contiguous<float, _Float16, 2>();
#endif
}

TEST_CASE("strided and indirect accesses, fields, coordinates") {
  struct record {
    int id;
    double weight;
  };
  constexpr std::int64_t n = 3 * rt::lanes<double> + 2;
  std::vector<double> wide(3 * n, -1.0), out(3 * n, 10.0), bins(5, 0.0), all_bins(5, 0.0);
  std::vector<record> records(static_cast<std::size_t>(n));
  std::vector<std::int32_t> which(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    wide[static_cast<std::size_t>(3 * i)] = static_cast<double>(i);
    records[static_cast<std::size_t>(i)] = {1, static_cast<double>(2 * i)};
    which[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i % 5);
  }
  const auto weights = rt::field(records, &record::weight);
  rt::for_tiles<double>(0, n, [&](auto tile, std::int64_t i) INSUM_RT_LAMBDA {
    const auto x = tile.load(wide.data() + 3 * i, 3);
    const auto y = tile.load(weights + i);
    tile.store(out.data() + 3 * i, 3, x + y);
    tile.template update<rt::op_mul>(out.data() + 3 * i, 3, tile.fill(2));
    tile.template atomic_update<rt::op_add>(out.data() + 3 * i, 3, tile.iota(i));
    tile.template update<rt::op_add>(weights + i, tile.fill(0.5));
    tile.template scatter<rt::op_add>(bins.data(), which.data() + i, x);
    tile.template atomic_scatter<rt::op_add>(all_bins.data(), which.data() + i,
                                             tile.gather(wide.data(), which.data() + i));
  });
  std::vector<double> sums(5, 0.0), gathered(5, 0.0);
  for (std::int64_t i = 0; i < n; ++i) {
    CHECK(out[static_cast<std::size_t>(3 * i)] == static_cast<double>(7 * i));
    if (i + 1 < n) CHECK(out[static_cast<std::size_t>(3 * i + 1)] == 10.0);
    CHECK(records[static_cast<std::size_t>(i)].weight == static_cast<double>(2 * i) + 0.5);
    sums[static_cast<std::size_t>(i % 5)] += static_cast<double>(i);
    gathered[static_cast<std::size_t>(i % 5)] += wide[static_cast<std::size_t>(i % 5)];
  }
  CHECK(bins == sums);
  CHECK(all_bins == gathered);
}

TEST_CASE_TEMPLATE("reductions of every length", T, float, double, std::int32_t, std::int64_t,
                   std::complex<double>) {
  for (std::int64_t n = 0; n <= longest<T>; ++n) {
    exact_array<T> a(n);
    const T sum =
        rt::reduce_tiles<T, rt::op_add>(0, n, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA {
          acc.add_product(tile.load(a.data() + k) + T(1), tile.load(a.data() + k) + T(1));
        });
    T expected{};
    for (std::int64_t i = 0; i < n; ++i) expected += (a[i] + T(1)) * (a[i] + T(1));
    CHECK(sum == expected);
  }
}

namespace {

template <class T, class I>
void check_gather() {
  for (std::int64_t n = 0; n <= 2 * rt::lanes<T> + 3; ++n) {
    exact_array<T> base(n), out(n), strided(2 * n);
    exact_array<I> index(n);
    for (std::int64_t i = 0; i < n; ++i) index[i] = static_cast<I>((i * 5 + 2) % n);
    rt::for_tiles<T, 2>(0, n, [&](auto tile, std::int64_t i) INSUM_RT_LAMBDA {
      tile.store(out.data() + i, tile.gather(base.data(), index.data() + i) +
                                     tile.gather(strided.data(), index.data() + i, 2));
    });
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
      wrong += out[i] != static_cast<T>(base[rt::index(index[i])] + strided[2 * rt::index(index[i])]);
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("indirect loads of every length") {
  check_gather<float, std::int32_t>();
  check_gather<float, std::int64_t>();
  check_gather<float, std::uint32_t>();
  check_gather<double, std::int32_t>();
  check_gather<double, std::uint64_t>();
  check_gather<double, std::int8_t>();
  check_gather<std::int32_t, std::int32_t>();
  check_gather<std::uint64_t, std::int64_t>();
}

TEST_CASE("a negative index reaches elements before the base") {
  exact_array<double> a(20);
  std::int32_t index[9] = {-1, -2, -3, 0, 1, 2, -4, -5, 3};
  rt::for_tiles<double>(0, 9, [&](auto tile, std::int64_t i) INSUM_RT_LAMBDA {
    tile.prefetch(a.data() + i);
    const auto x = tile.gather(a.data() + 6, index + i);
    for (int l = 0; l < static_cast<int>(tile.width()); ++l) CHECK(x[l] == a[6 + index[i + l]]);
  });
}

TEST_CASE_TEMPLATE("rows of reductions share their steps", T, float, double, std::int32_t,
                   std::complex<double>) {
  for (const std::int64_t columns : {0, 1, 2, 3, 4, 5, 6, 7, 16, 21, 70})
    for (std::int64_t rows = 0; rows < 11; ++rows) {
      exact_array<T> a(rows * columns), x(columns);
      std::vector<T> result;
      const auto elements = [&](auto tile, std::int64_t k, std::int64_t p, auto& acc) INSUM_RT_LAMBDA {
        acc.add_product(tile.load(a.data() + (p - 2) * columns + k) + T(1), tile.load(x.data() + k) + T(1));
      };
      const auto row = [&](std::int64_t p, T sum) {
        CHECK(p == 2 + static_cast<std::int64_t>(result.size()));
        result.push_back(sum);
      };
      rt::reduce_rows<T, rt::op_add>(2, 2 + rows, 0, columns, elements, row);
      const std::vector<T> wanted = std::exchange(result, {});
      rt::reduce_rows<T, rt::op_add, rt::light>(2, 2 + rows, 0, columns, elements, row);
      CHECK(result == wanted);
      REQUIRE(static_cast<std::int64_t>(result.size()) == rows);
      for (std::int64_t p = 0; p < rows; ++p) {
        T expected{};
        for (std::int64_t k = 0; k < columns; ++k) expected += (a[p * columns + k] + T(1)) * (x[k] + T(1));
        CHECK(result[static_cast<std::size_t>(p)] == expected);
      }
    }
}

namespace {

/// A sum and a minimum for each row, with factors that all rows share, beside what plain loops give.
template <class T, int Packs>
void check_row_tiles(std::int64_t rows, std::int64_t columns, std::int64_t terms) {
  exact_array<T> a(rows * terms), b(terms * columns), sums(rows * columns), least(rows * columns);
  exact_array<std::int32_t> visits(rows * columns);
  for (std::int64_t i = 0; i < rows * columns; ++i) visits[i] = 0, least[i] = T(50);
  rt::for_row_tiles<T, Packs>(3, 3 + rows, 2, 2 + columns,
                              [&](auto group, auto tile, std::int64_t j) INSUM_RT_LAMBDA {
                                auto sum = group.copies(tile.fill(0));
                                auto low = group.copies(tile.fill(100));
                                for (std::int64_t k = 0; k < terms; ++k) {
                                  const auto shared = tile.load(b.data() + k * columns + j - 2);
                                  group.each([&](auto slot, std::int64_t i) INSUM_RT_LAMBDA {
                                    sum[slot].add_product(a[(i - 3) * terms + k], shared);
                                    low[slot] = rt::min(low[slot], a[(i - 3) * terms + k] + shared);
                                  });
                                }
                                group.each([&](auto slot, std::int64_t i) INSUM_RT_LAMBDA {
                                  const std::int64_t at = (i - 3) * columns + j - 2;
                                  tile.store(sums.data() + at, sum[slot]);
                                  tile.template update<rt::op_min>(least.data() + at, low[slot]);
                                  for (std::int64_t c = 0; c < tile.width(); ++c) ++visits[at + c];
                                });
                              });
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      T sum{}, low = T(50);
      for (std::int64_t k = 0; k < terms; ++k) {
        sum += a[i * terms + k] * b[k * columns + j];
        low = rt::min(low, static_cast<T>(a[i * terms + k] + b[k * columns + j]));
      }
      wrong += sums[i * columns + j] != sum || least[i * columns + j] != low || visits[i * columns + j] != 1;
    }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("tiles of several rows: every number of rows and every width", T, float, double,
                   std::int32_t, std::int64_t, long double) {
  for (std::int64_t columns = 0; columns <= 5 * rt::lanes<T> + 1; ++columns)
    for (std::int64_t rows : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 37, 47}) {
      check_row_tiles<T, 1>(rows, columns, 5);
      check_row_tiles<T, 2>(rows, columns, 3);
    }
  for (std::int64_t rows = 0; rows < 24; ++rows) check_row_tiles<T, 1>(rows, longest<T>, 3);
}

TEST_CASE("no rows, no columns") {
  int calls = 0;
  const auto count = [&](auto, auto, std::int64_t) INSUM_RT_LAMBDA { ++calls; };
  rt::for_row_tiles<float>(4, 4, 0, 100, count);
  rt::for_row_tiles<float>(4, -20, 0, 100, count);
  rt::for_row_tiles<float>(0, 100, 7, 7, count);
  rt::for_row_tiles<float>(0, 100, 7, -60, count);
  CHECK(calls == 0);
}

TEST_CASE_TEMPLATE("entries of a row", T, float, double, std::int32_t, std::complex<double>) {
  exact_array<T> values(40), x(60);
  exact_array<std::int32_t> crd(40);
  for (std::int64_t p = 0; p < 40; ++p) crd[p] = static_cast<std::int32_t>(p * 7 % 60);
  T expected = 0;
  for (std::int64_t n = 0; n < 40; ++n) {
    std::vector<std::int64_t> order;
    const T sum = rt::reduce_entries<T, rt::op_add>(0, n, [&](std::int64_t p, T& part) INSUM_RT_LAMBDA {
      order.push_back(p);
      part += values[p] * x[crd[p]];
    });
    CHECK(sum == expected);
    REQUIRE(static_cast<std::int64_t>(order.size()) == n);
    for (std::int64_t p = 0; p < n; ++p) CHECK(order[static_cast<std::size_t>(p)] == p);
    expected += values[n] * x[crd[n]];
  }
  const auto least = [&](std::int64_t begin, std::int64_t end) {
    return rt::reduce_entries<std::int64_t, rt::op_min>(
        begin, end, [&](std::int64_t p, std::int64_t& part) INSUM_RT_LAMBDA {
          part = rt::min(part, (p - 20) * (p - 20));
        });
  };
  CHECK(least(0, 40) == 0);
  CHECK(least(25, 37) == 25);
  CHECK(least(3, 3) == rt::op_min::identity<std::int64_t>());
}

TEST_CASE_TEMPLATE("minima and maxima ignore the lanes beyond the tail", T, float, double, std::int32_t,
                   std::int64_t) {
  for (std::int64_t n = 1; n <= longest<T>; ++n) {
    exact_array<T> a(n);
    for (std::int64_t i = 0; i < n; ++i) a[i] = static_cast<T>(n - i + 3);
    const T least =
        rt::reduce_tiles<T, rt::op_min>(0, n, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA {
          acc = min(acc, tile.load(a.data() + k));
        });
    const T most =
        rt::reduce_tiles<T, rt::op_max, 2>(0, n, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA {
          acc = max(acc, -tile.load(a.data() + k));
        });
    CHECK(least == static_cast<T>(4));
    CHECK(most == static_cast<T>(-4));
  }
}

TEST_CASE("logical reductions") {
  constexpr std::int64_t n = 2 * rt::lanes<bool> + 5;
  exact_array<bool> a(n);
  for (std::int64_t i = 0; i < n; ++i) a[i] = false;
  const auto any = [&] {
    return rt::reduce_tiles<bool, rt::op_or>(0, n, [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA {
      acc = rt::op_or::apply(acc, tile.load(a.data() + k));
    });
  };
  CHECK(!any());
  a[n - 1] = true;
  CHECK(any());
  exact_array<float> b(n);
  const auto all = [&] {
    return rt::reduce_tiles<float, rt::op_and>(0, n,
                                               [&](auto tile, std::int64_t k, auto& acc) INSUM_RT_LAMBDA {
                                                 acc = rt::op_and::apply(acc, tile.load(b.data() + k));
                                               });
  };
  CHECK(all() == 1.0f);
  b[n - 1] = 0.0f;
  CHECK(all() == 0.0f);
}

TEST_CASE("integer division in a tail does not trap") {
  for (std::int64_t n = 1; n < 2 * rt::lanes<std::int32_t>; ++n) {
    exact_array<std::int32_t> a(n), b(n);
    rt::for_tiles<std::int32_t>(0, n, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
      tile.store(b.data() + j, 60 / (tile.load(a.data() + j) * tile.load(a.data() + j)));
    });
    for (std::int64_t i = 0; i < n; ++i) CHECK(b[i] == 60 / (a[i] * a[i]));
  }
}

TEST_CASE_TEMPLATE("rows of any width are covered, whole tiles by constants", T, float, double,
                   std::int32_t) {
  for (std::int64_t width = 0; width <= 12 * rt::lanes<T>; ++width) {
    CAPTURE(width);
    std::vector<T> from(static_cast<std::size_t>(3 * width)), to(from.size() + 1, T{-1});
    for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<T>(n + 1);
    int tiles = 0;
    rt::for_width<T>(width, [&](auto n) INSUM_RT_LAMBDA {
      for (std::int64_t i = 0; i < 3; ++i)
        rt::for_tiles<T>(0, n, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
          tile.store(to.data() + i * n + j, tile.load(from.data() + i * n + j));
          ++tiles;
        });
    });
    CHECK(to.back() == T{-1});
    to.pop_back();
    CHECK(to == from);
    if (width == 2 * rt::lanes<T> && rt::detail::has_native_vector<T>) CHECK(tiles == 3);
  }
}
