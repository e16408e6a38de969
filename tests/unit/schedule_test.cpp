// Each command's rule as docs/schedule.md has it: the nests before and after.
#include <doctest/doctest.h>

#include "index_ir/make_concrete.h"
#include "resolve_fixture.h"
#include "schedule/apply_schedule.h"
#include "schedule/choose_schedule.h"
#include "schedule/considered.h"
#include "schedule/fuse_temporaries.h"
#include "schedule/insert_accumulators.h"

using namespace insum;
using namespace insum::test;

namespace {

const std::string spmm =
    "C[i,j] = A[i,k] * B[k,j]\ntensor A[M,K] : csr(rowptr, col, val)\ntensor B[K,N] : dense(b)\n"
    "tensor C[M,N] : dense(c)\n";

/// The nests after the commands alone, or what was said.
std::string scheduled(const std::string& block, const std::string& commands) {
  Run run(block + (commands.empty() ? "" : "schedule " + commands + "\n"));
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto concrete = index::make_concrete(run.resolved->program, run.diagnostics);
  REQUIRE(concrete);
  const auto result = schedule::apply_schedule(*concrete, run.resolved->schedule, run.diagnostics);
  return result ? index::to_string(result->body) : run.messages();
}

/// All steps: automatic choices, accumulators, fused temporaries.
std::string finished(const std::string& block) {
  Run run(block);
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto concrete = index::make_concrete(run.resolved->program, run.diagnostics);
  REQUIRE(concrete);
  const index::Program chosen = schedule::choose_parallel(schedule::choose_order(*concrete), openmp_target());
  return index::to_string(
      schedule::fuse_temporaries(schedule::insert_accumulators(chosen, openmp_target())).body);
}

}  // namespace

/// What was weighed in the first nest: how often it runs, and the points of register tiles.
std::string weighed(const std::string& block) {
  Run run(block);
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto concrete = index::make_concrete(run.resolved->program, run.diagnostics);
  REQUIRE(concrete);
  const index::Program ordered = schedule::choose_order(*concrete),
                       chosen = schedule::choose_parallel(ordered, openmp_target());
  const schedule::Considered nest = schedule::considered(ordered, ordered, chosen).front();
  std::string text = nest.work;
  for (const schedule::Considered::Choice& choice : nest.choices)
    if (choice.points) text += "; " + choice.what + ": " + std::to_string(*choice.points);
  return text;
}

/// What was chosen or not for the first nests, with the reasons: those that begin with `what`.
std::string reasons(const std::string& block, const std::string& commands, const std::string& what) {
  Run run(block + (commands.empty() ? "" : "schedule " + commands + "\n"));
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto concrete = index::make_concrete(run.resolved->program, run.diagnostics);
  REQUIRE(concrete);
  const index::Program ordered = schedule::choose_order(*concrete);
  const auto told = schedule::apply_schedule(ordered, run.resolved->schedule, run.diagnostics);
  REQUIRE_MESSAGE(told, run.messages());
  const index::Program chosen = schedule::choose_parallel(*told, openmp_target());
  std::string text;
  for (const schedule::Considered& nest : schedule::considered(ordered, *told, chosen))
    for (const schedule::Considered::Choice& choice : nest.choices)
      if (choice.what.starts_with(what)) text += choice.what + ": " + choice.why + "\n";
  return text;
}

TEST_CASE("why loops stand as they do") {
  CHECK(reasons(spmm, "", "loop order") ==
        "loop order i, j, k: the result's indices as C[i,j] has them, then what is reduced\n");
  const std::string transposed =
      "C[j,i] = A[i,j] * B[i,j]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor B[M,N] : dense(b)\n"
      "tensor C[N,M] : dense(c)\n";
  CHECK(reasons(transposed, "", "loop order") ==
        "loop order i, j: C[j,i] asks for j outside of i, but level 1 of A (compressed, index j) is stored "
        "below "
        "level 0 (index i)\n");
  CHECK(reasons(transposed, "", "no order") == "");  // it is the reason already
  CHECK(reasons(spmm, "reorder(i, k, j)", "loop order") == "loop order i, k, j: as the schedule says\n");
  const std::string spmv =
      "y[i] = A[i,j] * x[j]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor x[N] : dense(x)\n"
      "tensor y[M] : dense(y)\n";
  CHECK(reasons(spmv, "fuse(i, j, f), vectorize(f)", "") ==
        "loop order f: as the schedule says\nf vectorized: as the schedule says\n"
        "threads over f: outermost; iterations share elements, which are combined\n");
  CHECK(reasons(spmv, "unroll(j, 4), parallelize(i, dynamic)", "") ==
        "loop order i, j: the result's indices as y[i] has them, then what is reduced\n"
        "no order with j outside of i: level 1 of A (compressed, index j) is stored below level 0 (index i)\n"
        "j unrolled by 4: as the schedule says\n"
        "no register tile over i: A does not move by a constant distance with it\n"
        "no register tile over j: the schedule unrolls it\n"
        "threads over i: as the schedule says; iterations write different elements\n"
        "no threads over j: iterations share elements of the result, and they would be started in every "
        "iteration of "
        "i\n");
}

