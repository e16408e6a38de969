// Matrix products of all sizes around those of tiles. Values are small whole numbers, so that sums are exact.
#include "products.hpp"

#include <doctest/doctest.h>

#include "matrices.hpp"

namespace {

template <class T>
std::vector<T> numbers(int count, int seed) {
  std::vector<T> list;
  for (int i = 0; i < count; ++i)
    list.push_back(static_cast<T>(static_cast<float>((i * 7 + seed + i / 13) % 9 - 4)));
  return list;
}

struct Sizes {
  int m, n, l;
};

/// All of 1..40 as rows, columns and depth, some that are copied 16 bytes at a time, and some larger than
/// tiles.
std::vector<Sizes> sizes() {
#ifdef INSUM_CUDA_RACES  // the race detector is slow, and most sizes have the same accesses
  return {{1, 40, 12}, {21, 20, 32}, {8, 16, 24}, {65, 70, 33}, {33, 33, 64}, {5, 0, 3}, {3, 4, 0}};
#else
  std::vector<Sizes> list;
  for (int s = 1; s <= 40; ++s) list.push_back({s, 41 - s, (s * 11) % 40 + 1});
  list.insert(list.end(), {{64, 72, 96},
                           {8, 16, 24},
                           {40, 8, 104},
                           {65, 70, 33},
                           {130, 5, 100},
                           {33, 33, 64},
                           {5, 0, 3},
                           {0, 5, 3},
                           {3, 4, 0}});
  return list;
#endif
}

/// c + scale * a * b, where a(i, k) and b(k, j) give places.
template <class S, class T, class A, class B>
std::vector<S> plain(const Sizes& n, std::vector<S> c, const std::vector<T>& a, const std::vector<T>& b,
                     A place_a, B place_b, double scale = 1) {
  for (int i = 0; i < n.m; ++i)
    for (int j = 0; j < n.n; ++j) {
      double sum = 0;
      for (int k = 0; k < n.l; ++k)
        sum += static_cast<double>(a[at(place_a(i, k))]) * static_cast<double>(b[at(place_b(k, j))]);
      S& element = c[at(i * n.n + j)];
      element = static_cast<S>(static_cast<float>(static_cast<double>(element) + scale * sum));
    }
  return c;
}

/// Runs a product, from elements of 1, and compares.
template <class T, class S>
void check(void (*product)(int, int, int, const T*, const T*, S*), bool a_by_rows, bool b_by_rows, bool adds,
           double scale = 1) {
  for (const Sizes& n : sizes()) {
    CAPTURE(n.m);
    CAPTURE(n.n);
    CAPTURE(n.l);
    const std::vector<T> a = numbers<T>(n.m * n.l, 1), b = numbers<T>(n.l * n.n, 5);
    std::vector<S> c(at(n.m * n.n), static_cast<S>(1.0f));
    const std::vector<S> start(c.size(), static_cast<S>(adds ? 1.0f : 0.0f));
    const std::vector<S> wanted = plain(
        n, start, a, b, [&](int i, int k) { return a_by_rows ? i * n.l + k : k * n.m + i; },
        [&](int k, int j) { return b_by_rows ? k * n.n + j : j * n.l + k; }, scale);
    product(n.m, n.n, n.l, a.data(), b.data(), c.data());
    for (std::size_t p = 0; p < c.size(); ++p)
      REQUIRE(static_cast<double>(c[p]) == static_cast<double>(wanted[p]));
  }
}

}  // namespace

TEST_CASE("products by matrix instructions") {
  check<insum::half, float>(halves, true, true, true);
  check<insum::half, float>(automatic, true, true, true);
  check<insum::half, insum::half>(halves_transposed, false, false, false);
  check<insum::bfloat16, float>(bfloats, true, false, false);
  check<double, double>(doubles, true, true, false, 2);
  check<double, double>(doubles_transposed, false, false, true);
  check<float, float>(rounded, true, true, true);
}

