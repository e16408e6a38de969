#include "storage.hpp"

#include <set>

namespace {

std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

bool inside(const Index& crd, std::size_t count, int base, int size) {
  if (crd.size() < count) return false;
  for (std::size_t p = 0; p < count; ++p)
    if (crd[p] < base || static_cast<long>(crd[p]) - base >= size) return false;
  return true;
}

bool are_positions(const Index& pos, std::size_t count, int base) {
  if (pos.size() < count + 1 || pos[0] != base) return false;
  for (std::size_t p = 0; p < count; ++p)
    if (pos[p + 1] < pos[p]) return false;
  return true;
}

bool occur_once(const std::vector<const Index*>& crd, std::size_t begin, std::size_t end) {
  std::set<Index> seen;
  for (std::size_t p = begin; p < end; ++p) {
    Index entry;
    for (const Index* array : crd) entry.push_back((*array)[p]);
    if (!seen.insert(entry).second) return false;
  }
  return true;
}

/// Entries begin ... end - 1 of the arrays, outermost first.
bool ascend(const std::vector<const Index*>& crd, std::size_t begin, std::size_t end, bool unique) {
  for (std::size_t p = begin + 1; p < end; ++p) {
    int order = 0;
    for (std::size_t a = 0; a < crd.size() && order == 0; ++a) order = (*crd[a])[p - 1] - (*crd[a])[p];
    if (order > 0 || (unique && order == 0)) return false;
  }
  return true;
}

bool offsets_are_valid(const Index& offsets, int rows, int columns) {
  for (std::size_t p = 0; p < offsets.size(); ++p) {
    if (offsets[p] <= -rows || offsets[p] >= columns) return false;
    for (std::size_t q = 0; q < p; ++q)
      if (offsets[q] == offsets[p]) return false;
  }
  return true;
}

/// Goes down the levels; `count_` is the number of positions so far.
class Validity {
 public:
  explicit Validity(const Storage& s) : s_(s) {}
  bool run() {
    for (; level_ < s_.levels.size(); ++level_)
      if (!is_good(s_.levels[level_])) return false;
    return (is_list_ ? s_.vals.size() == count_ : s_.vals.size() >= count_) && is_triangle();
  }

 private:
  const Index& next() { return s_.arrays[array_++]; }

  bool is_triangle() const {
    bool good = true;
    if (s_.triangle != 0)
      for_entries(
          s_, [&](const Index& c, double value) { good &= value == 0 || (c[1] - c[0]) * s_.triangle >= 0; });
    return good;
  }

  bool follow(const std::vector<const Index*>& crd, std::size_t begin, std::size_t end) const {
    return s_.ordered ? ascend(crd, begin, end, s_.unique) : !s_.unique || occur_once(crd, begin, end);
  }

  bool is_good(const Level& level) {
    switch (level.kind) {
      case Level::dense:
        count_ *= as_size(level.size);
        return true;
      case Level::compressed:
        return compressed(level, false);
      case Level::nonunique:
        return compressed(level, true);
      case Level::list:
        return list(level);
      case Level::groups:
        count_ = s_.arrays[array_].size();
        has_marks_ = false;
        return inside(s_.arrays[array_], count_, s_.base, level.size) && ascend({&next()}, 0, count_, false);
      case Level::single:
        return true;  // with the level above
      case Level::fixed:
        return fixed(level);
      case Level::offset:
        count_ = s_.arrays[0].size();
        return offsets_are_valid(next(), level.other, level.size);
      case Level::ragged:
        return ragged(level);
      case Level::rows:
        return rows(level);
      case Level::gather:
        count_ = 0;
        return inside(next(), as_size(level.size), s_.base, level.other);
    }
    return false;
  }

  bool compressed(const Level& level, bool pairs) {
    const Index &pos = next(), &crd = next();
    if (!are_positions(pos, count_, s_.base)) return false;
    const std::size_t entries = as_size(pos[count_] - s_.base);
    std::vector<const Index*> arrays = {&crd};
    if (!inside(crd, entries, s_.base, level.size)) return false;
    if (pairs) {
      arrays.push_back(&next());
      if (!inside(*arrays.back(), entries, s_.base, s_.levels[level_ + 1].size)) return false;
    }
    for (std::size_t p = 0; p < count_; ++p)
      if (!follow(arrays, as_size(pos[p] - s_.base), as_size(pos[p + 1] - s_.base))) return false;
    count_ = entries;
    return true;
  }

  bool list(const Level& level) {
    const Index &a = next(), &b = next();
    count_ = a.size();
    if (!inside(a, count_, s_.base, level.size) || !inside(b, count_, s_.base, s_.levels[level_ + 1].size))
      return false;
    is_list_ = true;
    return b.size() == count_ && follow({&a, &b}, 0, count_);
  }

