// Which operands are converted, into what and why: the rule of index_ir/choose_copies.h.
#include <doctest/doctest.h>

#include "index_ir/make_concrete.h"
#include "resolve_fixture.h"
#include "schedule/extract_parts.h"

using namespace insum;
using namespace insum::test;

namespace {

/// The notes on copies in front of the reason, or what was said.
std::string copies(const std::string& block, bool reasons = false) {
  FactTable facts = default_facts();
  for (const char* name : {"O", "P", "Q", "R"}) facts[name] = range(ElementType::i32, "int");
  facts["W"] = range(ElementType::f64, "double");
  Run run(block, facts);
  REQUIRE_MESSAGE(run.resolved, run.messages());
  const auto parts = schedule::extract_parts(run.resolved->program, run.resolved->schedule, run.diagnostics);
  const auto concrete = parts ? index::make_concrete(parts->program, run.diagnostics) : std::nullopt;
  if (!concrete) return run.messages();
  std::string text;
  for (const std::string& note : concrete->notes)
    text += (text.empty() ? "" : "; ") + (reasons ? note : note.substr(0, note.find(':')));
  return text;
}

std::string tensor(const std::string& name, const std::string& format, const std::string& sizes = "N,N") {
  const bool list = format.starts_with("coo");
  const bool twice = format.starts_with("dcs");
  const std::string arrays = list ? "(row, col, x)" : twice ? "(row, col, row, col, x)" : "(row, col, x)";
  const std::size_t name_ends = format.find(' ');
  return "tensor " + name + "[" + sizes + "] : " + format.substr(0, name_ends) + arrays +
         (name_ends == std::string::npos ? "" : format.substr(name_ends)) + "\n";
}

const std::string sparse_result = "tensor C[N,N] : csr(P, Q, W)\n";
const std::string hypersparse_result = "tensor C[N,N] : dcsr(P, Q, R, O, W)\n";
const std::string dense_result = "tensor C[N,N] : dense(y)\n";

}  // namespace

TEST_CASE("orders that clash: the copy suits the result, and is the last one among equals") {
  const std::string sum = "C[i,j] = A[i,j] + B[i,j]\n";
  CHECK(copies(sum + tensor("A", "csr") + tensor("B", "csr") + sparse_result) == "");
  CHECK(copies(sum + tensor("A", "csr") + tensor("B", "csc") + sparse_result) ==
        "B[i,j] is converted to csr, as B_csr");
  CHECK(copies(sum + tensor("A", "csc") + tensor("B", "csr") + sparse_result) ==
        "A[i,j] is converted to csr, as A_csr");
  CHECK(copies("C[i,j] = A[i,j] + A[j,i]\n" + tensor("A", "csr") + sparse_result) ==
        "A[j,i] is converted to csc, as A_csc");
  CHECK(copies("C[i,j] = max(A[i,j], B[i,j])\n" + tensor("A", "csr") + tensor("B", "csc") + dense_result,
               true) ==
        "B[i,j] is converted to csr, as B_csr: it is stored by j, then i, and the loops run i outside of j, "
        "as A[i,j] is stored");
  // A sum into a dense result takes one term after the other, and a product searches.
  CHECK(copies(sum + tensor("A", "csr") + tensor("B", "csc") + dense_result) == "");
  CHECK(copies("C[i,j] = A[i,j] * B[i,j]\n" + tensor("A", "csr") + tensor("B", "csc") + sparse_result) == "");
}

TEST_CASE("tensors that are mostly empty get no place for each coordinate") {
  CHECK(copies("C[i,j] = A[i,j] + A[j,i]\n" + tensor("A", "dcsr") + hypersparse_result) ==
        "A[j,i] is converted to dcsc, as A_dcsc");
  CHECK(copies("C[i,j] = A[i,j] + B[i,j]\n" + tensor("A", "dcsr") + tensor("B", "csc") +
               hypersparse_result) == "B[i,j] is converted to csr, as B_csr");
}

