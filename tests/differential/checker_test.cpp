// The checker of sparse results and the interpreter of references: both must find what is wrong.
#include <doctest/doctest.h>

#include "assembled.hpp"

using namespace differential;

namespace {

Layout csr(std::int64_t rows, std::int64_t columns, std::int64_t base = 0) {
  return {{rows, columns}, {{"dense", 0, 'p', 1}, {"compressed", 1, 'p', 1}}, base};
}

Layout coo(bool sorted, bool unique) {
  return {{3, 4}, {{"list", 0, 'p', 1}, {"singleton", 1, 'p', 1}}, 0, sorted, unique};
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// C[i,j] = A[i,j] + B[i,j] with A = {(0,1): 2}, B = {(0,1): -2, (1,0): 3}, into csr.
constexpr const char* sum = R"(real
index i range 2
index j range 3
tensor A 2 2 3 fill 0 entries 1 0 1 2
tensor B 2 2 3 fill 0 entries 2 0 1 -2 1 0 3
tensor C 2 2 3 fill 0 entries 0
einsum C 2 i j . i . j = 2 + 0 @ A . i . j + 0 @ B . i . j
result C 2 dense 0 p 1 compressed 1 p 1 0 1 1 0 0 1)";

Result stored(const Coordinates& pos, const Coordinates& crd, const std::vector<double>& values) {
  return Result().index(pos).index(crd).values(values.data(), values.size());
}

}  // namespace

TEST_CASE("well formed storage is taken") {
  CHECK(walk(csr(2, 3), {{0, 1, 3}, {2, 0, 1}}, 3).complaint.empty());
  CHECK(walk(csr(2, 3, 1), {{1, 2, 4}, {3, 1, 2}}, 3).complaint.empty());
  CHECK(walk(csr(0, 3), {{0}, {}}, 0).complaint.empty());
  CHECK(walk(coo(true, true), {{0, 0, 2}, {1, 3, 0}}, 3).complaint.empty());
  CHECK(walk(coo(false, false), {{2, 0, 2}, {1, 3, 1}}, 3).complaint.empty());
  const Layout blocks{
      {3, 3}, {{"dense", 0, '/', 2}, {"compressed", 1, '/', 2}, {"dense", 0, '%', 2}, {"dense", 1, '%', 2}}};
  const Entries found = walk(blocks, {{0, 0, 1}, {1}}, 4);
  CHECK(found.complaint.empty());
  REQUIRE(found.entries.size() == 4);
  CHECK(found.entries[0].where == Coordinates{2, 2});
  CHECK(found.entries[0].inside);
  CHECK_FALSE(found.entries[1].inside);
}

TEST_CASE("what a left side does not name") {
  // C = [1 2; 3 4] before
  const auto einsum = [](const std::string& left, const std::string& op) {
    return "real\nindex i range 2\ntensor v 1 2 fill 0 dense 5 6\ntensor C 2 2 2 fill 0 dense 1 2 3 "
           "4\neinsum C 1 i " +
           left + " " + op + " 1 + 0 @ v . i\nresult C 2 dense 0 p 1 dense 1 p 1 0 1 1 0 0 0";
  };
  const auto is = [](const std::string& text, auto result) { return check_program(result, text.c_str()); };
  using List = std::vector<double>;
  CHECK(is(einsum(". i . i", "="), [](int) { return Result().values(List{5, 0, 0, 6}.data(), 4); }));
  CHECK(is(einsum(". i . i", "+"), [](int) { return Result().values(List{6, 2, 3, 10}.data(), 4); }));
  CHECK(is(einsum("= 1 . i", "="), [](int) { return Result().values(List{1, 2, 5, 6}.data(), 4); }));
  CHECK_FALSE(is(einsum("= 1 . i", "="), [](int) { return Result().values(List{0, 0, 5, 6}.data(), 4); }));
}

TEST_CASE("entries that a temporary's blocks cause are no superfluous ones") {
  const std::string text = R"(real
index i range 2
index j range 3
tensor A 2 2 3 fill 0 entries 1 0 1 2
tensor T 2 2 3 fill 0 entries 0
tensor C 2 2 3 fill 0 entries 0
einsum T 2 i j . i . j = 1 + 0 @ A . i . j
BLOCKS
einsum C 2 i j . i . j = 1 + 0 @ T . i . j
result C 2 dense 0 p 1 compressed 1 p 1 0 1 1 0 0 1)";
  static const auto run = [](int) { return stored({0, 2, 2}, {0, 1}, {0, 2}); };
  const auto with = [&](const char* line) { return std::string(text).replace(text.find("BLOCKS"), 6, line); };
  CHECK(check_program([](int n) { return run(n); }, with("blocks T 1 2").c_str()));
  CHECK_FALSE(check_program([](int n) { return run(n); }, with("").c_str()));
}

