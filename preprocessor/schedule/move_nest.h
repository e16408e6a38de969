// Nests that move into loops of others: what fusing temporaries, dense and sparse, shares.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// True when `stmt` reads what `writer` writes: neither may pass the other.
bool reads_result_of(const index::StmtPtr& stmt, const index::StmtPtr& writer);

/// `stmt` with `to` in the place of the index `from`, also in the ranges of its loops: these get variables of
/// their own.
index::StmtPtr with_index(const index::StmtPtr& stmt, const index::Var& from, const index::Var& to,
                          index::Program& program);

}  // namespace insum::schedule
