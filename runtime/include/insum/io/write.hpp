// Writing tensors of any format as text.
#pragma once
#include <cstdint>
#include <string>
#include <type_traits>

#include "../convert.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"
#include "output.hpp"

namespace insum {

namespace io {

template <class T>
constexpr const char* mtx_field() {
  return is_complex<T> ? "complex" : std::is_integral_v<T> ? "integer" : "real";
}

/// A line an entry: 1-based coordinates and the value.
template <class Tensor>
void write_entries(output& out, const Tensor& tensor) {
  const insum::detail::entries<Tensor> source(tensor, 0);
  source.visit(0, source.outer(), [&](const auto& x, const auto& v) {
    for (const std::int64_t coordinate : x) {
      out.write(coordinate + 1);
      out.write(" ");
    }
    out.write_value(v);
    out.write("\n");
  });
}

template <class Tensor>
std::int64_t count_entries(const Tensor& tensor) {
  const insum::detail::entries<Tensor> source(tensor, 0);
  std::int64_t count = 0;
  source.visit(0, source.outer(), [&](const auto&, const auto&) { ++count; });
  return count;
}

}  // namespace io

/// Writes a matrix of any format as a Matrix Market file, compressed if the path ends in ".gz": a dense one
/// as an array, others as coordinates in the order of storage. Reading it gives the same values. Throws
/// std::runtime_error when the file cannot be written.
template <tensor_like Matrix>
void write_mtx(const std::string& path, const Matrix& matrix) {
  using S = storage<Matrix>;
  static_assert(S::rank == 2, "a Matrix Market file holds a matrix");
  constexpr bool array = detail::is_format<Matrix>("dense");
  using T = typename S::value_type;
  io::output out(path);
  out.write(array ? "%%MatrixMarket matrix array " : "%%MatrixMarket matrix coordinate ");
  out.write(io::mtx_field<T>());
  out.write(" general\n");
  out.write(S::size(matrix, 0));
  out.write(" ");
  out.write(S::size(matrix, 1));
  if constexpr (array) {
    out.write("\n");
    const dense<T, 2> copy = convert<dense<T, 2>>(matrix);
    for (std::int64_t j = 0; j < copy.cols(); ++j)
      for (std::int64_t i = 0; i < copy.rows(); ++i) {
        out.write_value(copy(i, j));
        out.write("\n");
      }
  } else {
    out.write(" ");
    out.write(io::count_entries(matrix));
    out.write("\n");
    io::write_entries(out, matrix);
  }
  out.close();
}

/// Writes a tensor of any format and rank as a FROSTT file, compressed if the path ends in ".gz"; the file
/// does not tell the sizes. Complex values have no place in it. Throws std::runtime_error when the file
/// cannot be written.
template <tensor_like Tensor>
void write_tns(const std::string& path, const Tensor& tensor) {
  static_assert(!is_complex<typename storage<Tensor>::value_type>,
                "a FROSTT file has one real number an entry");
  io::output out(path);
  io::write_entries(out, tensor);
  out.close();
}

}  // namespace insum
