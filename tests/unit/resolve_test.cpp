#include <doctest/doctest.h>

#include "resolve_checks.h"

using namespace insum;
using namespace insum::test;

TEST_CASE("a product with a sparse operand") {
  const Run run("kernel spmm\nC[i,j] += A[i,k] * B[k,j]\n" + spmm);
  CHECK(run.program() ==
        "kernel spmm\n"
        "tensor A[M,K] : float csr = levels(0: dense, 1: compressed(pos, crd); vals)\n"
        "tensor B[K,N] : float dense strides(N,1)\n"
        "tensor C[M,N] : float dense strides(N,1)\n"
        "index i in [0, M)\n"
        "index j in [0, N)\n"
        "index k in [0, K)\n"
        "C[i,j] += sum(k: A[i,k] * B[k,j])\n");
  CHECK(run.arguments() ==
        "M = M\n"
        "K = K\n"
        "A_pos = ::insum::rt::data(rowptr)\n"
        "A_crd = ::insum::rt::data(col)\n"
        "A_vals = ::insum::rt::data(val)\n"
        "N = N\n"
        "B = ::insum::rt::data(b)\n"
        "C = ::insum::rt::data(c)\n");
  REQUIRE(run.resolved);
  CHECK(run.resolved->program.outputs.size() == 1);
  CHECK(run.resolved->program.outputs[0]->values->writable);
  CHECK_FALSE(tensor_of(run, "B").values->writable);
  CHECK(run.resolved->target.name == "openmp");
}

TEST_CASE("implied reductions") {
  const auto body = [](const std::string& einsum) {
    return Run(einsum + "\ntensor A[M,N] : dense(b)\ntensor B[N] : dense(b)\ntensor C[M] : dense(c)\n")
        .body();
  };
  CHECK(body("C[i] = A[i,j] * B[j]") == "C[i] = sum(j: A[i,j] * B[j])\n");
  CHECK(body("C[i] = A[i,j] - (B[j] - C[i])") == "C[i] = sum(j: A[i,j]) - (sum(j: B[j]) - C[i])\n");
  CHECK(body("C[i] += -A[i,j]") == "C[i] += -sum(j: A[i,j])\n");
  CHECK(body("C[i] = 2 * (A[i,j] + B[j])") == "C[i] = sum(j: 2 * (A[i,j] + B[j]))\n");
  CHECK(body("C[i] min= A[i,j] + B[j]") == "C[i] min= min(j: A[i,j] + B[j])\n");
  CHECK(body("C[i] max= A[i,j]") == "C[i] max= max(j: A[i,j])\n");
  CHECK(body("C[i] *= A[i,j]") == "C[i] *= prod(j: A[i,j])\n");
  CHECK(body("C[i] |= A[i,j] > 0") == "C[i] |= any(j: A[i,j] > 0)\n");
  CHECK(body("C[i] = 1") == "C[i] = 1\n");
  CHECK(body("C[i] = max(j: abs(A[i,j])) + sum(k: B[k])") == "C[i] = max(j: abs(A[i,j])) + sum(k: B[k])\n");
  CHECK(body("C[i] = sum(j: A[i,j]) + sum(j: B[j])") == "C[i] = sum(j: A[i,j]) + sum(j: B[j])\n");
}

