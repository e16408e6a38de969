// An accumulation array with packed keys where the sizes allow them, and with full ones elsewhere.
#pragma once

#include <memory>

#include "components.hpp"

INSUM_RT_BEGIN

/// What the policies of this library share. Array<T, Op, Keys> hands out its sorted components by data().
template <template <class, class, class> class Array, class T, class Op, int Rank>
class either_keys {
  using packed = Array<T, Op, packed_keys<Rank>>;
  using full = Array<T, Op, full_keys<Rank>>;

 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = Rank;

  either_keys(const coordinates<Rank>& sizes, std::int64_t capacity) {
    if (packed_keys<Rank>::fit(sizes))
      packed_ = packed(sizes, capacity);
    else
      full_ = std::make_unique<full>(sizes, capacity);
  }
  static std::size_t bytes(const coordinates<Rank>& sizes, std::int64_t capacity) {
    return packed_keys<Rank>::fit(sizes) ? packed::bytes(sizes, capacity) : full::bytes(sizes, capacity);
  }

  INSUM_RT_INLINE bool insert(const coordinates<Rank>& c, const T& value) {
    if (__builtin_expect(packed_.insert(c, value), 1))
      return true;  // one without capacity where keys are full
    return full_ != nullptr && full_->insert(c, value);
  }
  /// Components under their packed keys, which the sizes allow, up to the first for which there is no room.
  template <class E>
  const E* insert_packed(const E* x, const E* end) {
    while (x != end && packed_.insert_key(x->key, x->value)) ++x;
    return x;
  }
  void sort() {
    with([](auto& array) { array.sort(); });
  }
  std::int64_t size() const { return full_ != nullptr ? full_->size() : packed_.size(); }
  void clear() {
    with([](auto& array) { array.clear(); });
  }
  template <class F>
  void visit(F&& f) const {
    read([&](const auto& array) {
      const auto* x = array.data();
      for (std::int64_t k = 0; k < array.size(); ++k) f(array.keys().unpack(x[k].key), x[k].value);
    });
  }
  /// f(coordinates, value) before sort(), in any order.
  template <class F>
  void each(F&& f) const {
    read([&](const auto& array) {
      array.each([&](const auto& key, const T& value) { f(array.keys().unpack(key), value); });
    });
  }
  /// Calls f with the array in use, which has data() and size().
  template <class F>
  void read(F&& f) const {
    if (full_ != nullptr) return f(*full_);
    f(packed_);
  }

 private:
  template <class F>
  void with(F&& f) {
    if (full_ != nullptr) return f(*full_);
    f(packed_);
  }
  packed packed_;
  std::unique_ptr<full> full_;
};

INSUM_RT_END
