// What an afternoon of tuning by hand gives: the kernels that generated code is compared with. They hold for
// the sizes that the benchmark has: widths that are whole numbers of vectors.
#include <omp.h>

#include <algorithm>
#include <stdexcept>

#include "kernels.hpp"

namespace bench::reference {

namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T>
struct lanes_of {
  typedef T type __attribute__((vector_size(vector_bytes)));
  typedef T unaligned __attribute__((vector_size(vector_bytes), aligned(alignof(T)), may_alias));
  static constexpr int count = vector_bytes / static_cast<int>(sizeof(T));
};
template <class T>
using vec = typename lanes_of<T>::type;
template <class T>
constexpr int lanes = lanes_of<T>::count;

template <class T>
inline vec<T> load(const T* p) {
  return *reinterpret_cast<const typename lanes_of<T>::unaligned*>(p);
}
template <class T>
inline void store(T* p, vec<T> x) {
  *reinterpret_cast<typename lanes_of<T>::unaligned*>(p) = x;
}

/// Ranges of rows with about as many entries each, eight a thread, handed out as threads become free.
template <class F>
void balanced(const std::int32_t* pos, std::int64_t rows, F f) {
#pragma omp parallel
  {
    const int parts = omp_get_num_threads() == 1 ? 1 : omp_get_num_threads() * 8;
    const auto cut = [&](std::int64_t part) {
      const std::int64_t share = pos[0] + (static_cast<std::int64_t>(pos[rows]) - pos[0]) * part / parts;
      return part == parts ? rows : std::lower_bound(pos, pos + rows, share) - pos;
    };
#pragma omp for schedule(dynamic, 1)
    for (int part = 0; part < parts; ++part) f(cut(part), cut(part + 1));
  }
}

/// Calls f(std::integral_constant<int, V>) for the number of vectors in `columns` elements.
template <class T, class F>
void for_vectors(std::int64_t columns, F f) {
  if (columns % lanes<T> != 0) throw std::invalid_argument("columns are not whole vectors");
  switch (columns / lanes<T>) {
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 8:
      return f(std::integral_constant<int, 8>{});
    case 16:
      return f(std::integral_constant<int, 16>{});
    case 32:
      return f(std::integral_constant<int, 32>{});
    default:
      throw std::invalid_argument("columns of this width are not in the benchmark");
  }
}

/// The row that is needed some entries later, where it has several cache lines and the array is far:
/// elsewhere requests cost more than they save.
constexpr int ahead = 8;
template <int V, class T>
inline void prefetch_row(bool far, const T* row) {
  if constexpr (V * vector_bytes >= 256)
    if (far)
      for (int line = 0; line < V * vector_bytes / 64; ++line)
        __builtin_prefetch(reinterpret_cast<const char*>(row) + 64 * line);
}
template <class T>
bool is_far(std::int64_t elements) {
  return elements * static_cast<std::int64_t>(sizeof(T)) > 4 << 20;
}

/// Rows [first, last) of C, all of a row's columns in registers.
template <int V, class T>
void spmm_rows(const csr<T>& A, const T* b, T* c, std::int64_t first, std::int64_t last) {
  const auto *pos = A.pos.data(), *crd = A.crd.data();
  const T* val = A.vals.data();
  const std::int64_t n = V * lanes<T>, end_of_all = pos[A.rows()] - 1;
  const bool far = is_far<T>(A.cols() * n);
  for (std::int64_t i = first; i < last; ++i) {
    vec<T> sum[V] = {};
    for (std::int64_t p = pos[i]; p < pos[i + 1]; ++p) {
      prefetch_row<V>(far, b + crd[std::min(p + ahead, end_of_all)] * n);
      const T* row = b + crd[p] * n;
      for (int v = 0; v < V; ++v) sum[v] += val[p] * load(row + v * lanes<T>);
    }
    for (int v = 0; v < V; ++v) store(c + i * n + v * lanes<T>, sum[v]);
  }
}

/// Adds lanes at distances of D, D / 2, ..., 1: the sum is in each lane.
template <int D, class V, int... L>
inline V folded(V x, std::integer_sequence<int, L...> all) {
  x += __builtin_shufflevector(x, x, (L ^ D)...);
  if constexpr (D > 1)
    return folded<D / 2>(x, all);
  else
    return x;
}

template <class T>
T sum_of(vec<T> x) {
  return folded<lanes<T> / 2>(x, std::make_integer_sequence<int, lanes<T>>{})[0];
}

/// D dot products of row x with rows of y, x staying in registers.
template <int V, int D, class T>
inline void dots(const vec<T> (&x)[V], const T* y, const std::int32_t* crd, const T* val, T* out) {
  vec<T> sum[D] = {};
  const T* row[D];
  for (int d = 0; d < D; ++d) row[d] = y + static_cast<std::int64_t>(crd[d]) * V * lanes<T>;
  for (int v = 0; v < V; ++v)
    for (int d = 0; d < D; ++d) sum[d] += x[v] * load(row[d] + v * lanes<T>);
  for (int d = 0; d < D; ++d) out[d] = val[d] * sum_of<T>(sum[d]);
}

template <int V, class T>
void sddmm_rows(const csr<T>& A, const T* x, const T* y, T* out, std::int64_t first, std::int64_t last) {
  const auto *pos = A.pos.data(), *crd = A.crd.data();
  const T* val = A.vals.data();
  for (std::int64_t i = first; i < last; ++i) {
    vec<T> row[V];
    for (int v = 0; v < V; ++v) row[v] = load(x + (i * V + v) * lanes<T>);
    std::int64_t p = pos[i];
    for (; p + 4 <= pos[i + 1]; p += 4) {
      dots<V, 4>(row, y, crd + p, val + p, out + p);
    }
    for (; p < pos[i + 1]; ++p) dots<V, 1>(row, y, crd + p, val + p, out + p);
  }
}

/// Slices [first, last) of B: a fibre's sum stays in registers, and the row's over its fibres.
template <int V, class T>
void mttkrp_slices(const csf<T>& B, const T* c, const T* d, T* a, std::int64_t first, std::int64_t last) {
  const auto *crd0 = B.crd[0].data(), *pos1 = B.pos[1].data(), *crd1 = B.crd[1].data(),
             *pos2 = B.pos[2].data(), *crd2 = B.crd[2].data();
  const T* val = B.vals.data();
  const std::int64_t n = V * lanes<T>, end_of_all = static_cast<std::int64_t>(B.crd[2].size()) - 1;
  const bool far = is_far<T>(static_cast<std::int64_t>(B.shape[2]) * n);
  for (std::int64_t p0 = first; p0 < last; ++p0) {
    vec<T> sum[V] = {};
    for (std::int64_t p1 = pos1[p0]; p1 < pos1[p0 + 1]; ++p1) {
      vec<T> fibre[V] = {};
      for (std::int64_t p2 = pos2[p1]; p2 < pos2[p1 + 1]; ++p2) {
        prefetch_row<V>(far, d + crd2[std::min(p2 + ahead, end_of_all)] * n);
        for (int v = 0; v < V; ++v) fibre[v] += val[p2] * load(d + crd2[p2] * n + v * lanes<T>);
      }
      for (int v = 0; v < V; ++v) sum[v] += fibre[v] * load(c + crd1[p1] * n + v * lanes<T>);
    }
    for (int v = 0; v < V; ++v) store(a + crd0[p0] * n + v * lanes<T>, sum[v]);
  }
}

}  // namespace