TEST_CASE("storage of each format") {
  const auto levels = [](const std::string& tensor) {
    FactTable extra = {{"rows", pointer(ElementType::i32, "int", false, 2)},
                       {"vrows", pointer(ElementType::f64, "double", false, 2)}};
    return levels_of(Run("y[i] = A[i,j] * x[j]\ntensor A[M,N] : " + tensor, extra));
  };
  CHECK(levels("csr(rowptr, col, val)") == "dense[M] compressed,A_pos,A_crd A_vals");
  CHECK(levels("csc(rowptr, col, val)") == "dense[N] compressed,A_pos,A_crd A_vals");
  CHECK(levels("dcsr(rowptr, col, perm, row, val)") ==
        "compressed,A_pos0,A_crd0 compressed,A_pos1,A_crd1 A_vals");
  CHECK(levels("csf(rowptr, col, perm, row, val) order(1,0)") ==
        "compressed,A_pos0,A_crd0 compressed,A_pos1,A_crd1 A_vals");
  CHECK(levels("coo(row, col, val)") == "compressed~?,A_crd0[A_nnz] singleton~?,A_crd1 A_vals");
  CHECK(levels("coo(row, col, val) sorted unique") == "compressed~,A_crd0[A_nnz] singleton,A_crd1 A_vals");
  CHECK(levels("coo(rowptr, row, val)") == "compressed~?,A_crd0[A_nnz] singleton~?,A_crd1 A_vals");
  CHECK(levels("csr(rowptr, col, val) unsorted duplicates") == "dense[M] compressed~?,A_pos,A_crd A_vals");
  CHECK(levels("bcsr<4,8>(rowptr, col, val)") ==
        "dense[(M + 3) / 4] compressed,A_pos,A_crd dense[4] dense[8] A_vals");
  CHECK(levels("bcsr<K,L>(rowptr, col, val)") ==
        "dense[(M + (K - 1)) / K] compressed,A_pos,A_crd dense[K] dense[L] A_vals");
  CHECK(levels("dbcsr<2,2>(rowptr, col, perm, row, val)") ==
        "compressed,A_pos0,A_crd0 compressed,A_pos1,A_crd1 dense[2] dense[2] A_vals");
  CHECK(levels("ell<4>(col, val)") == "dense[M] fixed,A_crd[4] A_vals");
  CHECK(levels("dia(perm, val)") == "offset,A_offsets[A_diagonals] dense[M] A_vals");
  CHECK(levels("ragged(rowptr, val)") == "dense[M] ragged,A_pos A_vals");
  CHECK(levels("rows(rowptr, rows, vrows)") == "dense[M] pointers,A_counts,A_crd A_vals");
}

TEST_CASE("the levels form") {
  const auto levels = [](const std::string& form) {
    return levels_of(Run("y[i] = A[i,j] * x[j]\ntensor A[M,N] : levels(" + form + ")"));
  };
  CHECK(levels("1: dense, 0: compressed(rowptr, col); val") == "dense[N] compressed,A_pos,A_crd A_vals");
  CHECK(levels("1: compressed_nonunique(row), 0: singleton(col); val") ==
        "compressed~,A_crd0[A_nnz] singleton~,A_crd1 A_vals");
  CHECK(levels("0/32: dense, 1: compressed(rowptr, col), 0%32: dense; val") ==
        "dense[(M + 31) / 32] compressed,A_pos,A_crd dense[32] A_vals");
  CHECK(levels("0: dense, 1: fixed(K, col); val") == "dense[M] fixed,A_crd[K] A_vals");
  CHECK(levels("1-0: offset(perm), 0: dense; val") == "offset,A_offsets[A_diagonals] dense[M] A_vals");
  // All dense and whole: a strided array.
  const Run dense("y[i] = A[i,j] * x[j]\ntensor A[M,N] : levels(1: dense, 0: dense; val)");
  CHECK(strides_of(dense, "A") == "1,M");
}

TEST_CASE("layouts of dense tensors") {
  const auto strides = [](const std::string& modifiers) {
    return strides_of(Run("y[i] = A[i,j,k]\ntensor A[M,N,K] : dense(b) " + modifiers), "A");
  };
  CHECK(strides("") == "N * K,K,1");
  CHECK(strides("order(2,0,1)") == "N,1,M * N");
  CHECK(strides("strides(1, L, 7)") == "1,L,7");
  const Run constant_sizes("y[i] = A[i,j]\ntensor A[M,N] : dense(b)", {{"N", constant(4)}});
  CHECK(strides_of(constant_sizes, "A") == "4,1");
}

