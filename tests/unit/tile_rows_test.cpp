#include "passes/tile_rows.h"

#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "loop_ir/rewrite.h"

using namespace insum;
using namespace insum::loops;

namespace {

ExprPtr tile_load(const std::string& array, const ExprPtr& at) {
  return make_expr(TileLoad{"t", make_expr(Pointer{name(array), at}, f64), nullptr}, f64, true);
}

/// for i in [b, e): for_tiles(0, n, t, j) { s = 0; for k in [0, END): s OP= a[i + k] * SHARED.load(MOVES);
/// TARGET[i * n + j] = s }
struct RowLoop {
  Combine op = Combine::add;
  std::string target = "c", moves = "k";
  ExprPtr end = name("m");
  bool apart = true;
  int unroll = 1;

  Body body() const {
    const ExprPtr factor = make_expr(Load{name("a"), add(name("i"), name("k"))}, f64);
    const ExprPtr product =
        make_expr(Binary{"*", factor, tile_load("x", add(name(moves), name("j")))}, f64, true);
    const ExprPtr sum = name("s", f64, true);
    const ExprPtr place = make_expr(Pointer{name(target), add(mul(name("i"), name("n")), name("j"))}, f64);
    For terms{"k", integer(0), end, {make_stmt(Update{sum, op, product})}};
    TileFor columns{"t",
                    "j",
                    f64,
                    integer(0),
                    name("n"),
                    {make_stmt(Declare{f64, "s", make_expr(Literal{"0.0"}, f64), false, "t"}),
                     make_stmt(terms), make_stmt(TileUpdate{"t", place, nullptr, Combine::store, sum})}};
    For rows{"i", name("b"), name("e"), {make_stmt(columns)}};
    rows.apart = apart;
    rows.unroll = unroll;
    return {make_stmt(rows)};
  }
};

std::string tiled(const RowLoop& loop) { return emit::to_cpp(passes::tile_rows(kernel(loop.body())).body); }

}  // namespace

TEST_CASE("loops over rows around tiles are handed over for several rows at a time") {
  CHECK(tiled({}) ==
        "insum::rt::for_row_tiles<double>(b, e, 0, n, [&](auto i_rows, auto t, std::int64_t j) "
        "INSUM_RT_LAMBDA {\n"
        "  auto s = i_rows.copies(t.fill(0.0));\n"
        "  for (std::int64_t k = 0; k < m; ++k) {\n"
        "    const auto x_pack = t.load(x + k + j);\n"
        "    i_rows.each([&](auto i_slot, std::int64_t i) INSUM_RT_LAMBDA {\n"
        "      s[i_slot].add_product(a[i + k], x_pack);\n"
        "    });\n"
        "  }\n"
        "  i_rows.each([&](auto i_slot, std::int64_t i) INSUM_RT_LAMBDA {\n"
        "    t.store(c + i * n + j, s[i_slot]);\n"
        "  });\n"
        "});\n");
  CHECK(tiled({.op = Combine::max}).find("s[i_slot] = insum::rt::max(s[i_slot], a[i + k] * x_pack);") !=
        std::string::npos);
}

TEST_CASE(
    "loops over rows stay where rows depend on each other, share nothing, or have lengths of their own") {
  const ExprPtr own = make_expr(Load{name("ends"), name("i")}, i64);
  for (const RowLoop& loop : {RowLoop{.target = "x"}, RowLoop{.target = "a"}, RowLoop{.moves = "i"},
                              RowLoop{.end = own}, RowLoop{.apart = false}, RowLoop{.unroll = 4}})
    CHECK(tiled(loop) == emit::to_cpp(loop.body()));
}

