// Passes over the loop IR: the text before and after.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "passes/carry_positions.h"
#include "passes/group_reductions.h"
#include "passes/hoist_rows.h"
#include "passes/hoist_segments.h"
#include "passes/merge_reductions.h"
#include "passes/remove_unused.h"
#include "passes/reserve_rows.h"
#include "passes/split_reductions.h"
#include "passes/split_unions.h"

using namespace insum;
using namespace insum::loops;

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

namespace {

/// for p in [begin, end): s += x[crd[p]], with options.
StmtPtr sum_of_entries(const Type& type, const ExprPtr& begin, const ExprPtr& end) {
  const Type i32{ElementType::i32, ""};
  const ExprPtr stored =
      make_expr(Call{"insum::rt::index", {make_expr(Load{name("crd", i32), name("p")}, i32)}}, i64);
  const ExprPtr element = make_expr(Load{name("x", type), name("k")}, type);
  return make_stmt(For{"p",
                       begin,
                       end,
                       {constant("k", stored), make_stmt(Update{name("s", type), Combine::add, element})},
                       false,
                       {},
                       1});
}

ExprPtr position(const ExprPtr& at) { return make_expr(Load{name("pos"), at}, i64); }

}  // namespace

TEST_CASE("a sum over entries gets several parts and declares its variable") {
  const Body body = {make_stmt(Declare{f64, "s", make_expr(Literal{"0.0"}, f64), false, ""}),
                     constant("e", position(integer(1))),
                     sum_of_entries(f64, position(integer(0)), name("e")),
                     make_stmt(Update{name("y", f64), Combine::store, name("s", f64)})};
  const Kernel split = passes::split_reductions(kernel(body));
  CHECK(emit::to_cpp(split.body).find("s += s_entries;") != std::string::npos);
  const std::string text = emit::to_cpp(passes::merge_reductions(split).body);
  CHECK(text ==
        "const std::int64_t e = pos[1];\n"
        "const double s = insum::rt::reduce_entries<double, insum::rt::op_add>(pos[0], e, [&](std::int64_t "
        "p, auto& s_part) "
        "INSUM_RT_LAMBDA {\n"
        "  const std::int64_t k = insum::rt::index(crd[p]);\n"
        "  s_part += x[k];\n"
        "});\n"
        "y = s;\n");
}

TEST_CASE("two sums into one variable have names of their own, and the variable stays") {
  const Body body = {make_stmt(Declare{f64, "s", make_expr(Literal{"0.0"}, f64), false, ""}),
                     sum_of_entries(f64, integer(0), name("e")), sum_of_entries(f64, name("e"), name("f"))};
  const std::string text =
      emit::to_cpp(passes::merge_reductions(passes::split_reductions(kernel(body))).body);
  CHECK(text.starts_with("double s = 0.0;\n"));
  CHECK(text.find("s += s_entries;") != std::string::npos);
  CHECK(text.find("s += s_entries_2;") != std::string::npos);
}

TEST_CASE(
    "loops stay that do more than a sum, that the user vectorizes, or that sum whole numbers in a row") {
  const ExprPtr s = name("s", f64), x = make_expr(Load{name("x", f64), name("i")}, f64);
  const auto unchanged = [&](const For& loop) {
    const Body body = {make_stmt(loop)};
    return emit::to_cpp(passes::split_reductions(kernel(body)).body) == emit::to_cpp(body);
  };
  const StmtPtr sum = make_stmt(Update{s, Combine::add, x});
  CHECK_FALSE(unchanged(For{"i", integer(0), name("n"), {sum}, false, {}, 1}));
  CHECK_FALSE(unchanged(For{"i", integer(0), integer(8), {sum}, false, {}, 1}));
  CHECK(unchanged(For{"i", integer(0), integer(7), {sum}, false, {}, 1}));  // is written out
  CHECK(unchanged(For{"i", integer(0), name("n"), {sum, sum}, false, {}, 1}));
  CHECK(unchanged(For{"i", integer(0), name("n"), {sum}, true, {{Combine::add, "s"}}, 1}));
  CHECK(unchanged(For{"i", integer(0), name("n"), {sum}, false, {}, 4}));
  CHECK(unchanged(For{"i", integer(0), name("n"), {make_stmt(Update{s, Combine::store, x})}, false, {}, 1}));
  const ExprPtr both = make_expr(Binary{"*", s, x}, f64);
  CHECK(unchanged(For{"i", integer(0), name("n"), {make_stmt(Update{s, Combine::add, both})}, false, {}, 1}));
  const ExprPtr count = name("count", i64), number = make_expr(Load{name("x"), name("i")}, i64);
  CHECK(unchanged(
      For{"i", integer(0), name("n"), {make_stmt(Update{count, Combine::add, number})}, false, {}, 1}));
}

