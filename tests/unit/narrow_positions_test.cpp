// Positions of 32 bits in words.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "loop_ir/words.h"
#include "passes/narrow_positions.h"

using namespace insum;
using namespace insum::loops;

namespace {

StmtPtr set(const std::string& array, const ExprPtr& index, const ExprPtr& value) {
  return make_stmt(Update{make_expr(Load{name(array, f64), index}, f64), Combine::store, value});
}
ExprPtr marked(const ExprPtr& value) { return invoke(position_of, {value}); }
ExprPtr from_array(const std::string& array, const ExprPtr& index) {
  const Type i32{ElementType::i32, ""};
  return invoke("insum::rt::index", {make_expr(Load{name(array, i32), index}, i32)});
}

std::string narrowed(Body body) {
  Launch launch;
  launch.group = "group", launch.items = name("m");
  launch.body = std::move(body);
  Kernel kernel;
  kernel.body = {make_stmt(std::move(launch))};
  return emit::to_cpp(passes::narrow_positions(kernel).body);
}

}  // namespace

TEST_CASE("what is marked, loops between positions and steps from them are held in words") {
  For entries{"p", add(name("from"), invoke("group.lane", {})), name("to"), {}};
  entries.step = mul(integer(4), invoke("group.lanes", {}));
  entries.body = {constant("p1", add(name("p"), invoke("group.lanes", {}))), set("y", name("p1"), name("p")),
                  constant("twice", mul(integer(2), name("p1")))};
  CHECK(narrowed({constant("from", marked(from_array("pos", name("i")))),
                  constant("to", invoke("insum::rt::min", {name("from"), marked(name("n"))})),
                  make_stmt(entries)}) == R"(launch group(items: m, lanes: 1) {
  const std::uint32_t from = insum::rt::cuda::low_bits(insum::rt::index(pos[i]));
  const std::uint32_t to = insum::rt::min(from, insum::rt::cuda::low_bits(n));
  for (std::uint32_t p = from + insum::rt::cuda::low_bits(group.lane()); p < to; p += 4u * insum::rt::cuda::low_bits(group.lanes())) {
    const std::uint32_t p1 = p + insum::rt::cuda::low_bits(group.lanes());
    y[p1] = insum::rt::index(p);
    const std::int64_t twice = 2 * insum::rt::index(p1);
  }
}
)");
}

TEST_CASE("what may be negative or too large has 64 bits, and so has what no position is in") {
  CHECK(narrowed({constant("from", marked(from_array("pos", name("i")))),
                  constant("before", sub(name("from"), integer(1))),
                  constant("all", mul(name("from"), name("from"))),
                  constant("other", from_array("crd", name("from"))),
                  make_stmt(For{"q", integer(0), name("n"), {set("y", name("q"), name("other"))}}),
                  make_stmt(If{make_expr(Binary{"<", name("from"), name("n")}, {ElementType::boolean, ""}),
                               {set("y", add(name("from"), name("n")), integer(0))},
                               false})}) == R"(launch group(items: m, lanes: 1) {
  const std::uint32_t from = insum::rt::cuda::low_bits(insum::rt::index(pos[i]));
  const std::int64_t before = insum::rt::index(from) - 1;
  const std::int64_t all = insum::rt::index(from) * insum::rt::index(from);
  const std::int64_t other = insum::rt::index(crd[from]);
  for (std::int64_t q = 0; q < n; ++q) {
    y[q] = other;
  }
  if (insum::rt::index(from) < n) {
    y[insum::rt::index(from) + n] = 0;
  }
}
)");
}

TEST_CASE("a variable of another scope with the same name is none of them") {
  For first{"p", marked(name("a")), marked(name("b")), {set("y", name("p"), name("p"))}};
  For second{"p", integer(0), name("n"), {set("y", name("p"), name("p"))}};
  CHECK(narrowed({make_stmt(first), make_stmt(second)}) == R"(launch group(items: m, lanes: 1) {
  for (std::uint32_t p = insum::rt::cuda::low_bits(a); p < insum::rt::cuda::low_bits(b); ++p) {
    y[p] = insum::rt::index(p);
  }
  for (std::int64_t p = 0; p < n; ++p) {
    y[p] = p;
  }
}
)");
}
