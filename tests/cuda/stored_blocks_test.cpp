// Stored blocks of matrices whose sizes are multiples of the block, and of such whose last blocks reach over
// the edge. Values are small whole numbers, so that sums are exact; what a block stores outside of its matrix
// is NaN where the block is used.
#include "stored_blocks.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "matrices.hpp"

namespace {

constexpr int block = 16;

/// Groups of `g` blocks of one row of blocks. Slots that are not used repeat a column and hold zeros.
template <class T>
struct Blocks {
  std::vector<int> rows, columns;
  std::vector<T> values;
  std::vector<double> full;
};

int blocks_over(int n) { return (n + block - 1) / block; }

template <class T>
void add_block(Blocks<T>& a, int m, int l, int row, int column, bool used) {
  for (int r = row * block; r < (row + 1) * block; ++r)
    for (int c = column * block; c < (column + 1) * block; ++c) {
      const bool inside = r < m && c < l;
      const float value = used ? static_cast<float>((r * 3 + c * 5 + r / 7) % 7 - 3) : 0.0f;
      a.values.push_back(static_cast<T>(inside || !used ? value : std::numeric_limits<float>::quiet_NaN()));
      if (inside && used) a.full[at(r * l + c)] = value;
    }
}

/// Every third block, and some rows without any.
template <class T>
Blocks<T> make_blocks(int m, int l, int g) {
  Blocks<T> a;
  a.full.resize(at(m * l));
  for (int row = 0; row < blocks_over(m); ++row) {
    int slot = 0, last = 0;
    for (int column = 0; column < blocks_over(l); ++column) {
      if (row % 4 == 2 || (row + column) % 3 == 1) continue;
      if (slot % g == 0) a.rows.push_back(row);
      a.columns.push_back(last = column), add_block(a, m, l, row, column, true), ++slot;
    }
    for (; slot % g; ++slot) a.columns.push_back(last), add_block(a, m, l, row, last, false);
  }
  return a;
}

template <class T>
std::vector<T> numbers(int count) {
  std::vector<T> list;
  for (int i = 0; i < count; ++i)
    list.push_back(static_cast<T>(static_cast<float>((i * 5 + i / 11) % 7 - 3)));
  return list;
}

struct Sizes {
  int m, n, l;
};

std::vector<Sizes> sizes() {
  return {{64, 40, 96}, {61, 33, 90}, {17, 9, 15}, {50, 8, 49}, {16, 70, 16}, {33, 0, 40}, {0, 8, 40}};
}

/// c(i, j) + sum of a(i, k) * b(k, j), where the arguments after it give places.
template <class S, class T, class B, class C>
std::vector<double> plain(const Sizes& n, const Blocks<T>& a, const std::vector<T>& b,
                          const std::vector<S>& c, B place_b, C place_c) {
  std::vector<double> wanted(c.begin(), c.end());
  for (int i = 0; i < n.m; ++i)
    for (int j = 0; j < n.n; ++j)
      for (int k = 0; k < n.l; ++k)
        wanted[at(place_c(i, j))] += a.full[at(i * n.l + k)] * static_cast<double>(b[at(place_b(k, j))]);
  return wanted;
}

template <class S>
void check_equal(const std::vector<S>& c, const std::vector<double>& wanted) {
  for (std::size_t p = 0; p < c.size(); ++p)
    REQUIRE(static_cast<double>(c[p]) == static_cast<double>(static_cast<S>(static_cast<float>(wanted[p]))));
}

template <class T, class S>
using Product = void (*)(int, int, int, std::span<const int>, const int*, const T*, const T*, S*);

/// By rows: B[k,j] and C[i,j]; else B[j,k] and C[j,i].
template <class T, class S>
void check(Product<T, S> product, int g, bool adds, bool by_rows = true) {
  for (const Sizes& n : sizes()) {
    CAPTURE(n.m);
    CAPTURE(n.n);
    CAPTURE(n.l);
    const Blocks<T> a = make_blocks<T>(n.m, n.l, g);
    const std::vector<T> b = numbers<T>(n.l * n.n);
    std::vector<S> c(at(n.m * n.n), static_cast<S>(2.0f));
    const std::vector<S> start(c.size(), static_cast<S>(adds ? 2.0f : 0.0f));
    const std::vector<double> wanted = plain(
        n, a, b, start, [&](int k, int j) { return by_rows ? k * n.n + j : j * n.l + k; },
        [&](int i, int j) { return by_rows ? i * n.n + j : j * n.m + i; });
    product(n.m, n.n, n.l, a.rows, a.columns.data(), a.values.data(), b.data(), c.data());
    check_equal(c, wanted);
  }
}

}  // namespace

TEST_CASE("groups of stored blocks by matrix instructions") {
  check<insum::half, float>(halves, 3, true);
  check<insum::half, insum::half>(halves_by_column, 3, false, false);
  check<double, double>(doubles, 3, true);
}

TEST_CASE("groups of stored blocks, scaled") {
  const Sizes n = {61, 33, 90};
  const Blocks<insum::half> a = make_blocks<insum::half>(n.m, n.l, 3);
  const std::vector<insum::half> b = numbers<insum::half>(n.l * n.n);
  std::vector<float> c(at(n.m * n.n), 2.0f);
  std::vector<double> wanted = plain(
      n, a, b, std::vector<float>(c.size()), [&](int k, int j) { return k * n.n + j; },
      [&](int i, int j) { return i * n.n + j; });
  for (double& w : wanted) w *= -3;
  halves_scaled(n.m, n.n, n.l, -3.0f, a.rows, a.columns.data(), a.values.data(), b.data(), c.data());
  check_equal(c, wanted);
}

TEST_CASE("stored blocks one by one") {
  check<float, float>(rounded, 1, false);
  check<float, float>(floats, 1, true);
}

TEST_CASE("two places for blocks in each row of blocks, some of which are not used") {
  for (const Sizes& n : sizes()) {
    Blocks<insum::half> a;
    a.full.resize(at(n.m * n.l));
    for (int row = 0; row < blocks_over(n.m); ++row)
      for (int slot = 0; slot < 2; ++slot) {
        const int across = blocks_over(n.l), start = across > 1 ? row % (across - 1) : 0;
        const bool used = slot < row % 3 && slot < across;
        const int column = used ? start + slot : -1;
        a.columns.push_back(column), add_block(a, n.m, n.l, row, used ? column : 0, used);
      }
    const std::vector<insum::half> b = numbers<insum::half>(n.l * n.n);
    std::vector<float> c(at(n.m * n.n), 7.0f);
    const std::vector<double> wanted = plain(
        n, a, b, std::vector<float>(c.size()), [&](int k, int j) { return k * n.n + j; },
        [&](int i, int j) { return i * n.n + j; });
    padded(n.m, n.n, n.l, a.columns.data(), a.values.data(), b.data(), c.data());
    check_equal(c, wanted);
  }
}