TEST_CASE("a row of an array of pointers is found once, in front of the loop that reads it") {
  const auto entry = [](const char* rows, const ExprPtr& row) {
    return make_expr(Load{make_expr(Load{name(rows, f64), row}, f64), name("p")}, f64);
  };
  const auto sum = [&](const ExprPtr& row) {
    return make_stmt(
        For{"p",
            integer(0),
            name("n"),
            {make_stmt(Update{name("s", f64), Combine::add,
                              make_expr(Binary{"*", entry("vals", row), entry("x", row)}, f64)})},
            false,
            {},
            1});
  };
  Kernel of_rows = kernel({sum(name("i"))});
  of_rows.parameters.push_back({Parameter::Kind::array, "vals", f64, false, 2, "vals"});
  CHECK(emit::to_cpp(passes::hoist_rows(of_rows).body) ==
        "auto* const vals_row = vals[i];\n"
        "for (std::int64_t p = 0; p < n; ++p) {\n"
        "  s += vals_row[p] * x[i][p];\n"
        "}\n");
  of_rows.body = {sum(name("p"))};  // another row for each entry
  CHECK(emit::to_cpp(passes::hoist_rows(of_rows).body) == emit::to_cpp(of_rows.body));
}

TEST_CASE("where a row begins and ends is read before a loop that does not choose the row") {
  const auto row = [](const std::string& of, const std::string& array) {
    return Body{constant("k", load("crd", name("q"))), constant("e", load(array, after(of))),
                loop("p", load(array, name(of)), name("e"),
                     {make_stmt(Update{load("y", name("k")), Combine::add, name("e")})})};
  };
  const auto hoisted = [](Body body) {
    Kernel of = kernel(std::move(body));
    of.parameters.push_back({Parameter::Kind::array, "pos", i64, false, 1, "pos"});
    of.parameters.push_back({Parameter::Kind::array, "written", i64, true, 1, "written"});
    return emit::to_cpp(passes::hoist_segments(of).body);
  };
  const Body entries = {loop("q", name("first"), name("last"), row("i", "pos"))};
  CHECK(hoisted(entries) ==
        "const std::int64_t e = first < last ? pos[i + 1] : 0;\n"
        "const std::int64_t p_begin = first < last ? pos[i] : 0;\n"
        "for (std::int64_t q = first; q < last; ++q) {\n"
        "  const std::int64_t k = crd[q];\n"
        "  for (std::int64_t p = p_begin; p < e; ++p) {\n"
        "    y[k] += e;\n"
        "  }\n"
        "}\n");
  for (const auto& [of, array] : {std::pair("k", "pos"), {"q", "pos"}, {"n", "pos"}, {"i", "written"}}) {
    Body inner = row(of, array);
    inner.push_back(make_stmt(Update{name("n"), Combine::store, name("k")}));
    const Body stays = {loop("q", name("first"), name("last"), inner)};
    CHECK(hoisted(stays) == emit::to_cpp(stays));
  }
}

TEST_CASE("the end of a row is the next one's beginning") {
  const Body rows = {constant("A_end", position(add(name("i"), integer(1)))),
                     sum_of_entries(f64, position(name("i")), name("A_end"))};
  const Body body = {make_stmt(For{"i", name("first"), name("last"), rows, false, {}, 1})};
  CHECK(emit::to_cpp(passes::carry_positions(kernel(body)).body) ==
        "std::int64_t A_next = first < last ? pos[first] : 0;\n"
        "for (std::int64_t i = first; i < last; ++i) {\n"
        "  const std::int64_t A_begin = A_next;\n"
        "  const std::int64_t A_end = pos[i + 1];\n"
        "  A_next = A_end;\n"
        "  for (std::int64_t p = A_begin; p < A_end; ++p) {\n"
        "    const std::int64_t k = insum::rt::index(crd[p]);\n"
        "    s += x[k];\n"
        "  }\n"
        "}\n");
  const Body apart = {constant("A_end", position(add(name("i"), integer(2)))),
                      sum_of_entries(f64, position(name("i")), name("A_end"))};
  const Body other = {make_stmt(For{"i", name("first"), name("last"), apart, false, {}, 1})};
  CHECK(emit::to_cpp(passes::carry_positions(kernel(other)).body) == emit::to_cpp(other));
}

