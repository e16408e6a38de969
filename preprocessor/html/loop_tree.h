// The loops of a kernel as a drawing: an outline, since loops are read from the outside in, and narrow pages
// have room for it.
#pragma once
#include <string>
#include <vector>

namespace insum::html {

struct LoopNode {
  enum class Kind { loop, statement, other } kind = Kind::loop;
  std::string text;                // "i", "C[i,j] += C_sum", "where"
  std::vector<std::string> words;  // "parallel", "vector", "runs": how the iterations of a loop are run
  std::string note;                // "0 to m", "stored in A"
  std::vector<LoopNode> children;
};

/// A node with its box in pixels.
struct PlacedLoop {
  const LoopNode* node = nullptr;
  int parent = -1;  // its place in the list
  int x = 0, y = 0, width = 0;
};

/// Every node in a row of its own, children below their parent and further to the right.
std::vector<PlacedLoop> place(const std::vector<LoopNode>& roots);

/// An <svg> of the loops.
std::string draw(const std::vector<LoopNode>& roots, const std::string& title);

}  // namespace insum::html
