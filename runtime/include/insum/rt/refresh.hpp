// New values for a sparse result whose structure stays: schedule same_pattern. Generated loops see a part as
// assemble() gives them; instead of appending, its levels find what they are given among what is stored.
#pragma once

#include "assemble.hpp"
#include "kept_mode.hpp"
#include "loops.hpp"
#include "search.hpp"

INSUM_RT_BEGIN

/// A level with a position array, of `parents` positions in all; -1: `each` for every position of the level
/// above.
template <class P, class C>
class kept_compressed {
 public:
  kept_compressed(kept_mode mode, P pos, C crd, std::int64_t parents, std::int64_t each = 1)
      : mode_(mode), pos_(pos), crd_(crd), parents_(parents), each_(each) {}

  /// From the number of positions of the level above to that of this one.
  std::int64_t open(const char* tensor, std::int64_t base, std::int64_t above) {
    tensor_ = tensor, base_ = base;
    if constexpr (std::is_pointer_v<P>)
      if (pos_ == nullptr) detail::throw_never_built(tensor);
    return index(pos_[parents_ >= 0 ? parents_ : above * each_]) - base;
  }

  /// The position of coordinate c under `parent`. Coordinates come in ascending order.
  INSUM_RT_INLINE std::int64_t push(std::int64_t parent, std::int64_t c) {
    if (parent != parent_) enter(parent);
    at_ = rt::seek(crd_, next_, end_, c, base_);
    if (__builtin_expect(at_ >= end_ || index(crd_[at_]) - base_ != c, 0)) lacking(c);
    next_ = at_ + 1;
    return at_;
  }
  /// The same; c may come several times in a row.
  INSUM_RT_INLINE std::int64_t at(std::int64_t parent, std::int64_t c) {
    if (parent == parent_ && at_ >= 0 && index(crd_[at_]) - base_ == c) return at_;
    return push(parent, c);
  }

  void enter(std::int64_t parent) {
    parent_ = parent, at_ = -1;
    next_ = index(pos_[parent]) - base_, end_ = index(pos_[parent + 1]) - base_;
  }
  /// The positions under the parent of enter(), and a coordinate.
  std::int64_t begin() const { return next_; }
  std::int64_t end() const { return end_; }
  INSUM_RT_INLINE std::int64_t coordinate(std::int64_t p) const { return index(crd_[p]) - base_; }
  [[noreturn]] INSUM_RT_COLD void lacking(std::int64_t c) const {
    detail::throw_lacking(tensor_, mode_, parent_, c);
  }

 private:
  kept_mode mode_;
  P pos_;
  C crd_;
  std::int64_t parents_, each_;
  const char* tensor_ = nullptr;
  std::int64_t base_ = 0;
  std::int64_t parent_ = -1, at_ = -1, next_ = 0, end_ = 0;
};

/// The coordinates of one mode of a list of entries: they are looked for together, when the last one is
/// known.
template <class C>
class kept_listed {
 public:
  kept_listed(kept_mode mode, C crd, std::int64_t count) : mode_(mode), crd_(crd), count_(count) {}
  std::int64_t open(const char* tensor, std::int64_t base, std::int64_t) {
    tensor_ = tensor, base_ = base;
    return count_;
  }
  void push(std::int64_t c) { wanted_ = c; }
  /// -1, 0 or 1 where entry q comes before, at or after the wanted coordinate.
  INSUM_RT_INLINE int order(std::int64_t q) const {
    const std::int64_t c = index(crd_[q]) - base_;
    return c < wanted_ ? -1 : c > wanted_;
  }
  INSUM_RT_COLD void add_to(insum::detail::message& text) const {
    text << (text.size() == 0 ? "" : ", ") << "coordinate " << wanted_ << " of mode " << mode_.number;
  }
  const char* tensor() const { return tensor_; }

 private:
  kept_mode mode_;
  C crd_;
  std::int64_t count_;
  const char* tensor_ = nullptr;
  std::int64_t base_ = 0, wanted_ = 0;
};

/// Values at the positions of the last level.
template <class V>
class kept_values {
 public:
  explicit kept_values(V values) : values_(values) {}
  /// Every block has its place already.
  static constexpr std::int64_t size() { return INT64_MAX; }
  template <class T>
  static void extend(std::int64_t, const T&) {}
  template <class T>
  INSUM_RT_INLINE void push(const T& value) {
    values_[*at_] = value;
  }
  auto& operator[](std::int64_t p) const { return values_[p]; }
  V data() const { return values_; }
  void follow(const std::int64_t* at) { at_ = at; }

 private:
  V values_;
  const std::int64_t* at_ = nullptr;
};

namespace detail {

template <class Level>
inline constexpr bool is_listed = false;
template <class C>
inline constexpr bool is_listed<kept_listed<C>> = true;

/// The last coordinate of an entry: with it the entry is found.
template <class Part>
struct last_of_list {
  Part& part;
  INSUM_RT_INLINE void push(std::int64_t c) const { part.find_listed(c); }
};

template <int n, class First, class... Rest>
struct type_at {
  using type = typename type_at<n - 1, Rest...>::type;
};
template <class First, class... Rest>
struct type_at<0, First, Rest...> {
  using type = First;
};

}  // namespace detail

