// Numbers of columns that are multiples of vectors and others, in arrays that begin where vectors may and
// elsewhere.
#include "vectors.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

const std::vector<int> widths = {1, 4, 7, 8, 12, 16, 30, 32, 64, 72, 128, 136};
constexpr std::size_t shifts[] = {0, 1, 4};

/// Values in device memory, behind so many elements.
template <class T>
class Array {
 public:
  Array(const std::vector<double>& values, std::size_t shift)
      : shift_(shift), memory_(with_gap(values, shift)) {}
  T* data() const { return memory_.data() + shift_; }
  std::vector<double> back() const {
    const std::vector<T> all = memory_.back();
    return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(shift_), all.end());
  }

 private:
  static std::vector<T> with_gap(const std::vector<double>& values, std::size_t shift) {
    std::vector<T> all(shift + values.size());
    for (std::size_t i = 0; i < values.size(); ++i) all[shift + i] = static_cast<T>(values[i]);
    return all;
  }
  std::size_t shift_;
  OnDevice<T> memory_;
};

/// Small whole numbers: sums are exact in all types.
std::vector<double> numbers(int count, int step = 3) {
  std::vector<double> list(at(count));
  for (int i = 0; i < count; ++i) list[at(i)] = i * step % 5 - 2;
  return list;
}

Matrix small_matrix() {
  Matrix a = make_matrix(12, 40);
  for (double& value : a.values) value = value > 0 ? 1 : -1;
  return a;
}

template <class T, class S>
void check_product(void (*kernel)(const Rows<T>&, int, const T*, S*), double before, double factor = 1) {
  const Matrix a = small_matrix();
  const OnDevice<int> pos(a.pos), crd(a.col);
  const Array<T> values(a.values, 0);
  for (const int k : widths)
    for (const std::size_t shift : shifts) {
      CAPTURE(k);
      CAPTURE(shift);
      const std::vector<double> b = numbers(a.n * k);
      std::vector<double> wanted(at(a.m * k), before);
      for (std::size_t p = 0; p < a.values.size(); ++p)
        for (int j = 0; j < k; ++j)
          wanted[at(a.row[p] * k + j)] += factor * a.values[p] * b[at(a.col[p] * k + j)];
      const Array<T> dense(b, shift);
      const Array<S> result(std::vector<double>(wanted.size(), before == 0 ? 7 : before), shift);
      kernel({a.m, a.n, pos.data(), crd.data(), values.data()}, k, dense.data(), result.data());
      CHECK(result.back() == wanted);
    }
}

template <class T>
void check_samples(void (*kernel)(const Rows<T>&, int, const T*, const T*, T*)) {
  const Matrix a = small_matrix();
  const OnDevice<int> pos(a.pos), crd(a.col);
  const Array<T> values(a.values, 0);
  for (const int l : widths)
    for (const std::size_t shift : shifts) {
      CAPTURE(l);
      CAPTURE(shift);
      const std::vector<double> x = numbers(a.m * l), y = numbers(a.n * l, 2);
      std::vector<double> wanted(a.values.size());
      for (std::size_t p = 0; p < wanted.size(); ++p)
        for (int k = 0; k < l; ++k)
          wanted[p] += a.values[p] * x[at(a.row[p] * l + k)] * y[at(a.col[p] * l + k)];
      const Array<T> left(x, shift), right(y, shift), result(a.values, 0);
      kernel({a.m, a.n, pos.data(), crd.data(), values.data()}, l, left.data(), right.data(), result.data());
      CHECK(result.back() == wanted);
    }
}

}  // namespace

TEST_CASE("products with matrices of each type") {
  check_product<float>(times_floats, 0);
  check_product<float>(adds_floats, 5, 2);
  check_product<half>(times_halves, 0);
  check_product<bfloat16>(adds_small_floats, 3);
  check_product<double>(times_doubles, 0);
}

TEST_CASE("products of small elements with large results") {
  check_product<half>(halves_to_floats, 0);
  const Matrix a = small_matrix();
  const OnDevice<int> pos(a.pos), crd(a.col);
  const Array<float> values(a.values, 0);
  for (const int k : widths) {
    const std::vector<double> b = numbers(a.n * k);
    std::vector<double> wanted(at(a.m * k));
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k; ++j) wanted[at(a.row[p] * k + j)] += a.values[p] * b[at(a.col[p] * k + j)];
    const Array<std::int8_t> dense(b, 0);
    const Array<float> result(wanted, 0);
    times_bytes({a.m, a.n, pos.data(), crd.data(), values.data()}, k, dense.data(), result.data());
    CHECK(result.back() == wanted);
  }
}