TEST_CASE("C++ objects by name") {
  const Run run("y[i] = S[i,j] * V[j] + alpha");
  CHECK(run.body() == "y[i] = sum(j: S[i,j] * V[j]) + alpha\n");
  CHECK(run.arguments().find(
            "S_crd = ::insum::storage<std::remove_cvref_t<decltype(S)>>::template array<1>(S)") !=
        std::string::npos);
  CHECK(run.arguments().find("V_size = ::insum::storage<std::remove_cvref_t<decltype(V)>>::size(V, 0)") !=
        std::string::npos);
  CHECK(run.arguments().find("y = ::insum::rt::data(y)\n") != std::string::npos);
  REQUIRE(run.resolved);
  REQUIRE(run.resolved->program.checks.size() == 2);
  CHECK(run.resolved->program.checks[0].index == "i");
  CHECK(run.resolved->program.checks[0].places.size() == 2);

  FactTable eigen = {{"D", object("dense", 2)}};
  eigen["D"].object->order = {1, 0};
  CHECK(strides_of(Run("y[i] = D[i,j]", eigen), "D") == "1,D_size0");
  eigen["D"].object->order = {};
  eigen["D"].object->strided = true;
  CHECK(strides_of(Run("y[i] = D[i,j]", eigen), "D") == "D_stride0,D_stride1");

  FactTable blocks = {{"Q", object("bcsr", 2)}};
  CHECK(tensor_of(Run("y[i] = Q[i,j] * x[j]", blocks), "Q").block_sizes.size() == 2);
  blocks["Q"].object->arguments = {2, 4};
  CHECK(levels_of(Run("y[i] = Q[i,j] * x[j]", blocks)) ==
        "dense[(Q_size0 + 1) / 2] compressed,Q_pos,Q_crd dense[2] dense[4] Q_vals");
  CHECK(Run("y[i] = A[i,j] * x[j]\ntensor A = S fill(2) symmetric(lower)").body() ==
        "y[i] = sum(j: A[i,j] * x[j])\n");
}

TEST_CASE("single numbers are results") {
  const Run run("s += x[i] * y[i]\ny[i] = s * x[i]");
  CHECK(run.body() == "s += sum(i: x[i] * y[i])\ny[i] = s * x[i]\n");
  CHECK(tensor_of(run, "s").values->call == "&s");
  CHECK(tensor_of(run, "s").values->writable);
}

TEST_CASE("temporaries") {
  const Run run("T[i] = S[i,j] * x[j]\ny[i] = T[i] / alpha");
  CHECK(run.body() == "T[i] = sum(j: S[i,j] * x[j])\ny[i] = T[i] / alpha\n");
  CHECK(tensor_of(run, "T").temporary);
  CHECK(tensor_of(run, "T").type == ElementType::f64);
  CHECK(index::to_string(tensor_of(run, "T").sizes.at(0)) == "S_size0");
  REQUIRE(run.resolved);
  CHECK(run.resolved->program.outputs.size() == 1);
  CHECK(error_of("T[i] += x[i]\ny[i] = T[i]") ==
        "insum-temporary-undefined: temporary 'T' has no value yet\nat +=");
  CHECK(error_of("T[2*i] = x[i]\ny[i] = T[i]") ==
        "insum-temporary-sizes: temporary 'T' needs a plain index, each once, as its subscripts where it is "
        "first "
        "written\nat 2*i");
}

TEST_CASE("declared temporaries") {
  const Run run("T[i+1] = x[i]\ny[i] = T[i]\ntensor T[N] : dense");
  CHECK(run.body() == "T[i + 1] = x[i]\ny[i] = T[i]\n");
  CHECK(tensor_of(run, "T").temporary);
  CHECK(tensor_of(run, "T").type == ElementType::f64);
  CHECK(error_of("y[i] = T[i]\ntensor T[N] : dense") ==
        "insum-temporary-undefined: temporary 'T' has no value yet\nat T[i]");
  const Run sparse("T[i,j] = S[i,j]\ny[i] = T[i,j]\ntensor T[N,M] : csr fill(0)");
  CHECK(tensor_of(sparse, "T").assembled);
  CHECK(tensor_of(sparse, "T").containers.size() == 3);
  CHECK(tensor_of(sparse, "T").levels.at(1).arrays.at(1)->name == "T_crd");
  const Run list("T[i,j] = S[i,j]\ny[i] = T[i,j]\ntensor T[N,M] : coo order(1,0)");
  CHECK(tensor_of(list, "T").levels.at(0).level.mode.mode == 1);
  CHECK(tensor_of(list, "T").levels.at(1).level.unique);
  CHECK(error_of("T[i,j] = S[i,j]\ny[i] = T[i,j]\ntensor T[N,M] : ell<2>") ==
        "insum-not-supported-yet: a temporary that is stored as ell is not supported yet\nat ell<2>");
  CHECK(error_of("T[i,j] = S[i,j]\ny[i] = T[i,j]\ntensor T[N,M] : csr base(1)") ==
        "insum-modifier-value: modifier 'base' does not apply to T, which is a temporary\nat base(1)");
  CHECK(
      error_of("T[i,j] = S[i,j]\ny[i] = T[i,j]\ntensor T[N,M] : bcsr") ==
      "insum-format-arguments: format bcsr takes 2 template arguments, but no arguments are given\nat bcsr");
}