TEST_CASE("reductions over tiles are handed over for several rows at a time") {
  const ExprPtr x =
      make_expr(TileLoad{"t", make_expr(Pointer{name("x"), name("j")}, f64), nullptr}, f64, true);
  const StmtPtr sum = make_stmt(TileReduce{"s",
                                           "t",
                                           "k",
                                           "lanes",
                                           f64,
                                           Combine::add,
                                           integer(0),
                                           name("n"),
                                           {make_stmt(Update{name("lanes", f64, true), Combine::add, x})}});
  const auto rows = [&](const char* array, const ExprPtr& count) {
    TileReduce reduce = *get_if<TileReduce>(sum);
    reduce.end = count;
    const ExprPtr target = make_expr(Load{name(array), name("p")}, f64);
    return Body{make_stmt(For{"p",
                              name("b"),
                              name("e"),
                              {constant("j", make_expr(Load{name("crd"), name("p")}, i64)), make_stmt(reduce),
                               make_stmt(Update{target, Combine::store, name("s", f64)})},
                              false,
                              {},
                              1})};
  };
  const std::string text =
      emit::to_cpp(passes::remove_unused(passes::group_reductions(kernel(rows("y", name("n"))))).body);
  CHECK(text ==
        "insum::rt::reduce_rows<double, insum::rt::op_add, insum::rt::light>(b, e, 0, n, [&](auto t, "
        "std::int64_t, "
        "std::int64_t p, auto& "
        "lanes) INSUM_RT_LAMBDA {\n"
        "  const std::int64_t j = crd[p];\n"
        "  lanes += t.load(x + j);\n"
        "}, [&](std::int64_t p, const double s) INSUM_RT_LAMBDA {\n"
        "  y[p] = s;\n"
        "});\n");
  // A row may read what the last one wrote; its length may be its own.
  for (const Body& body : {rows("x", name("n")), rows("y", name("j"))})
    CHECK(emit::to_cpp(passes::group_reductions(kernel(body)).body) == emit::to_cpp(body));
}

namespace {

StmtPtr call(const std::string& function, std::vector<ExprPtr> arguments) {
  return make_stmt(Effect{make_expr(Call{function, std::move(arguments)}, {}), false});
}

/// for p in [b, e): if (c) { const q = P.level<0>().at(0, PARENT); P.level<1>().push(q, j); P.values.push(x)
/// }
Body rows(const std::string& parent) {
  const ExprPtr at = make_expr(Call{"P.template level<0>().at", {integer(0), name(parent)}}, i64);
  const Body append = {constant("q", at), call("P.template level<1>().push", {name("q"), name("j")}),
                       call("P.values.push", {name("x", f64)})};
  return {make_stmt(For{"p",
                        name("b"),
                        name("e"),
                        {constant("j", position(name("p"))), make_stmt(If{name("c"), append})},
                        false,
                        {},
                        1})};
}

}  // namespace

TEST_CASE("room for a row is made before the loop that appends to it") {
  const std::string after = emit::to_cpp(passes::reserve_rows(kernel(rows("i"))).body);
  CHECK(after ==
        "auto P_row = insum::rt::row_writer(P.template level<1>(), P.values, e - b);\n"
        "for (std::int64_t p = b; p < e; ++p) {\n"
        "  const std::int64_t j = pos[p];\n"
        "  if (c) {\n"
        "    P_row.push(j, x);\n"
        "  }\n"
        "}\n"
        "if (P_row.count() > 0) {\n"
        "  const std::int64_t q = P.template level<0>().at(0, i);\n"
        "  P_row.close(q);\n"
        "}\n");
}

