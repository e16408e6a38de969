// What a workspace does before finish(), after it, and after an error.
#include <doctest/doctest.h>

#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "team.hpp"

namespace {

using coord = insum::coord_workspace<double, insum::op_add, 2>;
using sparse = insum::sparse_workspace<coord>;

template <class Workspace>
double sum_of(const Workspace& w) {
  double sum = 0;
  w.visit([&](const auto&, double v) { sum += v; });
  return sum;
}

}  // namespace

TEST_CASE("components are read after finish() alone") {
  sparse w({5, 5});
  w.insert({1, 2}, 3);
  CHECK_THROWS_WITH_AS(w.count(), "components of a workspace are read before finish()",
                       insum::workspace_error);
  CHECK_THROWS_AS(sum_of(w), insum::workspace_error);
  CHECK_THROWS_AS(insum::compress<insum::csr<double>>(w), insum::workspace_error);
  w.finish();
  CHECK(w.count() == 1);
  CHECK_THROWS_WITH_AS(w.values(), "components of a workspace are read as lists before finish(sizes...)",
                       insum::workspace_error);
  insum::sparse_workspace<insum::adaptive_workspace<double, insum::op_add, 2>> few(
      {5, 5});  // lists them at once
  few.insert({1, 2}, 3);
  few.finish();
  CHECK_THROWS_AS(few.values(), insum::workspace_error);
  CHECK_THROWS_AS(w.finish(5, 6), insum::size_error);
  w.finish(5, 5);
  CHECK(w.values()[0] == 3);
  CHECK(w.coordinates<1>()[0] == 2);
  w.clear();
  CHECK_THROWS_AS(w.count(), insum::workspace_error);
  insum::parallel_workspace<coord> p({5, 5});
  CHECK_THROWS_AS(p.count(), insum::workspace_error);
  p.finish();
  CHECK(p.count() == 0);
}

TEST_CASE("compress() takes an order of all modes alone") {
  sparse w({5, 5});
  w.insert({1, 2}, 3);
  w.finish();
  CHECK_THROWS_WITH_AS(insum::compress<insum::csr<double>>(w, {0, 7}),
                       "the order of modes that compress takes has 7 at place 1; it has each of 0 to 1 once",
                       insum::size_error);
  CHECK_THROWS_AS(insum::compress<insum::coo<double>>(w, {1, 1}), insum::size_error);
  CHECK_THROWS_AS(insum::compress<insum::csc<double>>(w, {-1, 0}), insum::size_error);
  CHECK(insum::compress<insum::csc<double>>(w, {1, 0}).nnz() == 1);
}

TEST_CASE("insert() after finish() is refused until clear()") {
  for (const std::size_t bound : {std::size_t{0}, std::size_t{1} << 20}) {
    sparse w({5, 5}, {.memory = bound});
    for (int round = 0; round < 3; ++round) {
      w.insert({1, 2}, 3);
      round == 1 ? w.finish(5, 5) : w.finish();
      CHECK_THROWS_WITH_AS(w.insert({1, 1}, 1),
                           "components of a workspace are inserted after finish(), before clear()",
                           insum::workspace_error);
      CHECK(w.count() == 1);
      CHECK(sum_of(w) == 3);
      w.clear();
    }
    insum::parallel_workspace<coord> p({5, 5}, {.memory = bound});
    auto&& local = p.local(0);
    local.insert({1, 2}, 3);
    p.finish();
    CHECK_THROWS_AS(local.insert({1, 1}, 1), insum::workspace_error);
    CHECK_THROWS_AS(p.local(1), insum::workspace_error);
    CHECK(sum_of(p) == 3);
  }
}

TEST_CASE("insert() after finish() is refused where an array is never full as well") {
  insum::sparse_workspace<insum::dense_workspace<double, insum::op_add, 2>> w({5, 5});
  w.insert({1, 2}, 3);
  w.finish();
  CHECK_THROWS_AS(w.insert({1, 1}, 1), insum::workspace_error);
  CHECK(sum_of(w) == 3);
  w.clear();
  w.insert({1, 1}, 1);
  w.finish();
  CHECK(sum_of(w) == 1);
}

