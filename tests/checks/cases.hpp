// Kernels that check, each with storage for one of its tensors.
#pragma once
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "storage.hpp"

inline constexpr int m = 4, n = 6;  // rows and columns of most matrices

/// Breaks an array of the storage, or leaves it as it is.
void damage(Storage& s, std::mt19937& random);

struct Case {
  std::string name, tensor;
  Storage storage;
  std::function<Values(Storage&)> run;             // the kernel's result, densely
  std::function<Values(const Storage&)> expected;  // of valid storage
  std::function<void(Storage&, std::mt19937&)> harm = damage;
  std::function<bool(const Storage&)> valid = is_valid;
};

std::vector<Case> matrices();  // y = A x, in all formats
std::vector<Case> others();    // searched and updated tensors, index arrays, overlaps

inline const Values x = {1, 2, 3, 4, 5, 6};

/// A x of the matrix that `place` makes of the levels' coordinates: see image().
Values product(const Storage& s, const std::function<int(const Index&)>& place);

/// For a matrix whose levels are its rows and its columns, and one stored by columns.
inline int by_rows(const Index& c) { return c[0] * n + c[1]; }
inline int by_columns(const Index& c) { return c[1] * n + c[0]; }