template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y) {
  balanced(A.pos.data(), A.rows(), [&](std::int64_t first, std::int64_t last) {
    const auto *pos = A.pos.data(), *crd = A.crd.data();
    const T *val = A.vals.data(), *in = x.data();
    T* out = y.data();
    std::int64_t p = pos[first];
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t end = pos[i + 1];
      T sum = 0;
      if (end - p >= 8) {
        T part[4] = {};
        for (; p + 4 <= end; p += 4) {
          for (int k = 0; k < 4; ++k) part[k] += val[p + k] * in[crd[p + k]];
          __asm__("" : "+r"(p));  // gathers and shuffles are slower than four sums
        }
        sum = (part[0] + part[1]) + (part[2] + part[3]);
      }
      for (; p < end; ++p) {
        sum += val[p] * in[crd[p]];
        __asm__("" : "+r"(p));
      }
      out[i] = sum;
    }
  });
}

template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C) {
  for_vectors<T>(B.cols(), [&](auto width) {
    balanced(A.pos.data(), A.rows(), [&](std::int64_t first, std::int64_t last) {
      spmm_rows<decltype(width)::value>(A, B.data(), C.data(), first, last);
    });
  });
}

template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O) {
  for_vectors<T>(X.cols(), [&](auto width) {
    balanced(A.pos.data(), A.rows(), [&](std::int64_t first, std::int64_t last) {
      sddmm_rows<decltype(width)::value>(A, X.data(), Y.data(), O.vals.data(), first, last);
    });
  });
}

template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A) {
  std::fill_n(A.data(), A.rows() * A.cols(), T(0));
  for_vectors<T>(A.cols(), [&](auto width) {
    balanced(B.pos[1].data(), static_cast<std::int64_t>(B.crd[0].size()),
             [&](std::int64_t first, std::int64_t last) {
               mttkrp_slices<decltype(width)::value>(B, C.data(), D.data(), A.data(), first, last);
             });
  });
}

BENCH_DENSE_KERNELS(template, float)
BENCH_DENSE_KERNELS(template, double)

}  // namespace bench::reference
