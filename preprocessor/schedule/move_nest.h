// Nests that move into loops of others: what fusing temporaries, dense and sparse, shares.
#pragma once
#include <functional>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::schedule {

/// Nests one after another, by their places in the list.
using Nests = std::vector<index::StmtPtr>;

/// `program` with its nests as change(program, nests) leaves them.
index::Program with_changed_nests(const index::Program& program,
                                  const std::function<void(index::Program&, Nests&)>& change);

/// True where the nests at `moved` may move down to the one at `to`: none that they pass writes what they
/// read.
bool may_move_down(const Nests& nests, const std::vector<std::size_t>& moved, std::size_t to);

/// `stmt` with loops of one thread.
index::StmtPtr on_one_thread(const index::StmtPtr& stmt);

/// `stmt` with `to` in the place of the index `from`, also in the ranges of its loops: these get variables of
/// their own.
index::StmtPtr with_index(const index::StmtPtr& stmt, const index::Var& from, const index::Var& to,
                          index::Program& program);

}  // namespace insum::schedule
