// Tensors of the index IR: index variables, arguments of the kernel, levels and where they are stored.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/format.h"
#include "support/element_type.h"
#include "support/source_range.h"

namespace insum::index {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

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
  std::string text;                     // as the Einsum has it where that is no name: "{s.alpha}"
  ElementType type = ElementType::i64;  // of the scalar, or of the array's elements
  std::string type_spelling;            // C++ type where `type` is dependent
  int depth = 1;                        // array of pointers: 2
  bool writable = false;                // array whose elements the kernel may write
  bool is_field = false;                // no pointer: an insum::rt::field_pointer, or ...
  bool is_same = false;                 // ... an insum::rt::same_value, one number for all elements
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

/// It has arrays; dense levels have every coordinate.
inline bool is_stored(const TensorLevel& level) { return level.level.kind != LevelKind::dense; }
/// A position array says where the coordinates below each position of the level above are.
inline bool has_positions(const TensorLevel& level) {
  return level.level.kind == LevelKind::compressed && !level.level.implicit_pos;
}

/// Each coordinate is stored once below its position, with a segment of the level below: a node of a tree.
inline bool has_nodes(const TensorLevel& level) { return has_positions(level) && level.level.unique; }

enum class Symmetry { none, lower, upper };

struct TensorNode {
  std::string name;
  SourceRange where;                 // declaration, or first use of a C++ object
  SourceRange declared_in_cpp;       // of such an object, where that is known
  std::vector<ExprPtr> sizes;        // of each mode, i64 expressions
  std::string format_name;           // as the user wrote it: csr, levels, dense
  bool dense = true;                 // strided array without levels
  std::vector<ExprPtr> strides;      // dense: elements between neighbours in each mode
  std::vector<TensorLevel> levels;   // sparse: outermost first
  std::vector<ExprPtr> block_sizes;  // what LevelMode::divisor refers to
  bool storage_form = false;         // modes stand in the order of the levels, one mode a level
  int folded = 0;  // so many levels are one, whose coordinates are the positions of the last of them
  /// Only what its levels store is asked for, the outer ones of an operand: where it does, a read is 1.
  bool rows_only = false;
  Argument values;  // null for temporaries
  ElementType type = ElementType::f64;
  std::string type_spelling;  // where type is dependent
  ExprPtr fill;               // literal or argument; null: zero
  int base = 0;  // of stored coordinates and positions, or of an index array's values: subscripts are less it
  Symmetry symmetry = Symmetry::none;
  /// Parts whose sum it is, each entry in one of them; an Einsum that reads it is a sum over them
  /// (sum_over_parts.h).
  std::vector<std::shared_ptr<TensorNode>> parts;
  std::string part_of;     // of which tensor this is a part, as the user knows it
  bool temporary = false;  // local to the kernel
  int partial = -1;  // ... partial results along this mode, all of which are there before they are combined
  /// ... the loops over so many of its outer modes are to be around all nests that fill and read it.
  int shared = 0;
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
  std::string floats_of;   // a workspace of floats: the name of the 16-bit result that they are rounded to
  std::string object;      // C++ text of the object, "" for raw storage
  bool on_device = false;  // its storage is in the device's memory
  /// Where a dense temporary is: `shared`, a tile that the threads of a block have together, or `registers`,
  /// elements that each thread has of its own. Modes that threads divide have stride 0 there.
  enum class Place { automatic, shared, registers } place = Place::automatic;
};

/// For notes.
inline SourceRange declaration_of(const TensorNode& tensor) {
  return tensor.declared_in_cpp.valid() ? tensor.declared_in_cpp : tensor.where;
}
using Tensor = std::shared_ptr<const TensorNode>;

/// A local variable of the kernel.
inline bool is_scalar_temporary(const TensorNode& tensor) { return tensor.temporary && tensor.sizes.empty(); }

}  // namespace insum::index
