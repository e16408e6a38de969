// Arrays that are read from several elements on, as those of stencils are: a tensor for each.
#pragma once
#include <map>

#include "nest/polynomial.h"

namespace insum::suggest {

/// An array as it is read from one of its elements on.
struct View {
  int array = -1;         // of the nest as it was written
  nest::Polynomial from;  // the element
};

/// The nest in which each such view is an array of its own, and these by their numbers.
struct Views {
  nest::Nest nest;
  std::map<int, View> views;
};

/// Splits the arrays that are only read, by indices that are no elements of others, and whose subscripts
/// differ by what no index changes, or in the distances by which they change: u[i * n + j], u[(i + 1) * n +
/// j], u[j].
Views split_views(const nest::Nest& nest);

}  // namespace insum::suggest
