// insum::hyb: rows sorted by length into buckets of equal width, within partitions of the columns.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// The rows of one column partition that have about the same number of entries, as an ELL matrix: slot q of
/// its row r is entry (rows[r], crd[r * width + q]) with value vals[r * width + q]. Slots that are not used
/// come last in a row and have column -1 and value 0.
template <class T, class Index = std::int32_t>
struct hyb_bucket {
  std::int64_t partition = 0;
  std::int64_t width = 1;
  buffer<Index> rows;
  buffer<Index> crd;
  buffer<T> vals;
};

/// The columns are cut into c partitions of equal size. In each, a row of length l with 2^(b-1) < l <= 2^b
/// belongs to the bucket of width 2^b; longer rows than 2^k are split over several rows of the widest bucket.
/// Buckets are ordered by partition, then by width; empty ones are left out.
template <value_like T, index_like Index = std::int32_t>
struct hyb {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  std::int64_t c = 1;
  std::int64_t k = 0;
  std::vector<hyb_bucket<T, Index>> buckets;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  /// The number of slots that are used.
  std::int64_t nnz() const {
    std::int64_t count = 0;
    for (const auto& bucket : buckets)
      for (const Index x : bucket.crd) count += x != Index(-1) ? 1 : 0;
    return count;
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& bucket : buckets) sum += detail::bytes_of(bucket.rows, bucket.crd, bucket.vals);
    return sum;
  }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"hyb.shape"}, shape);
    detail::check_positive({"hyb.c"}, c);
    if (k < 0 || k > 62) detail::array_name{"hyb.k"}.fail(-1, k, "out of range [0, 63)");
    for (std::size_t b = 0; b < buckets.size(); ++b) check_bucket(buckets[b], static_cast<int>(b), fill);
  }

 private:
  void check_bucket(const hyb_bucket<T, Index>& bucket, int number, const T& fill) const {
    if (bucket.partition < 0 || bucket.partition >= c)
      detail::array_name{"hyb.buckets.partition", number}.fail(-1, bucket.partition,
                                                               "out of range [0, " + std::to_string(c) + ")");
    detail::check_positive({"hyb.buckets.width", number}, bucket.width);
    const std::int64_t count = static_cast<std::int64_t>(bucket.rows.size());
    detail::check_coordinates({"hyb.buckets.rows", number}, bucket.rows, rows());
    const std::int64_t width = bucket.width;  // nvcc takes no members in the lists
    detail::check_length_product({"hyb.buckets.crd", number}, bucket.crd.size(), {count, width});
    detail::check_length_product({"hyb.buckets.vals", number}, bucket.vals.size(), {count, width});
    const std::int64_t partition_size = detail::ceil_div(cols(), c);
    const std::int64_t first = bucket.partition * partition_size;
    const std::int64_t last = partition_size < cols() - first ? first + partition_size : cols();
    for (std::size_t p = 0; p < bucket.crd.size(); ++p) {
      const std::int64_t x = static_cast<std::int64_t>(bucket.crd[p]);
      if (bucket.crd[p] == Index(-1))
        detail::check_padding({"hyb.buckets.vals", number}, bucket.vals, static_cast<std::int64_t>(p), fill);
      else if (x < first || x >= last)
        detail::array_name{"hyb.buckets.crd", number}.fail(
            static_cast<std::int64_t>(p), x,
            "outside the partition's columns [" + std::to_string(first) + ", " + std::to_string(last) + ")");
    }
  }
};

/// A list of parts rather than arrays: `parts(t)` gives the buckets, parameter(t, n) c and k.
template <class T, class Index>
struct storage<hyb<T, Index>> {
  static constexpr const char* format = "hyb";
  static constexpr int rank = 2;
  using value_type = T;
  using index_type = Index;
  static constexpr bool growable = false;

  static std::int64_t size(const hyb<T, Index>& t, int mode) { return t.size(mode); }
  static std::int64_t parameter(const hyb<T, Index>& t, int n) { return n == 0 ? t.c : t.k; }
  static const std::vector<hyb_bucket<T, Index>>& parts(const hyb<T, Index>& t) { return t.buckets; }
};

}  // namespace insum
