// The loop IR: a small C-like language in which a kernel is written before it becomes text for one target.
//
//   kernel := name { parameter } { stmt }
//   stmt   := declare | update | tile_update | scatter_update | for | while | if | continue | comment |
//   allocate
//           | aside | construct | parallel_for | launch | tile_for | tile_reduce | entry_reduce | row_reduce
//           | row_tiles | each_row | matrix_product | effect
//   expr   := literal | name | load | pointer | binary | unary | cast | call | ternary | list | tile_load
//
// Rules. All loop variables, positions and subscripts are 64-bit signed. A `pack` is several consecutive
// values of one index held in vector registers; packs exist only inside a tile_for or tile_reduce, whose tile
// they belong to. Scalars combine with packs by broadcasting. A `for` that is not parallel runs in order. A
// parallel_for runs chunks of its range on threads: chunks may only write what belongs to their own
// iterations, except through a scatter. A row_tiles has a tile of several rows at a time: what its body does,
// it does once for all of them, but for what an each_row does for each; a declare of `rows` makes a value for
// each row, which an each_row knows as name[slot]. A launch runs its body on all groups of lanes of a device:
// every lane runs it, with the same values but for its number.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "loop_ir/parallel.h"
#include "loop_ir/tiles.h"

namespace insum::loops {

struct Stmt {
  std::variant<Declare, Update, TileUpdate, ScatterUpdate, For, While, If, Aside, Continue, Comment, Allocate,
               Construct, ParallelFor, Launch, TileFor, TileReduce, EntryReduce, RowReduce, RowTiles, EachRow,
               MatrixProduct, Effect>
      node;
};

struct Parameter {
  enum class Kind { size, scalar, array, field, callable, container } kind = Kind::size;
  std::string name;
  Type type;
  bool writable = false;
  int depth = 1;
  std::string call;  // what the caller passes
};

/// How much memory the array behind a parameter takes: for targets that have memory of their own.
struct ArrayUse {
  std::string parameter, name;  // name: for messages
  ExprPtr count;                // of elements
  ExprPtr first;                // the lowest of them; null: 0
  bool on_device = false;       // it is in the target's memory already
};

struct Kernel {
  std::string name;
  std::vector<std::string> header;  // comment lines: the Einsum, formats, choices
  std::vector<Parameter> parameters;
  Body record = {};  // what the caller's side says of a call, before the body
  Body body;
  std::vector<ArrayUse> arrays = {};
  std::string place = {}, einsum = {};  // what programs call it: "file.cpp:5", the first Einsum
  std::string id =
      {};  // insum::rt::kernel_id for what it throws, as C++; "": its caller says which kernel it is
  bool deterministic = false;
};

template <class Node>
ExprPtr make_expr(Node node, Type type, bool pack = false) {
  return std::make_shared<const Expr>(Expr{std::move(node), std::move(type), pack});
}
template <class Node>
StmtPtr make_stmt(Node node) {
  return std::make_shared<const Stmt>(Stmt{std::move(node)});
}
/// The operation tag of the runtime: "insum::rt::op_add".
std::string op_tag(Combine op);

ExprPtr name(const std::string& text, Type type = {}, bool pack = false);
ExprPtr integer(long long value);
/// A call of a function by its full name.
ExprPtr invoke(const std::string& function, std::vector<ExprPtr> arguments, const Type& type = {});
/// Integer arithmetic with constant folding.
ExprPtr add(ExprPtr a, ExprPtr b);
ExprPtr sub(ExprPtr a, ExprPtr b);
ExprPtr mul(ExprPtr a, ExprPtr b);
std::optional<long long> as_integer(const ExprPtr& expr);

template <class T>
const T* get_if(const ExprPtr& expr) {
  return expr ? std::get_if<T>(&expr->node) : nullptr;
}
template <class T>
const T* get_if(const StmtPtr& stmt) {
  return stmt ? std::get_if<T>(&stmt->node) : nullptr;
}

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;
/// Exhaustive: a node kind without a case does not compile.
template <class N, class... Fs>
decltype(auto) match(const N& node, Fs&&... cases) {
  return std::visit(overloaded{std::forward<Fs>(cases)...}, node->node);
}

}  // namespace insum::loops