TEST_CASE("entries in no order, in parts, in blocks, in a triangle") {
  const std::string both = "C[i,j] = max(A[i,j], B[i,j])\n";
  CHECK(copies(both + tensor("A", "csr") + tensor("B", "coo unique") + dense_result) ==
        "B[i,j] is converted to csr, as B_csr");
  CHECK(copies(both + tensor("A", "csr duplicates") + tensor("B", "csr") + dense_result) ==
        "A[i,j] is converted to csr, as A_csr");
  CHECK(copies(both + tensor("A", "bcsr<2,2>") + tensor("B", "csr") + dense_result) ==
        "A[i,j] is converted to csr, as A_csr");
  CHECK(copies(both + tensor("A", "csr symmetric(lower)") + tensor("B", "csr") + dense_result) ==
        "A[i,j] is converted to csr, as A_csr");
  CHECK(copies("C[i,j] = A[i,j] * A[i,j]\n" + tensor("A", "csr duplicates") + dense_result) ==
        "A[i,j] is converted to csr, as A_csr");
  CHECK(copies("C[i,j] = A[i,j] * A[i,j]\n" + tensor("A", "bcsr<2,2> duplicates") + dense_result) ==
        "A[i,j] is converted to csr, as A_csr");
  // One that is stored wherever there is a value leads the loops; duplicates in a linear term are taken one
  // by one.
  CHECK(copies("C[i,j] = A[i,j] * B[i,j]\n" + tensor("A", "coo") + tensor("B", "csr") + dense_result) == "");
}

TEST_CASE("products in sparse results go row by row") {
  const std::string product = "C[i,j] = A[i,k] * B[k,j]\n";
  CHECK(copies(product + tensor("A", "csr") + tensor("B", "csr") + sparse_result) == "");
  CHECK(copies(product + tensor("A", "csr") + tensor("B", "csc") + sparse_result) ==
        "B[k,j] is converted to csr, as B_csr");
  CHECK(copies(product + tensor("A", "csc") + tensor("B", "csr") + sparse_result) ==
        "A[i,k] is converted to csr, as A_csr");
  CHECK(copies(product + tensor("A", "coo sorted unique") + tensor("B", "csr") + sparse_result) ==
        "A[i,k] is converted to csr, as A_csr");
  CHECK(copies("C[i,j] = A[i,k] * A[j,k]\n" + tensor("A", "csr") + sparse_result, true) ==
        "A[j,k] is converted to csc, as A_csc: it is stored by j, then k, and the loops run k outside of j, "
        "so that they meet "
        "stored entries only");
  // Into dense results, and where a mask says which pairs are wanted, rows meet in pairs.
  CHECK(copies("C[i,j] = A[i,k] * A[j,k]\n" + tensor("A", "csr") + dense_result) == "");
  CHECK(copies("C[i,j] = M[i,j] * A[i,k] * A[j,k]\ntensor M[N,N] : csr(P, Q, x)\n" + tensor("A", "csr") +
               "tensor C[N,N] : csr(P, Q, W)\n") == "");
}

TEST_CASE("what a function states of its first argument holds for any others") {
  const std::string call = "C[i,j] = f(A[i,j], B[i,j])\nfunction f(zero(x) = 0)\n";
  CHECK(copies(call + tensor("A", "csr") + tensor("B", "csr") + dense_result) == "");
  CHECK(copies(call + tensor("A", "csr") + tensor("B", "coo unique") + dense_result) ==
        "B[i,j] is converted to csr, as B_csr");
}

TEST_CASE("copies are those that the order of a reorder needs") {
  const std::string product = "C[i,j] = A[i,k] * B[k,j]\n" + sparse_result,
                    by_rows = "C[i,j] = A[i,k] * B[j,k]\n" + sparse_result;
  const std::string outer = tensor("A", "csc") + tensor("B", "csr"),
                    rows = tensor("A", "csr") + tensor("B", "csr");
  CHECK(copies(product + outer) == "A[i,k] is converted to csr, as A_csr");
  CHECK(copies(product + outer + "schedule reorder(k, i, j)") == "");
  CHECK(copies(product + outer + "schedule reorder(i, k)") == "A[i,k] is converted to csr, as A_csr");
  CHECK(copies(by_rows + rows) == "B[j,k] is converted to csc, as B_csc");
  CHECK(copies(by_rows + rows + "schedule reorder(i, j, k)") == "");
  CHECK(copies(by_rows + rows + "schedule reorder(i, k, j)") == "B[j,k] is converted to csc, as B_csc");
  CHECK(copies(by_rows + rows + "schedule reorder(i, x, k), split(j, j0, j1, 4)") ==
        "B[j,k] is converted to csc, as B_csc");
}

