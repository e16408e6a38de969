// Expressions: loads, conversions, packs.
#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"
#include "lower/lowering.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// A literal written in another type: 2 as 2.0f.
lo::ExprPtr literal_as(const std::string& text, const lo::Type& type) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  const bool number =
      text.size() > first && (std::isdigit(static_cast<unsigned char>(text[first])) || text[first] == '.');
  if (!number || !type.spelling.empty()) return nullptr;
  std::string digits = text;
  while (!digits.empty() && std::string("fFlLuUzZ").find(digits.back()) != std::string::npos)
    digits.pop_back();
  const bool real = digits.find_first_of(".eE") != std::string::npos;
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X") || digits.starts_with("0b");
  if (hex) return nullptr;
  switch (type.element) {
    case ElementType::f32:
      return lo::make_expr(lo::Literal{digits + (real ? "f" : ".0f")}, type);
    case ElementType::f64:
      return lo::make_expr(lo::Literal{digits + (real ? "" : ".0")}, type);
    case ElementType::i32:
      return real ? nullptr : lo::make_expr(lo::Literal{digits}, type);
    default:
      return nullptr;
  }
}

}  // namespace

lo::ExprPtr cast(const lo::ExprPtr& expr, const lo::Type& type) {
  if (expr->type == type || expr->pack) return expr;
  if (const auto* literal = lo::get_if<lo::Literal>(expr))
    if (auto converted = literal_as(literal->text, type)) return converted;
  if (is_complex(type.element) && expr->type.element == ElementType::dependent)  // which may be complex too
    return lo::make_expr(lo::Call{"insum::rt::as<" + loops::to_string(type) + ">", {expr}}, type);
  // A complex number is made of reals of its own width.
  const lo::Type real{type.element == ElementType::c32 ? ElementType::f32 : ElementType::f64, ""};
  if (is_complex(type.element) && !is_complex(expr->type.element) && !(expr->type == real))
    return lo::make_expr(lo::Cast{cast(expr, real)}, type);
  // Compilers warn of a product where a condition is meant.
  const ElementType from = expr->type.element;
  const bool number = is_integer(from) || from == ElementType::f32 || from == ElementType::f64;
  if (type.element == ElementType::boolean && number && lo::get_if<lo::Binary>(expr))
    return lo::make_expr(lo::Binary{"!=", expr, lo::integer(0)}, type);
  return lo::make_expr(lo::Cast{expr}, type);
}

std::string type_text(const Argument& array) {
  return lo::to_string(open_type(array->type, array->type_spelling));
}

lo::Type open_type(ElementType type, const std::string& spelling) {
  // char and long long are types of their own beside std::int8_t and std::int64_t, as is _Float16 beside
  // insum::half.
  const bool other = spelling == "char" || spelling == "long long" || spelling == "unsigned long long" ||
                     spelling == "char8_t" || spelling == "char16_t" || spelling == "char32_t";
  const bool own = (other && is_integer(type)) || (spelling == "_Float16" && type == ElementType::f16);
  return {type, type == ElementType::dependent || own ? spelling : ""};
}

lo::ExprPtr element_as_index(const lo::ExprPtr& load) {
  if (load->type == lo::Type{}) return load;
  return lo::make_expr(lo::Call{"insum::rt::index", {load}}, lo::Type{});
}

lo::Type Lowering::type_of(const TensorNode& tensor) { return open_type(tensor.type, tensor.type_spelling); }

lo::Type Lowering::type_of(const ExprPtr& expr) {
  if (expr->type != ElementType::dependent) return {expr->type, ""};
  return {ElementType::dependent, dependent_spelling(expr, result_)};
}

bool Lowering::is_pack(const ExprPtr& expr, const Scope& scope) {
  if (!scope.vector) return false;
  bool pack = false;
  for_each_expr(expr, [&](const ExprPtr& e) {
    pack |= as_var(e) == scope.vector->var;
    if (const auto* access = index::get_if<Access>(e)) {
      const auto found = scope.temporaries.find(access->tensor);
      pack |= found != scope.temporaries.end() && found->second.pack;
    }
  });
  return pack;
}

