// Known algorithms for the product of sparse matrices, each a choice of insert, sort and merge; and
// accumulation arrays that a user writes.
#include <doctest/doctest.h>

#include <algorithm>
#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <queue>
#include <random>
#include <vector>

namespace {

using matrix = insum::csr<double>;

matrix random_matrix(std::mt19937& random, std::int64_t rows, std::int64_t cols, std::size_t n) {
  insum::coo<double> list;
  list.shape = {rows, cols};
  for (std::size_t k = 0; k < n; ++k) {
    list.crd[0].push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(rows)));
    list.crd[1].push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(cols)));
    list.vals.push_back(static_cast<double>(1 + random() % 5));
  }
  return insum::convert<matrix>(list);
}

/// Calls f(i, j, value) for the products of row i.
template <class F>
void products_of_row(const matrix& a, const matrix& b, std::int64_t i, F&& f) {
  const auto at = [](auto n) { return static_cast<std::size_t>(n); };
  for (auto p = a.pos[at(i)]; p < a.pos[at(i + 1)]; ++p)
    for (auto k = a.crd[at(p)], q = b.pos[at(k)]; q < b.pos[at(k + 1)]; ++q)
      f(i, static_cast<std::int64_t>(b.crd[at(q)]), a.vals[at(p)] * b.vals[at(q)]);
}

insum::dense<double> reference(const matrix& a, const matrix& b) {
  insum::dense<double> c;
  c.shape = {a.rows(), b.cols()};
  c.vals.assign(static_cast<std::size_t>(a.rows() * b.cols()), 0.0);
  for (std::int64_t i = 0; i < a.rows(); ++i)
    products_of_row(a, b, i, [&](std::int64_t r, std::int64_t j, double v) {
      c.vals[static_cast<std::size_t>(r * b.cols() + j)] += v;
    });
  return c;
}

/// One accumulation array for one row after another: what it hands out is appended as it is.
template <class Row>
matrix row_by_row(const matrix& a, const matrix& b, Row&& row) {
  static_assert(insum::accumulation_array<std::remove_cvref_t<Row>>);
  matrix c;
  c.shape = {a.rows(), b.cols()};
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    products_of_row(a, b, i, [&](std::int64_t, std::int64_t j, double v) { REQUIRE(row.insert({j}, v)); });
    row.sort();
    row.visit([&](const insum::coordinates<1>& x, double v) {
      c.crd.push_back(static_cast<std::int32_t>(x[0]));
      c.vals.push_back(v);
    });
    row.clear();
    c.pos.push_back(static_cast<std::int32_t>(c.crd.size()));
  }
  return c;
}

/// A heap: insert is a push, and sort pops.
template <class T, class Op, int Rank>
class heap_array {
 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = Rank;
  heap_array(const insum::coordinates<Rank>&, std::int64_t capacity)
      : capacity_(static_cast<std::size_t>(capacity)) {}
  static std::size_t bytes(const insum::coordinates<Rank>&, std::int64_t capacity) {
    return 2 * static_cast<std::size_t>(capacity) * sizeof(element);
  }
  bool insert(const insum::coordinates<Rank>& c, const T& value) {
    if (heap_.size() == capacity_) return false;
    heap_.push_back({c, heap_.size(), value});
    std::push_heap(heap_.begin(), heap_.end(), later);
    return true;
  }
  void sort() {
    for (; !heap_.empty(); heap_.pop_back()) {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      if (!sorted_.empty() && sorted_.back().at == heap_.back().at)
        sorted_.back().value = Op::apply(sorted_.back().value, heap_.back().value);
      else
        sorted_.push_back(heap_.back());
    }
  }
  std::int64_t size() const { return static_cast<std::int64_t>(heap_.size() + sorted_.size()); }
  template <class F>
  void visit(F&& f) const {
    for (const element& e : sorted_) f(e.at, e.value);
  }
  void clear() {
    heap_.clear();
    sorted_.clear();
  }

 private:
  struct element {
    insum::coordinates<Rank> at;
    std::size_t number;
    T value;
  };
  static bool later(const element& a, const element& b) {
    return a.at != b.at ? a.at > b.at : a.number > b.number;
  }
  std::size_t capacity_;
  std::vector<element> heap_, sorted_;
};

struct fixture {
  fixture() {
    std::mt19937 random(1);
    a = random_matrix(random, 30, 40, 200);
    b = random_matrix(random, 40, 50, 300);
    expected = reference(a, b);
  }
  void check(const matrix& c) const {
    c.validate();
    const auto d = insum::convert<insum::dense<double>>(c);
    CHECK(d.shape == expected.shape);
    CHECK(d.vals == expected.vals);
  }
  matrix a, b;
  insum::dense<double> expected;
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "Gustavson: a dense row with flags") {
  check(row_by_row(a, b, insum::dense_workspace<double, insum::op_add, 1>({b.cols()}, 0)));
}

TEST_CASE_FIXTURE(fixture, "a hash table for each row") {
  check(row_by_row(a, b, insum::hash_workspace<double, insum::op_add, 1>({b.cols()}, b.cols())));
}

TEST_CASE_FIXTURE(fixture,
                  "expand, sort, compress: a list for each slice of rows, slices one after another") {
  using list = insum::coord_workspace<double, insum::op_add, 2>;
  insum::sparse_workspace<list> w({a.rows(), b.cols()}, {.capacity = 100000});
  for (std::int64_t slice = 0; slice < a.rows(); slice += 7)
    for (std::int64_t i = slice; i < std::min(slice + 7, a.rows()); ++i)
      products_of_row(a, b, i, [&](std::int64_t r, std::int64_t j, double v) { w.insert({r, j}, v); });
  w.finish();
  check(insum::compress<matrix>(w));
}

TEST_CASE_FIXTURE(fixture, "outer products: a heap of (i, j) for each batch, merged") {
  using heap = heap_array<double, insum::op_add, 2>;
  static_assert(insum::accumulation_array<heap>);
  const auto columns = insum::convert<insum::csc<double>>(a);
  const auto at = [](auto n) { return static_cast<std::size_t>(n); };
  for (const std::int64_t capacity : {1, 2, 50, 100000})
    for (const bool pipeline : {false, true}) {
      insum::sparse_workspace<heap> w({a.rows(), b.cols()}, {.capacity = capacity, .pipeline = pipeline});
      for (std::int64_t k = 0; k < a.cols(); ++k)
        for (auto p = columns.pos[at(k)]; p < columns.pos[at(k + 1)]; ++p)
          for (auto q = b.pos[at(k)]; q < b.pos[at(k + 1)]; ++q)
            w.insert({columns.crd[at(p)], b.crd[at(q)]}, columns.vals[at(p)] * b.vals[at(q)]);
      w.finish();
      check(insum::compress<matrix>(w));
    }
}

TEST_CASE_FIXTURE(fixture, "a user's array for sizes beyond one word") {
  using heap = heap_array<double, insum::op_min, 3>;
  const std::int64_t large = std::int64_t{1} << 50;
  insum::parallel_workspace<heap> w({large, large, large}, {.capacity = 5});
  auto local = w.local(0);
  for (std::int64_t k = 0; k < 100; ++k)
    local.insert({large - 1 - k % 10, k % 3, large - 1}, static_cast<double>(k));
  w.finish();
  CHECK(w.count() == 30);
  double sum = 0;
  w.visit([&](const insum::coordinates<3>&, double v) { sum += v; });
  CHECK(sum == 435);  // the least k of each of 30 coordinates: 0 to 29
}