TEST_CASE("finish() again changes nothing; lists are read in every way") {
  for (const std::size_t bound : {std::size_t{0}, std::size_t{1} << 20}) {
    sparse w({50, 50}, {.capacity = 7, .memory = bound});
    for (std::int64_t k = 0; k < 100; ++k) w.insert({k * 7 % 50, k * 11 % 50}, 1);
    w.finish();
    const std::int64_t count = w.count();
    const auto before = insum::compress<insum::csr<double>>(w);
    w.finish(50, 50);
    const std::size_t used = w.memory().in_use();
    w.finish(50, 50);
    w.finish();
    CHECK(w.memory().in_use() == used);
    CHECK(w.count() == count);
    CHECK(sum_of(w) == 100);
    const auto after = insum::compress<insum::csr<double>>(w);
    CHECK(after.pos == before.pos);
    CHECK(after.crd == before.crd);
    CHECK(after.vals == before.vals);
    CHECK(w.all().size() == count);
  }
  insum::parallel_workspace<coord> p({50, 50});
  p.local(0).insert({2, 3}, 4);
  p.finish(50, 50);
  p.finish();
  CHECK(insum::compress<insum::csr<double>>(p).nnz() == 1);
}

TEST_CASE("parallel: clear() makes it empty") {
  insum::parallel_workspace<coord> p({50, 50});
  for (int round = 0; round < 3; ++round) {
    p.local(0).insert({2, 3}, 4 + round);
    p.local(1).insert({2, 3}, 1);
    p.finish();
    CHECK(p.count() == 1);
    CHECK(sum_of(p) == 5 + round);
    p.clear();
  }
}

namespace {

/// Inserts more than fits; then the workspace is to be of use again.
template <class Policy>
void run_out(insum::workspace_options options, std::size_t bound) {
  options.memory = bound;
  insum::sparse_workspace<Policy> w({1000, 1000}, options);
  const auto insert = [&](std::int64_t n) {
    for (std::int64_t k = 0; k < n; ++k) w.insert({k * 7919 % 1000, k / 1000 % 1000}, 1);
    w.finish();
  };
  for (int round = 0; round < 3; ++round) {
    CHECK_THROWS_AS(insert(300000), insum::memory_error);
    CHECK_THROWS_WITH_AS(w.insert({1, 1}, 1),
                         "components of a workspace are used after an error, before clear()",
                         insum::workspace_error);
    CHECK_THROWS_AS(w.finish(), insum::workspace_error);
    CHECK_THROWS_AS(w.finish(1000, 1000), insum::workspace_error);
    CHECK_THROWS_AS(w.count(), insum::workspace_error);
    w.clear();
    insert(10);
    CHECK(w.count() == 10);
    CHECK(sum_of(w) == 10);
    w.clear();
  }
  CHECK(w.memory().peak() <= bound);
}

}  // namespace

TEST_CASE("after memory_error clear() gives an empty workspace") {
  for (const bool pipeline : {false, true})
    for (const bool two : {false, true}) {
      const insum::workspace_options options{.capacity = 100, .pipeline = pipeline, .double_buffer = two};
      run_out<coord>(options, 40000);
      run_out<insum::bucket_workspace<double, insum::op_add, 2>>(options, 40000);
      run_out<insum::hash_workspace<double, insum::op_add, 2>>(options, 60000);
      run_out<coord>({.pipeline = pipeline, .double_buffer = two}, 200000);
      run_out<insum::adaptive_workspace<double, insum::op_add, 2>>(
          {.pipeline = pipeline, .double_buffer = two}, 200000);
    }
}

namespace {

/// Notes which threads sort, and throws where it is told to.
struct watched : coord {
  using coord::coord;
  void sort() {
    const std::lock_guard<std::mutex> lock(mutex);
    sorters.insert(std::this_thread::get_id());
    if (throws) throw std::runtime_error("sort");
    coord::sort();
  }
  static inline std::mutex mutex;
  static inline std::set<std::thread::id> sorters;
  static inline bool throws = false;
};

}  // namespace

