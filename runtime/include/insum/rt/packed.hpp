// Members of the elements of an array, for what needs them next to each other.
#pragma once

#include "args.hpp"
#include "loops.hpp"

INSUM_RT_BEGIN

template <class T>
class packed {
 public:
  template <class Field>
  packed(const Field& field, std::int64_t count) : count_(count), storage_(count) {
    for (std::int64_t i = 0; i < count; ++i) data()[i] = field[i];
  }
  T* data() const { return const_cast<workspace<T>&>(storage_).data(); }
  template <class Field>
  void unpack(const Field& field) const {
    for (std::int64_t i = 0; i < count_; ++i) field[i] = data()[i];
  }

 private:
  std::int64_t count_;
  workspace<T> storage_;
};

INSUM_RT_END
