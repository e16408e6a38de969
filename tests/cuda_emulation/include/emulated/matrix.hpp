// The matrix instructions of a warp. Which elements the lanes have of the operands is written as in the
// PTX ISA's "Matrix Fragments for mma": groupID = lane / 4, threadID_in_group = lane % 4. Products are exact,
// their sums are rounded once.
#pragma once

#include <bit>
#include <cstdint>

#include "small_float.hpp"
#include "warp.hpp"

namespace insum::emulated::detail {

struct place {
  int row, column;
};

/// m16n8k16 with operands of 16 bits, two in a register.
template <class Layout>
struct mma_16_8_16 {
  static constexpr int rows = 16, columns = 8, depth = 16, lefts = 8, rights = 4, sums = 4;
  using sum = float;
  static place left(int lane, int i) {
    const bool first = (0 <= i && i < 2) || (4 <= i && i < 6);
    return {first ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)};
  }
  static place right(int lane, int i) { return {lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane / 4}; }
  static place result(int lane, int i) { return {i < 2 ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + (i & 1)}; }
  static double number(const void* operand, int i) {
    const unsigned word = static_cast<const unsigned*>(operand)[i / 2];
    return static_cast<double>(value_of<Layout>(static_cast<std::uint16_t>(word >> (i % 2 * 16))));
  }
};

/// m16n8k8 with operands of type tf32, whose last 13 bits are not looked at.
struct mma_16_8_8 {
  static constexpr int rows = 16, columns = 8, depth = 8, lefts = 4, rights = 2, sums = 4;
  using sum = float;
  static place left(int lane, int i) {
    return {i % 2 == 0 ? lane / 4 : lane / 4 + 8, i < 2 ? lane % 4 : lane % 4 + 4};
  }
  static place right(int lane, int i) { return {i == 0 ? lane % 4 : lane % 4 + 4, lane / 4}; }
  static place result(int lane, int i) { return {i < 2 ? lane / 4 : lane / 4 + 8, lane % 4 * 2 + (i & 1)}; }
  static double number(const void* operand, int i) {
    return static_cast<double>(std::bit_cast<float>(static_cast<const unsigned*>(operand)[i] & ~0x1fffu));
  }
};

/// m8n8k4 with operands of type f64.
struct mma_8_8_4 {
  static constexpr int rows = 8, columns = 8, depth = 4, lefts = 1, rights = 1, sums = 2;
  using sum = double;
  static place left(int lane, int) { return {lane / 4, lane % 4}; }
  static place right(int lane, int) { return {lane % 4, lane / 4}; }
  static place result(int lane, int i) { return {lane / 4, lane % 4 * 2 + (i & 1)}; }
  static double number(const void* operand, int) { return *static_cast<const double*>(operand); }
};

/// What a lane brings; the sums are changed.
struct mma_operands {
  const void *left, *right;
  void* sums;
};

template <class Shape>
void multiply_matrices(unsigned, void* const* data) {
  if (watcher.multiply != nullptr) watcher.multiply(Shape::rows, Shape::columns, Shape::depth);
  double left[Shape::rows][Shape::depth], right[Shape::depth][Shape::columns];
  const auto of = [&](int lane) { return static_cast<const mma_operands*>(data[lane]); };
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < Shape::lefts; ++i) {
      const place at = Shape::left(lane, i);
      left[at.row][at.column] = Shape::number(of(lane)->left, i);
    }
    for (int i = 0; i < Shape::rights; ++i) {
      const place at = Shape::right(lane, i);
      right[at.row][at.column] = Shape::number(of(lane)->right, i);
    }
  }
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < Shape::sums; ++i) {
      const place at = Shape::result(lane, i);
      auto& sum = static_cast<typename Shape::sum*>(of(lane)->sums)[i];
      double all = static_cast<double>(sum);
      for (int k = 0; k < Shape::depth; ++k) all += left[at.row][k] * right[k][at.column];
      sum = static_cast<typename Shape::sum>(all);
    }
}

/// The rows that the lanes of a warp tell each other; each then reads from them itself.
struct matrix_rows {
  const std::uint16_t* own;
  const std::uint16_t* all[32];
};
inline void share_rows(unsigned, void* const* data) {
  for (int lane = 0; lane < 32; ++lane)
    for (int other = 0; other < 32; ++other)
      static_cast<matrix_rows*>(data[lane])->all[other] = static_cast<const matrix_rows*>(data[other])->own;
}

template <class Shape>
void mma(const char* name, void* sums, const void* left, const void* right,
         const std::source_location& where) {
  mma_operands mine{left, right, sums};
  meet({name, 0xffffffffu, &multiply_matrices<Shape>, &mine}, where);
}

}  // namespace insum::emulated::detail

namespace insum::emulated {

#define INSUM_EMULATED_WHERE const std::source_location& where = std::source_location::current()

/// T: insum::half or insum::bfloat16.
template <class T>
void mma_m16n8k16(float* sums, const unsigned* left, const unsigned* right, INSUM_EMULATED_WHERE) {
  // One has 1.0 at bits 0x3c00, the other at 0x3f80.
  using layout = std::conditional_t<T(1.0f).bits() == 0x3c00, detail::half_layout, detail::bfloat16_layout>;
  detail::mma<detail::mma_16_8_16<layout>>("mma.m16n8k16", sums, left, right, where);
}
inline void mma_m16n8k8_tf32(float* sums, const unsigned* left, const unsigned* right, INSUM_EMULATED_WHERE) {
  detail::mma<detail::mma_16_8_8>("mma.m16n8k8", sums, left, right, where);
}
inline void mma_m8n8k4(double* sums, double left, double right, INSUM_EMULATED_WHERE) {
  detail::mma<detail::mma_8_8_4>("mma.m8n8k4", sums, &left, &right, where);
}

/// ldmatrix.m8n8, of 16-bit numbers: matrix m's row r is where lane 8 * m + r says.
template <int Count, bool Transposed>
void load_matrices(unsigned* words, const void* row, INSUM_EMULATED_WHERE) {
  if (reinterpret_cast<std::uintptr_t>(row) % 16 != 0)
    detail::fail("ldmatrix: a row that is at no multiple of 16 bytes");
  detail::matrix_rows mine{static_cast<const std::uint16_t*>(row), {}};
  detail::meet({"ldmatrix", 0xffffffffu, &detail::share_rows, &mine}, where);
  const unsigned lane = threadIdx.x % 32;
  const auto number = [&](unsigned matrix, unsigned r, unsigned column) -> unsigned {
    return mine.all[8 * matrix + r][column];
  };
  for (unsigned m = 0; m < Count; ++m) {
    const unsigned first = Transposed ? number(m, lane % 4 * 2, lane / 4) : number(m, lane / 4, lane % 4 * 2);
    const unsigned second =
        Transposed ? number(m, lane % 4 * 2 + 1, lane / 4) : number(m, lane / 4, lane % 4 * 2 + 1);
    words[m] = first | second << 16;
  }
}

/// cvt.rna.tf32.f32: to 10 bits of mantissa, to nearest, ties away from zero.
inline unsigned tf32_bits(float x) {
  const auto bits = std::bit_cast<unsigned>(x);
  if ((bits & 0x7f800000u) == 0x7f800000u) return bits & ~0x1fffu;
  return (bits + 0x1000u) & ~0x1fffu;
}

#undef INSUM_EMULATED_WHERE

}  // namespace insum::emulated