TEST_CASE("pipeline: another thread sorts all but the last batch") {
  for (const bool pipeline : {false, true}) {
    watched::sorters.clear();
    insum::sparse_workspace<watched> w({100, 100}, {.capacity = 10, .pipeline = pipeline});
    for (std::int64_t k = 0; k < 1000; ++k) w.insert({k % 100, k % 7}, 1);
    w.finish();
    CHECK(sum_of(w) == 1000);
    CHECK(watched::sorters.size() == (pipeline ? 2 : 1));
  }
}

TEST_CASE("what a policy throws arrives; clear() does not throw it again") {
  for (const bool pipeline : {false, true}) {
    insum::sparse_workspace<watched> w({100, 100}, {.capacity = 10, .pipeline = pipeline});
    watched::throws = true;
    const auto insert = [&] {
      for (std::int64_t k = 0; k < 50; ++k) w.insert({k % 100, k % 7}, 1);
    };
    CHECK_THROWS_AS(insert(), std::runtime_error);
    CHECK_THROWS_AS(w.finish(), insum::workspace_error);
    w.clear();
    if (pipeline)
      for (std::int64_t k = 0; k < 11; ++k) w.insert({1, k}, 1);  // an error that nobody has seen yet
    w.clear();
    watched::throws = false;
    insert();
    w.finish();
    CHECK(sum_of(w) == 50);
  }
}

namespace {

using packed = insum::rt::component<double, std::uint64_t>;
using runs = insum::rt::sorted_runs<packed, insum::op_add>;

void add(runs& to, std::uint64_t first, std::int64_t n) {
  to.add(n, [&](packed* x) {
    for (std::int64_t k = 0; k < n; ++k) x[k] = {first + static_cast<std::uint64_t>(k), 1.0};
  });
}

}  // namespace

TEST_CASE("two buffers: one run is merged from one to the other") {
  insum::rt::memory_budget budget;
  runs one(budget, false, false), two(budget, true, false);
  add(one, 10, 40), add(two, 10, 40);
  const packed* const before = two.data();
  add(one, 0, 5), add(two, 0, 5);
  CHECK(one.data()[0].key == 10);  // a run that is left for later
  CHECK(two.data()[0].key == 0);
  CHECK(two.data() != before);
  add(two, 5, 5);
  CHECK(two.data() == before);
  CHECK(two.size() == 50);
}

TEST_CASE("what would be useful is left out where there is no memory") {
  const team of(1);
  const auto insert = [](auto& w) {
    for (std::int64_t k = 0; k < 50000; ++k) w.insert({k % 10, k % 7}, 1);
    w.finish();
    CHECK(w.count() == 70);
    CHECK(sum_of(w) == 50000);
  };
  for (const bool pipeline : {false, true}) {
    // A larger accumulation array.
    insum::rt::memory_budget budget(std::size_t{1} << 22);
    sparse w({10, 10}, {.pipeline = pipeline}, budget);
    const std::size_t others = budget.bound() - budget.in_use() - 60000;
    budget.take(others);
    insert(w);
    budget.give_back(others);
  }
  // A second one.
  sparse w({10, 10}, {.capacity = 1000, .memory = 50000, .pipeline = true});
  insert(w);
  // A second all array.
  insum::rt::memory_budget budget(3000);
  runs two(budget, true, false);
  add(two, 10, 100), add(two, 0, 10);
  CHECK(two.size() == 110);
  for (std::int64_t k = 0; k < 110; ++k) CHECK(two.data()[k].key == static_cast<std::uint64_t>(k));
}