TEST_CASE("results that are combined by another operation") {
  const Matrix a = small_matrix();
  const OnDevice<int> pos(a.pos), crd(a.col);
  const Array<float> values(a.values, 0);
  for (const int k : widths) {
    const std::vector<double> b = numbers(a.n * k);
    std::vector<double> wanted(at(a.m * k), -2);
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k; ++j) {
        double& least = wanted[at(a.row[p] * k + j)];
        least = std::min(least, a.values[p] + b[at(a.col[p] * k + j)]);
      }
    const Array<float> dense(b, 0), result(std::vector<double>(wanted.size(), -2), 0);
    least_floats({a.m, a.n, pos.data(), crd.data(), values.data()}, k, dense.data(), result.data());
    CHECK(result.back() == wanted);
  }
}

TEST_CASE("columns from one on that vectors may begin at, or another one") {
  const Matrix a = small_matrix();
  const OnDevice<int> pos(a.pos), crd(a.col);
  const Array<float> values(a.values, 0);
  constexpr int all = 96, k = 64;
  const std::vector<double> b = numbers(a.n * all);
  for (const int first : {0, 3, 4, 32}) {
    CAPTURE(first);
    std::vector<double> wanted(at(a.m * k));
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k; ++j)
        wanted[at(a.row[p] * k + j)] += a.values[p] * b[at(a.col[p] * all + first + j)];
    const Array<float> dense(b, 0), result(wanted, 0);
    part_of_rows({a.m, a.n, pos.data(), crd.data(), values.data()}, k, first, all, dense.data(),
                 result.data());
    CHECK(result.back() == wanted);
  }
}

TEST_CASE("products of rows and columns where entries are") {
  check_samples<float>(sampled_floats);
  check_samples<half>(sampled_halves);
}

TEST_CASE("two factors for each entry") {
  const Matrix a = small_matrix();
  std::vector<int> pos2 = {0}, crd2;
  std::vector<double> values;
  const int l = 5;
  for (std::size_t p = 0; p < a.values.size(); ++p) {
    for (int q = static_cast<int>(p % 3); q < l; q += 2) crd2.push_back(q), values.push_back(q - 1);
    pos2.push_back(static_cast<int>(crd2.size()));
  }
  const OnDevice<int> pos(a.pos), crd(a.col), inner_pos(pos2), inner_crd(crd2);
  const Array<float> entries(values, 0);
  for (const int r : widths) {
    CAPTURE(r);
    const std::vector<double> c = numbers(a.n * r), d = numbers(l * r, 2);
    std::vector<double> wanted(at(a.m * r));
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int q = pos2[p]; q < pos2[p + 1]; ++q)
        for (int j = 0; j < r; ++j)
          wanted[at(a.row[p] * r + j)] +=
              values[at(q)] * c[at(a.col[p] * r + j)] * d[at(crd2[at(q)] * r + j)];
    const Array<float> left(c, 0), right(d, 0), result(wanted, 0);
    factorised(a.m, a.n, l, r, pos.data(), crd.data(), inner_pos.data(), inner_crd.data(), entries.data(),
               left.data(), right.data(), result.data());
    CHECK(result.back() == wanted);
  }
}

TEST_CASE("sums that groups share") {
  constexpr int m = 6, n = 20, groups = 30;
  std::vector<int> row, crd;
  for (int p = 0; p < groups; ++p) {
    row.push_back(p / 2 % m);
    for (int q = 0; q < 4; ++q) crd.push_back((p * 7 + q * 3) % n);
  }
  const std::vector<double> values = numbers(groups * 4);
  const OnDevice<int> rows(row), columns(crd);
  const Array<float> entries(values, 0);
  for (const int k : widths) {
    CAPTURE(k);
    const std::vector<double> b = numbers(n * k);
    std::vector<double> wanted(at(m * k), 1);
    for (int p = 0; p < groups * 4; ++p)
      for (int j = 0; j < k; ++j)
        wanted[at(row[at(p / 4)] * k + j)] += values[at(p)] * b[at(crd[at(p)] * k + j)];
    const Array<float> dense(b, 0), result(std::vector<double>(wanted.size(), 1), 0);
    grouped(m, n, groups, k, rows.data(), columns.data(), entries.data(), dense.data(), result.data());
    CHECK(result.back() == wanted);
  }
}
