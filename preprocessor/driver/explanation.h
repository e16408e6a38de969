// The forms of a block's program, for those who want to know what became of it.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "schedule/considered.h"

namespace insum {

struct Explanation {
  index::Program einsum, concrete, scheduled;
  std::vector<schedule::Considered> considered;
};

/// The Einsums over dense arrays that formats of fixed length stand for, or why there are none.
std::vector<std::string> indirect_texts(const index::Program& program);

/// "5 points": by what a choice was weighed; "" where a rule decides.
std::string points_text(const schedule::Considered::Choice& choice);

/// What `insum explain` prints of a block's program, the Einsums first as the user wrote them.
std::string explanation_text(const Explanation& forms, const std::vector<std::string>& einsums);

}  // namespace insum
