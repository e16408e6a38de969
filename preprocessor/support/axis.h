// What of a grid a loop is bound to.
#pragma once
#include <optional>
#include <string>

namespace insum {

/// The iterations of a loop are given to blocks, or to the threads of a block; `threads`: to all of them, in
/// any number of dimensions.
enum class Axis { none, block_x, block_y, block_z, thread_x, thread_y, thread_z, threads };

inline bool is_block(Axis axis) { return axis >= Axis::block_x && axis <= Axis::block_z; }
inline bool is_thread(Axis axis) { return axis >= Axis::thread_x; }
/// 0 for x, 1 for y, 2 for z.
inline int direction(Axis axis) { return (static_cast<int>(axis) - 1) % 3; }

/// "block.x"; "" for none.
inline std::string to_string(Axis axis) {
  if (axis == Axis::none) return "";
  if (axis == Axis::threads) return "threads";
  return (is_block(axis) ? "block." : "thread.") + std::string(1, "xyz"[direction(axis)]);
}

inline std::optional<Axis> axis_named(const std::string& text) {
  for (int n = 1; n <= 6; ++n)
    if (text == to_string(static_cast<Axis>(n))) return static_cast<Axis>(n);
  return std::nullopt;
}

}  // namespace insum
