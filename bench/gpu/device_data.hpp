// Arrays of the host in device memory, and results compared with plain evaluations.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <insum/formats.hpp>
#include <random>
#include <vector>

#include "kernels.hpp"

namespace bench::gpu {

template <class T>
insum::device_dense<T, 1> upload(const std::vector<T>& from) {
  insum::dense<T, 1> host({static_cast<std::int64_t>(from.size())});
  std::copy(from.begin(), from.end(), host.vals.begin());
  return insum::to_device(host);
}
/// Buffers of insum's types, with another type of elements.
template <class T, class Buffer>
insum::device_dense<T, 1> upload_as(const Buffer& from) {
  std::vector<T> converted;
  for (const auto value : from) converted.push_back(static_cast<T>(value));
  return upload(converted);
}

template <class T>
std::span<const T> span_of(const insum::device_dense<T, 1>& from) {
  return {from.data(), static_cast<std::size_t>(from.count())};
}

/// Bits that are no number in any type.
template <class Tensor>
void forget(Tensor& tensor) {
  insum::cuda::detail::check(
      cudaMemsetAsync(tensor.data(), 0xff, tensor.bytes(), insum::cuda::current_stream()), "cudaMemsetAsync");
}

/// Multiples of an eighth between -1 and 1: exact in all types, and so are their products.
template <class Values>
void fill_with_eighths(Values& values) {
  std::minstd_rand random(7);
  for (auto& value : values)
    value = static_cast<std::remove_reference_t<decltype(value)>>(static_cast<int>(random() % 17) - 8) / 8;
}

/// A tensor on both sides.
template <class T, int Rank>
struct mirrored {
  insum::dense<T, Rank> host;
  insum::device_dense<T, Rank> device;

  explicit mirrored(const insum::dense<T, Rank>& from) : host(from), device(insum::to_device(from)) {}
};

template <class T, int Rank>
mirrored<T, Rank> random_tensor(const std::array<std::int64_t, Rank>& shape) {
  insum::dense<T, Rank> host(shape);
  fill_with_eighths(host.vals);
  return mirrored<T, Rank>(host);
}

/// Rows of a result: adds row `i`, as it should be, to the zeros of `row`.
using row_of = std::function<void(std::int64_t i, std::vector<double>& row)>;

/// Compares rows, at most 64, with what they should be: the largest difference over what rounding of sums of
/// `depth` products explains. A row is what the last mode runs over; those of a vector are its elements.
template <class T, int Rank>
double largest_error(const insum::device_dense<T, Rank>& result, std::int64_t depth, const row_of& expected) {
  const insum::dense<T, Rank> got = insum::to_host(result);
  const std::int64_t columns = Rank == 1 ? 1 : got.size(Rank - 1), rows = result.count() / columns;
  const std::int64_t step = std::max<std::int64_t>(1, rows / 64);
  const double unit = sizeof(T) == 2 ? 1e-3 : 1e-6;
  double largest = 0;
  for (std::int64_t i = 0; i < rows; i += step) {
    std::vector<double> row(static_cast<std::size_t>(columns));
    expected(i, row);
    for (std::int64_t j = 0; j < columns; ++j) {
      const double wanted = row[static_cast<std::size_t>(j)],
                   have = static_cast<float>(got.vals[static_cast<std::size_t>(i * columns + j)]);
      const double allowed = unit * (std::sqrt(static_cast<double>(depth)) + std::abs(wanted));
      const double error = std::abs(have - wanted) / allowed;
      largest = error <= largest ? largest : error;  // also where it is no number
      if (error != error) return INFINITY;
    }
  }
  return largest;
}

}  // namespace bench::gpu
