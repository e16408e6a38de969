// What the random programs share: loading of storage, and the comparison of a result with its reference.
#pragma once
#include <omp.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <insum/core/types.hpp>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace differential {

/// Contiguous elements of any type; std::vector<bool> is none.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size) : data_(new T[size]()), size_(size) {}
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t size_;
};

/// An element of an array of structures.
template <class T>
struct Cell {
  std::int32_t tag;
  T value;
};

template <class T>
inline constexpr bool is_complex_number = requires(T x) { x.imag(); };

/// The n-th element of a list in which complex numbers are pairs.
template <class T>
T element(const double* list, std::size_t n) {
  if constexpr (is_complex_number<T>) {
    using part = typename T::value_type;
    return T(static_cast<part>(list[2 * n]), static_cast<part>(list[2 * n + 1]));
  } else if constexpr (std::is_same_v<T, bool>) {
    return list[n] != 0;
  } else {
    return static_cast<T>(list[n]);
  }
}

template <class T>
void copy(T* out, const double* list, std::size_t size) {
  for (std::size_t n = 0; n < size; ++n) out[n] = element<T>(list, n);
}

template <class T>
std::size_t length(const std::vector<double>& list) {
  return list.size() / (is_complex_number<T> ? 2 : 1);
}

/// The numbers of a text such as "1, -0.5, INFINITY"; storage is given as text since compilers read it
/// fastest.
std::vector<double> numbers(const char* text);

template <class T>
std::vector<T> vector(const char* text) {
  const std::vector<double> list = numbers(text);
  std::vector<T> result(length<T>(list));
  copy(result.data(), list.data(), result.size());
  return result;
}

template <class T>
Array<T> array(const char* text) {
  const std::vector<double> list = numbers(text);
  Array<T> result(length<T>(list));
  copy(result.data(), list.data(), result.size());
  return result;
}

template <class T>
std::vector<Cell<T>> cells(const char* text) {
  const std::vector<double> list = numbers(text);
  std::vector<Cell<T>> result(length<T>(list));
  for (std::size_t n = 0; n < result.size(); ++n) result[n] = {-1, element<T>(list.data(), n)};
  return result;
}

using Real = std::vector<double>;
using Integer = std::vector<std::int64_t>;
using Complex = std::vector<std::complex<double>>;

/// How far the result of a program may be from its reference.
struct Tolerance {
  double absolute;
  double relative;
};

// Compares `size` stored elements of a result with its reference; `layout` tells the logical place of each
// stored element, -1 for none (empty: they are in order). Elements that share a place are summed; places that
// nothing is stored for must have the value `fill` in the reference. True when all agree, else prints the
// first difference.
bool same(const char* name, const Real& got, const std::vector<int>& layout, const Real& wanted, double fill,
          Tolerance tolerance);
bool same(const char* name, const Integer& got, const std::vector<int>& layout, const Integer& wanted,
          double fill, Tolerance tolerance);
bool same(const char* name, const Complex& got, const std::vector<int>& layout, const Complex& wanted,
          double fill, Tolerance tolerance);

/// The elements in the type in which the reference computes.
template <class T>
auto widened(const T* data, std::size_t size) {
  if constexpr (is_complex_number<T>) {
    Complex result(size);
    for (std::size_t n = 0; n < size; ++n)
      result[n] = {static_cast<double>(data[n].real()), static_cast<double>(data[n].imag())};
    return result;
  } else if constexpr (std::is_integral_v<T>) {
    Integer result(size);
    for (std::size_t n = 0; n < size; ++n) result[n] = static_cast<std::int64_t>(data[n]);
    return result;
  } else {
    Real result(size);
    for (std::size_t n = 0; n < size; ++n) result[n] = static_cast<double>(data[n]);
    return result;
  }
}

template <class T>
auto widened(const Cell<T>* data, std::size_t size) {
  Array<T> values(size);
  for (std::size_t n = 0; n < size; ++n) values.data()[n] = data[n].value;
  return widened(values.data(), size);
}

/// One run of a program of the first family, on so many threads.
struct Run {
  int threads = 1;
  std::vector<unsigned char> bits;  // of the result

  /// As the function `same`; keeps the bits.
  template <class T>
  bool same(const char* name, const std::vector<T>& got, const std::vector<int>& layout,
            const std::vector<T>& wanted, double fill, Tolerance tolerance) {
    const auto* const first = reinterpret_cast<const unsigned char*>(got.data());
    bits.assign(first, first + got.size() * sizeof(T));
    return differential::same(name, got, layout, wanted, fill, tolerance);
  }
};

/// Runs a program on 1, 2 and 4 threads. A deterministic one has to have the same bits on all of them.
bool on_threads(bool (*run)(Run& run), bool deterministic);

/// One program of a batch: its number and the function that computes and compares.
struct Program {
  int number;
  bool (*run)();
};

/// Runs the programs from the argument on and prints, for each, "begin N" and then "passed N" or "failed N".
int run_programs(std::span<const Program> programs, int argc, char** argv);

}  // namespace differential
