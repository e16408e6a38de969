// Expressions of the loop IR; loop_ir.h has the rules.
#pragma once
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "support/element_type.h"

namespace insum::loops {

/// `spelling` is set where the type is known to the C++ compiler only: a template parameter or a type built
/// of some.
struct Type {
  ElementType element = ElementType::i64;
  std::string spelling;
  friend bool operator==(const Type&, const Type&) = default;
};
std::string to_string(const Type& type);

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// `either` and `both` are C++'s | and & of integers, and logical for other types.
enum class Combine { store, add, mul, min, max, either, both };

struct Literal {
  std::string text;
};
struct Name {
  std::string text;
};
struct Load {  // array[index]
  ExprPtr array, index;
};
struct Pointer {  // array + index
  ExprPtr array, index;
};
struct Binary {
  std::string op;
  ExprPtr left, right;
};
struct Unary {
  std::string op;
  ExprPtr operand;
};
struct Cast {
  ExprPtr operand;
};
struct Call {  // a function of the runtime, or a callable of the user
  std::string function;
  std::vector<ExprPtr> arguments;
};
struct Ternary {
  ExprPtr condition, yes, no;
};
struct List {  // {a, b}: an aggregate argument
  std::vector<ExprPtr> items;
};
struct TileLoad {  // consecutive elements, or `stride` elements apart
  std::string tile;
  ExprPtr pointer;
  ExprPtr stride;  // null: 1
};

struct Expr {
  std::variant<Literal, Name, Load, Pointer, Binary, Unary, Cast, Call, Ternary, List, TileLoad> node;
  Type type;
  bool pack = false;
};

}  // namespace insum::loops
