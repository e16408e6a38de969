// Tensors in storage as plain arrays, and what they mean: independent of what generated code does.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

using Index = std::vector<int>;
using Values = std::vector<double>;

struct Level {
  /// nonunique: compressed, followed by a `single`; list: the same as a root without positions; rows: `size`
  /// places for each row, of which the first so many are used; gather: an index array of `size` numbers;
  /// groups: a root without positions whose coordinates do not fall, followed by a `fixed` without padding
  /// marks.
  enum Kind { dense, compressed, nonunique, list, groups, single, fixed, offset, ragged, rows, gather } kind;
  int size;       // of the mode; fixed, rows: places of each row
  int other = 0;  // offset: size of the other mode; fixed, rows, gather: size of the mode
};

/// A tensor: the arrays of its levels in their order.
struct Storage {
  std::vector<Level> levels;
  std::vector<Index> arrays;
  Values vals;
  int base = 0;
  bool ordered = true, unique = true;  // the entries of a list
  int triangle = 0;                    // -1: entries of the lower triangle only, 1: of the upper one
  bool wraps = false;                  // unsigned numbers: whatever is out of range is padding in `fixed`
};

/// Whether the storage keeps the rules of its levels.
bool is_valid(const Storage& s);

/// Calls f(coordinates of the levels, value) for each entry of valid storage.
void for_entries(const Storage& s, const std::function<void(const Index&, double)>& f);

/// The dense form of valid storage: `place` gives the element of a result of `count` that has these
/// coordinates of the levels, or -1 where there is none. Entries at one place are added up.
Values image(const Storage& s, std::size_t count, const std::function<int(const Index&)>& place);
