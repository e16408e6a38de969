// An Einsum as the user wrote it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ast/name.h"
#include "support/binary_op.h"

namespace insum::ast {

struct Access;

/// One summand of a subscript: sign * coefficient * (index | indirect access | 1). `2*h`, `-r`, `{n}*i`,
/// `D[y]`, `3`,
/// `{batch}`. Without a coefficient it is 1.
struct SubscriptTerm {
  SourceRange range;
  bool negative = false;
  std::optional<std::variant<long long, Cpp>> coefficient;
  std::variant<std::monostate, Name, std::shared_ptr<const Access>> factor;  // monostate: a constant term
};

struct Subscript {
  SourceRange range;
  std::vector<SubscriptTerm> terms;
};

struct Access {
  Name tensor;
  std::vector<Subscript> subscripts;  // empty for a bare name
  bool bracketed = false;             // `A[...]` rather than `A`
  SourceRange range;
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Number {
  std::string text;  // a C++ literal: 2, 0.5, 1e-3, 2.0f, INFINITY stands as a name
  bool is_integer = false;
};
enum class UnaryOp { minus, plus, logical_not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  SourceRange op_range;
  ExprPtr left, right;
};
struct Call {
  Name function;
  std::vector<ExprPtr> arguments;
};
/// sum(i,j: expr) and its kin; `op` is one of sum prod min max any all.
struct Reduction {
  Name op;
  std::vector<Name> indices;
  ExprPtr body;
};

struct Expr {
  std::variant<Number, Access, Cpp, Unary, Binary, Call, Reduction> node;
  SourceRange range;
};

enum class AssignOp { assign, add, mul, min, max, logical_or, logical_and };

struct Einsum {
  Access left;
  AssignOp op;
  SourceRange op_range;
  ExprPtr right;
  SourceRange range;
};

}  // namespace insum::ast
