#include "graphblas_peer.hpp"

#include "graphblas_names.hpp"

namespace bench {

using namespace graphblas;

namespace {

template <class T>
GrB_Vector dense_vector(const std::vector<T>& values) {
  GrB_Vector v = nullptr;
  check(GrB_Vector_new(&v, names<T>::type(), values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) check(names<T>::set_element(v, values[i], i));
  check(GrB_Vector_wait(v, GrB_MATERIALIZE));
  return v;
}

}  // namespace

template <class T>
struct graphblas_peer<T>::handles {
  std::vector<GrB_Matrix> operands;
  GrB_Vector from = nullptr, to = nullptr;
  GrB_Matrix last = nullptr;
  std::int64_t count = 0;

  ~handles() {
    for (GrB_Matrix& M : operands) GrB_Matrix_free(&M);
    GrB_Matrix_free(&last);
    GrB_Vector_free(&from);
    GrB_Vector_free(&to);
  }
  GrB_Matrix fresh(bool columns_of_rows = false) {
    GrB_Matrix_free(&last);
    GrB_Index rows = 0, columns = 0;
    check(GrB_Matrix_nrows(&rows, operands[0]));
    check(GrB_Matrix_ncols(&columns, operands[0]));
    check(GrB_Matrix_new(&last, names<T>::type(), rows, columns_of_rows ? rows : columns));
    return last;
  }
  void finish() { check(GrB_Matrix_wait(last, GrB_MATERIALIZE)); }
  void multiply(GrB_Semiring ring, GrB_Descriptor how, bool masked = false) {
    fresh(how == GrB_DESC_T1);
    check(GrB_mxm(last, masked ? operands[0] : nullptr, nullptr, ring, operands[0], operands[0], how));
    finish();
  }
};

template <class T>
graphblas_peer<T>::graphblas_peer(const std::vector<const csr<T>*>& operands, const vector<T>& from) {
  start();
  own_ = std::make_unique<handles>();
  for (const csr<T>* A : operands) own_->operands.push_back(import(*A));
  if (from.vals.size() != 0) {
    own_->from = dense_vector(std::vector<T>(from.vals.begin(), from.vals.end()));
    own_->to = dense_vector(std::vector<T>(static_cast<std::size_t>(operands[0]->rows()), T(1e6)));
  }
}
template <class T>
graphblas_peer<T>::~graphblas_peer() = default;

template <class T>
void graphblas_peer<T>::use_threads(int threads) {
  start();
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads));
}

template <class T>
void graphblas_peer<T>::product() {
  own_->multiply(names<T>::plus_times(), nullptr);
}
template <class T>
void graphblas_peer<T>::transposed_product() {
  own_->multiply(names<T>::plus_times(), GrB_DESC_T1);
}
template <class T>
void graphblas_peer<T>::masked_product() {
  own_->multiply(names<T>::plus_times(), GrB_DESC_S, true);
}
template <class T>
void graphblas_peer<T>::min_plus() {
  own_->multiply(names<T>::min_plus(), nullptr);
}
template <class T>
void graphblas_peer<T>::triangles_of_edges() {
  own_->multiply(names<T>::plus_pair(), GrB_DESC_ST1, true);
}
template <class T>
void graphblas_peer<T>::triangles() {
  triangles_of_edges();
  check(GrB_Matrix_reduce_INT64(&own_->count, nullptr, GrB_PLUS_MONOID_INT64, own_->last, nullptr));
}
template <class T>
void graphblas_peer<T>::sum(std::size_t count) {
  GrB_Matrix S = own_->fresh();
  check(GrB_Matrix_eWiseAdd_BinaryOp(S, nullptr, nullptr, names<T>::plus(), own_->operands[0],
                                     own_->operands[1], nullptr));
  for (std::size_t n = 2; n < count; ++n)
    check(GrB_Matrix_eWiseAdd_BinaryOp(S, nullptr, nullptr, names<T>::plus(), S, own_->operands[n], nullptr));
  own_->finish();
}
template <class T>
void graphblas_peer<T>::relax() {
  check(GrB_mxv(own_->to, nullptr, names<T>::min(), names<T>::min_plus(), own_->operands[0], own_->from,
                nullptr));
  check(GrB_Vector_wait(own_->to, GrB_MATERIALIZE));
}

template <class T>
outcome graphblas_peer<T>::result() const {
  GrB_Index entries = 0;
  double sum = 0;
  check(GrB_Matrix_nvals(&entries, own_->last));
  check(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, own_->last, nullptr));
  return {static_cast<double>(entries), sum};
}

template class graphblas_peer<float>;
template class graphblas_peer<double>;
template class graphblas_peer<std::int32_t>;

}  // namespace bench
