#include "html/loop_tree.h"

#include <algorithm>

#include "html/svg.h"

namespace insum::html {

namespace {

constexpr int row_height = 34, box_height = 26, indent = 28, padding = 10, gap = 8;

/// What stands in the box of a node.
std::string label(const LoopNode& node) {
  return node.kind == LoopNode::Kind::loop ? "for " + node.text : node.text;
}

void place_below(const LoopNode& node, int parent, int depth, std::vector<PlacedLoop>& out) {
  const int row = static_cast<int>(out.size());
  out.push_back(
      {&node, parent, 1 + depth * indent, 1 + row * row_height, text_width(label(node)) + 2 * padding});
  for (const LoopNode& child : node.children) place_below(child, row, depth + 1, out);
}

/// "parallel(nonzeros)" has the colour of "parallel".
std::string word_class(const std::string& word) { return "word " + word.substr(0, word.find('(')); }

const char* box_class(LoopNode::Kind kind) {
  switch (kind) {
    case LoopNode::Kind::loop:
      return "box loop";
    case LoopNode::Kind::statement:
      return "box statement";
    case LoopNode::Kind::other:
      break;
  }
  return "box other";
}

/// The box with what stands to its right; `right` is where that ends.
std::string draw_row(const PlacedLoop& row, int& right) {
  const LoopNode& node = *row.node;
  const int base = row.y + box_height - 8;
  std::string out = svg_box(row.x, row.y, row.width, box_height, 5, box_class(node.kind)) +
                    svg_text(row.x + padding, base, "label", label(node));
  right = row.x + row.width;
  for (const std::string& word : node.words) {
    const int width = text_width(word) + 2 * padding;
    out += svg_box(right + gap, row.y + 2, width, box_height - 4, 11, word_class(word)) +
           svg_text(right + gap + padding, base, "label", word);
    right += gap + width;
  }
  if (node.note.empty()) return out;
  out += svg_text(right + gap, base, "note", node.note);
  right += gap + text_width(node.note);
  return out;
}

/// From below the parent's box to the left of the child's.
std::string draw_edge(const PlacedLoop& parent, const PlacedLoop& child) {
  const std::string path = "M" + std::to_string(parent.x + indent / 2) + " " +
                           std::to_string(parent.y + box_height) + "V" +
                           std::to_string(child.y + box_height / 2) + "H" + std::to_string(child.x);
  return svg_path(path, "edge");
}

}  // namespace

std::vector<PlacedLoop> place(const std::vector<LoopNode>& roots) {
  std::vector<PlacedLoop> out;
  for (const LoopNode& root : roots) place_below(root, -1, 0, out);
  return out;
}

std::string draw(const std::vector<LoopNode>& roots, const std::string& title) {
  const std::vector<PlacedLoop> rows = place(roots);
  std::string edges, boxes;
  int width = 0;
  for (const PlacedLoop& row : rows) {
    if (row.parent >= 0) edges += draw_edge(rows[static_cast<std::size_t>(row.parent)], row);
    int right = 0;
    boxes += draw_row(row, right);
    width = std::max(width, right);
  }
  return svg(width + 2, static_cast<int>(rows.size()) * row_height, title, edges + boxes);
}

}  // namespace insum::html
