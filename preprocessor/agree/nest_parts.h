// What the expressions of a loop nest are made of.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "nest/loop_nest.h"

namespace insum::agree {

void collect_scalars(const nest::ExprPtr& e, std::set<std::string>& out);

/// Those on which it depends what is computed at all.
void collect_conditions(const nest::ExprPtr& e, std::set<std::string>& out);

bool reads_data(const nest::ExprPtr& e);

/// Scalars that data are computed with or compared with, and not only what says which element is meant, and
/// whether at all.
void collect_of_data(const nest::ExprPtr& e, bool in_condition, std::set<std::string>& out);

/// Constants that something is compared with.
void collect_compared(const nest::ExprPtr& e, std::set<double>& out);

/// Constants in comparisons, minima, maxima, masks and remainders of data: it depends on them which way these
/// go.
void collect_decisive(const nest::ExprPtr& e, std::set<double>& out);

/// Of a C++ literal, if it is one. A float is what a block would have for it: 1.2f is 1.2, as nothing is
/// computed in floats here.
std::optional<double> literal_value(const std::string& text);

/// Of whole numbers among the data.
bool divides_integers(const nest::ExprPtr& e);

void collect_arrays(const nest::ExprPtr& e, std::set<int>& out);

}  // namespace insum::agree
