// Components of many producers, each in lists that need not be sorted, put in order on several threads: they
// are dealt out to slices of the keys, each of which is sorted in cache.
#pragma once

#include <algorithm>

#include "../rt/parallel.hpp"
#include "key_slices.hpp"
#include "memory.hpp"
#include "piece_sorter.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Components in order, one piece after another.
template <class E>
class array_pieces {
 public:
  bool empty() const { return starts_.size() == 0; }
  void clear() {
    starts_.clear();
    before_.clear();
  }
  void add(const E* start, std::int64_t count) {
    if (before_.size() == 0) before_.push(0);
    starts_.push(start);
    before_.push(size() + count);
  }
  std::int64_t size() const { return before_[before_.size() - 1]; }
  /// f(first, components before, count) of piece k.
  template <class F>
  void each_of(std::int64_t k, F&& f) const {
    f(starts_[k], before_[k], before_[k + 1] - before_[k]);
  }
  /// f(first, count) for the pieces of components [begin, end).
  template <class F>
  void each(std::int64_t begin, std::int64_t end, F&& f) const {
    std::int64_t k =
        std::upper_bound(before_.data(), before_.data() + before_.size(), begin) - before_.data() - 1;
    for (; begin < end; ++k) {
      const std::int64_t last = std::min(end, before_[k + 1]);
      if (begin < last) f(starts_[k] + begin - before_[k], last - begin);
      begin = last;
    }
  }

 private:
  grow<const E*> starts_;
  grow<std::int64_t> before_;  ///< how many components are before each piece, and behind the last
};

}  // namespace detail

/// What the parts of a parallel loop left in their lists, made one sorted run. Equal coordinates are combined
/// in the order of their segments: threads decide nothing.
template <class T, class Op>
class list_joiner {
 public:
  using component_type = detail::keyed_entry<T>;
  using segment = detail::component_segment<component_type>;

  explicit list_joiner(memory_budget& budget) : budget_(budget), slice_of_(budget), gathered_(budget) {}
  /// Segments of one part after the other.
  void add(const segment& x) {
    if (x.count == 0) return;
    segments_.push(x);
    before_.push(total_);
    total_ += x.count;
  }
  /// What is added is referred to until then.
  void join() {
    if (total_ == 0) return;
    make_groups();
    choose_slices();
    slice_of_.allocate(total_);
    count_shares();
    place_shares();
    gathered_.allocate(total_);
    each_group([&](std::int64_t k) { deal_out(k); });
    slice_of_.release();
    sort_slices();
  }
  /// After join(): where most components met others, room for those that are left is enough.
  void pack() {
    if (2 * left_ >= total_) return;
    counted_array<component_type> packed(budget_);
    packed.allocate(left_);
    each_slice([&](std::int64_t s, std::int64_t end) {
      for (; s < end; ++s)
        pieces_.each_of(s, [&](const component_type* first, std::int64_t before, std::int64_t count) {
          __builtin_memcpy(static_cast<void*>(packed.data() + before), first,
                           static_cast<std::size_t>(count) * sizeof(component_type));
        });
    });
    gathered_ = std::move(packed);
    total_ = left_;
    pieces_.clear();
    pieces_.add(gathered_.data(), left_);
  }
  /// The components, in pieces() of the array, whose first total() elements are in use.
  counted_array<component_type> result() { return std::move(gathered_); }
  std::int64_t total() const { return total_; }
  detail::array_pieces<component_type> pieces() { return std::move(pieces_); }

 private:
  /// Of a slice: it is in cache with its scratch, and there are enough of them for threads.
  static constexpr std::int64_t shortest = least_work(std::int64_t{1} << 12), longest = std::int64_t{1} << 15,
                                wanted_slices = 128, least_slices = 16, most_slices = 1 << 14;  // in 16 bits
  static constexpr std::int64_t least_parallel = least_work(std::int64_t{1} << 14);

