// Results of programs: their storage, whether it is well formed, and what it means densely.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "differential.hpp"
#include "interpreter.hpp"

namespace differential {

/// The storage of a result: index arrays in the order of the format, then the values, widened.
struct Result {
  Coordinates shape;  // as the object says, where it says so
  std::vector<Coordinates> indices;
  Real real;
  Integer integer;
  Complex complex;

  template <class Range>
  Result& index(const Range& array) {
    Coordinates& out = indices.emplace_back();
    for (const auto x : array) out.push_back(static_cast<std::int64_t>(x));
    return *this;
  }
  template <class T>
  Result& values(const T* data, std::size_t size) {
    set(widened(data, size));
    return *this;
  }
  template <class Shape>
  Result& sizes(const Shape& array) {
    shape.assign(array.begin(), array.end());
    return *this;
  }

 private:
  void set(Real x) { real = std::move(x); }
  void set(Integer x) { integer = std::move(x); }
  void set(Complex x) { complex = std::move(x); }
};

/// One storage level: `kind` is dense, compressed, nonunique, list (nonunique without positions) or
/// singleton; it stores mode `mode`, or its blocks ('/') of `block`, or the place in the block ('%').
struct Level {
  std::string kind;
  std::size_t mode;
  char part;
  std::int64_t block;
};

struct Layout {
  Coordinates shape;
  std::vector<Level> levels;
  std::int64_t base = 0;
  bool sorted = true, unique = true;
};

/// A position of the innermost level: the coordinate of each level, and the place in the tensor.
struct Entry {
  Coordinates levels, where;
  bool inside = true;  // blocks reach beyond the edges
};

/// What a storage's index arrays say; `complaint` is empty where they are well formed.
struct Entries {
  std::vector<Entry> entries;
  std::string complaint;
};

/// Walks the index arrays and checks lengths, positions, ranges, order, and that a coordinate occurs once.
Entries walk(const Layout& layout, const std::vector<Coordinates>& indices, std::size_t values);

/// The number of outer levels down to the innermost one that is not dense: what one stored entry is.
std::size_t entry_depth(const Layout& layout);

/// Runs a program on 1, 2 and 4 threads and compares each result with what the text says (interpreter.hpp),
/// which ends with `result NAME LEVELS (kind mode part block) ... base sorted unique absolute relative
/// deterministic`.
bool check_program(Result (*run)(int threads), const char* text);

}  // namespace differential
