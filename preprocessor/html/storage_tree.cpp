#include "html/storage_tree.h"

#include <algorithm>

#include "html/svg.h"

namespace insum::html {

namespace {

constexpr int half_column = 9, level_height = 46, top = 16, radius = 5, margin = 8;

/// Whether the coordinates below the `n`th position of a level are stored. Neighbours differ where the level
/// allows it.
std::vector<bool> children(Fan fan, int n, bool is_deep) {
  if (is_deep) return {true};  // many levels: the outer ones show the shape
  const bool even = n % 2 == 0;
  switch (fan) {
    case Fan::all:
      return {true, true};
    case Fan::some:
      return even ? std::vector<bool>{true, false, true} : std::vector<bool>{false, true};
    case Fan::first:
      return even ? std::vector<bool>{true, true} : std::vector<bool>{true};
    case Fan::padded:
      return even ? std::vector<bool>{true, true} : std::vector<bool>{true, false};
    case Fan::one:
      break;
  }
  return {true};
}

class Placer {
 public:
  explicit Placer(const std::vector<StorageLevel>& levels) : levels_(levels), positions_(levels.size(), 0) {}

  std::vector<PlacedDot> run() {
    add(-1, -1, true);
    return std::move(dots_);
  }

 private:
  /// The dot's place in half columns.
  int add(int level, int parent, bool stored) {
    const std::size_t self = dots_.size();
    dots_.push_back({level, parent, stored, 0});
    const auto below = static_cast<std::size_t>(level + 1);
    if (!stored || below == levels_.size()) {
      dots_[self].x = 2 * leaves_++;
      return dots_[self].x;
    }
    int first = -1, last = 0;
    for (const bool each : children(levels_[below].fan, positions_[below]++, below >= 4)) {
      last = add(level + 1, static_cast<int>(self), each);
      if (first < 0) first = last;
    }
    dots_[self].x = (first + last) / 2;
    return dots_[self].x;
  }

  const std::vector<StorageLevel>& levels_;
  std::vector<int> positions_;  // so many of each level have children
  std::vector<PlacedDot> dots_;
  int leaves_ = 0;
};

int x_of(const PlacedDot& dot) { return margin + radius + dot.x * half_column; }
int y_of(int level) { return top + (level + 1) * level_height; }

std::string line(int x0, int y0, int x1, int y1, const char* css_class) {
  return svg_path("M" + std::to_string(x0) + " " + std::to_string(y0) + "L" + std::to_string(x1) + " " +
                      std::to_string(y1),
                  css_class);
}

}  // namespace

std::vector<PlacedDot> place(const std::vector<StorageLevel>& levels) { return Placer(levels).run(); }

std::string draw(const TensorStorage& tensor) {
  const std::vector<PlacedDot> dots = place(tensor.levels);
  const int last = static_cast<int>(tensor.levels.size()) - 1;
  std::string edges, marks;
  int right = 0;
  for (const PlacedDot& dot : dots) {
    const int x = x_of(dot), y = y_of(dot.level);
    right = std::max(right, x);
    if (dot.parent >= 0)
      edges += line(x_of(dots[static_cast<std::size_t>(dot.parent)]), y_of(dot.level - 1), x, y,
                    dot.stored ? "edge" : "edge absent");
    marks += svg_dot(x, y, radius, dot.stored ? "dot" : "dot absent");
    if (dot.level != last || !dot.stored) continue;
    edges += line(x, y, x, y_of(last + 1), "edge");
    marks += svg_box(x - radius, y_of(last + 1) - radius, 2 * radius, 2 * radius, 1, "value");
  }
  const int left = right + radius + 14;
  int width = left + text_width(tensor.name);
  marks += svg_text(left, y_of(-1) + 5, "label name", tensor.name);
  for (int l = 0; l <= last + 1; ++l) {
    const bool is_level = l <= last;
    const std::string text = is_level ? tensor.levels[static_cast<std::size_t>(l)].text : "values";
    const std::string detail = is_level ? tensor.levels[static_cast<std::size_t>(l)].detail : tensor.values;
    marks += svg_text(left, y_of(l) - 2, "label", text) + svg_text(left, y_of(l) + 14, "note", detail);
    width = std::max({width, left + text_width(text), left + text_width(detail)});
  }
  std::string title = tensor.name + ", " + tensor.caption;
  for (const StorageLevel& level : tensor.levels) title += "; " + level.text + ": " + level.detail;
  return svg(width + margin, y_of(last + 1) + 22, title, edges + marks);
}

}  // namespace insum::html
