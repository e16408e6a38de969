// Branched nests: a nest that was split into a producer and a consumer is a node of a tree, whose leaves are
// perfect nests. A path leads from its root to a leaf, each step to the producer (0) or to the consumer (1).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "schedule/command.h"

namespace insum::schedule {

struct Path {
  std::vector<int> steps;
  SourceRange where;
};

/// "{0, 1}"
std::string path_text(const std::vector<int>& steps);
/// What `arguments` have: {0, 1}, or 0, 1; nothing for anything else (diagnosed).
std::optional<Path> read_path(Command& command, const std::vector<ast::ScheduleArgument>& arguments);

/// The nests that the path leads to, one for each term; those of copies of operands are not meant. None where
/// it ends elsewhere (diagnosed).
std::vector<Chain*> nests_at(Command& command, const Path& path);

/// The loops of the chain, outermost, that are around other branches too.
std::vector<index::Var> loops_around(const Chain& chain, const index::Program& program);
bool is_around_others(const Chain& chain, const index::Var& loop, const index::Program& program);

}  // namespace insum::schedule
