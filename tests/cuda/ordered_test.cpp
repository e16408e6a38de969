// Sums in a fixed order: bit for bit those of the parts, added up one after the other, in every order of
// threads.
#include "ordered.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "matrices.hpp"

namespace {

/// Numbers of which sums in another order differ.
std::vector<float> uneven(int n) {
  std::vector<float> x(at(n));
  for (int i = 0; i < n; ++i)
    x[at(i)] = 1.0f / static_cast<float>(i % 97 + 1) + static_cast<float>(i % 5) * 1000;
  return x;
}

/// Where each of the parts of [0, n) begins: at most 1024 of them.
std::vector<int> parts_of(int n) {
  const int parts = std::max(1, std::min(n, 1024));
  std::vector<int> begins(at(parts + 1));
  for (int p = 0; p <= parts; ++p) begins[at(p)] = p * (n / parts) + std::min(p, n % parts);
  return begins;
}

/// visit(i, add) calls add(place, value) for the terms of iteration i.
template <class Visit>
std::vector<float> in_parts(int n, std::vector<float> y, const Visit& visit) {
  const std::vector<int> begins = parts_of(n);
  std::vector<std::vector<float>> copies;
  for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
    std::vector<float>& copy = copies.emplace_back(y.size());
    for (int i = begins[p]; i < begins[p + 1]; ++i)
      visit(i, [&](int place, float v) { copy[at(place)] += v; });
  }
  for (const std::vector<float>& copy : copies)
    for (std::size_t e = 0; e < y.size(); ++e) y[e] += copy[e];
  return y;
}

}  // namespace

TEST_CASE("numbers added to shared elements") {
  for (const int n : {1, 700, 5000}) {
    const std::vector<float> x = uneven(n);
    std::vector<int> place;
    for (int i = 0; i < n; ++i) place.push_back(i * 7 % 13);
    std::vector<float> y(13, 0.5f);
    const std::vector<float> wanted =
        in_parts(n, y, [&](int i, const auto& add) { add(place[at(i)], x[at(i)]); });
    add_at(n, place.data(), x.data(), 13, y.data());
    CHECK(y == wanted);
  }
}

TEST_CASE("a total is the same each time, and nearly that of doubles") {
  for (const int n : {1, 33, 10000}) {
    const std::vector<float> x = uneven(n);
    double wanted = 0;
    for (const float v : x) wanted += static_cast<double>(v);
    float first = 0, second = 0;
    total_of(n, x.data(), first);
    total_of(n, x.data(), second);
    CHECK(first == second);
    CHECK(static_cast<double>(first) == doctest::Approx(wanted).epsilon(1e-5));
  }
}

TEST_CASE("columns of rows") {
  const Matrix a = make_matrix(300, 40);
  const std::vector<float> values = uneven(static_cast<int>(a.values.size())), x = uneven(a.m);
  std::vector<float> y(at(a.n), 3);
  const auto visit = [&](int i, const auto& add) {
    for (int p = a.pos[at(i)]; p < a.pos[at(i + 1)]; ++p) add(a.col[at(p)], values[at(p)] * x[at(i)]);
  };
  const std::vector<float> wanted = in_parts(a.m, y, visit);
  std::vector<float> found = y;
  transposed_product(a.m, a.n, a.pos.data(), a.col.data(), values.data(), x.data(), found.data());
  for (int j = 0; j < a.n; ++j) CHECK(found[at(j)] == doctest::Approx(wanted[at(j)]).epsilon(1e-5));
  std::vector<float> again = y;
  transposed_product(a.m, a.n, a.pos.data(), a.col.data(), values.data(), x.data(), again.data());
  CHECK(found == again);
}

TEST_CASE("sums of rows, each lane with columns of its own") {
  const Matrix a = make_matrix(120, 31);
  const int width = 19;
  const std::vector<float> values = uneven(static_cast<int>(a.values.size())), b = uneven(a.m * width);
  std::vector<double> wanted(at(a.n * width));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int r = 0; r < width; ++r)
      wanted[at(a.col[p] * width + r)] +=
          static_cast<double>(values[p]) * static_cast<double>(b[at(a.row[p] * width + r)]);
  std::vector<float> first(wanted.size(), 1), second(wanted.size(), 2);
  outer_sums(a.m, a.n, width, a.pos.data(), a.col.data(), values.data(), b.data(), first.data());
  outer_sums(a.m, a.n, width, a.pos.data(), a.col.data(), values.data(), b.data(), second.data());
  CHECK(first == second);
  for (std::size_t e = 0; e < wanted.size(); ++e)
    CHECK(static_cast<double>(first[e]) == doctest::Approx(wanted[e]).epsilon(1e-4));
}

TEST_CASE("products of complex numbers, which no atomic update makes") {
  using complex = std::complex<float>;
  std::vector<complex> x, y(3, complex(1, 0));
  std::vector<int> place;
  for (int i = 0; i < 24; ++i) x.emplace_back(0.0f, i % 2 == 0 ? 1.0f : 2.0f), place.push_back(i % 3);
  std::vector<complex> wanted = y;
  for (std::size_t i = 0; i < x.size(); ++i) wanted[at(place[i])] *= x[i];
  multiply_at(24, place.data(), x.data(), 3, y.data());
  CHECK(y == wanted);
}