TEST_CASE("subscripts") {
  const std::string tensors =
      "tensor C[M,N] : dense(c)\ntensor A[M,N] : dense(b)\ntensor D[L] : dense(perm) base(1)\n"
      "tensor E[L] : dense(col)\n";
  const auto body = [&](const std::string& einsum) { return Run(einsum + "\n" + tensors).body(); };
  CHECK(body("C[D[y],x] += A[E[D[y]],x]") == "C[D[y],x] += A[E[D[y]],x]\n");
  CHECK(body("C[{K},x] = A[{K},x]") == "C[K,x] = A[K,x]\n");
  CHECK(body("C[i,j] = A[i-1,j+1]") == "C[i,j] = A[i - 1,j + 1]\n");
  CHECK(body("C[i,3] = A[2*i,{K}*i]") == "C[i,3] = A[2 * i,K * i]\n");
  CHECK(body("C[i,j] = A[-i+{K},j]") == "C[i,j] = A[K - i,j]\n");
  CHECK(error_of("C[S[i,j],x] += A[i,x]\n" + tensors)
            .find("insum-index-tensor: 'S' cannot give subscripts: it is "
                  "stored as csr") == 0);
  CHECK(error_of("C[V[i],x] += A[i,x]\n" + tensors) ==
        "insum-index-tensor: 'V' cannot give subscripts: it is not of an integer type\nat V[i]");
}

TEST_CASE("ranges of affine subscripts") {
  const auto range_of = [](const std::string& block, const std::string& name) {
    const Run run(block);
    if (!run.resolved) return run.messages();
    for (const auto& [var, range] : run.resolved->program.ranges)
      if (var->name == name) return index::to_string(range.end);
    return std::string("none");
  };
  const std::string constant = "tensor O[4] : dense(c)\ntensor I[10] : dense(b)\n";
  const std::string sized = "tensor O[M] : dense(c)\ntensor I[N] : dense(b)\n";
  CHECK(range_of("O[i] = I[i+r]\n" + constant, "r") == "7");
  CHECK(range_of("O[i] max= I[2*i+r]\n" + constant, "r") == "4");
  CHECK(range_of("O[i] max= I[i+2*r+1]\n" + constant, "r") == "3");
  CHECK(range_of("O[i] = I[i+r]\n" + sized, "r") == "max(0,N - (M - 1))");
  CHECK(range_of("O[i] = I[i+r] * F[r]\ntensor F[3] : dense(b)\n" + sized, "r") == "3");
  CHECK(range_of("O[i] = I[i+r] * F[r]\ntensor F[3] : dense(b)\n" + sized, "i") == "M");
  CHECK(error_of("s += I[i+r]\n" + sized)
            .find("insum-unbounded-index: index 'i' subscripts no mode by itself: its "
                  "range is unknown\n") == 0);
}

TEST_CASE("sizes that must agree") {
  const Run run("y[i] = A[i,j] * x[j]\ntensor A[M,N] : csr(rowptr, col, val)");
  REQUIRE(run.resolved);
  REQUIRE(run.resolved->program.checks.size() == 2);
  CHECK(run.resolved->program.checks[1].places[0].tensor == "A");
  CHECK(run.resolved->program.checks[1].places[1].mode == 0);
  CHECK(
      error_of(
          "C[i] = A[i,k] * B[k]\ntensor A[4,5] : dense(b)\ntensor B[6] : dense(b)\ntensor C[4] : dense(c)") ==
      "insum-size-mismatch: index 'k' stands for sizes that differ: 5 in A, 6 in B\nat k");
}

