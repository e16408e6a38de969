#include "index_ir/nest.h"

#include <doctest/doctest.h>

#include "index_ir/make_concrete.h"
#include "resolve_fixture.h"
#include "schedule/chain.h"

using namespace insum;
using namespace insum::test;
using namespace insum::index;

namespace {

/// The loops of y[i] = A[i,j] * x[j] with A in `format`.
struct Spmv {
  explicit Spmv(const std::string& format)
      : run("y[i] = A[i,j] * x[j]\ntensor A[M,N] : " + format +
            "\ntensor x[N] : dense(x)\ntensor y[M] : dense(y)") {
    REQUIRE_MESSAGE(run.resolved, run.messages());
    const auto concrete = make_concrete(run.resolved->program, run.diagnostics);
    REQUIRE(concrete);
    program = *concrete;
  }
  std::string body() const { return to_string(program.body); }
  /// "first < then" of each constraint.
  std::string order() const {
    const schedule::Chain chain = schedule::chains_of(program).at(0);
    std::string text;
    for (const OrderConstraint& c :
         order_constraints(schedule::sparse_accesses(chain), chain.vars(), program))
      text += (text.empty() ? "" : ", ") + c.first->name + " < " + c.then->name;
    return text;
  }
  Run run;
  Program program;
};

}  // namespace

TEST_CASE("csr: subscripts stay, and the column stands below the row") {
  const Spmv spmv("csr(rowptr, col, val)");
  CHECK(spmv.body() == "forall i\n  forall j\n    define y[i] += A[i,j] * x[j]\n");
  CHECK(spmv.order() == "i < j");
}

TEST_CASE("csc: subscripts stand in the order of the levels") {
  const Spmv spmv("csc(rowptr, col, val)");
  CHECK(spmv.body() == "forall j\n  forall i\n    define y[i] += A[j,i] * x[j]\n");
  CHECK(spmv.order() == "j < i");
}

TEST_CASE("bcsr: an index becomes its block and its place inside") {
  const Spmv spmv("bcsr<4,8>(rowptr, col, val)");
  CHECK(spmv.body() ==
        "forall i0\n  forall i1\n    forall j0\n      forall j1\n"
        "        define y[i0 * 4 + i1] += A[i0,j0,i1,j1] * x[j0 * 8 + j1]\n");
  CHECK(spmv.order().starts_with("i0 < j0"));
}

TEST_CASE("dia: the column is the row and the diagonal's offset") {
  const Spmv spmv("dia(row, val)");
  CHECK(spmv.body() == "forall d\n  forall i_2\n    define y[i_2] += A[d,i_2] * x[i_2 + d]\n");
  CHECK(spmv.order() == "d < i_2, d < i_2");
}

TEST_CASE(
    "an index that a sparse operand has twice is searched where the level is in order, and compared "
    "otherwise") {
  const auto body = [](const char* modifiers) {
    const Run run(std::string("y[i] = A[i,i]\ntensor A[M,M] : csr(rowptr, col, val)") + modifiers +
                  "\ntensor y[M] : dense(y)");
    Diagnostics diagnostics;
    const auto concrete = make_concrete(run.resolved.value().program, diagnostics);
    return to_string(concrete.value().body);
  };
  CHECK(body("") == "forall i\n  define y[i] += A[i,i]\n");
  CHECK(body(" unsorted") == "forall i\n  forall i_2\n    if i_2 == i\n      define y[i] += A[i,i_2]\n");
}

TEST_CASE("the nearest legal order moves no more than it has to") {
  const auto var = [](const char* name) { return std::make_shared<const IndexVar>(IndexVar{name, {}}); };
  const Var i = var("i"), j = var("j"), k = var("k");
  CHECK(legal_order({k, j, i}, {}) == std::vector<Var>{k, j, i});
  CHECK(legal_order({k, j, i}, {{i, k, ""}}) == std::vector<Var>{j, i, k});
  CHECK(legal_order({k, j, i}, {{i, j, ""}, {j, k, ""}}) == std::vector<Var>{i, j, k});
}
