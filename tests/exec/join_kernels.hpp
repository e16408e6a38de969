// Blocks of several Einsums over the same indices: of some the loops are one, of others they may not be.
#pragma once
#include <vector>

using Numbers = std::vector<double>;
using Indices = std::vector<int>;

struct Edges {
  Indices left, right;  // numbers of nodes
  Numbers weight;
};
struct Sparse {
  Indices pos, crd;
  Numbers vals;
};

namespace joins {

// One loop.
void exchange(const Edges& e, const Numbers& x, Numbers& y);
void largest(const Edges& e, const Numbers& x, Numbers& y);
void three(const Edges& e, const Numbers& x, Numbers& y);
void in_a_row(const Numbers& x, Numbers& y, Numbers& z);
void in_place(Numbers& x, Numbers& y);
void of_entries(const Sparse& a, const Numbers& x, const Numbers& w, Numbers& y);
void gathered(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
// Several.
void other_operator(const Edges& e, const Numbers& x, Numbers& y);
void stores(const Edges& e, const Numbers& x, Numbers& y);
void read_afterwards(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
void read_before(const Edges& e, Numbers& y, Numbers& z);
void next_element(const Numbers& x, Numbers& y, Numbers& z);
void backwards(Numbers& x, Numbers& y);
void two_results(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
void other_lengths(const Numbers& x, const Numbers& w, Numbers& y);
void with_its_transpose(const Sparse& a, Numbers& c);

}  // namespace joins

namespace plain {  // the same as they are written

void exchange(const Edges& e, const Numbers& x, Numbers& y);
void largest(const Edges& e, const Numbers& x, Numbers& y);
void three(const Edges& e, const Numbers& x, Numbers& y);
void in_a_row(const Numbers& x, Numbers& y, Numbers& z);
void in_place(Numbers& x, Numbers& y);
void of_entries(const Sparse& a, const Numbers& x, const Numbers& w, Numbers& y);
void gathered(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
void other_operator(const Edges& e, const Numbers& x, Numbers& y);
void stores(const Edges& e, const Numbers& x, Numbers& y);
void read_afterwards(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
void read_before(const Edges& e, Numbers& y, Numbers& z);
void next_element(const Numbers& x, Numbers& y, Numbers& z);
void backwards(Numbers& x, Numbers& y);
void two_results(const Edges& e, const Numbers& x, Numbers& y, Numbers& z);
void other_lengths(const Numbers& x, const Numbers& w, Numbers& y);
void with_its_transpose(const Sparse& a, Numbers& c);

}  // namespace plain
