// read_entries for one pair of types; included by instances/ only.
#pragma once
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <insum/io/arrays.hpp>
#include <utility>

#include "data/entries.h"
#include "data/errors.h"
#include "data/format_types.h"

namespace insum::data {

template <class V, class I, int Rank>
coo<V, Rank, I> read_folder(const TensorFile& file) {
  coo<V, Rank, I> result;
  const bool known = with_format<V, I, Rank>(file.format, [&]<class Type>() {
    Type tensor = read_arrays<Type>(file.path);
    if constexpr (std::is_same_v<Type, coo<V, Rank, I>>)
      result = std::move(tensor);
    else
      result = convert<coo<V, Rank, I>>(tensor);
  });
  if (!known)
    throw parse_error(
        io::disk_folder{file.path}.name(io::description_name), 1,
        "no tensor of " + std::to_string(Rank) + " modes has the format " + io::quoted(file.format));
  return result;
}

template <class V, class I, int Rank>
coo<V, Rank, I> read_rank(const TensorFile& file) {
  switch (file.kind) {
    case FileKind::frostt:
      return read_tns<V, Rank, I>(file.path);
    case FileKind::numpy:
      return convert<coo<V, Rank, I>>(read_npy<V, Rank>(file.path));
    case FileKind::folder:
      return read_folder<V, I, Rank>(file);
    default:
      break;
  }
  if constexpr (Rank == 2) {
    if (file.kind == FileKind::pruned) return convert<coo<V, 2, I>>(read_smtx<V, I>(file.path));
    return read_mtx<V, I>(file.path);
  } else {
    throw parse_error(file.path, 1, "the file holds a matrix");
  }
}

template <class V, class I>
Entries<V, I> read_entries(const TensorFile& file) {
  Entries<V, I> result;
  reading(file.path, [&] {
    switch (file.rank) {
      case 1:
        result = read_rank<V, I, 1>(file);
        break;
      case 2:
        result = read_rank<V, I, 2>(file);
        break;
      case 3:
        result = read_rank<V, I, 3>(file);
        break;
      case 4:
        result = read_rank<V, I, 4>(file);
        break;
      default:
        result = read_rank<V, I, 5>(file);
    }
  });
  return result;
}

}  // namespace insum::data
