#include "index_ir/algebra.h"
#include "index_ir/expression_types.h"

#include <doctest/doctest.h>

#include "index_ir/rewrite.h"
#include "resolve_fixture.h"

using namespace insum;
using namespace insum::test;
using namespace insum::index;

namespace {

/// The right side of y[i] = TEXT, where A is sparse, F sparse with fill INFINITY, x and w dense.
struct Right {
  explicit Right(const std::string& text)
      : run("y[i] = " + text +
                "\ntensor A[4,4] : csr(rowptr, col, val)\ntensor F[4,4] : csr(rowptr, col, far) "
                "fill(INFINITY)\n"
                "tensor x[4] : dense(x)\ntensor w[4] : dense(b)\ntensor y[4] : dense(y)\n",
            {{"far", pointer(ElementType::f64, "double")}}) {
    REQUIRE_MESSAGE(run.resolved, run.messages());
    expr = std::get<Einsum>(run.resolved->program.body->node).right;
    if (const auto* reduce = get_if<Reduce>(expr)) expr = reduce->body;
    expr = with_types(expr);
  }
  Access access(const std::string& tensor) const {
    for (const Access& a : accesses_of(expr))
      if (a.tensor->name == tensor) return a;
    FAIL("no access to " << tensor);
    return {};
  }
  Run run;
  ExprPtr expr;
};

std::string texts(const std::vector<ExprPtr>& list) {
  std::string text;
  for (const ExprPtr& expr : list) text += (text.empty() ? "" : " ; ") + to_string(expr);
  return text;
}

std::string simplified(const std::string& text, bool ieee = false) {
  return to_string(simplify(Right(text).expr, ieee));
}

bool vanishes(const std::string& text, const std::string& tensor, Op op, bool ieee = false) {
  const Right right(text);
  return vanishes_without(right.expr, {right.access(tensor)}, identity_of(op, right.expr->type), ieee);
}

bool linear(const std::string& text) {
  const Right right(text);
  return is_linear_in(right.expr, right.access("A"));
}

}  // namespace

TEST_CASE("operators are printed with the parentheses that C++ needs") {
  for (const char* text : {"(x[i] == w[i]) < alpha", "x[i] == w[i] < alpha", "x[i] - (w[i] - alpha)",
                           "(x[i] < w[i] || x[i] == 2) && alpha != 3", "-(x[i] + w[i]) * alpha"})
    CHECK(to_string(Right(text).expr) == text);
}

TEST_CASE("terms are split at + and -, which leave their sign") {
  CHECK(texts(additive_terms(Right("x[i] - (w[i] - 2) + alpha").expr)) == "x[i] ; -w[i] ; 2 ; alpha");
  CHECK(texts(additive_terms(Right("-(x[i] + w[i])").expr)) == "-x[i] ; -w[i]");
  CHECK(texts(additive_terms(Right("x[i] * (w[i] + 1)").expr)) == "x[i] * (w[i] + 1)");
}

TEST_CASE("factors are split at *, and a quotient is one of them") {
  CHECK(texts(factors(Right("x[i] * w[i] * 2").expr)) == "x[i] ; w[i] ; 2");
  CHECK(texts(factors(Right("-(x[i] * w[i])").expr)) == "-x[i] ; w[i]");
  CHECK(texts(factors(Right("x[i] / w[i]").expr)) == "x[i] / w[i]");
  CHECK(to_string(product({}, ElementType::f64)) == "1.0");
}

TEST_CASE("0 * x is 0 unless IEEE arithmetic is asked for") {
  CHECK(simplified("0 * x[i]") == "0.0");
  CHECK(simplified("0 * x[i]", true) == "0 * x[i]");
  CHECK(simplified("x[i] + 0") == "x[i]");
  CHECK(simplified("select(1 < 2, x[i], w[i])") == "x[i]");
  CHECK(simplified("select(x[i] < 2, w[i], w[i])") == "w[i]");
  CHECK(simplified("select(x[i] < 2, 0 * w[i], 0)") == simplified("0 * w[i]"));
  CHECK(simplified("max(2, 3) * x[i]") == "3 * x[i]");
  CHECK(simplified("relu(0 - 2)") == "0");
}

TEST_CASE("what a sparse operand does not store may be skipped where it is the operator's identity") {
  CHECK(vanishes("A[i,j] * x[j]", "A", Op::add));
  CHECK(vanishes("abs(A[i,j]) * x[j]", "A", Op::add));
  CHECK_FALSE(vanishes("min(j: A[i,j] + x[j])", "A", Op::add));
  CHECK_FALSE(vanishes("exp(A[i,j])", "A", Op::add));
  CHECK_FALSE(vanishes("A[i,j] * x[j]", "A", Op::add, true));
  CHECK_FALSE(vanishes("A[i,j] * x[j]", "A", Op::min));
  CHECK(vanishes("min(j: F[i,j] + x[j])", "F", Op::min));
  CHECK_FALSE(vanishes("min(j: F[i,j] + x[j])", "F", Op::max));
  CHECK_FALSE(vanishes("min(j: F[i,j] + x[j])", "F", Op::add));
}

TEST_CASE("duplicates can be taken one by one where the body is linear") {
  CHECK(linear("A[i,j] * x[j]"));
  CHECK(linear("-2 * A[i,j] / w[i]"));
  CHECK(linear("select(x[j] < 1, A[i,j], 0)"));
  CHECK_FALSE(linear("A[i,j] * A[i,j]"));
  CHECK_FALSE(linear("abs(A[i,j])"));
  CHECK_FALSE(linear("A[i,j] + 1"));
  CHECK_FALSE(linear("x[j] / A[i,j]"));
}