TEST_CASE("fill values and literals") {
  const auto fill = [](const std::string& value) {
    const Run run("y[i] min= A[i,j] + x[j]\ntensor A[M,N] : csr(rowptr, col, val) fill(" + value + ")");
    const index::ExprPtr fill = tensor_of(run, "A").fill;
    return fill ? index::to_string(fill) : "zero";
  };
  CHECK(fill("INFINITY") == "INFINITY");
  CHECK(fill("0.0") == "zero");
  CHECK(fill("alpha") == "alpha");
  CHECK(fill("1e3f") == "1e3f");
  const auto literal = [](const std::string& text) {
    const Run run("y[i] = x[i] * " + text);
    REQUIRE_MESSAGE(run.resolved, run.messages());
    const auto* einsum = index::get_if<index::Einsum>(run.resolved->program.body);
    const auto* product = index::get_if<index::Binary>(einsum->right);
    return *index::get_if<index::Literal>(product->right)->value;
  };
  CHECK(literal("010") == 8);
  CHECK(literal("0x1F") == 31);
  CHECK(literal("1'000") == 1000);
  CHECK(literal("2.5e1") == 25);
  CHECK(literal("2u") == 2);
}

TEST_CASE("results in the pattern of an operand") {
  const std::string tensors =
      "tensor A[M,N] : csr(rowptr, col, val)\ntensor O[M,N] : csr(rowptr, col, out)\n"
      "tensor X[M,K] : dense(b)\ntensor Y[K,N] : dense(b)\n";
  const Run sddmm("O[i,j] = A[i,j] * X[i,k] * Y[k,j]\n" + tensors);
  CHECK_FALSE(tensor_of(sddmm, "O").patterns.empty());
  CHECK_FALSE(
      tensor_of(Run("O[i,j] += A[i,j] * X[i,k] * Y[k,j] - A[i,j]\n" + tensors), "O").patterns.empty());
  CHECK_FALSE(tensor_of(Run("S[i,j] = 2 * S[i,j]"), "S").patterns.empty());
  const FactTable results = {{"R", object("csr", 2)}};
  const Run adopted("R[i,j] = 2 * S[i,j]", results);
  CHECK_FALSE(tensor_of(adopted, "R").patterns.empty());
  CHECK(adopted.resolved->preparations ==
        std::vector<std::string>{
            "try { ::insum::adopt_pattern<2>(R, S); } catch (...) { ::insum::rt::throw_from(insum_id); }"});
  REQUIRE(adopted.resolved->sources.size() == 1);  // checked before its pattern is copied
  CHECK(adopted.resolved->sources[0].program.tensors[0]->name == "S");
  CHECK(Run("R[i,j] += 2 * S[i,j]", results).resolved->sources.empty());
  FactTable blocks = {{"R", object("bcsr", 2)}, {"Q", object("bcsr", 2)}};
  for (auto& [name, facts] : blocks) facts.object->arguments = {2, 4};
  CHECK(Run("R[i,j] = 2 * Q[i,j]", blocks).resolved->preparations ==
        std::vector<std::string>{"try { ::insum::adopt_pattern<2, true>(R, Q); } catch (...) { "
                                 "::insum::rt::throw_from(insum_id); }"});
  for (const char* part : {"R[0,j] = 2 * S[0,j]", "R[i,i] = 2 * S[i,i]", "R[i,1] = S[i,1]"})
    CHECK(Run(part, results).resolved->preparations.empty());
  CHECK(tensor_of(Run("R[i,j] += 2 * S[i,j]", results), "R").assembled);
  CHECK(tensor_of(Run("y[i] = R[i,j] * x[j]\nR[i,j] = 2 * S[i,j]", results), "R").assembled);
  CHECK(error_of("O[i,j] = A[i,j] + X[i,k] * Y[k,j]\n" + tensors)
            .find("insum-sparse-output: sparse output 'O' cannot hold the result: the right side has values "
                  "where A stores "
                  "none") == 0);
  CHECK(error_of("O[i,j] = X[i,k] * Y[k,j]\n" + tensors)
            .find("insum-sparse-output: sparse output 'O' cannot hold the result: its pattern is that of no "
                  "operand") == 0);
  CHECK(error_of("P[i,j] = A[i,j] * 2\ntensor P[M,N] : csr(rowptr, perm, out)\n" + tensors)
            .find("insum-sparse-output") == 0);
  CHECK(tensor_of(
            Run("P[i,j] = A[i,j] * 2\nassume(same_pattern(A, P))\ntensor P[M,N] : csr(rowptr, perm, out)\n" +
                tensors),
            "P")
            .patterns == std::vector<std::string>{"A"});
}

