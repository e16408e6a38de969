// Sparse workspaces: components of a sparse result inserted in any order, sorted and merged in batches, and
// compressed to any format. docs/workspaces.md tells how to choose a policy and how to write one.
#pragma once

#include "workspace/adaptive.hpp"
#include "workspace/bucket.hpp"
#include "workspace/compress.hpp"
#include "workspace/coord.hpp"
#include "workspace/dense.hpp"
#include "workspace/hash.hpp"
#include "workspace/parallel.hpp"
#include "workspace/sparse_workspace.hpp"

namespace insum {

using rt::accumulation_array;
using rt::adaptive_workspace;
using rt::bucket_workspace;
using rt::coord_workspace;
using rt::coordinates;
using rt::dense_workspace;
using rt::hash_workspace;
using rt::memory_budget;
using rt::parallel_workspace;
using rt::sparse_workspace;

using rt::op_add;
using rt::op_and;
using rt::op_max;
using rt::op_min;
using rt::op_mul;
using rt::op_or;

}  // namespace insum
