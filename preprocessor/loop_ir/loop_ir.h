// The loop IR: a small C-like language in which a kernel is written before it becomes text for one target.
//
//   kernel := name { parameter } { stmt }
//   stmt   := declare | update | tile_update | scatter_update | for | while | if | continue | comment |
//   allocate
//           | construct | parallel_for | launch | tile_for | tile_reduce | entry_reduce | row_reduce
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

#include "support/element_type.h"
#include "support/source_range.h"

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
struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;
using Body = std::vector<StmtPtr>;

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

struct Declare {
  Type type;
  std::string name;
  ExprPtr value;
  bool constant = true;
  std::string tile;       // a pack of this tile
  std::string rows = "";  // ... for each row of this group
};
/// target op= value for a scalar or pack variable, or an array element.
struct Update {
  ExprPtr target;
  Combine op;
  ExprPtr value;
};
struct TileUpdate {
  std::string tile;
  ExprPtr pointer, stride;
  Combine op;
  ExprPtr value;
};
/// Through the scatter of an enclosing parallel_for: target[offset] op= value, whatever other chunks do.
struct ScatterUpdate {
  std::string into;
  ExprPtr offset;
  ExprPtr value;
  std::string tile;  // when value is a pack
  ExprPtr stride;
};
struct For {
  std::string var;
  ExprPtr begin, end;
  Body body;
  bool simd = false;
  std::vector<std::pair<Combine, std::string>> simd_reductions = {};
  int unroll = 1;
  bool lanes =
      false;  // iterations may be divided over lanes, but for what they combine into variables outside
  ExprPtr trips =
      nullptr;  // ... how many there are, where that is known without reading arrays; null: not known
  ExprPtr step = nullptr;  // null: 1
  bool apart = false;      // no two iterations write the same element of an array
  /// The loop is compiled for a few values of a size, which `body` knows as `name`: numbers of vectors of
  /// `type`.
  struct Width {
    std::string name;
    Type type;
    ExprPtr value;
  };
  std::optional<Width> width = std::nullopt;
};
struct While {
  ExprPtr condition;
  Body body;
};
struct If {
  ExprPtr condition;
  Body body;
  bool constant = false;  // the C++ compiler decides, and leaves out what does not hold
};
/// Skips the rest of the innermost enclosing `for`, `while` or `entry_reduce` where the condition holds.
struct Continue {
  ExprPtr condition;  // null: always
};
struct Comment {
  std::string text;
};
/// A local array of `count` elements, uninitialised.
struct Allocate {
  Type type;
  std::string name;
  ExprPtr count;
};
/// A local workspace, which is empty again at the end of each use: a row of `size` elements, or entries of
/// `modes` coordinates each.
struct Construct {
  std::string name;
  Type type;
  Combine op;
  ExprPtr size;  // null: entries
  std::size_t modes = 1;
  bool shared = false;              // entries that the chunks of parallel loops add together
  std::string policy = "";          // entries: a template of insum/workspace.hpp
  ExprPtr user = nullptr;           // ... or an object whose type has a type of the user's as `type`
  std::vector<ExprPtr> sizes = {};  // ... of each mode
  std::string options = "";         // ... designated initialisers
  std::string budget = "";          // ... of the memory that it shares with others
};
/// Several chunks write to the same elements: how they are combined.
struct Scatter {
  std::string into;  // the name that ScatterUpdate uses
  Type type;
  ExprPtr target;  // pointer to the first element
  ExprPtr count;   // number of elements from target
  Combine op;
  bool in_order = false;  // in an order that the number of threads does not change
};
/// A sparse result is built in parts, one for each chunk: `parts` names them all, `part` that of a chunk, of
/// `type`.
struct Assembly {
  std::string parts, part, type;
  ExprPtr fill;                       // its entries stay, and start at this value; null: they are new
  std::vector<ExprPtr> targets = {};  // where they go, after a loop that counts them; empty: a join says it
};
struct ParallelFor {
  enum class Balance { equal, dynamic, fixed, prefix, segments } balance = Balance::equal;
  std::string chunk_begin, chunk_end;  // variables of the body
  ExprPtr begin, end;
  std::string prefix_var;  // prefix: the amount of work before iteration prefix_var
  ExprPtr prefix;
  ExprPtr weight;       // work of an iteration, or of a unit of prefix
  ExprPtr coordinates;  // segments: the array whose runs of equal elements stay together
  Body body;
  std::optional<Scatter> scatter;
  std::optional<Assembly> assembly;
};
/// Work for a device. A group is one lane, or `lanes` of them; `group` names the body's view of its own
/// group.
struct Launch {
  std::string group;
  ExprPtr items;                  // so many groups have something to do; null: the device alone knows
  ExprPtr lanes;                  // of a group, a power of two; null: one
  std::vector<Allocate> scratch;  // arrays of each group
  Body body;
};
struct TileFor {
  std::string tile, var;
  Type type;
  ExprPtr begin, end;
  Body body;
};
struct TileReduce {
  std::string result;  // declared by this statement
  std::string tile, var, accumulator;
  Type type;
  Combine op;
  ExprPtr begin, end;
  Body body;
};
/// result = the combination of what `body` adds to `accumulator`, in order of `var`, with several
/// accumulators where that is faster.
struct EntryReduce {
  std::string result;  // declared by this statement
  std::string var, accumulator;
  Type type;
  Combine op;
  ExprPtr begin, end;
  Body body;
};
/// For each `row` in [begin, end), in order: `reduce`, then `after`, which reads its result. The runtime
/// reduces several rows at a time before it runs their `after`.
struct RowReduce {
  std::string row;
  ExprPtr begin, end;
  TileReduce reduce;
  Body after;
};
/// A function of whole numbers and, where it has no value, of an element: for the runtime to call.
struct Closure {
  std::vector<std::string> parameters;
  Body body;      // before the value
  ExprPtr value;  // null: none
};
/// Rows times columns sums of `depth` products left(row, k) * right(k, column).
struct MatrixProduct {
  Type type;
  ExprPtr rows, columns, depth;
  /// So many products, whose number is the first parameter of the closures; null: one, without.
  ExprPtr batch = nullptr;
  bool by_column = false;  // the right factor has neighbours in depth next to each other
  Closure left, right;
  /// in_rows: (row) gives a pointer to elements next to each other; else (row, column, sum) takes a part of a
  /// sum.
  Closure result;
  bool in_rows = false;
  bool add = false;    // in_rows: to what is there
  bool apart = false;  // different places are different elements, so that threads may write them
};
/// For each row in [begin, end) and each tile of `columns`, in any order and several rows at a time: `rows`
/// is the group of rows at hand.
struct RowTiles {
  std::string rows;
  ExprPtr begin, end;
  TileFor columns;
  int packs = 1;  // that a row keeps
};
/// For each `row` of a group in order; `slot` is its number in the group.
struct EachRow {
  std::string rows, slot, row;
  Body body;
};
/// A call for its effect, e.g. a check.
struct Effect {
  ExprPtr call;
  bool when_checking = false;  // only where INSUM_CHECKS is on
};

struct Stmt {
  std::variant<Declare, Update, TileUpdate, ScatterUpdate, For, While, If, Continue, Comment, Allocate,
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
