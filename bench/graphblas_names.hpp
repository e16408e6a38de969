// What both parts of the GraphBLAS peer need: its header, its errors, its names of types and operators,
// copies of matrices.
#pragma once
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {  // which the header leaves out; what it includes is included above
#include <GraphBLAS.h>
}

#include "kernels.hpp"

namespace bench::graphblas {

inline void check(GrB_Info info) {
  if (info != GrB_SUCCESS)
    throw std::runtime_error("GraphBLAS: error " + std::to_string(static_cast<int>(info)));
}

inline void start() {
  static const bool started = [] {
    check(GrB_init(GrB_NONBLOCKING));
    return true;
  }();
  static_cast<void>(started);
}

template <class T>
struct names;
template <>
struct names<float> {
  static constexpr auto import_matrix = &GrB_Matrix_import_FP32;
  static constexpr auto set_element = &GrB_Vector_setElement_FP32;
  static constexpr auto assign_matrix = &GrB_Matrix_assign_FP32;
  static constexpr auto assign_vector = &GrB_Vector_assign_FP32;
  static GrB_Type type() { return GrB_FP32; }
  static GrB_BinaryOp plus() { return GrB_PLUS_FP32; }
  static GrB_BinaryOp times() { return GrB_TIMES_FP32; }
  static GrB_BinaryOp min() { return GrB_MIN_FP32; }
  static GrB_Semiring plus_times() { return GrB_PLUS_TIMES_SEMIRING_FP32; }
  static GrB_Semiring min_plus() { return GrB_MIN_PLUS_SEMIRING_FP32; }
  static GrB_Semiring plus_pair() { return GxB_PLUS_PAIR_FP32; }
};
template <>
struct names<double> {
  static constexpr auto import_matrix = &GrB_Matrix_import_FP64;
  static constexpr auto set_element = &GrB_Vector_setElement_FP64;
  static constexpr auto assign_matrix = &GrB_Matrix_assign_FP64;
  static constexpr auto assign_vector = &GrB_Vector_assign_FP64;
  static GrB_Type type() { return GrB_FP64; }
  static GrB_BinaryOp plus() { return GrB_PLUS_FP64; }
  static GrB_BinaryOp times() { return GrB_TIMES_FP64; }
  static GrB_BinaryOp min() { return GrB_MIN_FP64; }
  static GrB_Semiring plus_times() { return GrB_PLUS_TIMES_SEMIRING_FP64; }
  static GrB_Semiring min_plus() { return GrB_MIN_PLUS_SEMIRING_FP64; }
  static GrB_Semiring plus_pair() { return GxB_PLUS_PAIR_FP64; }
};
template <>
struct names<std::int32_t> {
  static constexpr auto import_matrix = &GrB_Matrix_import_INT32;
  static constexpr auto set_element = &GrB_Vector_setElement_INT32;
  static GrB_Type type() { return GrB_INT32; }
  static GrB_BinaryOp plus() { return GrB_PLUS_INT32; }
  static GrB_BinaryOp times() { return GrB_TIMES_INT32; }
  static GrB_BinaryOp min() { return GrB_MIN_INT32; }
  static GrB_Semiring plus_times() { return GrB_PLUS_TIMES_SEMIRING_INT32; }
  static GrB_Semiring min_plus() { return GrB_MIN_PLUS_SEMIRING_INT32; }
  static GrB_Semiring plus_pair() { return GxB_PLUS_PAIR_INT32; }
};

template <class T>
GrB_Matrix import(const csr<T>& A) {
  const std::vector<GrB_Index> pos(A.pos.begin(), A.pos.end()), crd(A.crd.begin(), A.crd.end());
  GrB_Matrix M = nullptr;
  check(names<T>::import_matrix(&M, names<T>::type(), static_cast<GrB_Index>(A.rows()),
                                static_cast<GrB_Index>(A.cols()), pos.data(), crd.data(), A.vals.data(),
                                pos.size(), crd.size(), A.vals.size(), GrB_CSR_FORMAT));
  check(GrB_Matrix_wait(M, GrB_MATERIALIZE));
  return M;
}

}  // namespace bench::graphblas
