// The levels of a tensor's storage as a drawing: a small tree as the levels make it, with the names of their
// arrays.
#pragma once
#include <string>
#include <vector>

namespace insum::html {

/// How the coordinates below one position look.
enum class Fan {
  all,     // every coordinate is there
  some,    // those that are stored
  first,   // as many as are stored, from 0
  padded,  // always as many, of which some may be unused
  one,     // one below each
};

struct StorageLevel {
  std::string text;    // "i: dense"
  std::string detail;  // "m values", "A_pos, A_crd"
  Fan fan = Fan::all;
};

struct TensorStorage {
  std::string name;     // "A"
  std::string caption;  // "csr, double"
  std::vector<StorageLevel> levels;
  std::string values;  // the array of the values
};

/// One coordinate of the picture. Those that are not stored have nothing below them.
struct PlacedDot {
  int level = -1;   // -1: the root
  int parent = -1;  // its place in the list
  bool stored = true;
  int x = 0;  // in half columns, so that a parent can stand between two children
};

/// Leaves side by side, parents above the middle of their children; depth first.
std::vector<PlacedDot> place(const std::vector<StorageLevel>& levels);

/// An <svg> of the tree.
std::string draw(const TensorStorage& tensor);

}  // namespace insum::html
