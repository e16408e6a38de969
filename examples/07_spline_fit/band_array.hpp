// A policy of a workspace for matrices whose entries are computed along the diagonal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <insum/workspace.hpp>
#include <vector>

// A place for each element of a stretch of rows, near the diagonal: insert is an addition, and nothing is
// sorted. It is full where a component falls outside; what it holds is merged then, and the next stretch
// begins near that component. So it is right for any matrix, and quick where neighbours come together.
template <class T, class Op>
class band_array {
 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = 2;
  using point = insum::coordinates<2>;

  band_array(const point&, std::int64_t) : values_(places, Op::template identity<T>()), is_set_(rows) {}
  static std::size_t bytes(const point&, std::int64_t) {
    return places * sizeof(T) + rows * sizeof(std::uint32_t);
  }

  bool insert(const point& at, const T& value) {
    if (first_row_ == nowhere) {  // room for rows before it as well
      first_row_ = std::max<std::int64_t>(at[0] - rows / 8, 0);
      first_diagonal_ = at[1] - at[0] - diagonals / 2;
    }
    const std::int64_t row = at[0] - first_row_, diagonal = at[1] - at[0] - first_diagonal_;
    if (row < 0 || row >= rows || diagonal < 0 || diagonal >= diagonals) return false;
    const auto place = static_cast<std::size_t>(row * diagonals + diagonal);
    values_[place] = Op::apply(values_[place], value);
    is_set_[static_cast<std::size_t>(row)] |= 1u << diagonal;
    return true;
  }
  void sort() {
    for (const std::uint32_t row : is_set_) size_ += std::popcount(row);
  }
  std::int64_t size() const { return size_; }
  // Along the rows, and in each of them along the diagonals: in the order of the coordinates.
  template <class F>
  void visit(F&& f) const {
    for (std::size_t row = 0; row < rows; ++row)
      for (std::uint32_t left = is_set_[row]; left != 0; left &= left - 1) {
        const int diagonal = std::countr_zero(left);
        const std::int64_t i = first_row_ + static_cast<std::int64_t>(row);
        f(point{i, i + first_diagonal_ + diagonal},
          values_[row * diagonals + static_cast<std::size_t>(diagonal)]);
      }
  }
  void clear() {
    std::fill(values_.begin(), values_.end(), Op::template identity<T>());
    std::fill(is_set_.begin(), is_set_.end(), 0);
    size_ = 0;
    first_row_ = nowhere;
  }

 private:
  static constexpr std::int64_t rows = 1024, diagonals = 16, places = rows * diagonals;
  static constexpr std::int64_t nowhere = -1;

  std::vector<T> values_;
  std::vector<std::uint32_t> is_set_;  // a bit for each diagonal
  std::int64_t first_row_ = nowhere, first_diagonal_ = 0, size_ = 0;
};
