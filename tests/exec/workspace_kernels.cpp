#include "workspace_kernels.hpp"

#include <insum/insum.hpp>
#include <insum/workspace.hpp>
#include <map>

void outer_coord(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord)
  INSUM_REQUIRED;
}

void outer_hash(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(3))
  INSUM_REQUIRED;
}

void outer_bucket(const Columns& A, const Rows& B, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, bucket, capacity(13), pipeline)
  INSUM_REQUIRED;
}

void outer_one(const insum::csc<double>& A, const insum::csr<double>& B, insum::csc<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace W : coord
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, capacity(1), double_buffer), reorder(k, j, i)
  INSUM_REQUIRED;
}

void outer_two(const Columns& A, const Rows& B, insum::coo<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {j,i}, {j,i}, W, hash, capacity(2), pipeline, double_buffer)
  INSUM_REQUIRED;
}

void outer_dense(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : dense
  #pragma insum schedule reorder(k, i, j)
  INSUM_REQUIRED;
}

void outer_line(const Columns& A, const Rows& B, insum::csf<double, 2>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : bucket
  INSUM_REQUIRED;
}

void rows_unsorted(const insum::csr<double>& A, const insum::csr<double>& B, std::vector<std::int64_t>& pos,
                   std::vector<int>& crd, std::vector<double>& vals) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor C[A.rows(), B.cols()] : csr(pos, crd, vals) unsorted
  INSUM_REQUIRED;
}

void outer_adds(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord, capacity(100))
  INSUM_REQUIRED;
}

namespace {

/// A map of the user's.
struct ordered_map {
  using value_type = double;
  using reduction = insum::op_add;
  static constexpr std::size_t rank = 2;
  ordered_map(const insum::coordinates<2>&, std::int64_t capacity) : most(static_cast<std::size_t>(capacity)) {}
  static std::size_t bytes(const insum::coordinates<2>&, std::int64_t capacity) { return 80 * static_cast<std::size_t>(capacity); }
  bool insert(const insum::coordinates<2>& c, double value) {
    if (const auto found = entries.find(c); found != entries.end()) return found->second += value, true;
    return entries.size() < most && entries.emplace(c, value).second;
  }
  void sort() {}
  std::int64_t size() const { return static_cast<std::int64_t>(entries.size()); }
  template <class F>
  void visit(F&& f) const {
    for (const auto& [c, value] : entries) f(c, value);
  }
  void clear() { entries.clear(); }
  std::size_t most;
  std::map<insum::coordinates<2>, double> entries;
};

}  // namespace

void outer_user(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace W : user(ordered_map)
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, capacity(5))
  INSUM_REQUIRED;
}

void outer_thrice(const Columns& A, const Rows& B, insum::bcsr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] * 2
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum C[i,j] += A[i,k] * B[k,j] * -2
  #pragma insum workspace C : auto
  #pragma insum schedule no_convert
  INSUM_REQUIRED;
}

void outer_bounded(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum assume(memory <= 4e5)
  #pragma insum schedule reorder(k, i, j), no_convert
  INSUM_REQUIRED;
}

void outer_bounded_by(const Columns& A, const Rows& B, insum::csr<double>& C, std::int64_t bytes) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), no_convert, memory <= {2 * bytes}
  INSUM_REQUIRED;
}

void two_bounded(const Columns& A, const Rows& B, insum::csr<double>& C, insum::csc<double>& D) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum D[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), no_convert, memory <= 2.2e5
  INSUM_REQUIRED;
}

void deterministic_bounded(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum assume(memory <= 2e7)
  #pragma insum schedule reorder(k, i, j), no_convert, deterministic
  INSUM_REQUIRED;
}

void rows_hash(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, hash, capacity(7))
  INSUM_REQUIRED;
}

void outer_deterministic(const Columns& A, const Rows& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord), deterministic
  INSUM_REQUIRED;
}

void ttm(const insum::csf<double, 3>& B, const insum::csr<double>& D, insum::csf<double, 3>& C) {
  #pragma insum C[i,j,l] = B[k,i,j] * D[k,l]
  #pragma insum schedule reorder(k, i, j, l), precompute(B[k,i,j] * D[k,l], {i,j,l}, {i,j,l}, W, hash, capacity(50))
  INSUM_REQUIRED;
}

void part_renamed(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {iw,jw}, W, hash, capacity(3)), reorder(k, iw, jw)
  INSUM_REQUIRED;
}

void part_factor(const insum::csr<double>& A, const insum::csc<double>& B, insum::dcsc<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace W : user(ordered_map)
  #pragma insum schedule precompute(B[k,j], {k,j}, {k,j}, W, capacity(2), pipeline)
  INSUM_REQUIRED;
}

void part_sum(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * (2 * B[k,j] - B[k,j])
  #pragma insum schedule precompute(2 * B[k,j] - B[k,j], {k,j}, {k,j}, W, coord)
  INSUM_REQUIRED;
}

void part_of_terms(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = 3 * A[i,k] * B[k,j] - 2 * A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, bucket, capacity(13), double_buffer)
  INSUM_REQUIRED;
}

template <class T>
void narrow_by_rows(const insum::csr<T>& A, const insum::csr<T>& B, insum::csr<T>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}
template void narrow_by_rows(const insum::csr<insum::half>&, const insum::csr<insum::half>&, insum::csr<insum::half>&);
template void narrow_by_rows(const insum::csr<insum::bfloat16>&, const insum::csr<insum::bfloat16>&, insum::csr<insum::bfloat16>&);

template <class T>
void narrow_scattered(const insum::csc<T>& A, const insum::csr<T>& B, insum::coo<T>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}
template void narrow_scattered(const insum::csc<insum::half>&, const insum::csr<insum::half>&, insum::coo<insum::half>&);
template void narrow_scattered(const insum::csc<insum::bfloat16>&, const insum::csr<insum::bfloat16>&, insum::coo<insum::bfloat16>&);

void narrow_hash(const insum::csc<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B, insum::csr<insum::bfloat16>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : hash
  INSUM_REQUIRED;
}

void narrow_user(const insum::csc<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B, insum::csc<insum::bfloat16>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : user(insum::bucket_workspace<float, insum::op_add, 2>)
  INSUM_REQUIRED;
}
