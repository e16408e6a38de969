#include <omp.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "sparse_kernels.hpp"

namespace bench::loops {

namespace {

/// Gustavson's algorithm: a row of the result at a time in a dense accumulator, whose coordinates are listed
/// and sorted. Each thread has a block of rows; the blocks are copied together at the end.
template <class T, class Combine, class Times>
void multiply(const csr<T>& A, const csr<T>& B, csr<T>& C, T identity, Combine combine, Times times) {
  const std::int64_t rows = A.rows(), columns = B.cols();
  const auto *a_pos = A.pos.data(), *a_crd = A.crd.data(), *b_pos = B.pos.data(), *b_crd = B.crd.data();
  const T *a_val = A.vals.data(), *b_val = B.vals.data();
  C.pos.assign(static_cast<std::size_t>(rows) + 1, 0);
  auto* c_pos = C.pos.data();
#pragma omp parallel
  {
    std::vector<T> row(static_cast<std::size_t>(columns), identity);
    std::vector<char> listed(static_cast<std::size_t>(columns), 0);
    std::vector<std::int32_t> list, crd;
    std::vector<T> vals;
    const std::int64_t first = rows * omp_get_thread_num() / omp_get_num_threads(),
                       last = rows * (omp_get_thread_num() + 1) / omp_get_num_threads();
    for (std::int64_t i = first; i < last; ++i) {
      list.clear();
      for (auto p = a_pos[i]; p < a_pos[i + 1]; ++p) {
        const T a = a_val[p];
        for (auto q = b_pos[a_crd[p]]; q < b_pos[a_crd[p] + 1]; ++q) {
          const auto j = static_cast<std::size_t>(b_crd[q]);
          if (!listed[j]) {
            listed[j] = 1;
            list.push_back(b_crd[q]);
          }
          row[j] = combine(row[j], times(a, b_val[q]));
        }
      }
      std::sort(list.begin(), list.end());
      for (const std::int32_t c : list) {
        const auto j = static_cast<std::size_t>(c);
        crd.push_back(c);
        vals.push_back(row[j]);
        row[j] = identity;
        listed[j] = 0;
      }
      c_pos[i + 1] = static_cast<std::int32_t>(list.size());
    }
#pragma omp barrier
#pragma omp single
    {
      for (std::int64_t i = 0; i < rows; ++i) c_pos[i + 1] += c_pos[i];
      C.crd.resize(static_cast<std::size_t>(c_pos[rows]));
      C.vals.resize(static_cast<std::size_t>(c_pos[rows]));
    }
    std::copy(crd.begin(), crd.end(), C.crd.data() + c_pos[first]);
    std::copy(vals.begin(), vals.end(), C.vals.data() + c_pos[first]);
  }
}

template <class T>
csr<T> transposed(const csr<T>& A) {
  csr<T> B;
  B.shape = {A.cols(), A.rows()};
  B.pos.assign(static_cast<std::size_t>(A.cols()) + 1, 0);
  B.crd.resize(A.crd.size());
  B.vals.resize(A.vals.size());
  std::vector<std::int32_t> next(static_cast<std::size_t>(A.cols()) + 1, 0);
  for (const auto c : A.crd) ++next[static_cast<std::size_t>(c) + 1];
  for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
  std::copy(next.begin(), next.end(), B.pos.begin());
  for (std::int64_t i = 0; i < A.rows(); ++i)
    for (auto p = A.pos.data()[i]; p < A.pos.data()[i + 1]; ++p) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(A.crd.data()[p])]++);
      B.crd[at] = static_cast<std::int32_t>(i);
      B.vals[at] = A.vals.data()[p];
    }
  return B;
}

/// Two passes over the rows: visit(i, f) calls f(column, value) for the entries of row i in order.
template <class T, class Visit>
void count_and_fill(csr<T>& C, Visit visit) {
  const std::int64_t rows = C.rows();
  C.pos.assign(static_cast<std::size_t>(rows) + 1, 0);
  auto* pos = C.pos.data();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    std::int32_t count = 0;
    visit(i, [&](std::int32_t, T) { ++count; });
    pos[i + 1] = count;
  }
  for (std::int64_t i = 0; i < rows; ++i) pos[i + 1] += pos[i];
  C.crd.resize(static_cast<std::size_t>(pos[rows]));
  C.vals.resize(static_cast<std::size_t>(pos[rows]));
  auto* crd = C.crd.data();
  T* vals = C.vals.data();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    auto at = pos[i];
    visit(i, [&](std::int32_t j, T value) {
      crd[at] = j;
      vals[at++] = value;
    });
  }
}

}  // namespace

