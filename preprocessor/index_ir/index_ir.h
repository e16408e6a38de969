// The index IR: what is computed, over which index variables and, once concrete, in which loop order.
//
//   program   := { argument } { tensor } { range } { check } stmt
//   stmt      := einsum                      access op expr, over all index variables (Einstein convention
//   resolved)
//              | assign                      access op expr at one point of the iteration space; may "define"
//              | forall var stmt             every value of var's range, or every coordinate that drives it
//              is stored at | where consumer producer     producer runs first and fills the temporaries that
//              consumer reads | sequence { stmt } | guard cond stmt             stmt only where cond holds
//              | product                   a matrix product, with the loops that compute the same
//   expr      := literal | var | argument | access | unary | binary | call | reduce op { var } expr
//
// Rules. Subscripts are integer expressions over index variables, literals, arguments and accesses to integer
// tensors (indirect subscripts). In `einsum` form every reduction is an explicit `reduce`; every other
// variable of the right side is free, that is, it occurs on the left. In `storage form` (after format
// rewriting) the subscripts of a sparse tensor's access stand in the order of its levels, one for each. A
// sparse tensor is read as its fill value where nothing is stored; duplicates stand for their sum. In
// `concrete` form a statement runs only where all its sparse accesses are stored, those apart that are
// `optional`; `stored(access)` in a guard asks for one of these. Nodes are immutable and shared; identity of
// variables, tensors and arguments is the address of the object.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "formats/format.h"
#include "support/binary_op.h"
#include "support/element_type.h"
#include "support/source_range.h"

