// Passes over the loop IR: the text before and after.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "passes/merge_reductions.h"
#include "passes/remove_unused.h"

using namespace insum;
using namespace insum::loops;

namespace {

const Type f64{ElementType::f64, ""}, i64{ElementType::i64, ""};

Kernel kernel(Body body) {
  Kernel result;
  result.body = std::move(body);
  return result;
}

StmtPtr constant(const std::string& variable, ExprPtr value) {
  return make_stmt(Declare{i64, variable, std::move(value), true, ""});
}

}  // namespace

TEST_CASE("constants that nothing reads are removed, and then those that only they read") {
  const Body body = {constant("a", integer(1)), constant("b", name("a")), constant("c", integer(2)),
                     make_stmt(Update{name("y", f64), Combine::add, name("c")})};
  CHECK(emit::to_cpp(passes::remove_unused(kernel(body)).body) == "const std::int64_t c = 2;\ny += c;\n");
}

TEST_CASE("what a loop, a condition or a check reads is kept") {
  const Body inner = {make_stmt(Continue{name("c")})};
  const Body body = {constant("n", integer(4)), constant("c", integer(0)),
                     make_stmt(For{"i", integer(0), name("n"), inner, false, {}, 1})};
  const std::string before = emit::to_cpp(body);
  CHECK(emit::to_cpp(passes::remove_unused(kernel(body)).body) == before);
}

TEST_CASE("a reduction that is a variable's only contribution declares it") {
  const Body sums = {make_stmt(Update{name("s_lanes", f64, true), Combine::add, name("x", f64, true)})};
  const Body body = {
      make_stmt(Declare{f64, "s", make_expr(Literal{"0.0"}, f64), false, ""}),
      make_stmt(TileReduce{"s_sum", "t", "i", "s_lanes", f64, Combine::add, integer(0), name("n"), sums}),
      make_stmt(Update{name("s", f64), Combine::add, name("s_sum", f64)}),
      make_stmt(Update{name("y", f64), Combine::store, name("s", f64)})};
  const std::string before = emit::to_cpp(body),
                    after = emit::to_cpp(passes::merge_reductions(kernel(body)).body);
  CHECK(before.find("double s = 0.0;") != std::string::npos);
  CHECK(after.starts_with("const double s = insum::rt::reduce_tiles<double, insum::rt::op_add>"));
  CHECK(after.find("s_sum") == std::string::npos);
}
