// INSUM_TUNE=1: lengths by measurement, one call of the kernel after the other.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "widths.hpp"

namespace insum::tuning {

/// Climbs from the model's widths: neighbours, with one width doubled or halved, are timed, and the search
/// goes on from one that takes less time, until there is none.
class search {
 public:
  using widths = std::vector<std::int64_t>;
  /// Whether there is a variant with these widths, which are within their bounds.
  using variant_test = bool (*)(const widths&);
  /// What was tried, and its shortest time.
  using trial_times = std::vector<std::pair<widths, std::int64_t>>;

  search(std::vector<bounds> between, widths start, variant_test is_variant = nullptr)
      : between_(std::move(between)), is_variant_(is_variant), start_(start), best_(std::move(start)) {}

  /// What the next call tries; nothing once the search has ended.
  std::optional<widths> next() const {
    if (decided_) return std::nullopt;
    if (needs(best_)) return best_;
    if (const auto other = next_neighbour()) return other;
    return best_;
  }

  void timed(const widths& tried, std::int64_t nanoseconds) {
    if (calls_++ == 0) return;  // pages are touched, and threads start
    trial& one = trials_[tried];
    one.time = std::min(one.time, nanoseconds), ++one.calls;
    if (!needs(tried) && tried != best_ && is_better(one.time, time_of(best_))) best_ = tried;
    decided_ |= !needs(best_) && (!next_neighbour() || trials_.size() >= most_tried);
  }

  /// An earlier process has found them, and tried these.
  void recall(widths found, std::int64_t start_time, std::int64_t time, const trial_times& tried = {}) {
    for (const auto& [which, shortest] : tried) trials_[which] = {shortest, calls_each};
    trials_[start_] = {start_time, calls_each};
    trials_[found] = {time, calls_each};
    best_ = std::move(found);
    decided_ = true;
  }

  /// Whether the search could have found these.
  bool allows(const widths& which) const {
    if (which.size() != between_.size()) return false;
    for (std::size_t n = 0; n < which.size(); ++n)
      if (which[n] < between_[n].least || which[n] > between_[n].most || (which[n] & (which[n] - 1)) != 0)
        return false;
    return has_variant(which);
  }

  bool decided() const { return decided_; }
  const widths& best() const { return best_; }
  const widths& start() const { return start_; }
  std::size_t tried() const { return trials_.size(); }
  /// each(widths, shortest time) of all that was tried.
  template <class Each>
  void for_each_trial(const Each& each) const {
    for (const auto& [which, tried] : trials_) each(which, tried.time);
  }
  std::int64_t calls() const { return calls_; }
  /// The shortest time; the largest number where there is none.
  std::int64_t time_of(const widths& which) const {
    const auto known = trials_.find(which);
    return known == trials_.end() ? std::numeric_limits<std::int64_t>::max() : known->second.time;
  }

 private:
  static constexpr int calls_each = 2;
  static constexpr std::size_t most_tried = 32;

  struct trial {
    std::int64_t time = std::numeric_limits<std::int64_t>::max();
    int calls = 0;
  };

  bool needs(const widths& which) const {
    const auto known = trials_.find(which);
    return known == trials_.end() || known->second.calls < calls_each;
  }
  bool has_variant(const widths& which) const { return !is_variant_ || is_variant_(which); }
  /// Less would be noise.
  static bool is_better(std::int64_t time, std::int64_t than) { return time < than - than / 32; }

  std::optional<widths> next_neighbour() const {
    for (std::size_t n = 0; n < best_.size(); ++n)
      for (const std::int64_t width : {best_[n] * 2, best_[n] / 2}) {
        if (width < between_[n].least || width > between_[n].most) continue;
        widths other = best_;
        other[n] = width;
        if (has_variant(other) && needs(other)) return other;
      }
    return std::nullopt;
  }

  std::vector<bounds> between_;
  variant_test is_variant_;
  widths start_, best_;
  std::map<widths, trial> trials_;
  std::int64_t calls_ = 0;
  bool decided_ = false;
};

}  // namespace insum::tuning