TEST_CASE("what a loop goes through depends on the loops around it") {
  const std::string orders =
      "C[i,j] = A[i,j] * B[i,j]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor B[M,N] : csc(rowptr, col, "
      "val)\n"
      "tensor C[M,N] : dense(c)\n";
  CHECK(reasons(orders, "", "no register tile") ==
        "no register tile over i: level 1 of B (compressed) is searched for its values\n"
        "no register tile over j: it enumerates level 1 of A (compressed)\n");
  CHECK(weighed(orders) == "");
  const std::string rows =
      "C[i,j] = A[i,j] * B[i,j]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor B[M,N] : csr(rowptr, col, "
      "val)\n"
      "tensor C[M,N] : dense(c)\n";
  CHECK(reasons(rows, "", "no register tile over j") ==
        "no register tile over j: it merges level 1 of A (compressed) with level 1 of B (compressed)\n");
}

TEST_CASE("what was weighed") {
  CHECK(weighed(spmm) == "nnz(A) * N; register tile over j: 5");
  CHECK(weighed("c[i,j] = a[i,k] * b[k,j]\ntensor a[M,K] : dense(val)\ntensor b[K,N] : dense(b)\n"
                "tensor c[M,N] : dense(c)\n") ==
        "M * N * K; register tile over j: 5; no register tile over i: -5; no register tile over k: -1");
  CHECK(weighed("c[i,j] = A[i,k] * A[k,j]\ntensor A[M,M] : csr(rowptr, col, val)\n"
                "tensor c[M,M] : dense(c)\n") == "nnz(A) * (entries of A with one k)");
  CHECK(weighed("y[i] = A[i,k] * B[i,k]\ntensor A[M,K] : csr(rowptr, col, val)\n"
                "tensor B[M,K] : csr(rowptr, col, val)\ntensor y[M] : dense(y)\n") == "");
}

TEST_CASE("reorder") {
  CHECK(scheduled(spmm, "") ==
        "forall i\n  forall j\n    forall k\n      define C[i,j] += A[i,k] * B[k,j]\n");
  const std::string after = "forall i\n  forall k\n    forall j\n      define C[i,j] += A[i,k] * B[k,j]\n";
  CHECK(scheduled(spmm, "reorder(i, k, j)") == after);
  CHECK(scheduled(spmm, "reorder(k, j)") == after);
  CHECK(scheduled(spmm, "reorder(k, i)").starts_with("insum-impossible-loop-order"));
}

TEST_CASE("split") {
  CHECK(scheduled(spmm, "split(j, jo, ji, 32)") ==
        "forall i\n  forall jo\n    forall ji\n      forall k\n"
        "        define C[i,jo * 32 + ji] += A[i,k] * B[k,jo * 32 + ji]\n");
  CHECK(scheduled(spmm, "split(j, jo, ji, 32), reorder(jo, i)") ==
        "forall jo\n  forall i\n    forall ji\n      forall k\n"
        "        define C[i,jo * 32 + ji] += A[i,k] * B[k,jo * 32 + ji]\n");
  CHECK(scheduled(spmm, "split(k, ko, ki, 32)").starts_with("insum-impossible-split"));
}

