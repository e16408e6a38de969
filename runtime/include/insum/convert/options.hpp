// What a conversion may be told.
#pragma once
#include <cstdint>

namespace insum {

/// Zeros mean: decide by the type or the data. A number that contradicts the target's type is an error.
struct convert_options {
  std::int64_t bm = 0;     // rows of a block; 4 unless the type says otherwise
  std::int64_t bn = 0;     // columns of a block (bk in block_coo and block_group_coo); 4
  std::int64_t width = 0;  // slots of an ell row; the longest row's
  std::int64_t group =
      0;  // group size of group_coo, block_group_coo and sr_bcrs; group_size(A), for sr_bcrs 8
  std::int64_t tile = 0;        // rows of an sr_bcrs tile; 8
  std::int64_t partitions = 0;  // column partitions of hyb; 1
  std::int64_t max_bucket =
      -1;           // hyb: the widest bucket has 2^max_bucket slots; -1: about the average row's length
  double fill = 0;  // the value of what is not stored: padding, and the background of dense tensors
  bool drop_zeros = false;     // leave out entries that are zero; else zeros that are stored stay stored
  std::int64_t max_bytes = 0;  // refuse a padded result larger than this; 7/8 of what is available
};

}  // namespace insum
