// From a format's name to the runtime's type.
#pragma once
#include <insum/formats.hpp>
#include <string>

namespace insum::data {

/// Calls f.template operator()<Type>() with the type of that name; false where no matrix (Rank 2) or tensor
/// has it.
template <class V, class I, int Rank, class F>
bool with_format(const std::string& name, F&& f) {
  const auto is = [&]<class Type>() {
    if (name != storage<Type>::format) return false;
    f.template operator()<Type>();
    return true;
  };
  if (is.template operator()<coo<V, Rank, I>>() || is.template operator()<csf<V, Rank, I>>() ||
      is.template operator()<dense<V, Rank>>())
    return true;
  if constexpr (Rank >= 2) {
    if (is.template operator()<group_coo<V, I, dynamic, Rank>>()) return true;
  }
  if constexpr (Rank == 2) {
    return is.template operator()<csr<V, I>>() || is.template operator()<csc<V, I>>() ||
           is.template operator()<dcsr<V, I>>() || is.template operator()<dcsc<V, I>>() ||
           is.template operator()<bcsr<V, I>>() || is.template operator()<dbcsr<V, I>>() ||
           is.template operator()<ell<V, I>>() || is.template operator()<dia<V, I>>() ||
           is.template operator()<ragged<V, I>>() || is.template operator()<block_coo<V, I>>() ||
           is.template operator()<block_group_coo<V, I>>() || is.template operator()<hyb<V, I>>() ||
           is.template operator()<sr_bcrs<V, I>>();
  }
  return false;
}

}  // namespace insum::data
