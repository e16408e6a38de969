// Loops over segments that follow each other: the text before and after.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "passes/join_segments.h"

using namespace insum;
using namespace insum::loops;

namespace {

/// for i in [first, last): { const e = <end>; for p in [<begin>, e): y[<at>] += 1 }
StmtPtr segments(ExprPtr begin, ExprPtr end, const ExprPtr& at) {
  const StmtPtr added = make_stmt(Update{make_expr(Load{name("y"), at}, f64), Combine::add, integer(1)});
  const Body rows = {make_stmt(Declare{i64, "e", std::move(end), true, ""}),
                     make_stmt(For{"p", std::move(begin), name("e"), {added}, false, {}, 1})};
  return make_stmt(For{"i", name("first"), name("last"), rows, false, {}, 1});
}

std::string before(const StmtPtr& loop) { return emit::to_cpp(Body{loop}); }

std::string joined(const StmtPtr& loop) {
  Kernel kernel;
  kernel.body = {loop};
  return emit::to_cpp(passes::join_segments(kernel).body);
}

}  // namespace

TEST_CASE("segments that nothing tells apart are one loop") {
  CHECK(joined(segments(load("pos", name("i")), load("pos", after("i")), name("p"))) ==
        "const std::int64_t e = first < last ? pos[last] : 0;\n"
        "for (std::int64_t p = first < last ? pos[first] : 0; p < e; ++p) {\n"
        "  y[p] += 1;\n"
        "}\n");
}

TEST_CASE(
    "segments stay apart where the outer position or the end is read, or they do not follow each other") {
  const auto unchanged = [](const StmtPtr& loop) { return joined(loop) == before(loop); };
  const ExprPtr begin = load("pos", name("i")), end = load("pos", after("i"));
  CHECK(unchanged(segments(begin, end, name("i"))));
  CHECK(unchanged(segments(begin, end, name("e"))));
  CHECK(unchanged(segments(load("start", name("i")), end, name("p"))));
  CHECK(unchanged(segments(begin, load("pos", add(name("i"), integer(2))), name("p"))));
  CHECK(unchanged(segments(begin, add(end, name("i")), name("p"))));
  CHECK(unchanged(segments(integer(0), end, name("p"))));
}

TEST_CASE("a loop that does more than its segments stays") {
  const StmtPtr loop = segments(load("pos", name("i")), load("pos", after("i")), name("p"));
  For more = *get_if<For>(loop);
  more.body.push_back(make_stmt(Update{name("n"), Combine::add, integer(1)}));
  const StmtPtr both = make_stmt(more);
  CHECK(joined(both) == before(both));
  For unrolled = *get_if<For>(loop);
  unrolled.unroll = 4;
  const StmtPtr by_four = make_stmt(unrolled);
  CHECK(joined(by_four) == before(by_four));
}
