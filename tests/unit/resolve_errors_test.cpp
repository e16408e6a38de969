// Errors of resolve, and lines that it only reads.
#include "resolve_checks.h"

using namespace insum;
using namespace insum::test;

TEST_CASE("errors of tensors") {
  const auto tensor = [](const std::string& text) {
    return error_of("y[i] = A[i,j] * x[j]\ntensor A[M,N] : " + text);
  };
  CHECK(tensor("crs(rowptr, col, val)") == "insum-unknown-format: unknown format 'crs'\nat crs");
  CHECK(tensor("sr_bcrs<2,3>(val)") ==
        "insum-not-supported-yet: format sr_bcrs is not supported yet\nat sr_bcrs");
  CHECK(tensor("hyb<1,1>(rowptr, col, val)") ==
        "insum-storage-count: format hyb has 6 storage arrays (rows, crd and vals of each bucket), but 3 "
        "storage arrays are given\nat hyb<1,1>(rowptr, col, val)");
  CHECK(tensor("csr(rowptr, val)") ==
        "insum-storage-count: format csr has 3 storage arrays (pos, crd, vals), but 2 storage arrays are "
        "given\n"
        "at csr(rowptr, val)");
  CHECK(
      tensor("csr(rowptr, val, val)") ==
      "insum-index-type: index array 'val' holds elements of type 'float', which is no integer type\nat val");
  CHECK(tensor("csr(rowptr, col, thing)") ==
        "insum-storage-not-array: storage 'thing' is no array: it has type 'Widget'\nat thing");
  CHECK(tensor("csr(rowptr, col, S)").find("insum-storage-not-array") == 0);
  CHECK(tensor("rows(rowptr, col, val)").find("insum-storage-depth") == 0);
  CHECK(
      tensor("bcsr(rowptr, col, val)") ==
      "insum-format-arguments: format bcsr takes 2 template arguments, but no arguments are given\nat bcsr");
  CHECK(tensor("bcsr<0,2>(rowptr, col, val)") == "insum-size-not-positive: 0 cannot be a size of bcsr\nat 0");
  CHECK(tensor("ell<auto>(col, val)")
            .find("insum-format-arguments: format ell takes the sizes that its arrays have, but 'auto' is "
                  "given") == 0);
  CHECK(tensor("coo(rowptr, col, val)").find("insum-unknown-length") == 0);
  CHECK(tensor("csr(rowptr, col, val) order(1,0)")
            .find("insum-modifier-value: modifier 'order' does not apply") == 0);
  CHECK(tensor("dense(b) order(0,0)")
            .find("insum-modifier-value: modifier 'order' needs each mode of A once") == 0);
  CHECK(tensor("dense(b) strides(1)").find("insum-modifier-value: modifier 'strides' needs one distance") ==
        0);
  CHECK(tensor("dense(b) sorted").find("insum-modifier-value: modifier 'sorted' does not apply") == 0);
  CHECK(tensor("csr(rowptr, col, val) base(x)")
            .find("insum-modifier-value: modifier 'base' needs one constant") == 0);
  CHECK(tensor("csr(rowptr, col, val) sorted unsorted")
            .find("insum-modifier-value: modifier 'unsorted' contradicts") == 0);
  CHECK(tensor("csr(rowptr, col, val) fill(x)").find("insum-not-a-value") == 0);
  CHECK(tensor("levels(0: dense, 2: compressed(rowptr, col); val)")
            .find("insum-invalid-levels: A has no mode 2") == 0);
  CHECK(tensor("levels(0: dense, 1: compressed(col); val)")
            .find("insum-invalid-levels: a compressed level has 2 arrays") == 0);
  CHECK(tensor("levels(0: dense, 1: singleton(col); val)")
            .find("insum-invalid-levels: a singleton level needs") == 0);
  CHECK(tensor("levels(0: dense, 0: dense; val)")
            .find("insum-invalid-levels: mode 0 of A is not stored exactly once") == 0);
  CHECK(tensor("levels(0/4: dense, 1: dense, 0%8: dense; val)").find("insum-invalid-levels: mode 0 of A") ==
        0);
  CHECK(tensor("levels(0: dense, 1: fixed(col); val)").find("insum-") == 0);
  CHECK(error_of("y[i] = A[i,j] * x[j]\ntensor A[M,alpha] : dense(b)") ==
        "insum-not-an-integer: 'alpha' must be an integer, but it has type 'double'\nat alpha");
  CHECK(error_of("y[i] = A[i,j,k]\ntensor A[M,N,K] : csr(rowptr, col, val)") ==
        "insum-format-rank: format csr is for tensors with 2 modes, but A has 3 sizes\nat csr");
  CHECK(error_of("y[i] = A[i]\ntensor A[M,N] : csr(rowptr, col, val)") ==
        "insum-rank-mismatch: 'A' has 2 modes, but 1 subscript is given\nat A[i]");
  CHECK(
      error_of("y[i] = A[i,j]\ntensor A[M,4] : csr(rowptr, col, val) symmetric(lower)", {{"M", constant(3)}})
          .find("insum-modifier-value: modifier 'symmetric' needs as many rows as columns") == 0);
}

