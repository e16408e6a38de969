#pragma once
#include <span>
#include <vector>

#include "voxels.hpp"

// Which input meets which weights for which output, in groups of `size` rules: those of group g all have the
// weights offset[g]; rule q of it is input[g*size + q] and output[g*size + q]. Rules that fill up a group
// repeat the one before them and have the share 0; others have 1.
struct Rulebook {
  int groups = 0, size = 0;
  std::vector<int> offset;         // [groups]: one of 27
  std::vector<int> input, output;  // [groups * size]
  std::vector<float> share;        // [groups * size]
  std::vector<int> first;          // [28]: the groups of offset r are first[r] ... first[r+1] - 1
  long long rules = 0;             // those with the share 1
};

// The rules of a convolution of 3x3x3: output o takes the inputs at stride * o + (-1 ... 1). With the stride
// 1 and outputs that are the inputs it is submanifold: what is empty stays empty.
Rulebook make_rules(const Voxels& inputs, const Voxels& outputs, int stride, int group_size);

// Where the rules of groups begin among the entries of a list, and how many there are of each.
struct GroupPlan {
  std::vector<int> begin, length;  // [groups]
};

// Room in `book` for rules in groups: those of the offset r are the entries pos[r] ... pos[r + 1] - 1.
GroupPlan plan_groups(std::span<const int> pos, int group_size, Rulebook& book);

// Voxels as a tree of their coordinates, x outermost: what a tensor whose first three modes are compressed
// has.
struct Tree {
  std::vector<int> xpos, x, ypos, y, zpos, z;
  std::vector<int> number;  // of voxel n: n + 1
  int size = 0;             // of each mode
};
Tree make_tree(const Voxels& voxels);