TEST_CASE("entries under a parent of their own have no row") {
  const Body body = rows("j");
  CHECK(emit::to_cpp(passes::reserve_rows(kernel(body)).body) == emit::to_cpp(body));
}

namespace {

/// j_A = pA < eA ? x[pA] : none
StmtPtr next_of(const std::string& operand, const ExprPtr& running) {
  const ExprPtr coordinate = make_expr(Load{name("x" + operand), name("p" + operand)}, i64);
  return constant("j_" + operand,
                  make_expr(Ternary{running, coordinate, name("insum::rt::no_coordinate")}, i64));
}

/// has_A = j_A == j; pA = pA + has_A
Body moved_on(const std::string& operand) {
  const Type truth{ElementType::boolean, ""};
  const ExprPtr has = name("has_" + operand, truth), at = name("p" + operand);
  const ExprPtr same = make_expr(Binary{"==", name("j_" + operand), name("j")}, truth);
  return {make_stmt(Declare{truth, "has_" + operand, same, true, ""}),
          make_stmt(Update{at, Combine::store, make_expr(Binary{"+", at, make_expr(Cast{has}, i64)}, i64)})};
}

}  // namespace

TEST_CASE("a union of two operands has a copy of its body for each case") {
  const Type truth{ElementType::boolean, ""};
  const ExprPtr a = make_expr(Binary{"<", name("pA"), name("eA")}, truth),
                b = make_expr(Binary{"<", name("pB"), name("eB")}, truth);
  Body body = {next_of("A", a), next_of("B", b),
               constant("j", make_expr(Call{"insum::rt::min", {name("j_A"), name("j_B")}}, i64))};
  for (const char* operand : {"A", "B"})
    for (const StmtPtr& stmt : moved_on(operand)) body.push_back(stmt);
  const ExprPtr value = make_expr(Ternary{name("has_A", truth), name("u", f64), name("v", f64)}, f64);
  body.push_back(make_stmt(Update{name("s", f64), Combine::add, value}));
  const Body loop = {make_stmt(While{make_expr(Binary{"||", a, b}, truth), body})};
  const std::string after = emit::to_cpp(passes::split_unions(kernel(loop)).body);
  CHECK(after ==
        "while (pA < eA && pB < eB) {\n"
        "  const std::int64_t j_A = xA[pA];\n"
        "  const std::int64_t j_B = xB[pB];\n"
        "  if (j_A == j_B) {\n"
        "    const std::int64_t j = j_A;\n"
        "    pA = pA + 1;\n"
        "    pB = pB + 1;\n"
        "    s += u;\n"
        "    continue;\n"
        "  }\n"
        "  if (j_A < j_B) {\n"
        "    const std::int64_t j = j_A;\n"
        "    pA = pA + 1;\n"
        "    s += u;\n"
        "    continue;\n"
        "  }\n"
        "  const std::int64_t j = j_B;\n"
        "  pB = pB + 1;\n"
        "  s += v;\n"
        "}\n"
        "while (pA < eA) {\n"
        "  const std::int64_t j = xA[pA];\n"
        "  pA = pA + 1;\n"
        "  s += u;\n"
        "}\n"
        "while (pB < eB) {\n"
        "  const std::int64_t j = xB[pB];\n"
        "  pB = pB + 1;\n"
        "  s += v;\n"
        "}\n");
}

TEST_CASE("a union around another loop stays whole") {
  const Type truth{ElementType::boolean, ""};
  const ExprPtr a = make_expr(Binary{"<", name("pA"), name("eA")}, truth),
                b = make_expr(Binary{"<", name("pB"), name("eB")}, truth);
  Body body = {next_of("A", a), next_of("B", b),
               constant("j", make_expr(Call{"insum::rt::min", {name("j_A"), name("j_B")}}, i64))};
  for (const char* operand : {"A", "B"})
    for (const StmtPtr& stmt : moved_on(operand)) body.push_back(stmt);
  body.push_back(make_stmt(For{"k", integer(0), name("n"), {}, false, {}, 1}));
  const Body loop = {make_stmt(While{make_expr(Binary{"||", a, b}, truth), body})};
  CHECK(emit::to_cpp(passes::split_unions(kernel(loop)).body) == emit::to_cpp(loop));
}
