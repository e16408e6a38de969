// Visiting the entries of hyb_buckets: those of one bucket after those of the other.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "../formats/hyb_buckets.hpp"
#include "entries.hpp"

namespace insum::detail {

template <class T, class Index, int C, int K>
struct entries<hyb_buckets<T, Index, C, K>> : entries_base<hyb_buckets<T, Index, C, K>> {
  using base = entries_base<hyb_buckets<T, Index, C, K>>;
  static constexpr bool unique = false;

  entries(const hyb_buckets<T, Index, C, K>& tensor, double fill) : base(tensor), fill_(fill) {
    each([&](const auto& bucket) {
      outer_ += bucket.outer();
      work_ += bucket.work();
    });
  }
  std::int64_t outer() const { return outer_; }
  std::int64_t work() const { return work_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    std::int64_t first = 0;
    each([&](const auto& bucket) {
      const std::int64_t from = std::max(begin, first), to = std::min(end, first + bucket.outer());
      if (from < to) bucket.visit(from - first, to - first, f);
      first += bucket.outer();
    });
  }

 private:
  template <class F>
  void each(F&& f) const {
    std::apply(
        [&](const auto&... bucket) {
          (f(entries<std::remove_cvref_t<decltype(bucket)>>(bucket, fill_)), ...);
        },
        this->t.buckets);
  }

  double fill_;
  std::int64_t outer_ = 0, work_ = 0;
};

}  // namespace insum::detail
