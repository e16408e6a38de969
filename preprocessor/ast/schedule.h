// Commands of a schedule as the user wrote them.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "ast/einsum.h"

namespace insum::ast {

/// An argument of a schedule command, by shape; what a command takes is in schedule/commands.def.
struct ScheduleArgument;
struct ScheduleList {  // {i, j}, or a path {0,1}: a whole number is a name whose text is its digits
  std::vector<Name> names;
};
struct ScheduleSetting {  // i=64, k=auto, capacity(n), memory <= 1e9
  Name name;
  std::string relation = "=";            // "=", "<", "<=", ">", ">=", "==", or "(" for capacity(n)
  std::vector<ScheduleArgument> values;  // one, but for "("
};
struct ScheduleArgument {
  std::variant<Name, long long, Cpp, ScheduleList, ScheduleSetting, ExprPtr> value;
  SourceRange range;
};
struct ScheduleCommand {
  Name name;
  std::vector<ScheduleArgument> arguments;
  std::vector<ScheduleArgument> path;  // after ';': reorder(i,j; path)
  SourceRange range;
};

}  // namespace insum::ast