template <class T>
void spgemm(const csr<T>& A, const csr<T>& B, csr<T>& C) {
  multiply<T>(A, B, C, T(0), [](T x, T y) { return x + y; }, [](T x, T y) { return x * y; });
}

template <class T>
void spgemm_transposed(const csr<T>& A, const csr<T>& B, csr<T>& C) {
  spgemm(A, transposed(B), C);
}

template <class T>
void min_plus(const csr<T>& V, const csr<T>& W, csr<T>& D) {
  multiply<T>(
      V, W, D, std::numeric_limits<T>::infinity(), [](T x, T y) { return y < x ? y : x; },
      [](T x, T y) { return x + y; });
}

template <class T>
void add2(const csr<T>& A, const csr<T>& B, csr<T>& S) {
  const auto *a_pos = A.pos.data(), *a_crd = A.crd.data(), *b_pos = B.pos.data(), *b_crd = B.crd.data();
  const T *a_val = A.vals.data(), *b_val = B.vals.data();
  count_and_fill(S, [=](std::int64_t i, auto entry) {
    auto p = a_pos[i], q = b_pos[i];
    while (p < a_pos[i + 1] && q < b_pos[i + 1]) {
      if (a_crd[p] == b_crd[q]) {
        entry(a_crd[p], a_val[p] + b_val[q]);
        ++p, ++q;
      } else if (a_crd[p] < b_crd[q]) {
        entry(a_crd[p], a_val[p]);
        ++p;
      } else {
        entry(b_crd[q], b_val[q]);
        ++q;
      }
    }
    for (; p < a_pos[i + 1]; ++p) entry(a_crd[p], a_val[p]);
    for (; q < b_pos[i + 1]; ++q) entry(b_crd[q], b_val[q]);
  });
}

template <class T>
void add4(const csr<T>& A, const csr<T>& B, const csr<T>& C, const csr<T>& D, csr<T>& S) {
  const csr<T>* const operands[] = {&A, &B, &C, &D};
  struct arrays {
    const std::int32_t *pos, *crd;
    const T* vals;
  };
  arrays list[4];
  for (int n = 0; n < 4; ++n)
    list[n] = {operands[n]->pos.data(), operands[n]->crd.data(), operands[n]->vals.data()};
  count_and_fill(S, [=](std::int64_t i, auto entry) {
    std::int32_t at[4], end[4];
    for (int n = 0; n < 4; ++n) at[n] = list[n].pos[i], end[n] = list[n].pos[i + 1];
    for (;;) {
      std::int32_t least = std::numeric_limits<std::int32_t>::max();
      for (int n = 0; n < 4; ++n)
        if (at[n] < end[n]) least = std::min(least, list[n].crd[at[n]]);
      if (least == std::numeric_limits<std::int32_t>::max()) break;
      T sum = 0;
      for (int n = 0; n < 4; ++n)
        if (at[n] < end[n] && list[n].crd[at[n]] == least) sum += list[n].vals[at[n]++];
      entry(least, sum);
    }
  });
}

template <class T>
void ttm(const csf<T>& X, const matrix<T>& U, fibres<T>& Y) {
  Y.pos0 = X.pos[0], Y.crd0 = X.crd[0], Y.pos1 = X.pos[1], Y.crd1 = X.crd[1];
  const std::int64_t count = static_cast<std::int64_t>(X.crd[1].size()), n = U.cols();
  Y.vals.resize(static_cast<std::size_t>(count * n));
  const auto *pos = X.pos[2].data(), *crd = X.crd[2].data();
  const T *val = X.vals.data(), *u = U.data();
  T* y = Y.vals.data();
#pragma omp parallel for
  for (std::int64_t f = 0; f < count; ++f) {
    for (std::int64_t r = 0; r < n; ++r) y[f * n + r] = 0;
    for (auto p = pos[f]; p < pos[f + 1]; ++p)
      for (std::int64_t r = 0; r < n; ++r) y[f * n + r] += val[p] * u[crd[p] * n + r];
  }
}

