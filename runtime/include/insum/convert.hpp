// insum::convert: any format to any.
#pragma once
#include <string_view>
#include <type_traits>

#include "convert/blocks.hpp"
#include "convert/groups.hpp"
#include "convert/hub.hpp"
#include "convert/options.hpp"
#include "convert/rows.hpp"
#include "convert/trees.hpp"
#include "formats.hpp"
#include "storage.hpp"

namespace insum {

namespace detail {

/// The rows of the blocks that To lists, each with its number, or whose places do not need those before them;
/// 0 where To has positions or slots of every row.
template <class To>
std::int64_t listed_height(const convert_options& options) {
  if constexpr (is_format<To>("group_coo") || is_format<To>("hyb") || is_format<To>("dia")) {
    return 1;
  } else if constexpr (is_format<To>("dbcsr") || is_format<To>("block_coo") ||
                       is_format<To>("block_group_coo")) {
    To to;
    set_block_sizes(to, options);
    return to.bm;
  } else {
    return 0;
  }
}

template <class To, class From>
To convert_rows(const From& from, const convert_options& options) {
  static_assert(storage<From>::rank == 2, "only matrices have this format");
  using V = typename To::value_type;
  using I = typename To::index_type;
  const rows_hub<V, I, From> hub(from, options, listed_height<To>(options));
  const compressed_view<V, I>& rows = hub.view();
  To to;
  if constexpr (is_format<To>("bcsr")) {
    to = make_bcsr<To>(rows, options);
  } else if constexpr (is_format<To>("dbcsr")) {
    to = make_dbcsr<To>(rows, options);
  } else if constexpr (is_format<To>("block_coo")) {
    to = make_block_coo<To>(rows, options);
  } else if constexpr (is_format<To>("block_group_coo")) {
    to = make_block_group_coo<To>(rows, options);
  } else if constexpr (is_format<To>("sr_bcrs")) {
    to = make_sr_bcrs<To>(rows, options);
  } else if constexpr (is_format<To>("ell")) {
    to = make_ell<To>(rows, options);
  } else if constexpr (is_format<To>("dia")) {
    to = make_dia<To>(rows, options);
  } else if constexpr (is_format<To>("ragged")) {
    to = make_ragged<To>(rows, options);
  } else if constexpr (is_format<To>("group_coo")) {
    to = make_group_coo<To>(rows, options);
  } else {
    static_assert(is_format<To>("hyb"), "insum::convert makes insum's own types only");
    to = make_hyb<To>(rows, options);
  }
  to.shape = hub.shape();
  return to;
}

}  // namespace detail

/// The tensor `from`, any type that insum::storage describes, as an object of insum's type To. Entries come
/// out sorted; those that occur twice are added up; zeros that are stored stay stored unless
/// options.drop_zeros, except where the source cannot tell them from padding (dense, ragged, dia and blocks:
/// elements equal to options.fill are not entries). Throws storage_error when a size does not fit To's index
/// type, a block size contradicts To, an ell row is too long, or a padded result exceeds memory. The same on
/// any number of threads.
template <class To, tensor_like From>
To convert(const From& from, const convert_options& options = {}) {
  using namespace detail;
  static_assert(storage<To>::rank == storage<From>::rank, "a conversion keeps the rank");
  if constexpr (is_format<To>("coo")) {
    return canonical<typename To::value_type, typename To::index_type>(from, options);
  } else if constexpr (is_format<To>("dense")) {
    return make_dense<To>(from, options);
  } else if constexpr (is_format<To>("csf")) {
    return make_csf<To>(from, options);
  } else if constexpr (is_format<To>("csr") || is_format<To>("csc")) {
    return make_compressed<To>(from, options);
  } else if constexpr (is_format<To>("dcsr") || is_format<To>("dcsc")) {
    return make_doubly_compressed<To>(from, options);
  } else if constexpr (is_format<To>("group_coo") && storage<To>::rank > 2) {
    return make_tensor_groups<To>(from, options);
  } else {
    return convert_rows<To>(from, options);
  }
}

}  // namespace insum
