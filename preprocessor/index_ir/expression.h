// Expressions of the index IR; index_ir.h has the rules.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "index_ir/tensor.h"
#include "support/binary_op.h"

namespace insum::index {

enum class Op { none, add, mul, min, max, logical_or, logical_and, bit_or, bit_and };  // none: plain store
/// Or and and, of truth values or of the bits of integers.
inline bool is_or_and(Op op) { return op >= Op::logical_or; }

struct Literal {
  std::string text;             // C++ literal, or a constant expression such as INFINITY
  std::optional<double> value;  // when known to the compiler
};
struct Access {
  Tensor tensor;
  std::vector<ExprPtr> subscripts;  // of each mode; in storage form of each level
  bool optional = false;  // the statement also runs where nothing is stored, and reads the fill value there
};
enum class UnaryOp { minus, logical_not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
};
/// What the user states about a function of theirs; nothing else may be assumed.
struct FunctionProperties {
  bool commutative = false, associative = false;
  struct Zero {
    std::vector<bool> arguments;  // where each of these is zero, the others whatever they are ...
    ExprPtr value;                // ... the function has this value
  };
  std::vector<Zero> zeros;
};
/// A known function (abs sqrt exp log pow tanh relu sigmoid min max select), one of those on whole numbers in
/// index_ir/positions.h, or a user's (callable set).
struct Call {
  std::string function;
  std::vector<ExprPtr> arguments;
  Argument callable;
  std::shared_ptr<const FunctionProperties> properties = nullptr;  // of a user's function; null: none stated
  std::vector<ElementType> parameters =
      {};  // of a user's function: the types that its arguments are passed as
};
struct Reduce {
  Op op;
  std::vector<Var> vars;
  ExprPtr body;
};

struct Expr {
  std::variant<Literal, Var, Argument, Access, Unary, Binary, Call, Reduce> node;
  ElementType type =
      ElementType::none;  // by C++'s usual arithmetic conversions; half and bfloat16 compute as float
  SourceRange where;
};

}  // namespace insum::index
