// Whether a result fills so much of its elements that a place for each of them pays.
#pragma once

#include <algorithm>

#include "dense.hpp"

INSUM_RT_BEGIN

/// Elements of type T, and the components that are expected to fill them.
template <class T, class Op, int Rank>
class filling {
 public:
  explicit filling(const coordinates<Rank>& sizes) : sizes_(sizes), elements_(count_of(sizes)) {}
  /// Components that will come, about; 0: not known.
  void expect(std::int64_t components) { expected_ = components; }
  std::int64_t expected() const { return expected_; }
  /// Of many arrays each has to come with a place for each element: where these are more than a little, that
  /// pays if it fills many of them, as what came tells, not what is expected.
  void set_one_of_many(bool is_one) { is_one_of_many_ = is_one; }

  /// There are elements, no more than memory may have room for.
  bool is_possible() const { return elements_ > 0; }
  bool are_few() const { return elements_ > 0 && elements_ <= few_elements; }
  bool takes_little() const { return elements_ > 0 && bytes() <= little_bytes; }
  /// In cache.
  bool is_near() const { return elements_ > 0 && bytes() <= near_bytes; }
  /// ... and a place for each may be worth its time for fewer components than fill many of them.
  bool trusts_expected() const { return is_one_of_many_ ? takes_little() : is_near(); }
  /// Elements for each one of the result, from which a place for each pays and takes memory in proportion to
  /// the result; where they are little, for each component.
  std::int64_t most_for_each() const { return takes_little() ? 256 : trusts_expected() ? 64 : 8; }
  /// Components of which some may be equal, that may fill them.
  std::int64_t enough() const {
    const std::int64_t least = least_filling();
    return takes_little() ? least : least + least / 4;
  }
  /// Of the expected ones, that tell how often all of them meet.
  std::int64_t sample() const { return std::max(elements_ / most_expected, least_sample); }
  bool is_filled_by(std::int64_t distinct) const {
    return takes_little() || elements_ / most_for_each() < distinct;
  }
  /// By what was sorted, at `distinct` coordinates; or by what is expected, which may be many times too much,
  /// once a part of it came. `met`: components that met others before they came to be sorted.
  bool is_filled(std::int64_t sorted, std::int64_t distinct, std::int64_t met) const {
    const bool as_expected = (trusts_expected() || !is_near()) && sorted > 0 &&
                             sorted + met >= expected_ / trusted_part && expected_ >= least_filling() &&
                             is_filled_by(distinct_in_the_end(sorted, distinct, met));
    return as_expected || (sorted >= enough() && is_filled_by(distinct));
  }
  /// Of what lists hold, unsorted.
  template <class Lists>
  std::int64_t count_distinct(const Lists& lists) const {
    std::int64_t distinct = 0;
    const typename dense_workspace<T, Op, Rank>::places elements{sizes_, nullptr, {}};
    grow<std::uint64_t> marks;
    marks.extend(detail::two_level_bits::words(elements_), 0);
    lists.visit([&](const coordinates<Rank>& c, const T&) {
      const std::int64_t j = elements.place(c);
      const std::uint64_t bit = std::uint64_t{1} << (j & 63);
      distinct += (marks[j >> 6] & bit) == 0 ? 1 : 0;
      marks[j >> 6] |= bit;
    });
    return distinct;
  }

 private:
  static constexpr std::int64_t few_elements = 1 << 12, most_elements = std::int64_t{1} << 40;
  static constexpr std::size_t little_bytes = std::size_t{512} << 10, near_bytes = std::size_t{16} << 20;
  static constexpr std::int64_t least_sample = 1 << 10;
  static constexpr std::int64_t most_expected = 128;  ///< places for each component that came
  static constexpr std::int64_t trusted_part = 64;    ///< of what is expected

  /// Of all elements; 0 where there is no memory for so many.
  static std::int64_t count_of(const coordinates<Rank>& sizes) {
    std::int64_t n = 1;
    for (const std::int64_t size : sizes)
      if (__builtin_mul_overflow(n, size, &n)) return 0;
    return n <= most_elements ? n : 0;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(elements_) * sizeof(T); }
  /// Components that fill them if none are equal.
  std::int64_t least_filling() const { return elements_ / most_for_each() + 1; }
  /// Of the expected components, about. n of N coordinates that are taken at random meet n * n / (2 * N)
  /// times, as long as they are few; no more are new later than were so far. Those that met in the table did
  /// not come to the lists, nor will as large a part of the others.
  std::int64_t distinct_in_the_end(std::int64_t sorted, std::int64_t distinct, std::int64_t met) const {
    const auto n = static_cast<double>(sorted), found = static_cast<double>(distinct),
               all = static_cast<double>(expected_) * n / static_cast<double>(sorted + met);
    const double of_which = n * n / (2 * (n - found) + 1);
    return static_cast<std::int64_t>(std::min(of_which * all / (of_which + all), found * all / n));
  }

  coordinates<Rank> sizes_;
  std::int64_t elements_;
  std::int64_t expected_ = 0;
  bool is_one_of_many_ = false;
};

INSUM_RT_END
