// A row of a sparse result, written where there is room for all of it.
#pragma once

#include "assemble.hpp"

INSUM_RT_BEGIN

/// The entries that one loop appends to the last level of a part and to its values. Room for `most` is made
/// before the first; close() says how many there were. Meanwhile nothing else may be added to either.
template <class Level, class V>
class row_writer {
  using coordinate = typename decltype(Level::crd)::value_type;

 public:
  INSUM_RT_INLINE row_writer(Level& level, grow<V>& values, std::int64_t most)
      : level_(level), values_(values) {
    level.crd.reserve_more(most);
    values.reserve_more(most);
    crd_ = level.crd.data() + level.crd.size();
    vals_ = values.data() + values.size();
  }
  template <class T>
  INSUM_RT_INLINE void push(std::int64_t c, const T& value) {
    crd_[count_] = static_cast<coordinate>(c);
    vals_[count_] = static_cast<V>(value);
    ++count_;
  }
  std::int64_t count() const { return count_; }
  /// Ends a row that has entries; `parent` for a level with positions.
  template <class... Parent>
  INSUM_RT_INLINE void close(Parent... parent) {
    level_.append_unset(parent..., count_);
    values_.append(count_);
  }

 private:
  Level& level_;
  grow<V>& values_;
  coordinate* crd_;
  V* vals_;
  std::int64_t count_ = 0;
};

INSUM_RT_END
