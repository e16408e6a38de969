// Which variables an expression reaches: through subscripts, members, pointers and references.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace clang {
class Expr;
class ValueDecl;
class VarDecl;
}  // namespace clang

namespace insum::frontend {

/// A variable, or the object of a member function where there is none, and the first member of it; null: the
/// whole.
struct Place {
  const clang::ValueDecl* variable = nullptr;
  const clang::ValueDecl* member = nullptr;
  bool through_pointer = false;  // not the variable itself but what it points or refers to
};

/// May be the same memory, or parts of the same object.
bool meet(const Place& a, const Place& b);

/// "x", "A.values", "*this"
std::string name_of(const Place& place);

/// Loop variables of range-based loops, whose initialisers templates do not have.
using RangeVariables = std::map<const clang::ValueDecl*, const clang::Expr*>;

/// The places that an lvalue, a pointer or a view may reach. Pointers, references and views are followed to
/// what initialises them: the variables on the way are there too, the last one stands last.
std::vector<Place> places_of(const clang::Expr* expression, const RangeVariables& ranges);
/// ... of what a pointer or an array points to.
std::vector<Place> places_behind(const clang::Expr* expression, const RangeVariables& ranges);

}  // namespace insum::frontend
