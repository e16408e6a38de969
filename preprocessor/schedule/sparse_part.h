// A part of one Einsum that is computed into a sparse temporary.
#pragma once
#include <map>

#include "schedule/precompute_request.h"

namespace insum::schedule {

class SparsePart {
 public:
  /// `made`: new indices of the Einsums before this one, by their names.
  SparsePart(Command& command, const PrecomputeRequest& request, std::map<std::string, index::Var>& made)
      : command_(command), program_(command.program), request_(request), made_(made) {}

  /// `einsum` with W in the place of each such part. Where something is refused (diagnosed), as it is.
  index::Einsum run(const index::Einsum& einsum);

  /// The Einsums that compute what was replaced; empty where the Einsum has no such part.
  std::vector<index::StmtPtr> producers;
  bool refused = false;

 private:
  /// The part, and what is left of the expression with W.
  index::ExprPtr replace(const index::ExprPtr& expr);
  index::ExprPtr in_reduction(const index::Reduce& reduce, const index::ExprPtr& expr);
  index::ExprPtr compute(const index::ExprPtr& part, std::vector<index::Var> reduced, index::Op op);
  /// The modes of W, in the order of its levels; empty where the command's indices do not fit (diagnosed).
  std::vector<index::Var> modes_of(const index::ExprPtr& part, const std::vector<index::Var>& reduced);
  void sort_named(std::vector<index::Var>& modes) const;
  bool is_legal(const index::ExprPtr& part, const std::vector<index::Var>& modes);
  index::Tensor temporary(const index::ExprPtr& part, const std::vector<index::Var>& modes, index::Op op);
  bool is_named(const index::Var& var) const;
  index::ExprPtr refuse(const std::string& why, const std::string& remedy);

  Command& command_;
  index::Program& program_;
  const PrecomputeRequest& request_;
  std::map<std::string, index::Var>& made_;
  index::Access left_;
  index::Op op_ = index::Op::none;
  std::size_t around_ = 0;  // modes of the last W that the command does not name
};

}  // namespace insum::schedule