TEST_CASE("parallelize, vectorize and unroll mark a loop") {
  CHECK(scheduled(spmm, "parallelize(i)").starts_with("forall i parallel\n"));
  CHECK(scheduled(spmm, "parallelize(i, dynamic)").starts_with("forall i parallel(dynamic)\n"));
  CHECK(scheduled(spmm, "vectorize(j)").find("forall j vector\n") != std::string::npos);
  CHECK(scheduled(spmm, "unroll(j, 4)").find("forall j unroll(4)\n") != std::string::npos);
  CHECK(scheduled(spmm, "parallelize(i), parallelize(j)").starts_with("insum-impossible-parallelize"));
}

TEST_CASE("a reduction gets an accumulator, and constant factors are multiplied once") {
  CHECK(
      finished("y[i] = alpha * A[i,j] * x[j]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor x[N] : dense(x)\n"
               "tensor y[M] : dense(y)\n") ==
      "forall i parallel\n  where\n    y[i] = select(y_sum != 0.0,alpha * y_sum,0.0)\n  with\n    forall j\n "
      "     y_sum += A[i,j] * "
      "x[j]\n");
}

TEST_CASE("a guard on the result's subscript stands around the write, not in the reduction alone") {
  CHECK(finished("y[i+1] *= prod(j: A[i,j])\ntensor A[M,N] : dense(val)\ntensor y[M] : dense(y)\n") ==
        "forall i parallel\n  if i + 1 < M\n    where\n      y[i + 1] *= y_product\n    with\n      forall j "
        "vector\n"
        "        y_product *= A[i,j]\n");
}

TEST_CASE("a definition that reads its old values through an affine subscript keeps a copy of them") {
  const std::string text =
      finished("y[i+1] = 2 * y[i+1]\ntensor x[M] : dense(x)\ntensor y[M] : dense(y)\nassume(M in [1, 9])\n");
  CHECK(text.find("y_old") != std::string::npos);
}

TEST_CASE("a temporary is not fused past what changes its input") {
  const std::string text = finished(
      "y[i] += A[i,j] * x[j] + x[k] * y[i]\ntensor A[M,N] : csr(rowptr, col, val)\ntensor x[N] : dense(x)\n"
      "tensor y[M] : dense(y)\n");
  REQUIRE(text.find("y_old[") != std::string::npos);
  CHECK(text.find("y_old[") < text.find("y[i] +="));
}

TEST_CASE("pos") {
  CHECK(scheduled(spmm, "reorder(k, j), pos(k, kp, A[i,k])") ==
        "forall i\n  forall kp\n    forall j\n      define C[i,j] += A[kp] * B[A_crd[kp],j]\n");
  CHECK(scheduled(spmm, "pos(k, kp, A)") == scheduled(spmm, "pos(k, kp, A[i,k])"));
  CHECK(scheduled(spmm, "pos(i, ip, A[i,k])").starts_with("insum-impossible-pos"));
  CHECK(scheduled(spmm, "pos(k, kp, A[j,k])").starts_with("insum-impossible-pos"));
}

TEST_CASE("fuse") {
  CHECK(scheduled(spmm, "fuse(i, j, f)") ==
        "forall f\n  forall k\n    define C[quotient(f,N),remainder(f,N)] += A[quotient(f,N),k] * "
        "B[k,remainder(f,N)]\n");
  const std::string entries =
      "forall f\n  forall j\n    define C[parent(A_pos[0],M,f),j] += A[f] * B[A_crd[f],j]\n";
  CHECK(scheduled(spmm, "reorder(i, k, j), fuse(i, k, f)") == entries);
  CHECK(scheduled(spmm, "reorder(i, k, j), pos(k, kp, A[i,k]), fuse(i, kp, f)") == entries);
  CHECK(scheduled(spmm, "reorder(i, k, j), fuse(i, k, f), split(f, fo, fi, 8)")
            .starts_with("insum-impossible-split"));
  CHECK(scheduled(spmm, "fuse(i, k, f)").starts_with("insum-impossible-fuse"));
  CHECK(scheduled(spmm, "tile(i=2, j=4), fuse(i0, j0, f)") ==
        "forall f\n  forall i1\n    forall j1\n      forall k\n"
        "        define C[quotient(f,(N + 3) / 4) * 2 + i1,remainder(f,(N + 3) / 4) * 4 + j1] += "
        "A[quotient(f,(N + 3) / 4) * 2 + i1,k] * B[k,remainder(f,(N + 3) / 4) * 4 + j1]\n");
}

