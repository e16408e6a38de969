// How many different keys there are, about, without sorting them.
#pragma once

#include "../rt/bits.hpp"
#include "../rt/coordinate_sort.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Bits that the keys set, at places computed from them (linear counting: Whang, Vander-Zanden, Taylor, A
/// linear-time probabilistic counting algorithm, 1990), some for each key, so that few share one.
class key_marks {
 public:
  /// Of n components: no more than there are, and by an eighth less at most on average.
  template <class E>
  std::int64_t least_distinct(const E* x, std::int64_t n) {
    const int bits = bit_width(static_cast<std::uint64_t>(n)) + 2;
    marks_.clear();
    marks_.extend((std::int64_t{1} << bits) / 64 + 1, 0);
    std::uint64_t* const marks = marks_.data();
    for (std::int64_t i = 0; i < n; ++i) {
      const std::uint64_t mark = (x[i].key * 0x9e3779b97f4a7c15u) >> (64 - bits);
      marks[mark >> 6] |= std::uint64_t{1} << (mark & 63);
    }
    std::int64_t count = 0;
    for (std::int64_t k = 0; k < marks_.size(); ++k) count += __builtin_popcountll(marks[k]);
    return count;
  }

 private:
  grow<std::uint64_t> marks_;
};

}  // namespace detail

INSUM_RT_END
