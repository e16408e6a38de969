// Nests as written in other forms: arrays that are read from several elements on, as those of stencils are,
// with a tensor for each; rows that are a sum of sizes apart; and entries without values.
#pragma once
#include <map>

#include "nest/polynomial.h"

namespace insum::suggest {

/// An array as it is read from one of its elements on.
struct View {
  int array = -1;         // of the nest as it was written
  nest::Polynomial from;  // the element
};

/// A nest in which each such view is an array of its own, and these by their numbers; and what factors of
/// offsets stand for, by their text.
struct Views {
  nest::Nest nest;
  std::map<int, View> views;
  std::map<std::string, nest::Polynomial> pitches;
};

/// Another iteration has another value.
bool moves(const nest::ExprPtr& e);
/// A read of an array, of another element in another iteration.
inline bool is_moving_element(const nest::ExprPtr& e) {
  return e->kind == nest::ExprKind::read && e->parts.size() == 1 && moves(e->parts[0]);
}

/// Splits the arrays that are only read, by indices that are no elements of others, and whose subscripts
/// differ by what no index changes, or in the distances by which they change: u[i * n + j], u[(i + 1) * n +
/// j], u[j].
Views split_views(Views read);

/// A sum that an index is multiplied by in a subscript, (m + 2) in u[i * (m + 2) + j], becomes one factor.
Views with_pitches(const nest::Nest& nest);

/// Sums over stored entries that have coordinates and no values, as y[i] += x[crd[p]]: the values are an
/// array of ones.
nest::Nest with_numbers(const nest::Nest& nest);
/// Its bounds are two neighbours in an array of positions.
bool is_over_entries(const nest::Loop& loop);

}  // namespace insum::suggest