/// The stored levels of a result, outermost first, and its values.
template <class V, class... Levels>
class kept_part : private detail::level_list<std::index_sequence_for<Levels...>, Levels...> {
  using list = detail::level_list<std::index_sequence_for<Levels...>, Levels...>;
  static constexpr int last = static_cast<int>(sizeof...(Levels)) - 1;
  static constexpr bool listed = detail::is_listed<typename detail::type_at<last, Levels...>::type>;

 public:
  kept_values<V> values;

  kept_part(const char* tensor, std::int64_t base, V elements, std::int64_t block, Levels... levels)
      : list{{levels}...}, values(elements) {
    open(tensor, base, std::make_index_sequence<sizeof...(Levels)>());
    count_ *= block;
    values.follow(&at_);
  }
  kept_part(const kept_part& other) : list(other), values(other.values), count_(other.count_) {
    values.follow(&at_);
  }
  kept_part& operator=(const kept_part&) = delete;

  /// The number of values.
  std::int64_t count() const { return count_; }

  template <int n>
  decltype(auto) level() {
    if constexpr (listed && n == last)
      return detail::last_of_list<kept_part>{*this};
    else if constexpr (n == last)
      return last_level{*this};
    else
      return (raw<n>());
  }

 private:
  friend struct detail::last_of_list<kept_part>;

  /// The innermost level: its position is that of the value.
  struct last_level {
    kept_part& part;
    INSUM_RT_INLINE std::int64_t push(std::int64_t parent, std::int64_t c) const {
      return part.at_ = part.template raw<last>().push(parent, c);
    }
    INSUM_RT_INLINE std::int64_t at(std::int64_t parent, std::int64_t c) const {
      return part.at_ = part.template raw<last>().at(parent, c);
    }
    auto& row(std::int64_t parent) const {
      part.template raw<last>().enter(parent);
      return part.template raw<last>();
    }
  };

  template <int n>
  auto& raw() {
    return detail::level_of<n>(static_cast<list&>(*this));
  }
  template <std::size_t... n>
  void open(const char* tensor, std::int64_t base, std::index_sequence<n...>) {
    ((count_ = raw<static_cast<int>(n)>().open(tensor, base, count_)), ...);
  }

  void find_listed(std::int64_t c) {
    raw<last>().push(c);
    const auto before = [&](std::int64_t q) {
      return order(q, std::make_index_sequence<sizeof...(Levels)>()) < 0;
    };
    std::int64_t low = at_, step = 1;  // entry `low`, where there is one, comes before
    while (step < count_ - low && before(low + step)) low += step, step *= 2;
    std::int64_t high = step < count_ - low ? low + step : count_;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (before(middle) ? low : high) = middle;
    }
    at_ = high;
    if (__builtin_expect(at_ >= count_ || order(at_, std::make_index_sequence<sizeof...(Levels)>()) != 0, 0))
      lacking(std::make_index_sequence<sizeof...(Levels)>());
  }
  template <std::size_t... n>
  [[noreturn]] INSUM_RT_COLD void lacking(std::index_sequence<n...>) {
    insum::detail::message text;
    (raw<static_cast<int>(n)>().add_to(text), ...);
    detail::throw_lacking(raw<last>().tensor(), text);
  }
  template <std::size_t... n>
  int order(std::int64_t q, std::index_sequence<n...>) {
    int result = 0;
    ((result = result != 0 ? result : raw<static_cast<int>(n)>().order(q)), ...);
    return result;
  }

  std::int64_t count_ = 1;
  std::int64_t at_ = -1;
};

/// The result `tensor`, whose numbers in storage begin at `base`, with `block` values for each position of
/// the last of `levels` (kept_compressed, kept_listed), outermost first.
template <class V, class... Levels>
kept_part<V, Levels...> keep(const char* tensor, std::int64_t base, V values, std::int64_t block,
                             Levels... levels) {
  return {tensor, base, values, block, levels...};
}

/// A copy of the values of a result that is read while it gets new ones.
template <class T>
class old_values {
 public:
  template <class Part>
  explicit old_values(const Part& kept) : copy_("a copy of old values", kept.count()) {
    const auto* const from = kept.values.data();
    T* const to = copy_.data();
    parallel_static(0, kept.count(), least_work(std::int64_t{1} << 14),
                    [&](std::int64_t begin, std::int64_t end) {
                      for (; begin < end; ++begin) to[begin] = from[begin];
                    });
  }
  T* data() { return copy_.data(); }

 private:
  workspace<T> copy_;
};

/// Gives all entries the value `fill`, then calls f(part, first, last) for the ranges of a partition on
/// threads.
template <class V, class... Levels, class T, class Partition, class F>
void refresh(const kept_part<V, Levels...>& kept, const T& fill, const Partition& partition, F&& f) {
  parallel_static(0, kept.count(), least_work(std::int64_t{1} << 14),
                  [&](std::int64_t begin, std::int64_t end) {
                    for (; begin < end; ++begin) kept.values[begin] = fill;
                  });
  partition.run([&](std::int64_t first, std::int64_t last) {
    kept_part<V, Levels...> part(kept);
    detail::assemble_part(f, part, first, last);
  });
}

INSUM_RT_END
