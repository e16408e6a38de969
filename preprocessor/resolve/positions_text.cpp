#include "resolve/positions_text.h"

#include "resolve/call_text.h"

namespace insum::resolver {

std::string positions_below(const index::TensorNode& tensor, const index::TensorLevel& level,
                            const std::string& count) {
  switch (level.level.kind) {
    case LevelKind::singleton:
      return count;
    case LevelKind::pointers:
      return "::insum::statement::sum_of(" + level.arrays[0]->call + ", " + count + ")";
    case LevelKind::compressed:
    case LevelKind::ragged:
      if (level.arrays.size() == 2 || level.level.kind == LevelKind::ragged)
        return "::insum::rt::level_end(" + level.arrays[0]->call + ", " + count + ", " +
               std::to_string(tensor.base) + ")";
      return level.size ? cpp_text(level.size) : "";
    default:
      return level.size ? count + " * (" + cpp_text(level.size) + ")" : "";
  }
}

}  // namespace insum::resolver
