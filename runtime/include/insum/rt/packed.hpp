// Members of the elements of an array, for what needs them next to each other.
#pragma once

#include "args.hpp"
#include "loops.hpp"

INSUM_RT_BEGIN

template <class T>
class packed {
 public:
  template <class Field>
  packed(const Field& field, std::int64_t count, std::int64_t first = 0)
      : count_(count), first_(first), storage_("members of structs", count) {
    for (std::int64_t i = 0; i < count; ++i) elements()[i] = field[first + i];
  }
  /// The element 0.
  T* data() const { return elements() - first_; }
  template <class Field>
  void unpack(const Field& field) const {
    for (std::int64_t i = 0; i < count_; ++i) field[first_ + i] = elements()[i];
  }

 private:
  T* elements() const { return const_cast<workspace<T>&>(storage_).data(); }
  std::int64_t count_, first_;
  workspace<T> storage_;
};

INSUM_RT_END
