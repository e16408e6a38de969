// The only place of the user's side of the library that names OpenMP. Without -fopenmp everything runs on one
// thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::detail {

/// Below so many elements a parallel region costs more than it saves.
inline constexpr std::int64_t parallel_grain = std::int64_t{1} << 14;

/// How many chunks to cut `work` elements into: the number of threads, or 1 for little work and in parallel
/// regions.
inline int chunk_count(std::int64_t work) {
#ifdef _OPENMP
  if (work < 2 * parallel_grain || omp_in_parallel()) return 1;
  const std::int64_t wanted = work / parallel_grain;
  return wanted < omp_get_max_threads() ? static_cast<int>(wanted) : omp_get_max_threads();
#else
  static_cast<void>(work);
  return 1;
#endif
}

/// The first element of chunk `chunk` of `chunks` over [0, size).
constexpr std::int64_t chunk_begin(std::int64_t size, int chunk, int chunks) {
  const std::int64_t each = size / chunks, rest = size % chunks;
  return chunk * each + (chunk < rest ? chunk : rest);
}

/// Calls body(chunk) for each chunk, in parallel; an exception of any body is thrown again here.
template <class Body>
void for_each_chunk(int chunks, Body&& body) {
#ifdef _OPENMP
  if (chunks > 1) {
    std::exception_ptr error = nullptr;
#pragma omp parallel for schedule(static, 1) num_threads(chunks)
    for (int chunk = 0; chunk < chunks; ++chunk) {
      try {
        body(chunk);
      } catch (...) {
#pragma omp critical(insum_chunk_error)
        error = std::current_exception();
      }
    }
    if (error) std::rethrow_exception(error);
    return;
  }
#endif
  for (int chunk = 0; chunk < chunks; ++chunk) body(chunk);
}

/// Calls body(begin, end) on ranges that cover [0, size), in parallel where there is enough to do.
/// `work` is the number of elements touched where that differs from `size`.
template <class Body>
void parallel_ranges(std::int64_t size, Body&& body, std::int64_t work = -1) {
  const int chunks = chunk_count(work < 0 ? size : work);
  for_each_chunk(chunks, [&](int chunk) {
    body(chunk_begin(size, chunk, chunks), chunk_begin(size, chunk + 1, chunks));
  });
}

/// As chunk_begin, for parts of equal work where elements differ in theirs: before(i) is the work of the
/// elements in front of i and never falls.
template <class Before>
std::int64_t balanced_begin(std::int64_t size, const Before& before, int chunk, int chunks) {
  if (chunk == 0 || chunk == chunks) return chunk == 0 ? 0 : size;
  const std::int64_t wanted = chunk_begin(before(size), chunk, chunks);
  std::int64_t low = 0, high = size;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (before(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// As parallel_ranges, with ranges of equal work; `work` is the number of elements touched in all.
template <class Before, class Body>
void balanced_ranges(std::int64_t size, const Before& before, Body&& body, std::int64_t work) {
  const int chunks = chunk_count(work);
  for_each_chunk(chunks, [&](int chunk) {
    body(balanced_begin(size, before, chunk, chunks), balanced_begin(size, before, chunk + 1, chunks));
  });
}

template <class T>
void parallel_fill(T* data, std::size_t size, T value) {
  parallel_ranges(static_cast<std::int64_t>(size), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) data[i] = value;
  });
}

}  // namespace insum::detail