  /// Of segments, with about as many components each; no more of them than make a short table of slices.
  void make_groups() {
    constexpr std::int64_t most = 64;
    begins_.push(0);
    std::int64_t count = 0;
    for (std::int64_t k = 0; k < segments_.size(); ++k) {
      count += segments_[k].count;
      if (count * most < total_ && k + 1 != segments_.size()) continue;
      begins_.push(k + 1);
      count = 0;
    }
  }
  std::int64_t groups() const { return begins_.size() - 1; }
  template <class F>
  void each_group(F&& f) {
    parallel_dynamic(0, groups(), least_parallel / (total_ / groups() + 1) + 2,
                     [&](std::int64_t k, std::int64_t end) {
                       for (; k < end; ++k) f(k);
                     });
  }
  template <class F>
  void each_slice(F&& f) {
    parallel_dynamic(0, slices_.size(), least_parallel / (total_ / slices_.size() + 1) + 2, f);
  }
  void choose_slices() {
    const std::int64_t length = std::clamp(total_ / wanted_slices, shortest, longest);
    const std::int64_t slices = std::clamp<std::int64_t>(total_ / length, 1, most_slices),
                       step = total_ / (slices * detail::key_slices::samples_of_slice) + 1;
    grow<std::uint64_t> sample;
    std::int64_t skipped = 0;
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (std::int64_t k = 0; k < segments_.size(); ++k) {
      const segment& x = segments_[k];
      low = std::min(low, x.low);
      high = std::max(high, x.high);
      for (; skipped < x.count; skipped += step) sample.push(x.data[skipped].key);
      skipped -= x.count;
    }
    // What all parts have in one list stays in one slice, unless slices are long without that.
    const std::int64_t whole = 4 * length < longest ? std::clamp(total_ / least_slices, length, longest) : 0;
    slices_.choose(sample, slices, whole / step, low, high, common_width());
  }
  /// Half of the components are in segments that are cut easily, or whose keys differ in no more bits.
  int common_width() const {
    std::int64_t counts[65] = {};
    for (std::int64_t k = 0; k < segments_.size(); ++k) {
      const segment& x = segments_[k];
      counts[x.is_sorted ? 0 : detail::bit_width(x.low ^ x.high)] += x.count;
    }
    int width = 0;
    for (std::int64_t before = counts[0]; 2 * before < total_; before += counts[width]) ++width;
    return width;
  }
  void count_shares() {
    shares_.extend(groups() * slices_.size(), share{0, 0, 0, false});
    each_group([&](std::int64_t k) {
      share* const own = shares_of(k);
      deal(
          k,
          [&](std::int64_t s, const component_type*, std::int64_t n, bool) {
            own[s].count += n;
            ++own[s].pieces;
            own[s].is_open = false;
          },
          [&](const segment& x, std::uint16_t* slice_of) {
            for (std::int64_t i = 0; i < x.count; ++i) {
              const std::int64_t s = slices_.slice_of(x.data[i].key);
              slice_of[i] = static_cast<std::uint16_t>(s);
              ++own[s].dealt;
              if (!std::exchange(own[s].is_open, true)) ++own[s].pieces;
            }
          });
    });
  }
  /// From counts to places.
  void place_shares() {
    const std::int64_t slices = slices_.size();
    starts_.resize(slices + 1);
    first_pieces_.resize(slices + 1);
    std::int64_t before = 0, pieces = 0;
    for (std::int64_t s = 0; s < slices; ++s) {
      starts_[s] = before;
      first_pieces_[s] = pieces;
      std::int64_t dealt = before;
      for (std::int64_t k = 0; k < groups(); ++k) {
        share& x = shares_of(k)[s];
        before += x.count + x.dealt;
        pieces += std::exchange(x.pieces, pieces);
        dealt += std::exchange(x.dealt, dealt);
        x.is_open = false;
      }
    }
    starts_[slices] = before;
    first_pieces_[slices] = pieces;
    all_pieces_.resize(pieces);
  }
  /// Lists that are in one slice stay where they are; the components of others come to the beginning of where
  /// their slice will be.
  void deal_out(std::int64_t k) {
    share* const own = shares_of(k);
    component_type* const all = gathered_.data();
    const auto close = [&](share& x) {
      if (!std::exchange(x.is_open, false)) return;
      auto& piece = all_pieces_[x.pieces - 1];
      piece.count = all + x.dealt - piece.data;
    };
    deal(
        k,
        [&](std::int64_t s, const component_type* from, std::int64_t n, bool is_sorted) {
          close(own[s]);
          all_pieces_[own[s].pieces++] = {from, n, is_sorted};
        },
        [&](const segment& x, const std::uint16_t* slice_of) {
          for (std::int64_t i = 0; i < x.count; ++i) {
            share& to = own[slice_of[i]];
            if (!std::exchange(to.is_open, true)) all_pieces_[to.pieces++] = {all + to.dealt, 0, false};
            all[to.dealt++] = x.data[i];
          }
        });
    for (std::int64_t s = 0; s < slices_.size(); ++s) close(own[s]);
  }
  /// many(slice, first, count, whether they are sorted) for stretches of group k that are in one slice,
  /// mixed(segment, the slice of each of its components) for the others, in their order.
  template <class Many, class Mixed>
  void deal(std::int64_t k, Many&& many, Mixed&& mixed) {
    for (std::int64_t number = begins_[k]; number < begins_[k + 1]; ++number) {
      const segment& x = segments_[number];
      const std::int64_t first = slices_.slice_of(x.low), last = slices_.slice_of(x.high);
      if (first == last)
        many(first, x.data, x.count, x.is_sorted);
      else if (x.is_sorted)
        deal_sorted(x, first, last, many);
      else
        mixed(x, slice_of_.data() + before_[number]);
    }
  }
  template <class Many>
  void deal_sorted(const segment& x, std::int64_t s, std::int64_t last, Many&& many) const {
    for (std::int64_t begin = 0; s <= last; ++s) {
      const component_type* const end =
          s == last
              ? x.data + x.count
              : std::lower_bound(x.data + begin, x.data + x.count, slices_.end_of(s),
                                 [](const component_type& e, std::uint64_t key) { return e.key < key; });
      const std::int64_t n = end - x.data - begin;
      if (n != 0) many(s, x.data + begin, n, true);
      begin += n;
    }
  }
  void sort_slices() {
    const std::int64_t slices = slices_.size();
    counts_.resize(slices);
    each_slice([&](std::int64_t s, std::int64_t end) {
      piece_sorter<T, Op> sorter;
      for (; s < end; ++s) {
        const auto* const pieces = all_pieces_.data();
        counts_[s] =
            sorter.sort(pieces + first_pieces_[s], pieces + first_pieces_[s + 1], starts_[s + 1] - starts_[s],
                        slices_.lowest_of(s), slices_.highest_of(s), gathered_.data() + starts_[s]);
      }
    });
    for (std::int64_t s = 0; s < slices; ++s) pieces_.add(gathered_.data() + starts_[s], counts_[s]);
    left_ = pieces_.size();
  }
  memory_budget& budget_;
  std::int64_t total_ = 0, left_ = 0;
  grow<segment> segments_;
  grow<std::int64_t> before_;  ///< components before each segment
  grow<std::int64_t> begins_;  ///< of the segments of each group, and the end
  detail::key_slices slices_;
  /// Of a group, in a slice: components that stay where they are, others, and pieces of either. Later where
  /// the next of the others and the next piece go. Others are in one piece as long as it is open.
  struct share {
    std::int64_t count, pieces, dealt;
    bool is_open;
  };
  share* shares_of(std::int64_t k) { return shares_.data() + k * slices_.size(); }
  grow<share> shares_;
  counted_array<std::uint16_t> slice_of_;                     ///< of components that are dealt out
  grow<std::int64_t> starts_, counts_;                        ///< of slices: where they start, what is left
  grow<std::int64_t> first_pieces_;                           ///< of slices
  grow<detail::component_piece<component_type>> all_pieces_;  ///< in the order of slices and segments
  detail::array_pieces<component_type> pieces_;
  counted_array<component_type> gathered_;
};

INSUM_RT_END