lo::ExprPtr Lowering::index_value(const ExprPtr& expr, const Scope& scope) {
  return match(
      expr, [&](const Literal& n) { return lo::make_expr(lo::Literal{n.text}, lo::Type{}); },
      [&](const Var& n) {
        const auto found = scope.names.find(n);
        internal_check(found != scope.names.end(), "index " + n->name + " is used outside of its loop");
        return lo::name(found->second);
      },
      [&](const Argument& n) {
        return cast(
            lo::name(n->name,
                     n->kind == ArgumentNode::Kind::size ? lo::Type{} : open_type(n->type, n->type_spelling)),
            lo::Type{});
      },
      [&](const Access& n) {
        const lo::ExprPtr element =
            lo::make_expr(lo::Load{array_of(n, scope), address_of(n, scope)}, type_of(*n.tensor));
        return lo::sub(element_as_index(element), lo::integer(n.tensor->base));
      },
      [&](const Unary& n) {
        internal_check(n.op == UnaryOp::minus, "a negation among subscripts");
        return lo::sub(lo::integer(0), index_value(n.operand, scope));
      },
      [&](const Binary& n) {
        const lo::ExprPtr a = index_value(n.left, scope), b = index_value(n.right, scope);
        if (n.op == BinaryOp::add) return lo::add(a, b);
        if (n.op == BinaryOp::sub) return lo::sub(a, b);
        if (n.op == BinaryOp::mul) return lo::mul(a, b);
        const bool comparison = n.op != BinaryOp::div;
        return lo::make_expr(lo::Binary{symbol(n.op), a, b},
                             comparison ? lo::Type{ElementType::boolean, ""} : lo::Type{});
      },
      [&](const Call& n) {
        if (const Access* access = as_stored(expr)) {
          const lo::ExprPtr& present = state_of(*access, scope)->present;
          return present ? present : lo::make_expr(lo::Literal{"true"}, lo::Type{ElementType::boolean, ""});
        }
        std::vector<lo::ExprPtr> list;
        for (const ExprPtr& argument : n.arguments) list.push_back(index_value(argument, scope));
        if (n.function == "guarded") return lo::make_expr(lo::Ternary{list[0], list[1], list[2]}, lo::Type{});
        if (n.function == "product")
          return lo::make_expr(lo::Call{"insum::rt::checked_mul", list}, lo::Type{});
        if (n.function != "parent" && n.function != "rows_before")
          return lo::make_expr(lo::Call{"insum::rt::" + n.function, list}, lo::Type{});
        const Access& positions = *get_if<Access>(n.arguments[0]);  // the array, not its first element
        const lo::ExprPtr array = array_of(positions, scope), base = lo::integer(positions.tensor->base);
        if (n.function == "parent")
          return lo::make_expr(lo::Call{"insum::rt::parent", {array, list[1], list[2], base}}, lo::Type{});
        return lo::make_expr(lo::Call{"insum::rt::search", {array, list[3], list[1], list[2], base}},
                             lo::Type{});
      },
      [&](const Reduce&) -> lo::ExprPtr { internal_error("a reduction in a subscript"); });
}

/// The state of a sparse access: its own, or that of the operand in whose pattern the result is.
const SparseState* Lowering::state_of(const Access& access, const Scope& scope) {
  for (const SparseState& state : scope.sparse) {
    const std::size_t copied = access.tensor->copied_levels;
    const auto levels = [&](const Access& a) {
      return a.subscripts.begin() + static_cast<std::ptrdiff_t>(copied ? copied : a.subscripts.size());
    };
    const bool same =
        std::equal(access.subscripts.begin(), levels(access), state.access.subscripts.begin(),
                   levels(state.access), [](const ExprPtr& a, const ExprPtr& b) { return equal(a, b); });
    const bool here = (state.access.tensor == access.tensor && state.access.optional == access.optional) ||
                      has_pattern_of(*access.tensor, *state.access.tensor);
    if (same && here) return &state;
  }
  internal_error("no position for " + access.tensor->name);
}

lo::ExprPtr Lowering::array_of(const Access& access, const Scope& scope) {
  const TensorNode& tensor = *access.tensor;
  if (tensor.workspace != TensorNode::Workspace::none) return lo::name(tensor.values->name, type_of(tensor));
  if (tensor.temporary && tensor.dense)
    return lo::name(scope.temporaries.at(access.tensor).name, type_of(tensor));
  if (tensor.copied_levels) return lo::name(scope.copied.at(access.tensor).values, type_of(tensor));
  const lo::ExprPtr values = lo::name(tensor.values->name, type_of(tensor));
  if (tensor.dense) return values;
  const SparseState* state = state_of(access, scope);
  return state->row ? lo::make_expr(lo::Load{values, state->row}, type_of(tensor)) : values;
}

lo::ExprPtr Lowering::address_of(const Access& access, const Scope& scope) {
  if (access.tensor->dense) return index_value(dense_address(access), scope);
  if (access.tensor->copied_levels) return place_of(access, scope);
  const SparseState* state = state_of(access, scope);
  internal_check(state->resolved == access.subscripts.size(),
                 access.tensor->name + " is used above its last level");
  return state->position;
}

/// The fill value as an element of the tensor: small types and open ones have no literals.
lo::ExprPtr Lowering::fill_value(const Tensor& tensor, const Scope& scope) {
  const lo::Type type = type_of(*tensor);
  const lo::ExprPtr fill = value_as(fill_of(tensor), type, scope);
  const bool plain = type.element == ElementType::f32 || type.element == ElementType::f64 ||
                     type.element == ElementType::i32;
  return plain ? fill : lo::make_expr(lo::Cast{fill}, type);
}