TEST_CASE("outputs that cannot be") {
  CHECK(error_of("B[i,j] = 1\ntensor B[M,N] : dense(b)") ==
        "insum-output-not-writable: output 'B' cannot be written: its values are const\nat B[i,j]");
  CHECK(error_of("x[i] = x[i+1]") ==
        "insum-output-read-differently: 'x' is read as x[i + 1] and written as x[i]: other elements may be "
        "written "
        "before they are read\nat x[i+1]");
  CHECK(error_of("x[perm[i]] = x[perm[i]]").find("insum-output-read-differently") == 0);
  CHECK(Run("x[perm[i]] += x[perm[i]]").resolved);
}

TEST_CASE("functions") {
  const Run run("y[i] = f(x[i]) + tanh(x[i]) + max(x[i], 1, alpha)\nfunction f(commutative, zero(x) = 0)");
  CHECK(run.body() == "y[i] = f(x[i]) + tanh(x[i]) + max(max(x[i],1),alpha)\n");
  CHECK(run.arguments().find("f = [&](auto... insum_x) { return f(insum_x...); }\n") != std::string::npos);
  CHECK(error_of("y[i] = f(x[i])").find("insum-unknown-function: unknown function 'f'") == 0);
  CHECK(error_of("y[i] = tan(x[i])").find("insum-unknown-function: unknown function 'tan'") == 0);
  CHECK(error_of("y[i] = exp(x[i], 2)") ==
        "insum-function-arity: function 'exp' takes 1 argument, but 2 arguments are given\nat exp(x[i], 2)");
  CHECK(error_of("y[i] = x[i]\nfunction alpha(commutative)").find("insum-not-a-function") == 0);
  CHECK(error_of("y[i] = f(x[i])\nfunction f(zero = 0)").find("insum-function-property-value") == 0);
  CHECK(error_of("y[i] = f(x[i])\nfunction f(zero(x) = alpha)").find("insum-function-property-value") == 0);
}

TEST_CASE("an index that is misspelt") {
  CHECK(error_of("C[i,j] += A[i,k] * B[q,j]\n" + spmm) ==
        "insum-unbounded-index: index 'q' and index 'k' each appear only once and not in the result: one of "
        "them may be meant for the other\nat q");
  CHECK(Run("C[i,j] += sum(k: A[i,k]) * sum(q: B[q,j])\n" + spmm).resolved);
  CHECK(Run("y[i] = A[i,k] * x[i]\n" + spmm).resolved);
}

TEST_CASE("names of arguments") {
  const Run run(
      "C[M,j] = b[j] * {alpha} * {alpha + 1}\ntensor C[M,double_] : dense(c)\ntensor b[double_] : dense(b)",
      {{"double_", scalar(ElementType::i64, "long")}, {"alpha + 1", scalar(ElementType::f64, "double")}});
  // The index M keeps its name; the size gets another one.
  CHECK(run.arguments() ==
        "M_2 = M\n"
        "double_v = double_\n"
        "C = ::insum::rt::data(c)\n"
        "b = ::insum::rt::data(b)\n"
        "alpha = alpha\n"
        "value = alpha + 1\n");
  FactTable macro = {{"M", scalar(ElementType::i32, "int")}};
  macro["M"].is_macro = true;
  CHECK(Run("C[i] = 1\ntensor C[M] : dense(c)", macro).arguments().find("C_size0 = M\n") == 0);
}

TEST_CASE("arrays of structs") {
  FactTable extra = {{"edges.to", range(ElementType::i32, "int", false)},
                     {"edges.w", range(ElementType::f64, "double", false)}};
  const Run run("y[i] = A[i,j] * x[j]\ntensor A[M,N] : csr(rowptr, field(edges, to), field(edges, w))",
                extra);
  CHECK(run.arguments().find(
            "A_crd = ::insum::rt::field(edges, &std::remove_cvref_t<decltype((edges)[0])>::to)\n") !=
        std::string::npos);
  CHECK(tensor_of(run, "A").values->is_field);
}
