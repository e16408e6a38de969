#include <doctest/doctest.h>

#include "html/loop_tree.h"
#include "html/storage_tree.h"

using namespace insum::html;

namespace {

LoopNode loop(const std::string& name, std::vector<LoopNode> children) {
  return {LoopNode::Kind::loop, name, {}, "", std::move(children)};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("loops are placed as an outline") {
  const LoopNode statement{LoopNode::Kind::statement, "y[i] = x[i]", {}, "", {}};
  const std::vector<LoopNode> roots = {loop("i", {loop("j", {statement}), statement}), loop("k", {})};
  const std::vector<PlacedLoop> rows = place(roots);
  REQUIRE(rows.size() == 5);
  const int parents[] = {-1, 0, 1, 0, -1};
  for (std::size_t n = 0; n < 5; ++n) {
    CHECK(rows[n].parent == parents[n]);
    if (n > 0) CHECK(rows[n].y > rows[n - 1].y);
  }
  CHECK(rows[1].x > rows[0].x);
  CHECK(rows[2].x > rows[1].x);
  CHECK(rows[3].x == rows[1].x);
  CHECK(rows[4].x == rows[0].x);
  CHECK(rows[2].width > rows[1].width);
}

TEST_CASE("a drawing of loops has their words, and text that is no markup") {
  LoopNode root = loop("i", {{LoopNode::Kind::statement, "y[i] = x[i] < 2", {}, "", {}}});
  root.words = {"parallel(nonzeros)", "vector"};
  const std::string out = draw({root}, "a \"title\"");
  CHECK(out.find("class=\"word parallel\"") != std::string::npos);
  CHECK(out.find(">parallel(nonzeros)</text>") != std::string::npos);
  CHECK(out.find("x[i] &lt; 2") != std::string::npos);
  CHECK(out.find("aria-label=\"a &quot;title&quot;\"") != std::string::npos);
  CHECK(count(out, "class=\"edge\"") == 1);
}

TEST_CASE("parents stand above the middle of their children") {
  const std::vector<StorageLevel> levels = {{"i", "", Fan::all}, {"k", "", Fan::some}};
  const std::vector<PlacedDot> dots = place(levels);
  int leaves = 0;
  for (std::size_t n = 0; n < dots.size(); ++n) {
    int first = -1, last = -1;
    for (const PlacedDot& each : dots) {
      if (each.parent != static_cast<int>(n)) continue;
      CHECK(each.level == dots[n].level + 1);
      if (first < 0) first = each.x;
      last = each.x;
    }
    if (first >= 0)
      CHECK(dots[n].x == (first + last) / 2);
    else
      CHECK(dots[n].x == 2 * leaves++);  // side by side
  }
  CHECK(leaves == 5);  // one row with three coordinates, one with two
}

TEST_CASE("what is not stored has nothing below it") {
  const std::vector<PlacedDot> dots =
      place(std::vector<StorageLevel>{{"i", "", Fan::some}, {"k", "", Fan::padded}, {"j", "", Fan::one}});
  bool has_absent = false;
  for (const PlacedDot& dot : dots) {
    has_absent = has_absent || !dot.stored;
    if (dot.parent >= 0) CHECK(dots[static_cast<std::size_t>(dot.parent)].stored);
  }
  CHECK(has_absent);
}

TEST_CASE("many levels stay a small picture") {
  const std::vector<StorageLevel> levels(12, StorageLevel{"i", "", Fan::all});
  CHECK(place(levels).size() < 200);
}

TEST_CASE("a scalar's storage is its value") {
  const std::string out = draw(TensorStorage{"s", "dense, double", {}, "s"});
  CHECK(count(out, "class=\"value\"") == 1);
}