TEST_CASE("sums of products that are scaled") {
  for (const Sizes& n : sizes()) {
    CAPTURE(n.m);
    const std::vector<insum::half> a = numbers<insum::half>(n.m * n.l, 1),
                                   b = numbers<insum::half>(n.l * n.n, 5);
    const std::vector<float> d = numbers<float>(n.m, 2);
    std::vector<float> c(at(n.m * n.n), 1.0f);
    const std::vector<float> sums = plain(
        n, std::vector<float>(c.size()), a, b, [&](int i, int k) { return i * n.l + k; },
        [&](int k, int j) { return k * n.n + j; });
    halves_scaled(n.m, n.n, n.l, -2.0f, a.data(), b.data(), d.data(), c.data());
    for (int i = 0; i < n.m; ++i)
      for (int j = 0; j < n.n; ++j) REQUIRE(c[at(i * n.n + j)] == 1 - 2 * d[at(i)] * sums[at(i * n.n + j)]);
  }
}

TEST_CASE("products by threads") { check<float, float>(floats, true, true, true); }

TEST_CASE("floats are rounded to 11 bits where that is asked for") {
  const float third = 1.0f / 3, rounded_third = 1365.0f / 4096;  // the nearest with 11 bits
  const std::vector<float> a(16 * 8, third), b(8 * 8, 1.0f);
  std::vector<float> c(16 * 8);
  rounded(16, 8, 8, a.data(), b.data(), c.data());
  for (const float x : c) CHECK(x == 8 * rounded_third);
}

TEST_CASE("batches in the middle of other indices") {
  const int batch = 3, m = 17, n = 37, l = 19;
  const std::vector<insum::half> x = numbers<insum::half>(batch * m * l, 2),
                                 y = numbers<insum::half>(l * batch * n, 3);
  std::vector<float> z(at(m * batch * n), 7), wanted(z.size());
  for (int s = 0; s < batch; ++s)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k)
          wanted[at((i * batch + s) * n + j)] += x[at((s * m + i) * l + k)] * y[at((k * batch + s) * n + j)];
  batches(batch, m, n, l, x.data(), y.data(), z.data());
  CHECK(z == wanted);
}

TEST_CASE("groups of blocks that share rows of the result") {
  const int groups = 75, q = 3, m = 3, l = 4, n = 21;  // several groups of each block of threads
  std::vector<int> am, ak;
  for (int p = 0; p < groups; ++p) {
    am.push_back(p / 4 * 2 % m);  // in no order: four of one row, and then of another
    for (int s = 0; s < q; ++s) ak.push_back((p * 5 + s * 3) % l);
  }
  const std::vector<insum::half> av = numbers<insum::half>(groups * q * 256, 4),
                                 b = numbers<insum::half>(l * 16 * n, 6);
  std::vector<float> c(at(m * 16 * n), 2), wanted = c;
  for (int p = 0; p < groups; ++p)
    for (int s = 0; s < q; ++s)
      for (int r = 0; r < 16; ++r)
        for (int t = 0; t < 16; ++t)
          for (int j = 0; j < n; ++j)
            wanted[at((am[at(p)] * 16 + r) * n + j)] +=
                av[at(((p * q + s) * 16 + r) * 16 + t)] * b[at((ak[at(p * q + s)] * 16 + t) * n + j)];
  blocks(groups, q, m, l, n, am.data(), ak.data(), av.data(), b.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("blocks that share rows of the result, each with a weight of its own") {
  const int groups = 50, m = 3, l = 4, n = 24;
  std::vector<int> am, ak;
  std::vector<float> w;
  for (int p = 0; p < groups; ++p)
    am.push_back(p / 6 % m), ak.push_back(p * 3 % l), w.push_back(static_cast<float>(p % 5 - 2));
  const std::vector<insum::half> av = numbers<insum::half>(groups * 256, 4),
                                 b = numbers<insum::half>(l * 16 * n, 6);
  std::vector<float> c(at(m * 16 * n), 2), wanted = c;
  for (int p = 0; p < groups; ++p)
    for (int r = 0; r < 16; ++r)
      for (int t = 0; t < 16; ++t)
        for (int j = 0; j < n; ++j)
          wanted[at((am[at(p)] * 16 + r) * n + j)] +=
              w[at(p)] * av[at((p * 16 + r) * 16 + t)] * b[at((ak[at(p)] * 16 + t) * n + j)];
  blocks_weighted(groups, m, l, n, am.data(), ak.data(), w.data(), av.data(), b.data(), c.data());
  CHECK(c == wanted);
}
