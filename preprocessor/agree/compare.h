// Whether a hand-written nest computes what its block says: both run on the same made-up data.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

struct Disagreement {
  std::string what;                // "leaves c[1] as it was, which is C[0,1]"
  std::string sizes;               // "n = 3, m = 2": what it was seen with
  std::vector<std::string> facts;  // how loop and block name what they access
};

/// None of these where both agree on all data that were tried.
struct Verdict {
  std::optional<Disagreement> disagreement;
  std::string unknown;    // why it cannot be told: "operand 'A' is symmetric"
  std::string condition;  // they agree where this holds, and not otherwise: "'a.pitch' is 'a.w'"
};

/// `program` is in einsum form and names the storage as it is. What the loop names otherwise than the block
/// may have been computed from it above: it is unknown then.
Verdict compare(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree
