// What visitors of a tensor's entries share: its sizes and arrays, each of which is checked before it is
// read.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../storage.hpp"
#include "values.hpp"

namespace insum::detail {

template <class Tensor>
constexpr bool is_format(std::string_view name) {
  return name == storage<Tensor>::format;
}

/// Positions of `rows` rows must not fall; those of a slice of rows begin where it does.
template <class Index>
void check_row_positions(array_name name, const Index* pos, std::int64_t rows) {
  for (std::int64_t i = 0, before = 0; rows > 0 && i <= rows; ++i) {
    const std::int64_t position = static_cast<std::int64_t>(pos[i]);
    if (position < before)
      name.fail(i, position, i == 0 ? "a position cannot be negative" : "less than the position before it");
    before = position;
  }
}

/// Of array elements, positions, or nodes of a level.
struct element_range {
  std::int64_t begin = 0, end = 0;
  std::int64_t count() const { return end - begin; }
};

/// Every coordinate in the range must lie in [0, bound), or be -1 where that is padding.
template <class Index>
void check_coordinates(array_name name, const Index* crd, element_range range, std::int64_t bound,
                       bool padded = false) {
  parallel_ranges(range.count(), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = range.begin + begin; p < range.begin + end; ++p) {
      const std::int64_t x = static_cast<std::int64_t>(crd[p]);
      if ((x >= 0 && x < bound) || (padded && crd[p] == static_cast<Index>(-1))) continue;
      throw storage_error(name.str(), p, crd[p], "out of range [0, " + std::to_string(bound) + ")");
    }
  });
}

/// Every array must have the elements that the sizes and positions count on: all that follows reads them
/// without asking. Names are those of the format's table, after the format's own.
template <class Tensor>
struct entries_base {
  using description = storage<Tensor>;
  using value_type = typename description::value_type;
  using index_type = typename description::index_type;
  static constexpr int rank = description::rank;
  using coordinates = std::array<std::int64_t, static_cast<std::size_t>(rank)>;

  explicit entries_base(const Tensor& tensor) : t(tensor) {
    for (int mode = 0; mode < rank; ++mode)
      if (size(mode) < 0)
        array_name{full_name(".shape").c_str()}.fail(mode, size(mode), "a size cannot be negative");
  }
  template <int n>
  const auto* array() const {
    return description::template array<n>(t);
  }
  /// -1 where nobody knows.
  template <int n>
  std::int64_t length() const {
    return description::template length<n>(t);
  }
  std::int64_t size(int mode) const { return description::size(t, mode); }
  std::int64_t parameter(int n) const { return description::parameter(t, n); }
  template <class Number>
  static std::int64_t wide(Number x) {
    return static_cast<std::int64_t>(x);
  }
  static std::string full_name(const char* name) { return std::string(description::format).append(name); }

  /// Of blocks or groups: of a size that is not positive there are none.
  std::int64_t block_size(int n, const char* name) const {
    check_positive({full_name(name).c_str()}, parameter(n));
    return parameter(n);
  }
  template <int n>
  void check_array(const char* name, std::int64_t needed, int level = -1) const {
    const std::int64_t known = this->template length<n>();
    if (known >= 0 ? known < needed : needed < 0) fail_length(name, level, known, needed);
    if (needed > 0 && !this->template array<n>())
      throw storage_error(array_name{full_name(name).c_str(), level}.str(), "it is a null pointer");
  }
  template <int n>
  void check_array(const char* name, std::initializer_list<std::int64_t> sizes) const {
    check_array<n>(name, product(name, sizes));
  }
  /// Of a list of `count` entries, groups or diagonals, which has no other elements.
  template <int n>
  void check_list(const char* name, std::int64_t count, int level = -1) const {
    check_array<n>(name, count, level);
    const std::int64_t known = this->template length<n>();
    if (known > count) fail_length(name, level, known, count);
  }
  template <int n>
  void check_list(const char* name, std::initializer_list<std::int64_t> sizes, int level = -1) const {
    check_list<n>(name, product(name, sizes), level);
  }
  template <int n>
  void check_crd(const char* name, element_range range, std::int64_t bound, int level = -1,
                 bool padded = false) const {
    check_array<n>(name, range.end, level);
    const std::string text = full_name(name);
    check_coordinates({text.c_str(), level}, this->template array<n>(), range, bound, padded);
  }
  /// Array n has the positions of so many segments, whose elements are in the range that it gives.
  template <int n>
  element_range check_pos(const char* name, std::int64_t segments, int level = -1) const {
    const std::int64_t known = this->template length<n>();
    if (known < 0 && segments == 0) return {};  // a tensor without rows may have no array at all
    const std::string text = full_name(name);
    check_array<n>(name, checked_product({text.c_str(), level}, &segments, 1) + 1, level);
    const auto* pos = this->template array<n>();
    check_row_positions({text.c_str(), level}, pos, segments);
    if (segments == 0) return {};
    return {wide(pos[0]), wide(pos[segments])};
  }

  const Tensor& t;

 private:
  static std::int64_t product(const char* name, std::initializer_list<std::int64_t> sizes) {
    const std::string text = full_name(name);
    return checked_product({text.c_str()}, sizes.begin(), static_cast<int>(sizes.size()));
  }
  [[noreturn]] static void fail_length(const char* name, int level, std::int64_t known, std::int64_t needed) {
    array_name{full_name(name).c_str(), level}.fail(-1, known,
                                                    "wrong length, expected " + std::to_string(needed));
  }
};

/// Formats that store padding, which has the fill value.
template <class Tensor>
struct entries_with_fill : entries_base<Tensor> {
  entries_with_fill(const Tensor& tensor, double fill)
      : entries_base<Tensor>(tensor), fill_(fill_value<typename entries_base<Tensor>::value_type>(fill)) {}

 protected:
  typename entries_base<Tensor>::value_type fill_;
};

/// The outer level of a matrix, and the entries or blocks below it: of all `majors` rows of them, or of those
/// that are stored where it is `doubly` compressed. Coordinates are below `minors`.
template <bool doubly>
struct compressed_levels {
  element_range outer;  // rows, or the nodes of the level that stores them
  element_range inner;

  template <class Base>
  compressed_levels(const Base& base, std::int64_t majors, std::int64_t minors) {
    if constexpr (doubly) {
      outer = base.template check_pos<0>(".pos0", 1);
      base.template check_crd<1>(".crd0", outer, majors);
      inner = base.template check_pos<2>(".pos1", outer.end);
      base.template check_crd<3>(".crd1", inner, minors);
    } else {
      outer = {0, majors};
      inner = base.template check_pos<0>(".pos", majors);
      base.template check_crd<1>(".crd", inner, minors);
    }
  }
};

}  // namespace insum::detail
