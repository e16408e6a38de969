// The state of make_concrete and its parts, each in a file of its own.
#pragma once
#include <map>

#include "index_ir/choose_copies.h"
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
  /// `only`: the term is the whole right side, so that its reduction may be another one than the statement's.
  Nest make_nest(const Einsum& node, const ExprPtr& term, bool only, SourceRange where);
  /// Replaces inner reductions by temporaries that earlier statements compute.
  ExprPtr hoist_reductions(const ExprPtr& expr, const std::string& result);

  // new_results.cpp
  /// A sparse result whose levels are built anew. Without a reduction every coordinate is visited once, by
  /// one statement; else the statements add up in a workspace, which starts at the operator's identity.
  void assembled(Einsum node, SourceRange where);
  void report_start(const Einsum& node, SourceRange where);
  /// Whether one of the terms walks entries at a distance if it has a nest of its own.
  bool is_followed_alone(const Einsum& node, const std::vector<ExprPtr>& terms, SourceRange where);
  /// The entries of a result that stay: with `=`, those outside of the slice that is defined.
  Nest kept_entries(const Einsum& node, const Tensor& before, SourceRange where);

  // definitions.cpp
  /// `=` on a part of a sparse result: a slice whose entries one nest stores, or what is to be filled up
  /// after clearing.
  void define_part(std::vector<Nest>& nests, SourceRange where);
  /// Nests that read a result in a pattern come before those that write it, as one.
  void read_old_values_first(std::vector<Nest>& nests, SourceRange where);
  /// Nests that read the output while they, or earlier ones, write it get a copy of its old values.
  void keep_old_values(std::vector<Nest>& nests, SourceRange where);

  // emit_nest.cpp
  void emit(Nest nest);
  /// Like emit, for nests that by construction visit stored entries only.
  void emit_stored(Nest nest);
  /// One stored triangle: each entry off the diagonal also stands for its mirror image.
  void emit_symmetric(const Nest& nest, const Access& access);
  void pass_fillers(Nest& nest) const;
  void emit_loops(const Nest& nest);
  /// In storage form, with the points at which the statement runs, and the constraints on the order of its
  /// loops.
  Nest stored_form(const Nest& nest, Program& program, std::vector<OrderConstraint>& constraints) const;
  /// No order of the loops suits all operands.
  bool clashes(const Nest& nest) const;
  /// Where the statement has to run.
  std::vector<Clause> clauses_at(const Nest& nest) const;
  void mark_presence(Nest& nest) const;

  // implicit_elements.cpp
  /// A nest over what an operand stores, and one for what it does not. False: nothing is emitted.
  bool emit_implicit(const Nest& nest);
  ExprPtr count_points(const Nest& stored, const std::vector<Var>& reduced);

  // background_elements.cpp
  /// What a result is where its operands store nothing, and then what they store. False: nothing is emitted.
  bool emit_background(const Nest& nest);
  /// Types are known, and no integer that is not stored is infinite.
  static bool has_plain_numbers(const Nest& nest);

  // copies.cpp
  /// False, and diagnosed, where the user wants no copies.
  bool may_convert(const Nest& nest, const Access& access, const std::string& why);
  /// Reads operands through the sorted copies that choose_copies() names. False: diagnosed.
  bool is_collected(const Nest& nest) const;
  bool convert_operands(Nest& nest);
  /// The copy as a result that is built by an earlier statement; one for all who want it.
  Tensor sorted_copy(const Nest& nest, const Copy& copy);
  /// An operand of which no coordinate may be skipped: loops visit all of them, also without the dense copy.
  std::optional<Access> next_to_densify(const Nest& nest) const;
  /// Reads `access` through a dense copy: W = fill, then the stored entries. Duplicates stand for their sum.
  bool densify(Nest& nest, const Access& access);
  struct ElementOf {
    ElementType type;
    std::string spelling;  // where the type is dependent
  };
  /// A dense temporary with one mode for each of `vars`.
  Access temporary(const std::string& name, const ElementOf& type, const std::vector<Var>& vars);

  Program& program_;
  Diagnostics& diagnostics_;
  std::vector<StmtPtr> out_;
  std::map<Argument, int> builds_;     // Einsums so far that build a result, by its values
  std::map<Tensor, Tensor> operands_;  // results that are built, as they are read
  std::map<std::pair<Tensor, std::vector<std::size_t>>, Tensor> copies_;  // by the modes of their levels
};
/// Neither a reduction nor a sparse operand.
bool is_plain(const ExprPtr& term);

}  // namespace insum::index