TEST_CASE("what a workspace is named for need not come in order") {
  const std::string product =
      "C[i,j] = A[i,k] * B[k,j]\n" + sparse_result + tensor("A", "csc") + tensor("B", "csr");
  CHECK(copies(product + "workspace C : hash") == "");
  CHECK(copies(product + "workspace C : dense") == "A[i,k] is converted to csr, as A_csr");
  CHECK(copies(product + "workspace D : hash") == "A[i,k] is converted to csr, as A_csr");
  const std::string precompute = "schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, ";
  CHECK(copies(product + precompute + "W, coord)") == "");
  CHECK(copies(product + precompute + "W)\nworkspace W : bucket") == "");
  CHECK(copies("C[i,j] = A[k,i] * B[k,j]\n" + sparse_result + tensor("A", "csr") + tensor("B", "csr") +
               precompute + "W, coord)") == "A[k,i] is converted to csc, as A_csc");
  CHECK(copies(product + precompute + "hash, dense)") == "A[i,k] is converted to csr, as A_csr");
  CHECK(copies(product + "schedule precompute(B[k,j], {j}, {j}, W, coord)") ==
        "W[k,j] = B[k,j] is precomputed; A[i,k] is converted to csr, as A_csr");
  // Of two Einsums for one result, that is meant whose term is named.
  CHECK(copies(product + "C[i,j] += A[i,k] * A[k,j]\n" +
               "schedule precompute(A[i,k] * A[k,j], {i,j}, {i,j}, W, coord)") ==
        "A[i,k] is converted to csr, as A_csr");
}

TEST_CASE("parts of right sides that a sparse workspace is named for") {
  const std::string operands = tensor("A", "csr") + tensor("B", "csr");
  const auto parts = [&](const std::string& einsum, const std::string& arguments) {
    return copies(einsum + "\n" + dense_result + operands + "schedule precompute(" + arguments + ", hash)");
  };
  // What only the part has is reduced in it, unless it is named.
  CHECK(parts("C[i,j] = A[i,k] * B[k,j] * A[i,j]", "A[i,k] * B[k,j], {j}, {j}, W") ==
        "W[i,j] = A[i,k] * B[k,j] is precomputed");
  CHECK(parts("C[i,j] = A[i,k] * B[k,j]", "A[i,k] * B[k,j], {i,k,j}, {i,k,j}, W") ==
        "W[i,j,k] = A[i,k] * B[k,j] is precomputed");
  // Indices of its own; a factor that is a sum; under a function, in a term with a minus.
  CHECK(parts("C[i,j] = A[i,k] * B[k,j]", "B[k,j], {k,j}, {kw,jw}, W") == "W[kw,jw] = B[k,j] is precomputed");
  CHECK(parts("C[i,j] = A[i,k] * (B[k,j] + A[j,k])", "B[k,j] + A[j,k], {j,k}, {j,k}, W")
            .starts_with("W[j,k] = B[k,j] + A[j,k] is precomputed"));
  CHECK(parts("C[i,j] = sqrt(A[i,j] * B[i,j]) - A[i,j]", "A[i,j] * B[i,j], {i,j}, {i,j}, W") ==
        "W[i,j] = A[i,j] * B[i,j] is precomputed");
  CHECK(parts("C[i,j] = A[i,j] - B[i,k] * A[k,j]", "B[i,k] * A[k,j], {i,j}, {i,j}, W") ==
        "W[i,j] = B[i,k] * A[k,j] is precomputed");
  // Zeros count: W starts at -infinity, and the operands are read everywhere.
  CHECK(parts("C[i,j] max= A[i,k] * B[k,j]", "A[i,k] * B[k,j], {i,j}, {i,j}, W") ==
        "W[i,j] = A[i,k] * B[k,j] is precomputed; A[i,k] is read through a dense copy; B[k,j] is read "
        "through a "
        "dense copy");
  CHECK(parts("C[i,j] max= A[i,k] * B[k,j]", "B[k,j], {k,j}, {k,j}, W")
            .starts_with("insum-impossible-precompute"));
}

TEST_CASE("no_convert leaves out what is only faster") {
  CHECK(copies("C[i,j] = A[i,k] * A[j,k]\nschedule no_convert\n" + tensor("A", "csr") + sparse_result) == "");
  CHECK(copies("C[i,j] = A[i,j] + A[j,i]\nschedule no_convert\n" + tensor("A", "csr") + sparse_result)
            .starts_with("insum-conversion-refused: 'A' would have to be converted"));
}

TEST_CASE("one copy for all who read it, until the operand changes") {
  CHECK(copies("C[i,j] = A[i,j] + A[j,i]\nE[i,j] = 2 * A[i,j] - A[j,i]\n" + tensor("A", "csr") +
               sparse_result + "tensor E[N,N] : csr\n") == "A[j,i] is converted to csc, as A_csc");
  CHECK(copies("T[i,j] = 2 * A[i,j]\nC[i,j] = T[i,j] + T[j,i]\nT[i,j] += A[i,j]\nE[i,j] = T[i,j] + T[j,i]\n" +
               tensor("A", "csr") + sparse_result + "tensor T[N,N] : csr\ntensor E[N,N] : csr\n") ==
        "T[j,i] is converted to csc, as T_csc; T[j,i] is converted to csc, as T_csc2");
}
