// What a block computes, with all that is known and wanted of it.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index_ir/statement.h"

namespace insum::index {

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

struct Program;

/// What a kernel does instead where workspaces that were chosen for it do not pay.
struct Alternative {
  struct Level {
    Tensor tensor;
    std::size_t level = 0;
  };
  /// A workspace for a row of `own`, which meets rows of `other`.
  struct Row {
    std::string workspace;
    ExprPtr size;
    Level own, other;
  };
  std::vector<Row> rows;
  std::shared_ptr<const Program> program;  // without them
};

/// What a kernel does instead where few products come: operands that would be copied, so that the result is
/// built in its order, are read as they are stored, and a workspace collects the products.
struct Scattered {
  std::vector<Tensor> copied;  // those whose copies have to be sorted
  std::shared_ptr<const Program> program;
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
  std::set<Tensor> unclear;  // workspaces that get values where they are made, and are not cleared as a whole
  std::optional<Alternative> alternative;
  std::optional<Scattered> scattered;
  /// Types of a template's results for which the program is made as if they had 16 bits, and the program for
  /// those that have more.
  struct {
    std::set<std::string> types;
    std::shared_ptr<const Program> otherwise = nullptr;
  } in_floats{};
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
    std::vector<std::vector<std::string>> orders;  // indices of each reorder and fuse, outermost first
    bool scatters = false;  // products are rather collected in any order than operands copied for theirs
    /// Results for which a sparse workspace is named, by their values and which of their Einsums is meant,
    /// with the names that precompute gives; none where a line `workspace C : hash` does.
    std::map<std::pair<Argument, int>, std::set<std::string>> collected;
  };
  Requests requests;
  bool deterministic =
      false;  // the order of sums must not depend on the number of threads, nor on which is first
  /// Tiles whose lengths the kernel chooses when it is called.
  struct Tiling {
    struct Index {
      std::string name;
      Argument width;
      ExprPtr size;
    };
    /// A tensor, and the tiled indices that choose a part of it: bit n is indices[n].
    struct Use {
      Tensor tensor;
      unsigned indices = 0;
    };
    std::vector<Index> indices;  // outermost first
    std::vector<Use> uses;
    SourceRange where;
  };
  Tiling tiling;
  /// Matrix instructions that the schedule asks for.
  struct Tensorize {
    bool tf32 = false;  // floats may be rounded to it
    SourceRange where;
  };
  std::optional<Tensorize> tensorize;
  std::map<Axis, SourceRange> bound;  // the commands that bind loops
  /// What the schedule keeps near: tiles of an operand (cache_read), or elements of a result (cache_write).
  struct Cached {
    std::string tensor;
    bool result = false;
    SourceRange where;
  };
  std::vector<Cached> cached;
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
    struct {
      std::string text;
      SourceRange where;
      int rank = 0;  // 0: not known
      ElementType value = ElementType::dependent;
      std::string reduction;  // op_add, ...; "": not known
    } type{};                 // of the user's
  };
  std::vector<PolicyLine> policy_lines;
  ExprPtr memory;                  // bytes that workspaces may take together; null: any number
  std::vector<std::string> notes;  // what was chosen and why, for comments and `explain`
};

}  // namespace insum::index
