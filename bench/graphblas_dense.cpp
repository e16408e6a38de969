#include "graphblas_dense.hpp"

#include <algorithm>
#include <cstdlib>

#include "graphblas_names.hpp"

namespace bench {

using namespace graphblas;

namespace {

template <class T, class Tensor>
void* copied(const Tensor& tensor) {
  auto* values = static_cast<T*>(std::malloc(std::max<std::size_t>(tensor.vals.size(), 1) * sizeof(T)));
  if (!values) throw std::bad_alloc();
  std::copy(tensor.vals.begin(), tensor.vals.end(), values);
  return values;
}

template <class T>
GrB_Matrix import_full(const matrix<T>& M) {
  GrB_Matrix full = nullptr;
  check(GrB_Matrix_new(&full, names<T>::type(), static_cast<GrB_Index>(M.rows()),
                       static_cast<GrB_Index>(M.cols())));
  void* values = copied<T>(M);  // belongs to the matrix from then on
  check(GxB_Matrix_pack_FullR(full, &values, M.vals.size() * sizeof(T), false, nullptr));
  return full;
}

template <class T>
GrB_Vector import_full(const vector<T>& v) {
  GrB_Vector full = nullptr;
  check(GrB_Vector_new(&full, names<T>::type(), v.vals.size()));
  void* values = copied<T>(v);
  check(GxB_Vector_pack_Full(full, &values, v.vals.size() * sizeof(T), false, nullptr));
  return full;
}

}  // namespace

template <class T>
struct graphblas_dense_peer<T>::handles {
  GrB_Matrix A = nullptr, B = nullptr, X = nullptr, Y = nullptr, last = nullptr;
  GrB_Vector x = nullptr, y = nullptr;
  GrB_Index rows = 0, columns = 0;

  ~handles() {
    free_factors();
    for (GrB_Matrix* M : {&A, &last}) GrB_Matrix_free(M);
    for (GrB_Vector* v : {&x, &y}) GrB_Vector_free(v);
  }
  void free_factors() {
    for (GrB_Matrix* M : {&B, &X, &Y}) GrB_Matrix_free(M);
  }
  void fresh(GrB_Index width) {
    GrB_Matrix_free(&last);
    check(GrB_Matrix_new(&last, names<T>::type(), rows, width));
  }
};

template <class T>
graphblas_dense_peer<T>::graphblas_dense_peer(const csr<T>& A, const vector<T>& x) {
  start();
  own_ = std::make_unique<handles>();
  own_->A = import(A);
  own_->x = import_full(x);
  check(GrB_Matrix_nrows(&own_->rows, own_->A));
  check(GrB_Matrix_ncols(&own_->columns, own_->A));
  check(GrB_Vector_new(&own_->y, names<T>::type(), own_->rows));
  own_->fresh(own_->columns);
}
template <class T>
graphblas_dense_peer<T>::~graphblas_dense_peer() = default;

template <class T>
void graphblas_dense_peer<T>::use_factors(const matrix<T>& B, const matrix<T>& X, const matrix<T>& Y) {
  own_->free_factors();
  own_->B = import_full(B), own_->X = import_full(X), own_->Y = import_full(Y);
}

template <class T>
void graphblas_dense_peer<T>::use_threads(int threads) {
  start();
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
}

template <class T>
void graphblas_dense_peer<T>::spmv() {
  check(names<T>::assign_vector(own_->y, nullptr, nullptr, 0, GrB_ALL, own_->rows, nullptr));
  check(GrB_mxv(own_->y, nullptr, names<T>::plus(), names<T>::plus_times(), own_->A, own_->x, nullptr));
  check(GrB_Vector_wait(own_->y, GrB_MATERIALIZE));
}

template <class T>
void graphblas_dense_peer<T>::spmm() {
  GrB_Index width = 0, last = 0;
  check(GrB_Matrix_ncols(&width, own_->B));
  check(GrB_Matrix_ncols(&last, own_->last));
  if (last != width) own_->fresh(width);
  check(
      names<T>::assign_matrix(own_->last, nullptr, nullptr, 0, GrB_ALL, own_->rows, GrB_ALL, width, nullptr));
  check(GrB_mxm(own_->last, nullptr, names<T>::plus(), names<T>::plus_times(), own_->A, own_->B, nullptr));
  check(GrB_Matrix_wait(own_->last, GrB_MATERIALIZE));
}

template <class T>
void graphblas_dense_peer<T>::sddmm() {
  own_->fresh(own_->columns);
  check(GrB_mxm(own_->last, own_->A, nullptr, names<T>::plus_times(), own_->X, own_->Y, GrB_DESC_ST1));
  check(GrB_Matrix_eWiseMult_BinaryOp(own_->last, nullptr, nullptr, names<T>::times(), own_->last, own_->A,
                                      nullptr));
  check(GrB_Matrix_wait(own_->last, GrB_MATERIALIZE));
}

template <class T>
outcome graphblas_dense_peer<T>::result() const {
  double sum = 0;
  check(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, own_->last, nullptr));
  return {0, sum};  // rows of A without entries make no entries of a product
}

template <class T>
outcome graphblas_dense_peer<T>::vector_result() const {
  double sum = 0;
  check(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, own_->y, nullptr));
  return {0, sum};
}

template class graphblas_dense_peer<float>;
template class graphblas_dense_peer<double>;

}  // namespace bench
