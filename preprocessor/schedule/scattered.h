// Programs that scatter products into a result, as what a kernel does where few of them come.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::schedule {

/// How often the loops around the products run is known when a kernel is called, about. Of a program in
/// `concrete` form.
bool has_known_lengths(const index::Program& program);

/// Those of the operands whose copies are sorted. To count where entries go, and write them there, takes less
/// time than to collect a product for each.
std::vector<index::Tensor> sorted_operands(std::vector<index::Tensor> copied,
                                           const index::Program& scheduled);

/// What `explain` says of it; `copied` are the operands that it reads as they are stored, those of `sorted`
/// decide.
std::string scattered_note(const std::vector<index::Tensor>& copied, const std::vector<index::Tensor>& sorted,
                           const index::Program& scattered);

}  // namespace insum::schedule
