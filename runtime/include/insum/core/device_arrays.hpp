// Conversions of tensors in device memory, between a rewritten file and its CUDA file: what one reads, and
// what it makes. Both are compiled with flags of their own, so that nothing here depends on any.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace insum {

struct conversion_source {
  std::vector<std::int64_t> sizes, strides;  // of the modes; strides of dense tensors only
  std::vector<std::int64_t> parameters;      // block sizes, widths
  std::vector<std::int64_t> lengths;         // of the arrays; -1: not known
  std::vector<const void*> arrays;           // in the order of storage
  std::vector<const char*> names;            // of the arrays, for errors: A.pos
  std::vector<std::int64_t> wanted;          // block sizes and widths of the copy; 0: to be chosen
  double fill = 0;
};

/// The arrays of a copy, in the order of storage.
class device_arrays {
 public:
  virtual ~device_arrays() = default;
  /// For work that this thread is about to put on its stream.
  virtual void* array(std::size_t n) const = 0;

  std::vector<std::int64_t> lengths, parameters;

 protected:
  device_arrays() = default;
  device_arrays(const device_arrays&) = delete;
  device_arrays& operator=(const device_arrays&) = delete;
};

}  // namespace insum