namespace insum::index {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;
struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;

struct IndexVar {
  std::string name;
  SourceRange where;  // first occurrence
};
using Var = std::shared_ptr<const IndexVar>;

/// A value that the caller passes to the kernel.
struct ArgumentNode {
  enum class Kind { size, scalar, array, callable, container } kind = Kind::size;
  std::string name;                     // in generated code: M, A_pos, A_crd, A_vals, alpha
  std::string call;                     // the C++ expression at the call: "M", "::insum::rt::data(rowptr)"
  ElementType type = ElementType::i64;  // of the scalar, or of the array's elements
  std::string type_spelling;            // C++ type where `type` is dependent
  int depth = 1;                        // array of pointers: 2
  bool writable = false;                // array whose elements the kernel may write
  bool is_field = false;                // array of structs: passed as insum::rt::field_pointer
  std::string length_call;  // the C++ expression of the array's length, "" when unknown (a raw pointer)
  std::optional<long long> length;  // where the array's type says it
  std::string
      container_call;  // the C++ expression of the container that owns the array; "" where it cannot grow
  SourceRange where;
};
using Argument = std::shared_ptr<const ArgumentNode>;

/// How a workspace collects entries: a policy of insum/workspace.hpp and what it is told.
struct WorkspacePolicy {
  std::string kind;            // auto, coord, bucket, hash, dense or user
  Argument type;               // user: a callable argument whose type has the member `type`
  long long capacity = -1;     // of the accumulation array; -1: automatic
  bool pipeline = false;       // sorts and merges on another thread
  bool double_buffer = false;  // has two all arrays
  bool operator==(const WorkspacePolicy&) const = default;
};
/// It takes entries in any order, and sorts them.
inline bool is_sparse_policy(const std::string& kind) {
  return kind == "auto" || kind == "coord" || kind == "bucket" || kind == "hash" || kind == "user";
}

/// One level of a tensor with the arrays that hold it.
struct TensorLevel {
  Level level;
  std::vector<Argument> arrays;  // as Level::array_names()
  ExprPtr size;                  // dense: number of coordinates; fixed: width; offset: number of diagonals;
                                 // compressed without pos: number of stored entries
};

enum class Symmetry { none, lower, upper };

struct TensorNode {
  std::string name;
  SourceRange where;                 // declaration, or first use of a C++ object
  std::vector<ExprPtr> sizes;        // of each mode, i64 expressions
  std::string format_name;           // as the user wrote it: csr, levels, dense
  bool dense = true;                 // strided array without levels
  std::vector<ExprPtr> strides;      // dense: elements between neighbours in each mode
  std::vector<TensorLevel> levels;   // sparse: outermost first
  std::vector<ExprPtr> block_sizes;  // what LevelMode::divisor refers to
  bool storage_form = false;         // modes stand in the order of the levels, one mode a level
  int folded = 0;   // so many levels are one, whose coordinates are the positions of the last of them
  Argument values;  // null for temporaries
  ElementType type = ElementType::f64;
  std::string type_spelling;  // where type is dependent
  ExprPtr fill;               // literal or argument; null: zero
  int base = 0;  // of stored coordinates and positions, or of an index array's values: subscripts are less it
  Symmetry symmetry = Symmetry::none;
  bool temporary = false;  // local to the kernel
  int partial = -1;  // ... partial results along this mode, all of which are there before they are combined
  bool growable = false;  // an output that can be assembled
  /// A result whose levels are built anew, and the containers that they go into, as the arrays of its levels.
  bool assembled = false;
  std::vector<Argument> containers;
  bool keeps_pattern = false;  // ... its entries stay, and get new values
  std::size_t copied_levels =
      0;          // ... as copies of so many levels of the operand in `patterns`; dense ones are below
  int build = 0;  // which of the Einsums that build it is meant
  /// A sparse temporary. Its levels are a list of the coordinates that were written.
  enum class Workspace {
    none,
    row,      // one mode
    entries,  // any number of modes; one value an entry
  } workspace = Workspace::none;
  std::optional<WorkspacePolicy> policy;  // of entries; nothing: a list that is sorted once, at the end
  std::vector<std::string> patterns;  // a result: the names of the operands whose coordinate arrays it has
  std::string copy_of;     // a copy in another order: the name of the tensor that the user knows it by
  std::string object;      // C++ text of the object, "" for raw storage
  bool on_device = false;  // its storage is in the device's memory
};
using Tensor = std::shared_ptr<const TensorNode>;

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

struct Einsum {
  Access left;
  Op op;
  ExprPtr right;
};
/// One combination at one point. With `defines`, the statement's loops together give the whole output, or the
/// slice of it that subscripts without variables select: the first contribution to an element replaces what
/// was there, and elements without one become the operator's identity.
struct Assign {
  Access left;
  Op op;
  ExprPtr right;
  bool defines = false;
  bool counted = false;  // entries of a sparse result, each once, whose places are counted before
};

/// How the iterations of a loop are run.
struct LoopOptions {
  bool parallel = false;  // over threads
  /// How a parallel loop's iterations are cut: as the compiler sees fit, in parts of equal length, handed out
  /// as threads become free, or in parts that have equal numbers of entries below them.
  enum class Balance { automatic, equal, dynamic, entries } balance = Balance::automatic;
  bool vector = false;  // a register tile: statements inside work on several consecutive values at once
  bool lanes = false;   // divided over the lanes of a device that run together
  /// Goes from run to run of equal coordinates in the sorted level that it walks, and a thread has whole
  /// runs.
  bool runs = false;
  bool every = false;  // ... and comes to the coordinates that the level lacks as well: their runs are empty
  int unroll = 1;
};
struct Forall {
  Var var;
  StmtPtr body;
  LoopOptions options;
};
struct Where {
  StmtPtr consumer, producer;
};
struct Sequence {
  std::vector<StmtPtr> stmts;
};
struct Guard {
  ExprPtr condition;
  StmtPtr body;
};
/// left op= sum(depth: row_factor * column_factor) for all rows and columns, and each batch, which `loops`
/// computes as well. The row factor does not depend on the columns, nor the column factor on the rows; all
/// ranges start at 0.
struct MatrixProduct {
  std::vector<Var> batch, rows, columns, depth;
  Access left;
  Op op;  // none or add
  ExprPtr row_factor, column_factor;
  bool apart;    // different places are different elements
  bool in_rows;  // ... and the columns of a row are next to each other
  StmtPtr loops;
};

struct Stmt {
  std::variant<Einsum, Assign, Forall, Where, Sequence, Guard, MatrixProduct> node;
  SourceRange where;
};

/// The values of a variable: [begin, end). Bounds may use arguments and variables of enclosing loops.
struct Range {
  ExprPtr begin, end;
};

/// The sizes that must agree because one index subscripts these modes; checked when the kernel is called.
struct SizeCheck {
  std::string index;
  struct Place {
    std::string tensor;
    int mode;
    ExprPtr size;
  };
  std::vector<Place> places;
};

/// A fixed coordinate that must be inside of its mode; checked when the kernel is called.
struct CoordinateCheck {
  std::string tensor;
  int mode;
  ExprPtr coordinate, size;
};

struct Program {
  std::string name;
  std::vector<Argument> arguments;
  std::vector<Tensor> tensors;
  std::map<Var, Range> ranges;
  /// Variables that replaced another one: i -> {i0, i1} for blocks and splits, i -> {d, i} for diagonals; {}
  /// where a variable became an expression of others. One entry for each nest that did so.
  std::multimap<Var, std::vector<Var>> derived;
  std::vector<Var> variables;  // in order of first occurrence
  /// Indices that `fuse` made: of which, and of the entries of which operand, if any.
  struct Fused {
    Var outer, inner;
    Tensor entries;
  };
  std::map<Var, Fused> fused;
  std::vector<SizeCheck> checks;
  std::vector<CoordinateCheck> coordinate_checks;
  std::vector<std::pair<Tensor, ExprPtr>>
      gathers;                  // index arrays, and the size of the mode that each subscripts
  std::vector<Tensor> outputs;  // tensors that are written and belong to the caller, in order
  StmtPtr body;
  bool in_bounds = false;   // assume(in_bounds)
  bool no_alias = false;    // assume(no_alias): outputs share no memory with other arrays
  bool ieee = false;        // assume(ieee): 0 * x is not skipped
  bool no_convert = false;  // no operand may be computed with in another format
  /// What the schedule says of terms before they have loops.
  struct Requests {
    std::vector<std::vector<std::string>> orders;  // indices of each reorder, outermost first
    /// Results for which a sparse workspace is named, by their values, and which of their Einsums is meant.
    std::set<std::pair<Argument, int>> collected;
    std::vector<Var> vectorized;
  };
  Requests requests;
  bool deterministic =
      false;  // the order of sums must not depend on the number of threads, nor on which is first
  /// A workspace that the schedule names: the last `modes` levels of `result` are collected in it.
  struct NamedWorkspace {
    std::string name;
    Tensor result;
    std::size_t modes = 0;
    WorkspacePolicy policy;
    SourceRange where;
    bool part = false;  // `result` is a temporary that it names: what needs no workspace is no error
  };
  std::vector<NamedWorkspace> named_workspaces;
  /// Lines `workspace W : hash`, and `workspace C : hash` for those of a result.
  struct PolicyLine {
    std::string name;
    WorkspacePolicy policy;
    SourceRange where;
    bool used = false;  // a workspace has it
  };
  std::vector<PolicyLine> policy_lines;
  long long memory = 0;            // bytes that workspaces may take together; 0: any number
  std::vector<std::string> notes;  // what was chosen and why, for comments and `explain`
};

// --- Builders
// --------------------------------------------------------------------------------------------------------

template <class Node>
ExprPtr make_expr(Node node, ElementType type, SourceRange where = {}) {
  return std::make_shared<const Expr>(Expr{std::move(node), type, where});
}
template <class Node>
StmtPtr make_stmt(Node node, SourceRange where = {}) {
  return std::make_shared<const Stmt>(Stmt{std::move(node), where});
}
ExprPtr integer(long long value);
ExprPtr var_expr(const Var& var);
ExprPtr argument_expr(const Argument& argument);
/// Integer arithmetic with constant folding.
ExprPtr add(ExprPtr a, ExprPtr b);
ExprPtr sub(ExprPtr a, ExprPtr b);
ExprPtr mul(ExprPtr a, ExprPtr b);
/// a / b rounded up, for a >= 0 and b > 0.
ExprPtr divide_up(const ExprPtr& a, const ExprPtr& b);
/// The number of coordinates that a level can store: of its mode, of its mode's blocks, or of places in a
/// block.
ExprPtr extent_of(const TensorNode& tensor, const LevelMode& mode);
ExprPtr min_of(ExprPtr a, ExprPtr b);
ExprPtr max_of(ExprPtr a, ExprPtr b);
StmtPtr sequence(std::vector<StmtPtr> stmts);  // flattens; a single statement stands for itself

/// The literal that leaves a combination with `op` unchanged.
ExprPtr identity_of(Op op, ElementType type);
/// The type of arithmetic on `a` and `b` (C++'s usual arithmetic conversions; half and bfloat16 give float).
ElementType common_type(ElementType a, ElementType b);

template <class T>
const T* get_if(const ExprPtr& expr) {
  return expr ? std::get_if<T>(&expr->node) : nullptr;
}
template <class T>
const T* get_if(const StmtPtr& stmt) {
  return stmt ? std::get_if<T>(&stmt->node) : nullptr;
}
/// The variable when `expr` is nothing else.
Var as_var(const ExprPtr& expr);
std::optional<long long> as_integer(const ExprPtr& expr);
bool is_zero(const ExprPtr& expr);

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

}  // namespace insum::index
