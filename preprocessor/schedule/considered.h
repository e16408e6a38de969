// What was considered for the loops of each nest, what won, and why the others lost: for `insum explain`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::schedule {

struct Considered {
  enum class Kind { order, tile, threads };
  struct Choice {
    Kind kind = Kind::order;
    bool chosen = false;
    std::string what, why;           // "no register tile over k", "it enumerates level 1 of A (compressed)"
    std::optional<int> points = {};  // by which tiles are compared
  };
  std::string nest;  // its statement, as it was before commands changed its loops
  std::string work;  // how often that runs: "nnz(A) * n"; "" where no expression says it
  std::vector<Choice> choices;
};

/// `before`: in `concrete` form. `told`: with the user's commands. `chosen`: the same nests, with what was
/// left to choose.
std::vector<Considered> considered(const index::Program& before, const index::Program& told,
                                   const index::Program& chosen);

}  // namespace insum::schedule