TEST_CASE("errors of names") {
  CHECK(error_of("C[i,j] += A[i,k] * BB[k,j]\n" + spmm) ==
        "insum-unknown-tensor: unknown tensor 'BB'\nat BB");
  CHECK(Run("C[i,j] += A[i,k] * BB[k,j]\n" + spmm).remedy() == "did you mean 'B'?");
  CHECK(error_of("y[i] = b[i]") == "insum-unknown-size: the size of 'b' is unknown: it is a pointer\nat b");
  CHECK(error_of("y[i] = thing[i]") ==
        "insum-not-a-tensor: 'thing' is no tensor: it has type 'Widget'\nat thing");
  CHECK(error_of("y[i] = x[i] * {thing}").find("insum-not-a-value") == 0);
  CHECK(error_of("y[i] = sum(j: S[i,j]) + S[i,j]") ==
        "insum-index-reused: index 'j' of this reduction is used outside of it too\nat j");
  CHECK(error_of("y[i] = sum(j: sum(j: S[i,j]))").find("insum-index-reused") == 0);
  CHECK(error_of("tensor A[M] : dense(b)").find("insum-missing-einsum") == 0);
  const Run unused("y[i] = x[i]\ntensor A[M] : dense(b)");
  CHECK(unused.resolved);
  CHECK(unused.messages() == "insum-unused-tensor: tensor 'A' is declared but no Einsum uses it\n");
  CHECK(unused.arguments().find("M") == std::string::npos);
}

TEST_CASE("complex numbers") {
  const FactTable extra = {{"w", range(ElementType::c64, "std::complex<double>")}};
  CHECK(Run("w[i] = z * w[i]", extra).resolved);
  CHECK(error_of("w[i] max= w[i] * 2", extra) ==
        "insum-undefined-operation: the least or greatest of complex numbers is not defined\nat max=");
  CHECK(error_of("w[i] = max(w[i], 1)", extra) ==
        "insum-undefined-operation: 'max' of complex numbers is not defined\nat max(w[i], 1)");
  CHECK(error_of("x[i] = w[i]", extra) ==
        "insum-undefined-operation: storing a complex value in the real 'x' is not defined\nat w[i]");
}

TEST_CASE("other directives") {
  const Run run(
      "y[i] = x[i]\nassume(in_bounds, ieee, no_alias, M in [1, 100], density(S) < 0.1)\n"
      "schedule parallelize(i), reorder(i)\ntarget openmp");
  REQUIRE_MESSAGE(run.resolved, run.messages());
  CHECK(run.resolved->program.in_bounds);
  CHECK(run.resolved->program.ieee);
  CHECK(run.resolved->program.no_alias);
  CHECK(run.resolved->schedule.size() == 2);
  for (const char* directive : {"gradient(x) of y", "format S -> sr_bcrs<2,2>"})
    CHECK_MESSAGE(
        error_of(std::string("y[i] = S[i,j] * x[j]\n") + directive).find("insum-not-supported-yet") == 0,
        directive);
  CHECK(Run("y[i] = x[i]", {}, "cuda").resolved->target.name == "cuda");
  CHECK(Run("y[i] = x[i]\ntarget openmp", {}, "cuda").resolved->target.name == "openmp");
  CHECK(error_of("y[i] = x[i]\nassume(sorted)").find("insum-assumption-value") == 0);
  CHECK(levels_of(Run("y[i] = A[i,j] * x[j]\nassume(sorted(A), unique(A))\ntensor A = Z",
                      {{"Z", object("coo", 2)}})) == "compressed~,A_crd0[A_nnz] singleton,A_crd1 A_vals");
}
