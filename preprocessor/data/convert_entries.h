// convert_entries for one pair of types; included by instances/ only.
#pragma once
#include <chrono>
#include <insum/convert.hpp>
#include <insum/io/arrays.hpp>
#include <insum/io/write.hpp>
#include <utility>

#include "data/conversion.h"
#include "data/errors.h"
#include "data/format_types.h"
#include "data/output.h"
#include "data/target_format.h"

namespace insum::data {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class Tensor>
void describe(const Tensor& tensor, Conversion& result) {
  const tensor_description about = io::describe(tensor);
  result.shape = about.shape;
  result.format = about.format;
  for (std::size_t n = 0; n < about.parameters.size(); ++n)
    result.format += (n == 0 ? "<" : ",") + std::to_string(about.parameters[n].second);
  if (!about.parameters.empty()) result.format += ">";
  io::for_each_array(tensor, [&](const io::file_array& array, const auto& data) {
    using Element = typename std::remove_cvref_t<decltype(data)>::value_type;
    const bool is_value = std::is_floating_point_v<Element>;
    result.arrays.push_back({array.name, (is_value ? "float" : "int") + std::to_string(8 * sizeof(Element)),
                             array.sizes(data.size()),
                             static_cast<std::int64_t>(data.size() * sizeof(Element))});
    if (is_value) result.slots += static_cast<std::int64_t>(data.size());
  });
}

template <class Tensor>
void write_tensor(const Tensor& tensor, const TensorFile& file, const std::string& output) {
  const OutputKind kind = output_kind(output);
  constexpr int rank = storage<Tensor>::rank;
  if (kind == OutputKind::matrix_market && rank != 2)
    throw DataError{
        file.path,
        0,
        Diag::conversion_impossible,
        {file.path, "a .mtx file", "it has " + std::to_string(rank) + " modes", "write a .tns file"}};
  write_whole(output, kind, [&](const std::string& path) {
    if (kind == OutputKind::matrix_market) {
      if constexpr (rank == 2) write_mtx(path, tensor);
    } else if (kind == OutputKind::frostt) {
      write_tns(path, tensor);
    } else if (kind == OutputKind::numpy) {
      if constexpr (insum::detail::is_format<Tensor>("dense")) write_npy(path, tensor);
    } else {
      write_arrays(path, tensor);
    }
  });
}

template <class V, class I>
Conversion convert_entries(Entries<V, I>&& entries, const TensorFile& file, const TargetFormat& target,
                           const std::string& output) {
  Conversion result;
  std::visit(
      [&]<int Rank>(coo<V, Rank, I>& read) {
        const bool known = with_format<V, I, Rank>(target.name, [&]<class To>() {
          To tensor;
          converting(file.path, target.name, [&] {
            const auto start = std::chrono::steady_clock::now();
            const auto sorted = convert<coo<V, Rank, I>>(std::exchange(read, {}));
            result.sort_seconds = seconds_since(start);
            result.entries = sorted.nnz();
            const auto middle = std::chrono::steady_clock::now();
            tensor = convert<To>(sorted, options_of(target));
            result.convert_seconds = seconds_since(middle);
          });
          describe(tensor, result);
          if (!output.empty()) write_tensor(tensor, file, output);
        });
        if (!known)
          throw DataError{file.path,
                          0,
                          Diag::conversion_impossible,
                          {file.path, target.name, "it has " + std::to_string(Rank) + " modes, not 2",
                           Rank > 2 ? "name coo, csf, group_coo or dense" : "name coo, csf or dense"}};
      },
      entries);
  return result;
}

}  // namespace insum::data
