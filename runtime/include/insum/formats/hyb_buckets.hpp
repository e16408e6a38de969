// insum::hyb_buckets: the buckets of a hyb matrix as parts whose widths the type knows.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"
#include "group_coo.hpp"

namespace insum {

namespace detail {

/// Buckets of widths 2^0 to 2^k for each of c partitions.
template <class T, class Index, int Widths, class Numbers>
struct bucket_tuple;
template <class T, class Index, int Widths, int... n>
struct bucket_tuple<T, Index, Widths, std::integer_sequence<int, n...>> {
  using type = std::tuple<group_coo<T, Index, (std::int64_t{1} << (n % Widths))>...>;
};

}  // namespace detail

/// hyb(c, k) of SparseTIR: the columns are cut into C partitions of equal size. In each, a row of length l
/// with 2^(b-1) < l <= 2^b belongs to the bucket of width 2^b; longer rows than the widest bucket are split
/// over several of its groups. Each bucket has the shape of the whole matrix; their sum is the matrix. The
/// widest has 2^K slots.
template <value_like T, index_like Index = std::int32_t, int C = 1, int K = 5>
struct hyb_buckets {
  static_assert(C >= 1, "there is at least one column partition");
  static_assert(K >= 0 && K <= 30, "the widest bucket has 2^K slots; K is in [0, 30]");
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;
  static constexpr int partitions = C;
  static constexpr int widths = K + 1;
  static constexpr int count = C * widths;

  std::array<std::int64_t, 2> shape{};
  /// By partition, then by width.
  typename detail::bucket_tuple<T, Index, widths, std::make_integer_sequence<int, count>>::type buckets;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  /// The columns of each partition but the last ones, which have what is left.
  std::int64_t partition_cols() const {
    const std::int64_t size = detail::ceil_div(cols(), C);
    return size > 0 ? size : 1;
  }
  /// The number of slots that are used.
  std::int64_t nnz() const {
    return std::apply([](const auto&... bucket) { return (bucket.nnz() + ...); }, buckets);
  }
  std::size_t bytes() const {
    return std::apply([](const auto&... bucket) { return (bucket.bytes() + ...); }, buckets);
  }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"hyb_buckets.shape"}, shape);
    int number = 0;
    std::apply([&](const auto&... bucket) { (check_bucket(bucket, number++, fill), ...); }, buckets);
  }

 private:
  template <class Bucket>
  void check_bucket(const Bucket& bucket, int number, const T& fill) const {
    for (std::size_t mode = 0; mode < shape.size(); ++mode)
      if (bucket.shape[mode] != shape[mode])
        detail::array_name{"hyb_buckets.buckets.shape", number}.fail(
            static_cast<std::int64_t>(mode), bucket.shape[mode],
            "the matrix has " + std::to_string(shape[mode]));
    bucket.validate(fill);
    const std::int64_t partition = number / widths;
    for (std::size_t p = 0; p < bucket.AK.size(); ++p)
      if (static_cast<std::int64_t>(bucket.AK[p]) / partition_cols() != partition)
        detail::array_name{"hyb_buckets.buckets.AK", number}.fail(
            static_cast<std::int64_t>(p), static_cast<std::int64_t>(bucket.AK[p]),
            "not in column partition " + std::to_string(partition));
  }
};

/// No arrays of its own: rt::bucket<n>(t) gives the tensors whose sum it is.
template <class T, class Index, int C, int K>
struct storage<hyb_buckets<T, Index, C, K>> {
  using tensor = hyb_buckets<T, Index, C, K>;
  static constexpr const char* format = "hyb_buckets";
  static constexpr int rank = 2;
  using value_type = T;
  using index_type = Index;
  static constexpr bool growable = false;
  static constexpr long long arguments[] = {C, K};

  static std::int64_t size(const tensor& t, int mode) { return t.size(mode); }
};

namespace rt {

/// The n-th bucket, a group_coo.
template <int n, class T, class Index, int C, int K>
const auto& bucket(const hyb_buckets<T, Index, C, K>& t) {
  static_assert(n >= 0 && n < hyb_buckets<T, Index, C, K>::count, "there are fewer buckets");
  return std::get<static_cast<std::size_t>(n)>(t.buckets);
}

}  // namespace rt

}  // namespace insum