TEST_CASE("storage that breaks a rule is not") {
  CHECK(contains(walk(csr(2, 3), {{0, 3}, {2, 0, 1}}, 3).complaint, "2 positions, wanted 3"));
  CHECK(contains(walk(csr(2, 3), {{}, {}}, 0).complaint, "0 positions, wanted 3"));
  CHECK(contains(walk(csr(2, 3), {{1, 2, 3}, {2, 0}}, 2).complaint, "begin at 1"));
  CHECK(contains(walk(csr(2, 3), {{0, 2, 1}, {2}}, 1).complaint, "positions fall"));
  CHECK(contains(walk(csr(2, 3), {{0, 1, 2}, {2, 0, 1}}, 3).complaint, "positions end at 2"));
  CHECK(contains(walk(csr(2, 3), {{0, 1, 2}, {2, 3}}, 2).complaint, "out of range"));
  CHECK(contains(walk(csr(2, 3, 1), {{1, 2, 3}, {2, 0}}, 2).complaint, "out of range"));
  CHECK(contains(walk(csr(2, 3), {{0, 2, 2}, {2, 1}}, 2).complaint, "not sorted"));
  CHECK(contains(walk(csr(2, 3), {{0, 2, 2}, {1, 1}}, 2).complaint, "twice"));
  CHECK(contains(walk(csr(2, 3), {{0, 1, 2}, {1, 1}}, 3).complaint, "3 values for 2"));
  CHECK(contains(walk(csr(2, 3), {{0, 0, 0}}, 0).complaint, "no array of coordinates"));
  CHECK(contains(walk(coo(true, false), {{1, 0}, {0, 0}}, 2).complaint, "not sorted"));
  CHECK(contains(walk(coo(false, true), {{1, 0, 1}, {0, 0, 0}}, 3).complaint, "twice"));
  CHECK(contains(walk(coo(false, true), {{1, 0}, {0}}, 2).complaint, "1 coordinates, wanted 2"));
  const Layout tree{{3, 3}, {{"compressed", 0, 'p', 1}, {"compressed", 1, 'p', 1}}};
  CHECK(contains(walk(tree, {{0, 2}, {0, 2}, {0, 0, 1}, {1}}, 1).complaint, "nothing below"));
}

TEST_CASE("a result is compared with the reference, explicit zeros included") {
  CHECK(check_program([](int) { return stored({0, 1, 2}, {1, 0}, {0, 3}); }, sum));
  CHECK(check_program([](int) { return stored({0, 0, 1}, {0}, {3}); }, sum));
  CHECK_FALSE(check_program([](int) { return stored({0, 0, 0}, {}, {}); }, sum));    // (1,0) is missing
  CHECK_FALSE(check_program([](int) { return stored({0, 0, 1}, {0}, {4}); }, sum));  // another value
  CHECK_FALSE(check_program([](int) { return stored({0, 0, 2}, {0, 2}, {3, 0}); },
                            sum));  // (1,2): no reason to be there
  CHECK_FALSE(check_program(
      [](int n) {
        return stored({0, n > 1, 1 + (n > 1)}, n > 1 ? Coordinates{1, 0} : Coordinates{0},
                      n > 1 ? std::vector<double>{0, 3} : std::vector<double>{3});
      },
      sum));  // other bits on two threads
}

TEST_CASE("the interpreter knows the language") {
  const char* text = R"(real
index i range 3
index k list 3 0 5 1099511627775
tensor A 2 3 1099511627776 fill inf entries 2 0 5 1 2 1099511627775 4
tensor B 1 1099511627776 fill inf entries 2 5 2 1099511627775 -1
tensor D 1 4 fill 0 dense 1 2 3 4
tensor C 1 3 fill 0 dense 0 0 0
einsum C 1 i . i = 1 + 0 + :min 1 k + @ A . i . k @ B . k select < @ D ~ -1 1 2 i # 2 # 10 @ D ~ 2 1 1 i
result C 1 dense 0 p 1 0 1 1 0 0 0)";
  // i = 0: min 1 + 2, D[-1] = 0 is less than 2; i = 1: no entry; i = 2: 4 - 1, D[3] = 4, and D[4] is outside.
  CHECK(check_program(
      [](int) {
        const double c[] = {13, std::numeric_limits<double>::infinity(), 3};
        return Result().values(c, 3);
      },
      text));
}