lo::ExprPtr Lowering::read(const Access& access, const Scope& scope) {
  const auto temporary = scope.temporaries.find(access.tensor);
  if (temporary != scope.temporaries.end() && !temporary->second.array)
    return lo::name(temporary->second.name, temporary->second.type, temporary->second.pack);
  if (access.tensor->rows_only)
    return value_as(constant(1, access.tensor->type), type_of(*access.tensor), scope);
  const lo::ExprPtr array = array_of(access, scope), at = address_of(access, scope);
  const lo::Type type = type_of(*access.tensor);
  const lo::ExprPtr present = access.optional ? state_of(access, scope)->present : nullptr;
  if (!scope.vector || !is_pack(make_expr(access, access.tensor->type), scope)) {
    const lo::ExprPtr load = lo::make_expr(lo::Load{array, at}, type);
    return present ? lo::make_expr(lo::Ternary{present, load, fill_value(access.tensor, scope)}, type) : load;
  }
  const lo::Type& packed = scope.vector->type;
  const lo::ExprPtr load =
      lo::make_expr(lo::TileLoad{scope.vector->tile, lo::make_expr(lo::Pointer{array, at}, type),
                                 tile_stride(access, scope)},
                    packed, true);
  if (!present) return load;
  const lo::ExprPtr fill =
      lo::make_expr(lo::Call{scope.vector->tile + ".fill", {value_as(fill_of(access.tensor), packed, scope)}},
                    packed, true);
  return lo::make_expr(lo::Ternary{present, load, fill}, packed, true);
}

namespace {

/// A value of type `from`; truth values of lanes become 0 and 1 where `type` is another.
lo::ExprPtr as_number(const lo::ExprPtr& value, ElementType from, const lo::Type& type) {
  if (!value->pack || from != ElementType::boolean || type.element == ElementType::boolean)
    return cast(value, type);
  const auto number = [&](long long n) {
    return cast(lo::make_expr(lo::Literal{std::to_string(n)}, lo::Type{}), type);
  };
  return lo::make_expr(lo::Call{"insum::rt::select", {value, number(1), number(0)}}, type, true);
}

}  // namespace

lo::ExprPtr Lowering::value_as(const ExprPtr& expr, const lo::Type& type, const Scope& scope) {
  const bool wider = is_floating(expr->type) && is_floating(type.element) &&
                     size_in_bytes(type.element) > size_in_bytes(expr->type) && is_weak(expr);
  return as_number(value(wider ? widened(expr, type.element) : expr, scope), expr->type, type);
}

namespace {

/// The identity of min or max.
lo::ExprPtr limit(const Call& node, const lo::Type& type) {
  const std::string op = node.function == "highest" ? "min" : "max";
  return lo::make_expr(lo::Call{"insum::rt::op_" + op + "::identity<" + loops::to_string(type) + ">", {}},
                       type);
}

}  // namespace

lo::ExprPtr Lowering::constant_as(const ExprPtr& expr, const lo::Type& type, const Scope& scope) {
  return is_limit(expr) ? limit(*get_if<Call>(expr), type) : cast(value(expr, scope), type);
}

/// Whether the condition, on what is stored, always holds here.
bool Lowering::always_holds(const ExprPtr& condition, const Scope& scope) {
  if (const Access* asked = as_stored(condition)) return !state_of(*asked, scope)->present;
  if (std::any_of(scope.known.begin(), scope.known.end(),
                  [&](const ExprPtr& known) { return equal(known, condition); }))
    return true;
  const auto* n = get_if<Binary>(condition);
  if (!n || (n->op != BinaryOp::logical_and && n->op != BinaryOp::logical_or)) return false;
  const bool left = always_holds(n->left, scope), right = always_holds(n->right, scope);
  return n->op == BinaryOp::logical_and ? left && right : left || right;
}

