// Workspaces of sparse results that a schedule names: precompute(e, {i, j}, {i, j}, W, hash).
//
// Does: C[i,j] += A[i,k] * B[k,j], loops k, i, j, with precompute(A[i,k] * B[k,j], {i, j}, {i, j}, W, hash)
// is computed as it is; what it adds to C goes through a workspace W of that policy. insert_workspaces() puts
// it there, when the order of the loops is known. What is no whole result is extract_parts()' business.
#pragma once
#include "schedule/precompute_request.h"

namespace insum::schedule {

/// Reads the arguments from number `first` on, coord, capacity(n), pipeline, ..., or the line `workspace W :
/// coord`. The policy stays empty for a dense workspace. False when refused.
bool read_policy(Command& command, std::size_t first, const std::string& name,
                 std::optional<index::WorkspacePolicy>& policy);

/// Says at the first of capacity, pipeline and double_buffer what the command `takes` instead; false.
bool refuse_options(Command& command, const std::string& takes);

/// Whether the command names a sparse workspace, by an argument or by a line for its name.
bool names_sparse_policy(const ast::ScheduleCommand& text, const index::Program& program);

/// Whether there is a term of a sparse result that is all of the expression: else a workspace of kind auto is
/// dense.
bool collects_whole_terms(const Command& command, const PrecomputeRequest& request);

/// Notes the workspace in the program. False when refused.
bool collect_in_workspace(Command& command, const PrecomputeRequest& request);

}  // namespace insum::schedule
