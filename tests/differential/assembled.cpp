#include "assembled.hpp"

#include <algorithm>
#include <set>

namespace differential {

namespace {

std::string text(const Coordinates& coordinates) {
  std::string result = "(";
  for (const std::int64_t x : coordinates) result += (result.size() > 1 ? "," : "") + std::to_string(x);
  return result + ")";
}

class Walk {
 public:
  Walk(const Layout& layout, const std::vector<Coordinates>& arrays) : layout_(layout), arrays_(arrays) {
    positions_.push_back({{}, Coordinates(layout.shape.size(), 0), true});
  }

  void run(std::size_t values) {
    for (const Level& level : layout_.levels) {
      if (level.kind == "dense")
        dense(level);
      else if (level.kind == "singleton")
        singleton(level);
      else if (level.kind == "list")
        list(level);
      else
        compressed(level);
      if (!complaint.empty()) return;
      if (level.kind == "compressed") check_order(level, true);
    }
    if (!complaint.empty()) return;
    check_order(layout_.levels.empty() ? Level{} : layout_.levels.back(), layout_.unique);
    if (values != positions_.size())
      complain("there are " + std::to_string(values) + " values for " + std::to_string(positions_.size()) +
               " positions");
  }

  std::vector<Entry> positions_;
  std::string complaint;

 private:
  void complain(const std::string& what) {
    if (complaint.empty()) complaint = what;
  }

  std::int64_t extent(const Level& level) const {
    const std::int64_t size = layout_.shape[level.mode];
    if (level.part == '/') return (size + level.block - 1) / level.block;
    return level.part == '%' ? level.block : size;
  }

  Entry below(const Entry& parent, const Level& level, std::int64_t c) const {
    Entry entry = parent;
    entry.levels.push_back(c);
    entry.where[level.mode] += level.part == '/' ? c * level.block : c;
    // Only with its last part is a coordinate whole.
    if (level.part != '/' && entry.where[level.mode] >= layout_.shape[level.mode]) entry.inside = false;
    return entry;
  }

  void dense(const Level& level) {
    std::vector<Entry> next;
    for (const Entry& parent : positions_)
      for (std::int64_t c = 0; c < extent(level); ++c) next.push_back(below(parent, level, c));
    positions_ = std::move(next);
  }

  const Coordinates& array(const char* role) {
    static const Coordinates none;
    if (next_ >= arrays_.size()) {
      complain(std::string("no array of ") + role);
      return none;
    }
    return arrays_[next_++];
  }

  bool step(std::vector<Entry>& next, const Entry& parent, const Level& level, std::int64_t stored) {
    const std::int64_t c = stored - layout_.base;
    if (c < 0 || c >= extent(level)) {
      complain("coordinate " + std::to_string(stored) + " of level " + name(level) +
               " is out of range below " + text(parent.levels));
      return false;
    }
    next.push_back(below(parent, level, c));
    return true;
  }

  std::string name(const Level& level) const {
    return std::to_string(&level - layout_.levels.data()) + " (" + level.kind + ")";
  }

  void list(const Level& level) {
    std::vector<Entry> next;
    for (const std::int64_t c : array("coordinates"))
      if (!step(next, positions_[0], level, c)) return;
    positions_ = std::move(next);
  }

  void singleton(const Level& level) {
    const Coordinates& crd = array("coordinates");
    if (crd.size() != positions_.size())
      return complain("level " + name(level) + " has " + std::to_string(crd.size()) +
                      " coordinates, wanted " + std::to_string(positions_.size()));
    std::vector<Entry> next;
    for (std::size_t p = 0; p < crd.size(); ++p)
      if (!step(next, positions_[p], level, crd[p])) return;
    positions_ = std::move(next);
  }

  void compressed(const Level& level) {
    const Coordinates& pos = array("positions");
    const Coordinates& crd = array("coordinates");
    if (pos.size() != positions_.size() + 1)
      return complain("level " + name(level) + " has " + std::to_string(pos.size()) + " positions, wanted " +
                      std::to_string(positions_.size() + 1));
    if (pos[0] != layout_.base)
      return complain("level " + name(level) + ": positions begin at " + std::to_string(pos[0]));
    if (!std::is_sorted(pos.begin(), pos.end())) return complain("level " + name(level) + ": positions fall");
    if (pos.back() - layout_.base != static_cast<std::int64_t>(crd.size()))
      return complain("level " + name(level) + ": positions end at " + std::to_string(pos.back()) +
                      ", there are " + std::to_string(crd.size()) + " coordinates");
    const std::size_t number = static_cast<std::size_t>(&level - layout_.levels.data());
    const bool below_sparse = number > 0 && layout_.levels[number - 1].kind == "compressed";
    std::vector<Entry> next;
    for (std::size_t p = 0; p < positions_.size(); ++p) {
      if (below_sparse && pos[p] == pos[p + 1])
        return complain("node " + text(positions_[p].levels) + " has nothing below it");
      for (std::int64_t q = pos[p] - layout_.base; q < pos[p + 1] - layout_.base; ++q)
        if (!step(next, positions_[p], level, crd[static_cast<std::size_t>(q)])) return;
    }
    positions_ = std::move(next);
  }

  void check_order(const Level& level, bool unique) {
    std::set<Coordinates> seen;
    for (std::size_t n = 0; n < positions_.size(); ++n) {
      const Coordinates& now = positions_[n].levels;
      if (layout_.sorted && n > 0 && now < positions_[n - 1].levels)
        return complain("level " + name(level) + " is not sorted at " + text(now));
      if (unique && !seen.insert(now).second)
        return complain("level " + name(level) + " has " + text(now) + " twice");
    }
  }

  const Layout& layout_;
  const std::vector<Coordinates>& arrays_;
  std::size_t next_ = 0;
};

}  // namespace

Entries walk(const Layout& layout, const std::vector<Coordinates>& indices, std::size_t values) {
  Walk walk(layout, indices);
  walk.run(values);
  return {std::move(walk.positions_), walk.complaint};
}

std::size_t entry_depth(const Layout& layout) {
  std::size_t depth = layout.levels.size();
  while (depth > 0 && layout.levels[depth - 1].kind == "dense") --depth;
  return depth;
}

}  // namespace differential
