// The state of make_concrete and its parts, each in a file of its own.
#pragma once
#include <map>

#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "support/diagnostics.h"

namespace insum::index {

class Concretizer {
 public:
  Concretizer(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}
  StmtPtr run(const StmtPtr& body);

 private:
  // make_concrete.cpp
  void read_operands(Einsum node, SourceRange where);
  void einsum(const Einsum& node, SourceRange where);
  /// A result that is built, where it is read: with the levels that it has at that time.
  Tensor as_operand(const Tensor& tensor);
  /// A sparse result whose levels are built anew. Without a reduction every coordinate is visited once, by one statement.
  void assembled(const Einsum& node, SourceRange where);
  /// All operands of the nest can be met by one order of loops, and none need be copied.
  bool can_merge(const Nest& nest) const;
  /// `only`: the term is the whole right side, so that its reduction may be another one than the statement's.
  Nest make_nest(const Einsum& node, const ExprPtr& term, bool only, SourceRange where);
  /// Replaces inner reductions by temporaries that earlier statements compute.
  ExprPtr hoist_reductions(const ExprPtr& expr);

  // definitions.cpp
  /// `=` on a part of a sparse result: a slice whose entries one nest stores, or what is to be filled up after clearing.
  void define_part(std::vector<Nest>& nests, SourceRange where);
  /// Nests that read the output while they, or earlier ones, write it get a copy of its old values.
  void keep_old_values(std::vector<Nest>& nests, SourceRange where);

  // emit_nest.cpp
  void emit(Nest nest);
  /// Like emit, for nests that by construction visit stored entries only.
  void emit_stored(Nest nest);
  /// One stored triangle: each entry off the diagonal also stands for its mirror image.
  void emit_symmetric(const Nest& nest, const Access& access);
  void emit_loops(Nest nest);
  /// Says at which points the statement runs.
  void mark_presence(Nest& nest, const std::vector<Access>& accesses) const;

  // copies.cpp
  /// An operand of which no coordinate may be skipped, or whose entries can be neither taken one by one nor merged.
  std::optional<Access> next_to_densify(const Nest& nest) const;
  /// An operand without which the loops have an order.
  Access clashing(const Nest& nest) const;
  /// Reads `access` through a dense copy: W = fill, then the stored entries. Duplicates stand for their sum.
  void densify(Nest& nest, const Access& access);
  void scatter_over_fill(const Access& copy, const Access& entry, const std::vector<Var>& vars, SourceRange where);
  /// A dense temporary with one mode for each of `vars`.
  Access temporary(const std::string& name, ElementType type, const std::vector<Var>& vars);
  std::string unique_name(const std::string& name);

  Program& program_;
  Diagnostics& diagnostics_;
  std::vector<StmtPtr> out_;
  std::map<Tensor, Tensor> operands_;  // results that are built, as they are read
};

/// One subscript, an index of its own or a fixed coordinate, for each mode: every element belongs to one value of them.
bool is_plain_left(const Access& left);
/// Neither a reduction nor a sparse operand.
bool is_plain(const ExprPtr& term);

}  // namespace insum::index
