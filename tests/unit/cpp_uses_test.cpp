// What of a block may be C++.
#include <doctest/doctest.h>

#include "parse_text.h"

using namespace insum;

namespace {

const char* word(ast::CppUse::Kind kind) {
  switch (kind) {
    case ast::CppUse::Kind::expression:
      return "expression";
    case ast::CppUse::Kind::storage:
      return "storage";
    case ast::CppUse::Kind::member:
      return "member";
    case ast::CppUse::Kind::object:
      return "object";
    case ast::CppUse::Kind::type:
      return "type";
    case ast::CppUse::Kind::name:
      return "name";
  }
  return "";
}

/// "kind text; ..." in order, checking identifiers and places on the way.
std::string uses(const std::string& directives) {
  std::string source;
  std::istringstream lines(directives);
  for (std::string line; std::getline(lines, line);) source += "#pragma insum " + line + "\n";
  const test::Parsed parsed = test::parse_text(source);
  REQUIRE_MESSAGE(parsed.block.has_value(), parsed.messages());
  std::string out;
  int last = -1;
  for (const ast::CppUse& use : ast::cpp_uses(*parsed.block)) {
    CHECK(use.id > last);
    CHECK(use.id < parsed.block->cpp_count);
    CHECK(parsed.files.text(use.range) == use.text);
    last = use.id;
    out += std::string(out.empty() ? "" : "; ") + word(use.kind) + " " + use.text;
    if (!use.member.empty()) out += "." + use.member;
  }
  return out;
}

}  // namespace

TEST_CASE("tensors that the block does not declare may be C++ objects") {
  CHECK(uses("C[i,j] = A[i,k] * B[k,j]") == "name C; name A; name B");
  CHECK(uses("C[i,j] = A[i,k] * B[k,j]\ntensor A[M,K] : csr(p, c, v)\ntensor C = out.c") ==
        "name B; expression M; expression K; storage p; storage c; storage v; object out.c");
}

TEST_CASE("index variables are not C++") {
  CHECK(uses("C[i] = i * alpha + sum(k: k * A[D[k]])") == "name C; name alpha; name A; name D");
  CHECK(uses("C[i] = A[i]\nD[j] = i * B[j]") == "name C; name A; name D; name i; name B");
  CHECK(uses("C[i] = i[i]") == "name C; name i");
}

TEST_CASE("a name has an entry for each place") { CHECK(uses("x = a * a") == "name x; name a; name a"); }

TEST_CASE("known functions are not C++ unless a function line says so") {
  CHECK(uses("C[i] = sqrt(max(A[i], f(2)))") == "name C; name A; name f");
  CHECK(uses("C[i] = sqrt(A[i])\nfunction sqrt(zero(x) = {0})") ==
        "name C; name sqrt; name A; name sqrt; expression 0");
  CHECK(uses("x = sqrt") == "name x; name sqrt");
}

TEST_CASE("C++ in braces, sizes, formats and modifiers must compile") {
  CHECK(uses("C[{b},{s}*i] = {f(x)} * A[i]") ==
        "name C; expression b; expression s; expression f(x); name A");
  CHECK(uses("tensor A[M] : bcsr<BM,16>(p, field(cells, x)) fill(INFINITY) symmetric(lower) order(1, 0)") ==
        "expression M; expression BM; storage p; member cells.x; expression INFINITY; expression 1; "
        "expression 0");
  CHECK(uses("tensor A[M] : levels(0/BM: fixed(W, crd), 1: compressed(pos, c); v)") ==
        "expression M; expression BM; expression W; storage crd; storage pos; storage c; storage v");
}

TEST_CASE("schedules, facts and the other lines") {
  CHECK(uses("C[i] = A[i]\nschedule split(i, i0, i1, n), tile(i=m, j={k+1}), precompute(A[i] * b, {i, q}, W, "
             "hash)\n"
             "workspace W : user(T)") ==
        "name C; name A; name i0; name i1; name n; name m; expression k+1; name A; name b; name q; name W; name "
        "hash; type T");
  CHECK(uses("schedule parallelize(x, static), bind(y, block.x), auto(3)") == "name x; name y");
  CHECK(uses("assume(M in [lo, 5], density(A) < d, in_bounds, memory <= 3)") ==
        "name M; expression lo; expression 5; name A; expression d; expression 3");
  CHECK(uses("kernel k\ntarget cuda device(A)\nverify(rtol=tol, every={n})\ngradient(A) of C\nformat A -> "
             "ell<W>") == "name A; name tol; expression n; name A; name C; name A; expression W");
}
