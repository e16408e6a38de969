// The arrays of a converted tensor: made in device memory, and used on any stream later.
#pragma once

#include <memory>
#include <vector>

#include "../../convert/values.hpp"
#include "../../core/device_arrays.hpp"
#include "sorted_entries.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

class made_arrays : public device_arrays {
 public:
  made_arrays() = default;
  /// The next array, uninitialised.
  template <class T>
  T* add(std::int64_t count) {
    lengths.push_back(count);
    const std::int64_t bytes = checked_mul(count, static_cast<std::int64_t>(sizeof(T)), "bytes of an array");
    memory_.push_back(std::make_unique<insum::cuda::detail::shared_memory>(static_cast<std::size_t>(bytes)));
    return static_cast<T*>(memory_.back()->use());
  }
  void* array(std::size_t n) const override { return memory_[n]->use(); }

 private:
  std::vector<std::unique_ptr<insum::cuda::detail::shared_memory>> memory_;
};

/// Throws storage_error as conversions on the host do.
template <class Index>
void check_fits(const char* name, std::int64_t position, std::int64_t value) {
  if (!std::in_range<Index>(value)) throw storage_error(name, position, value, "does not fit the index type");
}

template <class To>
struct copy_numbers {
  To* to;
  const std::int64_t* from;
  __device__ void operator()(std::int64_t i) const { to[i] = static_cast<To>(from[i]); }
};
template <class T>
struct set_all {
  T* to;
  T value;
  __device__ void operator()(std::int64_t i) const { to[i] = value; }
};
/// Positions of the segments of sorted numbers: the first i with numbers[i] >= segment.
struct find_segments {
  std::int64_t* pos;
  const std::int64_t* numbers;
  std::int64_t count;
  __device__ void operator()(std::int64_t segment) const {
    pos[segment] = rt::seek(numbers, 0, count, segment, 0);
  }
};

/// What a format stores at places of its own: the entries of a matrix, or its blocks, sorted by rows.
struct row_units {
  std::int64_t major = 0, minor = 0, count = 0;  // rows, columns
  const std::int64_t* row = nullptr;
  const std::int64_t* col = nullptr;
  buffer<std::int64_t> pos;  // of rows
  std::int64_t of = 0;       // rows in all, where those without a unit may be left out

  void find_rows(const insum::cuda::detail::shared_stream& stream) {
    pos = buffer<std::int64_t>(stream, major + 1);
    each(stream, major + 1, find_segments{pos.data(), row, count});
  }
};

/// The block that an entry is in, and its place there; without blocks an entry is a block of its own.
struct within_block {
  const std::int64_t* unit = nullptr;
  const std::int64_t* row = nullptr;
  const std::int64_t* col = nullptr;
  std::int64_t bm = 1, bn = 1;

  __device__ std::int64_t unit_of(std::int64_t entry) const { return unit == nullptr ? entry : unit[entry]; }
  __device__ std::int64_t place(std::int64_t entry) const {
    return unit == nullptr ? 0 : row[entry] % bm * bn + col[entry] % bn;
  }
};

template <class Value, class Slot>
struct scatter_values {
  Value* to;
  const Value* values;
  within_block blocks;
  Slot slot_of;
  __device__ void operator()(std::int64_t entry) const {
    to[slot_of(blocks.unit_of(entry)) * (blocks.bm * blocks.bn) + blocks.place(entry)] = values[entry];
  }
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
