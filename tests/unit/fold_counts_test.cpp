// Loops that only count: the text before and after.
#include "loop_ir/fold_counts.h"

#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"

using namespace insum;
using namespace insum::loops;

namespace {

StmtPtr count(ExprPtr amount) { return make_stmt(Update{name("n"), Combine::add, std::move(amount)}); }
/// for p in [pos[i], pos[i + 1]) of a row `i`, with the end as a constant before it.
Body row(const std::string& pos, const std::string& i, const std::string& p, Body body) {
  return {constant(p + "_end", load(pos, after(i))),
          loop(p, load(pos, name(i)), name(p + "_end"), std::move(body))};
}

std::string folded(const Body& body) { return emit::to_cpp(loops::fold_counts(body, "n")); }

}  // namespace

TEST_CASE("amounts that do not change are multiplied") {
  CHECK(folded({loop("i", integer(0), name("m"), {loop("j", integer(0), name("w"), {count(integer(2))})})}) ==
        "n += 2 * w * m;\n");
  CHECK(folded({loop("i", name("a"), name("b"), {count(integer(1))})}) ==
        "n += insum::report::trips(a, b);\n");
  CHECK(folded({loop("p", mul(name("q"), integer(4)), mul(after("q"), integer(4)), {count(integer(3))})}) ==
        "n += 12;\n");
}

TEST_CASE("segments that follow each other are one") {
  CHECK(folded({loop("i", integer(0), name("m"),
                     row("pos", "i", "p", {constant("k", load("crd", name("p"))), count(integer(2))}))}) ==
        "n += 2 * insum::report::below(pos, 0, m);\n");
  const Body fibres = row("pos1", "i", "p", row("pos2", "p", "q", {count(integer(1))}));
  CHECK(folded({loop("i", integer(0), integer(1), fibres)}) ==
        "n += insum::report::below(pos2, 0, insum::rt::level_end(pos1, 1, 0));\n");
}

TEST_CASE("parts of a split are the whole") {
  const ExprPtr rest = sub(name("m"), mul(name("io"), integer(64)));
  const ExprPtr parts = make_expr(Binary{"/", add(name("m"), integer(63)), integer(64)}, i64);
  const StmtPtr inner =
      loop("ii", integer(0), invoke("insum::rt::min", {integer(64), rest}), {count(integer(2))});
  CHECK(folded({loop("io", integer(0), parts, {inner})}) == "n += 2 * m;\n");
}

TEST_CASE("lengths that data chooses are looked up, by the loops around them alone") {
  const Body product =
      row("A_pos", "i", "p",
          {constant("k", load("A_crd", name("p"))),
           loop("q", load("B_pos", name("k")), load("B_pos", after("k")), {count(integer(2))})});
  CHECK(folded({loop("w", integer(0), name("width"), {loop("i", integer(0), name("m"), product)})}) ==
        "for (std::int64_t i = 0; i < m; ++i) {\n"
        "  const std::int64_t p_end = A_pos[i + 1];\n"
        "  for (std::int64_t p = A_pos[i]; p < p_end; ++p) {\n"
        "    const std::int64_t k = A_crd[p];\n"
        "    n += 2 * insum::report::below(B_pos, k, k + 1) * width;\n"
        "  }\n"
        "}\n");
}

TEST_CASE("what skips iterations stays, what is for nothing goes") {
  const ExprPtr padding =
      make_expr(Binary{"<", load("crd", name("p")), integer(0)}, {ElementType::boolean, ""});
  const StmtPtr slots = loop("p", integer(0), integer(8), {make_stmt(Continue{padding}), count(integer(2))});
  CHECK(folded({slots}) == emit::to_cpp({slots}));
  const StmtPtr moved = make_stmt(Update{name("at"), Combine::store, after("at")});
  CHECK(folded({make_stmt(Declare{i64, "at", integer(0), false, ""}),
                loop("i", integer(0), name("m"), {moved, count(integer(1))})}) == "n += m;\n");
}