/// What others than the mask's entries would get is not computed.
template <class T>
void masked(const csr<T>& M, const csr<T>& A, const csr<T>& B, csr<T>& C) {
  C.pos = M.pos, C.crd = M.crd;
  C.vals.resize(M.vals.size());
  T* out = C.vals.data();
#pragma omp parallel
  {
    std::vector<T> row(static_cast<std::size_t>(B.cols()));
    std::vector<char> wanted(static_cast<std::size_t>(B.cols()));
#pragma omp for schedule(dynamic, 64)
    for (std::int64_t i = 0; i < M.rows(); ++i) {
      for (auto p = M.pos[i]; p < M.pos[i + 1]; ++p) row[M.crd[p]] = 0, wanted[M.crd[p]] = 1;
      for (auto p = A.pos[i]; p < A.pos[i + 1]; ++p)
        for (auto q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
          if (wanted[B.crd[q]]) row[B.crd[q]] += A.vals[p] * B.vals[q];
      for (auto p = M.pos[i]; p < M.pos[i + 1]; ++p) {
        out[p] = M.vals[p] * row[M.crd[p]];
        wanted[M.crd[p]] = 0;
      }
    }
  }
}

template <class T>
void ttv(const csf<T>& X, const vector<T>& u, dcsr<T>& Y) {
  Y.pos0 = X.pos[0], Y.crd0 = X.crd[0], Y.pos1 = X.pos[1], Y.crd1 = X.crd[1];
  const std::int64_t count = static_cast<std::int64_t>(X.crd[1].size());
  Y.vals.resize(static_cast<std::size_t>(count));
  const auto *pos = X.pos[2].data(), *crd = X.crd[2].data();
  const T *val = X.vals.data(), *in = u.data();
  T* y = Y.vals.data();
#pragma omp parallel for
  for (std::int64_t f = 0; f < count; ++f) {
    T sum = 0;
    for (auto p = pos[f]; p < pos[f + 1]; ++p) sum += val[p] * in[crd[p]];
    y[f] = sum;
  }
}

template <class T>
void diagonal(const csr<T>& A, const csr<T>& B, vector<T>& y) {
  const auto *a_pos = A.pos.data(), *a_crd = A.crd.data(), *b_pos = B.pos.data(), *b_crd = B.crd.data();
  const T *a_val = A.vals.data(), *b_val = B.vals.data();
  T* out = y.data();
  const auto rows = A.rows();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    T sum = 0;
    for (auto p = a_pos[i]; p < a_pos[i + 1]; ++p) {
      const auto *const first = b_crd + b_pos[a_crd[p]], *const last = b_crd + b_pos[a_crd[p] + 1];
      const auto* const found = std::lower_bound(first, last, i);
      if (found != last && *found == i) sum += a_val[p] * b_val[found - b_crd];
    }
    out[i] = sum;
  }
}

template <class T>
void relax(const csr<T>& W, const vector<T>& from, vector<T>& to) {
  const auto *pos = W.pos.data(), *crd = W.crd.data();
  const T *val = W.vals.data(), *in = from.data();
  T* out = to.data();
  const auto rows = W.rows();
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    T least = out[i];
    for (auto p = pos[i]; p < pos[i + 1]; ++p) least = std::min(least, val[p] + in[crd[p]]);
    out[i] = least;
  }
}

namespace {

/// The sum of products where rows i and j of L both have an entry.
template <class T>
T common(const csr<T>& L, std::int64_t i, std::int64_t j) {
  const auto *pos = L.pos.data(), *crd = L.crd.data();
  const T* val = L.vals.data();
  T sum = 0;
  for (auto p = pos[i], q = pos[j]; p < pos[i + 1] && q < pos[j + 1];) {
    if (crd[p] == crd[q])
      sum += val[p++] * val[q++];
    else if (crd[p] < crd[q])
      ++p;
    else
      ++q;
  }
  return sum;
}

}  // namespace

template <class T>
void triangles(const csr<T>& L, std::int64_t& count) {
  const auto *pos = L.pos.data(), *crd = L.crd.data();
  const T* val = L.vals.data();
  const auto rows = L.rows();
  std::int64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : sum)
  for (std::int64_t i = 0; i < rows; ++i)
    for (auto p = pos[i]; p < pos[i + 1]; ++p) sum += val[p] * common(L, i, crd[p]);
  count = sum;
}

template <class T>
void triangles_of_edges(const csr<T>& L, csr<T>& C) {
  C.pos = L.pos, C.crd = L.crd;
  C.vals.resize(L.vals.size());
  const auto *pos = L.pos.data(), *crd = L.crd.data();
  const T* val = L.vals.data();
  T* out = C.vals.data();
  const auto rows = L.rows();
#pragma omp parallel for schedule(dynamic, 64)
  for (std::int64_t i = 0; i < rows; ++i)
    for (auto p = pos[i]; p < pos[i + 1]; ++p) out[p] = val[p] * common(L, i, crd[p]);
}

BENCH_SPARSE_KERNELS(template, float)
BENCH_SPARSE_KERNELS(template, double)
BENCH_TRIANGLE_KERNELS(template, std::int32_t)

}  // namespace bench::loops