  bool fixed(const Level& level) {
    const Index& crd = next();
    count_ *= as_size(level.size);
    if (crd.size() < count_) return false;
    Index last;  // the entries of a row so far
    for (std::size_t p = 0; p < count_; ++p) {
      if (p % as_size(level.size) == 0) last.clear();
      const bool padding = crd[p] < s_.base || static_cast<long>(crd[p]) - s_.base >= level.other;
      if (padding && !has_marks_) return false;
      if (padding && !s_.wraps && crd[p] != -1 && crd[p] != s_.base - 1) return false;
      if (padding || (p < s_.vals.size() && s_.vals[p] == 0)) continue;
      if (!last.empty() && crd[p] <= last.back()) return false;
      last.push_back(crd[p]);
    }
    return true;
  }

  bool ragged(const Level& level) {
    const Index& pos = next();
    if (!are_positions(pos, count_, s_.base)) return false;
    for (std::size_t p = 0; p < count_; ++p)
      if (pos[p + 1] - pos[p] > level.size) return false;
    count_ = as_size(pos[count_] - s_.base);
    return true;
  }

  bool rows(const Level& level) {
    const Index &counts = next(), &crd = next();
    for (std::size_t p = 0; p < count_; ++p) {
      if (counts[p] < 0) return false;
      const std::size_t begin = p * as_size(level.size), end = begin + as_size(counts[p]);
      for (std::size_t q = begin; q < end; ++q)
        if (crd[q] < 0 || crd[q] >= level.other) return false;
      if (!follow({&crd}, begin, end)) return false;
    }
    count_ *= as_size(level.size);
    return true;
  }

  const Storage& s_;
  std::size_t level_ = 0, array_ = 0, count_ = 1;
  bool is_list_ = false;   // without positions
  bool has_marks_ = true;  // -1 is padding
};

class Walk {
 public:
  Walk(const Storage& s, const std::function<void(const Index&, double)>& f) : s_(s), f_(f) {}

  /// The entries under position p of the level above `level`, whose arrays begin with number `array`.
  void run(std::size_t level, std::size_t array, int p) {
    if (level == s_.levels.size()) return f_(coordinates_, s_.vals.empty() ? 1 : s_.vals[as_size(p)]);
    const Level& l = s_.levels[level];
    const auto at = [&](std::size_t a, int q) {
      const int number = s_.arrays[array + a][as_size(q)];
      return s_.base > 0 && number < s_.base ? -1 : number - s_.base;
    };
    const auto down = [&](std::size_t arrays, int q, int coordinate) {
      coordinates_.push_back(coordinate);
      run(level + 1, array + arrays, q);
      coordinates_.pop_back();
    };
    switch (l.kind) {
      case Level::dense:
        for (int c = 0; c < l.size; ++c) down(0, p * l.size + c, c);
        break;
      case Level::compressed:
      case Level::nonunique:
        for (int q = at(0, p); q < at(0, p + 1); ++q) down(2, q, at(1, q));
        break;
      case Level::list:
      case Level::groups:
        for (int q = 0; q < static_cast<int>(s_.arrays[array].size()); ++q) down(1, q, at(0, q));
        break;
      case Level::single:
        down(1, p, at(0, p));
        break;
      case Level::fixed:
        for (int q = p * l.size; q < (p + 1) * l.size; ++q)
          if (at(0, q) >= 0 && at(0, q) < l.other) down(1, q, at(0, q));
        break;
      case Level::offset:
        for (int q = 0; q < static_cast<int>(s_.arrays[array].size()); ++q) down(1, q, at(0, q));
        break;
      case Level::ragged:
        for (int q = at(0, p); q < at(0, p + 1); ++q) down(1, q, q - at(0, p));
        break;
      case Level::rows:
        for (int q = p * l.size; q < p * l.size + s_.arrays[array][as_size(p)]; ++q) down(2, q, at(1, q));
        break;
      case Level::gather:
        for (int q = 0; q < l.size; ++q) {
          coordinates_.push_back(q);
          down(1, q, at(0, q));
          coordinates_.pop_back();
        }
        break;
    }
  }

 private:
  const Storage& s_;
  const std::function<void(const Index&, double)>& f_;
  Index coordinates_;
};

}  // namespace

bool is_valid(const Storage& s) { return Validity(s).run(); }

void for_entries(const Storage& s, const std::function<void(const Index&, double)>& f) {
  Walk(s, f).run(0, 0, 0);
}

Values image(const Storage& s, std::size_t count, const std::function<int(const Index&)>& place) {
  Values result(count);
  for_entries(s, [&](const Index& coordinates, double value) {
    const int at = place(coordinates);
    if (at >= 0) result[as_size(at)] += value;
  });
  return result;
}