TEST_CASE("tile") {
  CHECK(scheduled(spmm, "tile(i=4, j=8)") ==
        scheduled(spmm, "split(i, i0, i1, 4), split(j, j0, j1, 8), reorder(i0, j0, i1, j1)"));
  CHECK(scheduled(spmm, "tile(k=4)").starts_with("insum-impossible-split"));
}

TEST_CASE("rfactor") {
  CHECK(scheduled(spmm, "rfactor(k)") ==
        "forall i\n  forall j\n    forall k\n      define C_parts[i,j,k] += A[i,k] * B[k,j]\n"
        "forall i\n  forall j\n    forall k_each\n      define C[i,j] += C_parts[i,j,k_each]\n");
  CHECK(scheduled(spmm, "rfactor(j)").starts_with("insum-impossible-rfactor"));
}

TEST_CASE("precompute") {
  CHECK(scheduled(spmm, "precompute(B[k,j] * A[i,k], {j}, {jw}, W, dense)") ==
        "forall i\n  forall jw vector\n    forall k\n      define W[i,jw] += A[i,k] * B[k,jw]\n"
        "forall i\n  forall j\n    define C[i,j] += W[i,j]\n");
  CHECK(scheduled(spmm, "precompute(B[k,j], {k,j}, {k,j}, W, dense)") ==
        "forall k\n  forall j vector\n    define W[k,j] += B[k,j]\nforall i\n  forall j\n    forall k\n      "
        "define "
        "C[i,j] += W[k,j] * A[i,k]\n");
  CHECK(scheduled(spmm, "precompute(B[j,k], {k}, {k}, W, dense)").starts_with("insum-impossible-precompute"));
}

/// Whether the first hint about a sum that is computed again has these words; "" for none.
std::string hint(const std::string& block) {
  Run run(block);
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto concrete = index::make_concrete(run.resolved->program, run.diagnostics);
  REQUIRE(concrete);
  const index::Program chosen = schedule::choose_parallel(schedule::choose_order(*concrete), openmp_target());
  for (const std::string& note : chosen.notes)
    if (note.starts_with("sum(")) return note;
  return "";
}

TEST_CASE("sums that are computed again and again") {
  const std::string operands =
      "tensor A[M,M] : csr(rowptr, col, val)\ntensor B[M,N] : dense(b)\ntensor C[M,N] : dense(c)\n";
  CHECK(hint("C[i,j] = A[i,k] * A[k,l] * B[l,j]\n" + operands) ==
        "sum(l: A[k,l] * B[l,j]) is computed for each i again: an Einsum T[k,j] = A[k,l] * B[l,j] in front "
        "of this "
        "one computes it once");
  CHECK(hint("C[i,j] = A[i,k] * B[k,j]\n" + operands).empty());
  CHECK(hint("C[i,r] = A[i,k] * B[k,r] * B[i,r]\n" + operands).empty());
  CHECK(hint("C[i,j] = A[i,j] * B[i,k] * B[j,k]\n" + operands).empty());
}

TEST_CASE("loopfuse") {
  const std::string chain =
      "C[i,l] = A[i,j] * B[j,k] * D[k,l]\ntensor A[M,N] : csr(rowptr, col, val)\n"
      "tensor B[N,K] : dense(b)\ntensor D[K,K] : dense(x)\ntensor C[M,K] : dense(c)\n";
  CHECK(scheduled(chain, "reorder(i, j, k, l), loopfuse(2, left)") ==
        "forall i\n  forall j\n    forall k vector\n      define A_B[i,k] += A[i,j] * B[j,k]\n"
        "forall i\n  forall k\n    forall l vector\n      define C[i,l] += A_B[i,k] * D[k,l]\n");
  CHECK(scheduled(chain, "reorder(i, j, k, l), loopfuse(1, right, {}), reorder(l, j; 1)") ==
        "forall j\n  forall k\n    forall l vector\n      define B_D[j,l] += B[j,k] * D[k,l]\n"
        "forall i\n  forall l vector\n    forall j\n      define C[i,l] += A[i,j] * B_D[j,l]\n");
  CHECK(scheduled(chain, "reorder(i, j, k, l), loopfuse(2, left), split(i, i0, i1, 4)") ==
        "forall i0\n  forall i1\n    forall j\n      forall k vector\n"
        "        define A_B[i0,i1,k] += A[i0 * 4 + i1,j] * B[j,k]\n"
        "forall i0\n  forall i1\n    forall k\n      forall l vector\n"
        "        define C[i0 * 4 + i1,l] += A_B[i0,i1,k] * D[k,l]\n");
  CHECK(scheduled(chain, "loopfuse(3, left)").starts_with("insum-schedule-argument"));
  CHECK(scheduled(chain, "loopfuse(1, left, {1})").starts_with("insum-impossible-path"));
}

