#pragma once
#include <cstddef>
#include <vector>

// How irreducible features of degrees up to lmax are coupled. A feature of degree l has 2l+1 components;
// those of all degrees stand one after the other, (lmax+1)^2 in all. A path is a choice of degrees (l1, l2,
// l3) with |l1 - l2| <= l3 <= l1 + l2: it makes components of degree l3 out of products of components of
// degrees l1 and l2. Row r is one component that one path makes: the sparse matrix value[first, second] of
// the entries from pos[r] to pos[r+1].
struct Coupling {
  int components = 0;  // of a feature, (lmax+1)^2
  int paths = 0;
  std::vector<int> pos{0};           // [rows + 1]
  std::vector<int> first, second;    // [entries]: components of the two factors
  std::vector<float> value;          // [entries]: real Clebsch-Gordan coefficients
  std::vector<int> component, path;  // [rows]

  int rows() const { return static_cast<int>(component.size()); }
  std::size_t entries() const { return value.size(); }
};

// All paths between degrees up to lmax.
Coupling couple(int lmax);