TEST_CASE("rows that share elements go together where each combines with them once, after its loops") {
  const Body body = RowLoop{}.body();
  For rows = *get_if<For>(body[0]);
  TileFor columns = *get_if<TileFor>(rows.body[0]);
  rows.apart = false, rows.combines = true;
  const ExprPtr sum = name("s", f64, true), place = make_expr(Load{name("to"), name("i")}, i64);
  const auto text_with = [&](const StmtPtr& write) {
    columns.body[2] = write;
    rows.body = {make_stmt(columns)};
    return emit::to_cpp(passes::tile_rows(kernel({make_stmt(rows)})).body);
  };
  const ExprPtr pointer = make_expr(Pointer{name("c"), place}, f64);
  CHECK(text_with(make_stmt(ScatterUpdate{"into", place, sum, "t", nullptr}))
            .find("into.update(t, to[i], s[i_slot]);") != std::string::npos);
  CHECK(text_with(make_stmt(TileUpdate{"t", pointer, nullptr, Combine::add, sum})).find("for_row_tiles") !=
        std::string::npos);
  // In an inner loop the first row's last term would come after the second row's first.
  For inner{"q", integer(0), name("m"), {make_stmt(ScatterUpdate{"into", place, sum, "t", nullptr})}};
  CHECK(text_with(make_stmt(inner)).find("for_row_tiles") == std::string::npos);
  rows.combines = false;
  CHECK(text_with(make_stmt(ScatterUpdate{"into", place, sum, "t", nullptr})).find("for_row_tiles") ==
        std::string::npos);
}

TEST_CASE("constants of a row are computed for each, constants of all rows once") {
  Body body = RowLoop{}.body();
  For rows = *get_if<For>(body[0]);
  TileFor columns = *get_if<TileFor>(rows.body[0]);
  For terms = *get_if<For>(columns.body[1]);
  const ExprPtr factor = make_expr(Load{name("a"), name("q")}, f64);
  const ExprPtr product = make_expr(Binary{"*", factor, tile_load("x", name("w"))}, f64, true);
  const auto read = [](const char* array, const char* at) {
    return make_expr(Load{name(array), name(at)}, i64);
  };
  terms.body = {constant("q", read("crd", "p")), constant("w", read("ind", "k")),
                make_stmt(Update{name("s", f64, true), Combine::add, product})};
  columns.body[1] = make_stmt(terms);
  rows.body = {constant("p", read("row", "i")), make_stmt(columns)};
  const std::string text = emit::to_cpp(passes::tile_rows(kernel({make_stmt(rows)})).body);
  CHECK(text.find("    const std::int64_t w = ind[k];\n"
                  "    const auto x_pack = t.load(x + w);\n"
                  "    i_rows.each([&](auto i_slot, std::int64_t i) INSUM_RT_LAMBDA {\n"
                  "      const std::int64_t p = row[i];\n"
                  "      const std::int64_t q = crd[p];\n"
                  "      s[i_slot].add_product(a[q], x_pack);\n") != std::string::npos);
}

TEST_CASE("a row keeps two packs at most") {
  Body body = RowLoop{}.body();
  For rows = *get_if<For>(body[0]);
  TileFor columns = *get_if<TileFor>(rows.body[0]);
  const StmtPtr terms = columns.body[1];
  const auto with_part = [&](const std::string& part, const StmtPtr& inside) {
    const ExprPtr sum = name(part, f64, true);
    const Body list = {make_stmt(Declare{f64, part, make_expr(Literal{"0.0"}, f64), false, "t"}), inside,
                       make_stmt(Update{sum, Combine::add, name("s", f64, true)}),
                       make_stmt(Update{name("s", f64, true), Combine::store, sum})};
    return make_stmt(For{part + "_k", integer(0), name("w"), list});
  };
  const auto text = [&](const StmtPtr& loop) {
    columns.body[1] = loop;
    rows.body = {make_stmt(columns)};
    return emit::to_cpp(passes::tile_rows(kernel({make_stmt(rows)})).body);
  };
  const StmtPtr two = with_part("p", terms);
  CHECK(text(two).starts_with("insum::rt::for_row_tiles<double, 2>(b, e, 0, n, "));
  CHECK(text(two).find("    auto p = i_rows.copies(t.fill(0.0));\n") != std::string::npos);
  CHECK(text(with_part("q", two)).starts_with("for (std::int64_t i = b; i < e; ++i) {"));
}