TEST_CASE("precompute around the rows of an operand") {
  const std::string rows =
      "C[i,j] = A[i,k] * B[k,j]\ntensor A[M,K] : dcsr(rowptr, col, row, col, val)\ntensor B[K,N] : dense(b)\n"
      "tensor C[M,N] : dense(c)\n";
  CHECK(scheduled(rows, "precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)") ==
        "forall i\n  forall j vector\n    forall k\n      define W[i,j] += A[i,k] * B[k,j]\n"
        "forall i\n  forall j\n    define C[i,j] += W[i,j] * A[i]\n");
}

TEST_CASE("precompute finds comparisons as any other factor") {
  const std::string counted =
      "y[i] = (G[i,k] < x[k]) * x[k]\ntensor G[M,N] : dense(b)\ntensor x[N] : dense(x)\n"
      "tensor y[M] : dense(y)\n";
  CHECK(scheduled(counted, "precompute(G[i,k] < x[k], {i,k}, {i,k}, W, dense)") ==
        "forall i\n  forall k vector\n    define W[i,k] += G[i,k] < x[k]\n"
        "forall i\n  forall k\n    define y[i] += W[i,k] * x[k]\n");
  CHECK(scheduled(counted, "precompute(G[i,k] <= x[k], {i,k}, {i,k}, W, dense)")
            .starts_with("insum-impossible-precompute"));
}

TEST_CASE("a name means what it was given to in every nest, where their ranges differ") {
  const std::string two =
      "y[i] = A[i,k] * x[k] + B[i,k] * x[k]\ntensor A[M,N] : csr(rowptr, col, val)\n"
      "tensor B[M,N] : csr(row, col, val)\ntensor x[N] : dense(x)\ntensor y[M] : dense(y)\n";
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  };
  CHECK(count(scheduled(two, "fuse(i, k, f), parallelize(f, dynamic)"), "parallel(dynamic)") == 2);
  CHECK(count(scheduled(two, "pos(k, kp, A), pos(k, kq, B), unroll(kp, 2), unroll(kq, 4)"), "unroll") == 2);
  const std::string turned =
      "C[i,j] = A[i,k] * B[k,j] + A[j,k] * B[k,i]\ntensor A[M,M] : csr(rowptr, col, val)\n"
      "tensor B[M,M] : dense(b)\ntensor C[M,M] : dense(c)\n";
  CHECK(count(scheduled(turned, "pos(k, kp, A), split(kp, ko, ki, 4), unroll(ki, 4)"), "unroll(4)") == 2);
  const std::string grids =
      "y[i] += G[i,k] * x[k] + H[i,k] * x[k]\ntensor G[M,N] : dense(b)\ntensor H[M,N] : dense(b)\n"
      "tensor x[N] : dense(x)\ntensor y[M] : dense(y)\n";
  CHECK(count(scheduled(grids, "precompute(x[k], {k}, {w}, W, dense), unroll(w, 2)"), "unroll(2)") == 2);
}

TEST_CASE("new indices have names that nothing else has") {
  const std::string block =
      "C[i,j] = B[i,j] * i0[i]\ntensor B[M,N] : dense(b)\ntensor i0[M] : dense(x)\ntensor C[M,N] : "
      "dense(c)\n";
  CHECK(scheduled(block, "tile(i=8, j=8)")
            .starts_with("forall i0_2\n  forall j0\n    forall i1\n      forall j1\n"));
  CHECK(scheduled(block, "split(i, B, i1, 8)").starts_with("insum-schedule-argument"));
  CHECK(scheduled(block, "split(i, i0, i1, 8)").starts_with("insum-schedule-argument"));
}