lo::ExprPtr Lowering::call(const ExprPtr& expr, const Call& node, const Scope& scope) {
  const lo::Type type = type_of(expr);
  if (as_stored(expr)) return index_value(expr, scope);
  if (node.function == "position") return index_value(node.arguments[0], scope);
  if (node.function == "select" && always_holds(node.arguments[0], scope))
    return value_as(node.arguments[1], type, scope);
  const bool pack = is_pack(expr, scope);
  std::vector<lo::ExprPtr> list;
  if (node.callable) {
    for (std::size_t n = 0; n < node.arguments.size(); ++n) {
      const ElementType wanted = n < node.parameters.size() ? node.parameters[n] : ElementType::dependent;
      const bool known = wanted != ElementType::dependent;
      list.push_back(known ? value_as(node.arguments[n], lo::Type{wanted, ""}, scope)
                           : value(node.arguments[n], scope));
    }
    return lo::make_expr(lo::Call{node.callable->name, list}, type);
  }
  if (node.function == "counted") return value(node.arguments[0], scope);
  if (node.function == "highest" || node.function == "lowest") return limit(node, type);
  if (node.function == "guarded")
    return lo::make_expr(
        lo::Ternary{index_value(node.arguments[0], scope), value_as(node.arguments[1], type, scope),
                    value_as(node.arguments[2], type, scope)},
        type);
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const bool condition = node.function == "select" && i == 0;
    const bool absolute = node.function == "abs" && is_complex(node.arguments[0]->type);
    list.push_back(condition || absolute ? value(node.arguments[i], scope)
                                         : value_as(node.arguments[i], type, scope));
  }
  // Whether something is stored is not foreseen.
  const bool is_real = type.element == ElementType::f32 || type.element == ElementType::f64;
  if (node.function == "select" && !pack && (is_real || type.element == ElementType::dependent) &&
      is_zero(node.arguments[2]))
    return lo::make_expr(lo::Call{"insum::rt::kept_if", {list[0], list[1]}}, type);
  const std::string name = node.function == "bit_and"  ? "op_and::apply"
                           : node.function == "bit_or" ? "op_or::apply"
                                                       : node.function;
  return lo::make_expr(lo::Call{"insum::rt::" + name, list}, type, pack);
}

lo::ExprPtr Lowering::value(const ExprPtr& expr, const Scope& scope) {
  const lo::Type type = scope.vector && is_pack(expr, scope) && expr->type != ElementType::boolean
                            ? scope.vector->type
                            : type_of(expr);
  return match(
      expr,
      [&](const Literal& n) {
        // INFINITY needs a header that kernels do not include.
        if (n.text == "INFINITY" || n.text == "-INFINITY")
          return lo::make_expr(lo::Call{std::string("insum::rt::op_") + (n.text[0] == '-' ? "max" : "min") +
                                            "::identity<" + loops::to_string(type) + ">",
                                        {}},
                               type);
        const lo::ExprPtr literal = lo::make_expr(lo::Literal{n.text}, type);
        // Compilers of kernels warn where the sign is lost in silence; an int is no operand beside a complex
        // number.
        const bool spelled =
            is_complex(type.element) || (is_unsigned(type.element) && n.text.starts_with("-"));
        return spelled ? lo::make_expr(lo::Cast{literal}, type) : literal;
      },
      [&](const Var& n) {
        if (!scope.vector || scope.vector->var != n) return index_value(expr, scope);
        return lo::make_expr(lo::Call{scope.vector->tile + ".iota", {index_value(expr, scope)}}, type, true);
      },
      [&](const Argument& n) { return lo::name(n->name, open_type(n->type, n->type_spelling)); },
      [&](const Access& n) {
        const lo::ExprPtr loaded = read(n, scope);
        // 16-bit floats and small integers are computed with in a wider type.
        const lo::Type computed = type_of(*n.tensor).element == ElementType::dependent
                                      ? type_of(expr)
                                      : lo::Type{common_type(n.tensor->type, ElementType::none), ""};
        const bool narrow =
            n.tensor->type != ElementType::boolean && !(loaded->type == computed) && !loaded->pack;
        return narrow ? cast(loaded, computed) : loaded;
      },
      [&](const Unary& n) {
        const bool negate = n.op == UnaryOp::minus;
        const lo::ExprPtr operand = negate ? value_as(n.operand, type, scope) : value(n.operand, scope);
        return lo::make_expr(lo::Unary{negate ? "-" : "!", operand}, type, operand->pack);
      },
      [&](const Binary& n) {
        lo::ExprPtr a, b;
        if (n.op <= BinaryOp::div) {
          a = value_as(n.left, type, scope);
          b = value_as(n.right, type, scope);
        } else if (n.op == BinaryOp::logical_and || n.op == BinaryOp::logical_or) {
          a = value(n.left, scope), b = value(n.right, scope);
          if (!a->pack && !b->pack)
            a = cast(a, {ElementType::boolean, ""}), b = cast(b, {ElementType::boolean, ""});
        } else {
          a = value(n.left, scope), b = value(n.right, scope);
          const ExprPtr sum = with_types(make_expr(Binary{BinaryOp::add, n.left, n.right}, expr->type));
          const lo::Type common = scope.vector && (a->pack || b->pack) ? scope.vector->type : type_of(sum);
          a = as_number(a, n.left->type, common), b = as_number(b, n.right->type, common);
        }
        return lo::make_expr(lo::Binary{symbol(n.op), a, b}, type, a->pack || b->pack);
      },
      [&](const Call& n) { return call(expr, n, scope); },
      [&](const Reduce&) -> lo::ExprPtr { internal_error("a reduction that was not made concrete"); });
}

}  // namespace insum::lower
