// A tensor as a command has read it: its entries in the order of the file.
#pragma once
#include <cstdint>
#include <insum/formats/coo.hpp>
#include <variant>

#include "data/tensor_file.h"

namespace insum::data {

template <class V, class I>
using Entries = std::variant<coo<V, 1, I>, coo<V, 2, I>, coo<V, 3, I>, coo<V, 4, I>, coo<V, 5, I>>;
static_assert(std::variant_size_v<Entries<double, int>> == most_modes);

/// Reads the file, whatever it is. Defined in read_entries.h and instantiated in instances/, one pair of
/// types a file: these templates take long to compile. Throws DataError.
template <class V, class I>
Entries<V, I> read_entries(const TensorFile& file);

/// Calls f.template operator()<V, I>() with the types that are chosen, or those that the file has.
template <class F>
auto with_types(const ElementChoice& choice, const TensorFile& file, F&& f) {
  const bool narrow = (choice.value.empty() ? file.natural.value : choice.value) == "float";
  const bool wide = (choice.index == 0 ? file.natural.index : choice.index) == 64;
  if (narrow)
    return wide ? f.template operator()<float, std::int64_t>() : f.template operator()<float, std::int32_t>();
  return wide ? f.template operator()<double, std::int64_t>() : f.template operator()<double, std::int32_t>();
}

}  // namespace insum::data