namespace {

/// Values that belong to one coordinate: others are not combined with them.
struct tagged {
  std::int64_t tag, sum;
};
struct add_same {
  template <class T>
  static T identity() {
    return {-1, 0};
  }
  static tagged apply(const tagged& a, const tagged& b) {
    if (a.tag != b.tag && a.tag != -1) throw std::logic_error("values of two coordinates");
    return {b.tag, a.sum + b.sum};
  }
};

template <class Policy>
void insert_tagged() {
  for (const bool two : {false, true}) {
    insum::sparse_workspace<Policy> w({100}, {.capacity = 9, .double_buffer = two});
    for (std::int64_t k = 0; k < 3000; ++k) w.insert({k * 31 % 97}, {k * 31 % 97, 1});
    w.finish();
    CHECK(w.count() == 97);
    std::int64_t sum = 0;
    w.visit([&](const auto& c, const tagged& v) { sum += v.tag == c[0] ? v.sum : 0; });
    CHECK(sum == 3000);
  }
}

}  // namespace

TEST_CASE("only values of one coordinate are combined") {
  insert_tagged<insum::coord_workspace<tagged, add_same, 1>>();
  insert_tagged<insum::bucket_workspace<tagged, add_same, 1>>();
  insert_tagged<insum::hash_workspace<tagged, add_same, 1>>();
  insert_tagged<insum::adaptive_workspace<tagged, add_same, 1>>();
  // Sums of others would overflow, which the sanitizer tells.
  insum::sparse_workspace<insum::coord_workspace<std::int32_t, insum::op_add, 1>> w({100}, {.capacity = 9});
  for (std::int32_t k = 0; k < 100; ++k) w.insert({k * 31 % 97}, k < 97 ? 2000000000 : 1);
  w.finish();
  CHECK(w.count() == 97);
}

TEST_CASE("hash: rows of few and of many components, one after another") {
  insum::sparse_workspace<insum::hash_workspace<double, insum::op_add, 1>> w({10000}, {.capacity = 1000});
  for (std::int64_t row = 0; row < 60; ++row) {
    const std::int64_t n = row % 3 == 0 ? 3 : row % 3 == 1 ? 900 : 5000;
    for (std::int64_t k = 0; k < n; ++k) w.insert({k * 7919 % 9973}, 1);
    w.finish(10000);
    CHECK(w.count() == n);
    CHECK(sum_of(w) == static_cast<double>(n));
    w.clear();
  }
}

namespace {

/// A list for which there is no memory while `refuses` says so.
struct refused_array : coord {
  inline static bool refuses = false;
  refused_array(const insum::coordinates<2>& sizes, std::int64_t capacity) : coord(sizes, capacity) {
    if (refuses) throw std::bad_alloc();
  }
};

/// The text of the memory_error that f() throws; "" where there is none.
template <class F>
std::string thrown_by(F&& f) {
  try {
    f();
  } catch (const insum::memory_error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE(
    "where there is no memory, memory_error says how much a workspace needs, and clear() starts again") {
  // More than any system has: nothing is asked of it.
  using dense = insum::dense_workspace<double, insum::op_add, 1>;
  const std::string text = thrown_by([] { insum::sparse_workspace<dense>({std::int64_t{1} << 54}); });
  CHECK(text == "a workspace needs " + std::to_string(dense::bytes({std::int64_t{1} << 54}, 0)) +
                    " bytes, for which there is no memory");
  CHECK(dense::bytes({std::int64_t{1} << 54}, 0) > std::size_t{1} << 57);
  CHECK_THROWS_AS(insum::sparse_workspace<dense>({std::int64_t{1} << 61}), insum::size_error);

  insum::sparse_workspace<refused_array> w({1000, 1000});
  const auto fill = [&] {
    for (std::int64_t k = 0; k < 5000; ++k) w.insert({k % 1000, k / 10}, 1);
    w.finish();
  };
  refused_array::refuses = true;
  CHECK(thrown_by([] { insum::sparse_workspace<refused_array>({9, 9}, {.capacity = 1000}); }) ==
        "a workspace needs " + std::to_string(coord::bytes({9, 9}, 1000)) +
            " bytes, for which there is no memory");
  CHECK_NOTHROW(fill());  // a longer list is useful only
  refused_array::refuses = false;
  const std::int64_t count = w.count();
  w.clear();
  fill();
  CHECK(w.count() == count);
}
