// The state of one lowering and its parts, each in a file of its own.
#pragma once
#include <set>

#include "lower/lower_program.h"
#include "lower/scope.h"
#include "support/diagnostics.h"

namespace insum::lower {

/// The statements of a program's body.
std::vector<index::StmtPtr> top_level(const index::StmtPtr& body);
/// The sparse operands of a statement, none of their levels resolved.
std::vector<SparseState> states_of(const index::StmtPtr& stmt);

/// An array with the number of its elements.
struct ArrayExtent {
  index::Argument array;
  std::string name;  // for messages
  loops::ExprPtr count;
  loops::ExprPtr first = nullptr;  // the lowest of them; null: 0
};

/// The variables of all loops in a statement, outer ones first.
std::vector<index::Var> loops_in(const index::StmtPtr& stmt);

class Lowering {
 public:
  /// `types_agree`: types that only the C++ compiler knows are taken to be the same where tiles need that.
  /// `records`: the kernel has a record, which conversions of operands tell their time, and choices what
  /// they are.
  Lowering(const index::Program& program, bool types_agree, bool records = false);
  /// Statements that validate sizes, and storage and aliasing where INSUM_CHECKS is on.
  loops::Body checks();
  /// What chooses the lengths of tiles, and their names (tiling.cpp).
  loops::Body tiling(const std::string& place, const std::string& einsum);
  // reports.cpp
  loops::Body report(const Origin& origin, bool counts_before);
  loops::Body run();
  std::vector<loops::ArrayUse> array_uses();
  // alternatives.cpp
  loops::ExprPtr workspaces_pay(const index::Alternative& alternative);
  loops::ExprPtr copies_pay(const index::Scattered& scattered);
  std::string fresh(const std::string& name);                         // a name that is not taken
  std::vector<ArrayExtent> extents(const index::TensorNode& tensor);  // overlap_checks.cpp
  /// What `run` took to be so: the types of each set are the same.
  const std::set<std::set<std::string>>& agreements() const { return agreements_; }

 private:
  // lower_program.cpp
  void size_checks(loops::Body& out);
  void check_at_least(const std::string& of, const char* what, const index::ExprPtr& value, int least,
                      loops::Body& out);
  void format_checks(const index::TensorNode& tensor, loops::Body& out);
  void temporaries(Scope& scope, loops::Body& out);
  bool writes(const index::StmtPtr& stmt, const index::Tensor& tensor) const;

  // reports.cpp
  /// Floating point operations.
  struct Flops {
    loops::Body body;  // adds them to a variable; empty: there are none
    bool exact = true;
  };
  static Flops flops_of(Lowering& lowering, const index::StmtPtr& stmt, const Scope& scope);
  loops::Body count(const index::StmtPtr& stmt, const Scope& scope) const;
  Flops flops_of_all() const;
  loops::Body with_fetched(loops::Body body);

  // storage_checks.cpp
  void storage_checks(loops::Body& out);
  void checks_of(const index::Tensor& tensor, loops::Body& out);
  loops::Body on_copies(const loops::Body& checks);

  // level_checks.cpp
  class LevelChecks;
  void check_levels(const index::Tensor& tensor, bool owned, loops::Body& out);
  void check_slots(const index::Tensor& tensor, std::size_t l, const loops::ExprPtr& rows,
                   const loops::ExprPtr& name, loops::Body& out);
  void check_list(const index::TensorNode& tensor, std::size_t first, std::size_t last,
                  const loops::ExprPtr& parents, const loops::ExprPtr& name, loops::Body& out);

  // overlap_checks.cpp
  void overlap_checks(loops::Body& out);
  loops::ExprPtr list_of(const std::vector<index::ExprPtr>& values);
  loops::ExprPtr count_below(const index::TensorNode& tensor, std::size_t l, const loops::ExprPtr& count);
  loops::ExprPtr place_steps(const index::TensorNode& tensor, std::size_t l);
  void check_triangle(const index::Tensor& tensor, loops::Body& out);

  // lower_statement.cpp
  loops::Body statement(const index::StmtPtr& stmt, Scope scope);
  loops::Body assign(const index::Assign& node, const Scope& scope);
  loops::Body where(const index::Where& node, Scope scope);
  void part(const index::StmtPtr& stmt, Scope scope, loops::Body& out);
  void allocate_temporaries(const index::StmtPtr& producer, Scope& scope, loops::Body& out);
  void combine(const index::Access& left, index::Op op, const loops::ExprPtr& value, const Scope& scope,
               loops::Body& out);
  loops::ExprPtr count_of(const std::vector<index::ExprPtr>& sizes);
  loops::ExprPtr tile_stride(const index::Access& access, const Scope& scope);

  // lower_forall.cpp
  loops::Body forall(const index::Forall& node, Scope scope);
  loops::Body parallel(const index::Forall& node, const Scope& scope,
                       const std::optional<loops::Assembly>& assembly = std::nullopt);
  void divide(const index::Forall& node, const Scope& scope, loops::ParallelFor& loop, loops::Body& out);
  loops::ExprPtr unless_empty(const index::TensorNode& tensor, const loops::ExprPtr& count);
  loops::Scatter scatter_of(const index::Access& shared, index::Op op, const Scope& scope);
  loops::Body serial_loop(const index::Forall& node, Scope scope, const loops::ExprPtr& begin,
                          const loops::ExprPtr& end);
  loops::ExprPtr most_trips(const index::Var& var, const loops::ExprPtr& begin, const loops::ExprPtr& end);
  loops::Body range_loop(const index::Forall& node, const Scope& scope, const loops::ExprPtr& begin,
                         const loops::ExprPtr& end);
  loops::Body bounded_loop(const index::Forall& node, const SparseState& walked, const Scope& scope);
  bool can_use_lanes(const index::Forall& node, const Scope& scope);
  bool moves_along(const index::ExprPtr& coordinate, const index::Var& var) const;
  std::vector<index::Access> shared_targets(const index::Forall& node, const Scope& scope);
  bool only_combines(const index::Forall& node, const std::vector<index::Access>& shared) const;

  // tiles.cpp
  bool can_tile(const index::Forall& node, const Scope& scope, loops::Type& type);
  loops::Body tile_loop(const index::Forall& node, Scope scope, const loops::ExprPtr& begin,
                        const loops::ExprPtr& end);

  // products.cpp
  loops::Body matrix_product(const index::MatrixProduct& node, const Scope& scope);
  loops::ExprPtr lengths(const std::vector<index::Var>& vars, const Scope& scope);
  /// Indices of a factor of a product: those along which it is brought, and the others.
  struct FactorDirections {
    const std::vector<index::Var>&along, &across;
    FactorDirections turned() const { return {across, along}; }
  };
  /// Where the positions of a stored factor are a part of the depth.
  struct WalkedDepth {
    index::Var var;
    SparseState state;
    loops::ExprPtr begin, count;  // of its positions
    bool reads = true;            // elements, else coordinates alone
  };
  loops::ExprPtr distance_of_rows(const index::MatrixProduct& node, const Scope& scope);
  std::optional<WalkedDepth> open_walk(const index::MatrixProduct& node, const Scope& scope,
                                       loops::Body& out);
  void enter_walk(const WalkedDepth& walk, const loops::ExprPtr& number, Scope& scope, loops::Body& body);
  loops::Closure closure(const std::vector<std::vector<index::Var>>& groups, Scope& scope,
                         const WalkedDepth* walk = nullptr);
  bool has_one_type(const index::MatrixProduct& node);
  loops::ExprPtr run_of(const index::Access& access, const index::ExprPtr& condition,
                        const std::vector<index::Var>& along, const index::ExprPtr& apart,
                        const Scope& scope);
  void set_lines(const index::Access& access, const index::ExprPtr& condition,
                 const std::vector<index::Var>& across, const Scope& scope, loops::Factor& layout);
  std::optional<loops::Closure> where_stored(const index::MatrixProduct& node, const index::ExprPtr& factor,
                                             const Scope& scope, const WalkedDepth* walk);
  loops::ExprPtr factor(const index::MatrixProduct& node, const index::ExprPtr& factor,
                        const FactorDirections& of, const loops::Type& type, const Scope& scope,
                        loops::Factor& layout, loops::ExprPtr& stored_if);
  loops::Factor product_factor(const index::MatrixProduct& node, const index::ExprPtr& read,
                               const std::vector<std::vector<index::Var>>& groups, const FactorDirections& of,
                               const loops::Type& type, const Scope& scope, const WalkedDepth* walk);
  void set_result(const index::MatrixProduct& node, const Scope& scope, loops::MatrixProduct& out);
  void tell_product(const index::MatrixProduct& node, const std::string& test, const loops::Type& type);

  // runs.cpp
  bool goes_in_runs(const index::Forall& node, const SparseState* walked) const;
  loops::Body run_loop(const index::Forall& node, Scope scope, const loops::ExprPtr& begin,
                       const loops::ExprPtr& end);
  loops::Body every_loop(const index::Forall& node, Scope scope, const loops::ExprPtr& begin,
                         const loops::ExprPtr& end);
  Counted entries_before(const index::Forall& node, Scope scope, const std::string& var);

  // work.cpp
  std::optional<Counted> work_before(const index::Forall& node, const Scope& scope, const std::string& var);
  std::optional<Counted> rows_before(const index::Forall& node, const Scope& scope);
  std::optional<loops::ExprPtr> positions_before(const index::Forall& node, const Scope& scope);
  std::optional<std::array<loops::ExprPtr, 2>> run_of(const index::TensorNode& tensor, std::size_t l);
  std::optional<loops::ExprPtr> mean_run(const index::TensorNode& tensor, std::size_t l);
  bool cuts_rows(const index::Forall& node) const;
  int searches_in(const index::Forall& node, const Scope& scope) const;
  loops::ExprPtr walked_work(const index::Forall& node, const Scope& scope,
                             const std::optional<Counted>& counted);
  loops::ExprPtr inner_work(const index::StmtPtr& stmt, const Scope& scope,
                            const std::optional<Counted>& counted, int& depth);
  loops::ExprPtr trips_of(const index::Forall& node);
  std::optional<std::array<loops::ExprPtr, 2>> stored_run_of(const index::TensorNode& tensor, std::size_t l);
  /// In all, and for one point of the outer loops that are in the order of the result; null: not known.
  struct Products {
    loops::ExprPtr all, at_once;
  };
  Products products();
  loops::ExprPtr mean_length(const index::Forall& loop, const index::Assign& assign);
  bool loops_around(const index::StmtPtr& stmt, const index::Tensor& workspace,
                    std::vector<loops::ExprPtr>& trips);

  // copied_results.cpp
  /// A statement whose sparse result has the outer levels of an operand. False: it is none.
  bool copy_levels(const index::StmtPtr& stmt, const Scope& scope, loops::Body& out);
  loops::ExprPtr place_of(const index::Access& access, const Scope& scope);

  // results.cpp
  /// A statement that builds a sparse result: in parts, which are joined. False: it builds none.
  bool build_result(const index::StmtPtr& stmt, const Scope& scope, loops::Body& out);
  void write_levels(const index::Where& node, const index::TensorNode& tensor, const Scope& scope,
                    loops::Body& out);
  /// Statements that collect entries on threads: in which workspace, and its name.
  std::pair<index::Tensor, std::string> collect_entries(const index::Where& node, Scope& scope,
                                                        loops::Body& out);
  /// A loop of one chunk, which a thread runs.
  loops::ParallelFor one_chunk();
  void collect_in_chunks(Scope& scope, loops::ParallelFor& loop);
  void keep_runs_together(const index::Forall& node, const SparseState* walked, const Scope& scope,
                          loops::ParallelFor& loop);
  void append(const index::Access& left, const loops::ExprPtr& value, const Scope& scope, loops::Body& out);

  // result_containers.cpp
  std::vector<loops::ExprPtr> targets_of(const index::TensorNode& tensor);
  loops::ExprPtr block_of(const index::TensorNode& tensor);
  void declare_containers(const index::TensorNode& tensor, loops::Body& out);
  void check_coordinate_types(const index::TensorNode& tensor, loops::Body& out);
  bool is_read(const index::TensorNode& tensor) const;
  bool is_read_first(const index::TensorNode& tensor) const;
  void start_empty(loops::Body& out);
  void point_at(const index::Argument& array, const loops::ExprPtr& data, loops::Body& out);
  void keep_entries(const index::TensorNode& tensor, const std::string& kept, loops::Body& out);
  void reread(const index::TensorNode& tensor, loops::Body& out);

  // workspaces.cpp
  /// That of `assign`, which `producer` has.
  void construct_workspace(const index::Assign& assign, const index::StmtPtr& producer, Scope& scope,
                           loops::Body& out, bool shared = false);
  std::string budget_for(const index::TensorNode& tensor);
  void declare_budget(loops::Body& body);
  void tell_choice(const index::TensorNode& tensor, loops::Construct& made);
  void update_workspace(const index::Access& left, const loops::ExprPtr& value, const Scope& scope,
                        loops::Body& out);
  void finish_workspace(const index::TensorNode& tensor, const std::string& name, loops::Body& out);
  const index::Assign* drained_row(const index::StmtPtr& consumer, const Scope& scope) const;
  void drain(const index::Assign& node, const Scope& scope, loops::Body& out);

  // merge.cpp
  Merge plan(const index::Forall& node, Scope& scope);
  /// Declares the running positions of the followers in front of a loop.
  std::vector<Iterator> open_followers(const Merge& merge, const index::Var& var, const Scope& scope,
                                       loops::Body& out);
  /// Statements at the top of a loop body that find the followers at the coordinate. Those after which
  /// nothing is to be done where a required follower is absent are returned as conditions.
  std::vector<loops::ExprPtr> follow(const Merge& merge, const std::vector<Iterator>& iterators,
                                     const index::Var& var, const Scope& scope, loops::Body& body);
  /// What a loop does once its coordinate is known: `body` gets the statements that find it in the other
  /// operands.
  void enter_body(const index::StmtPtr& stmt, std::vector<loops::ExprPtr> conditions, Scope& scope,
                  loops::Body& body);
  /// A loop over the coordinates of several operands, of those in [first, last) where given.
  loops::Body merge_loop(const index::Forall& node, Scope scope, const loops::ExprPtr& first,
                         const loops::ExprPtr& last);
  std::optional<loops::Body> counted_merge(const index::Forall& node, const Merge& merge, const Scope& scope);
  /// Its parts: the running positions in front of it; the coordinate of an iteration, out of those of the
  /// leaders, which are returned; a leader at that coordinate.
  loops::ExprPtr distance_at(const SparseState& state, const index::Var& var, const Scope& scope);
  std::pair<loops::ExprPtr, loops::ExprPtr> within_range(const SparseState& state, const index::Var& var,
                                                         const Scope& scope, const loops::ExprPtr& first,
                                                         const loops::ExprPtr& last);
  std::vector<Iterator> open_leaders(const Merge& merge, const index::Var& var, const Scope& scope,
                                     const loops::ExprPtr& first, const loops::ExprPtr& last,
                                     loops::Body& out);
  std::vector<loops::ExprPtr> choose_coordinate(const Merge& merge, const std::vector<Iterator>& leaders,
                                                const std::string& var, loops::Body& body);
  void enter_leader(SparseState& state, const Iterator& iterator, const loops::ExprPtr& coordinate,
                    const std::string& var, bool all, loops::Body& body);

  // search.cpp
  Iterator open_iterator(const SparseState& state, const std::string& name, loops::Body& out);
  /// Moves an access to `coordinate`, looked for from where the iterator stands or anew; returns whether it
  /// is stored.
  loops::ExprPtr find(SparseState& state, const Iterator& iterator, const loops::ExprPtr& coordinate,
                      loops::Body& out);
  void enter_match(SparseState& state, const Iterator& iterator, const std::string& position,
                   const loops::ExprPtr& present, loops::Body& body);
  bool require(SparseState& state, const std::vector<index::ExprPtr>& conditions, const Scope& scope,
               loops::Body& out);
  loops::ExprPtr search(SparseState& state, const index::ExprPtr& subscript, const Scope& scope,
                        loops::Body& out);
  loops::ExprPtr locate(SparseState& state, const index::ExprPtr& subscript, const Scope& scope,
                        loops::Body& out);
  /// Moves every access over levels whose coordinates are known now: they are computed, or searched. Returns
  /// what must hold for anything to be done. `stmt` is what follows: what occurs in a part of it alone is
  /// looked up there.
  std::vector<loops::ExprPtr> advance(const index::StmtPtr& stmt, Scope& scope, loops::Body& out);
  void find_slices(Scope& scope, loops::Body& out);

  // levels.cpp
  struct LevelLoop {
    loops::Body before;         // declarations
    loops::ExprPtr begin, end;  // of the loop over positions; both null: no loop (singleton)
  };
  LevelLoop open_level(const SparseState& state, const index::Var& var);
  loops::ExprPtr first_child(const SparseState& state, const loops::ExprPtr& above);
  /// The variable of that loop: a position, or the coordinate itself (which is then bound) in a ragged level.
  std::string position_name(const SparseState& state, const index::Var& var, Scope& scope);
  /// Statements at the top of the loop body that bind `var` and the position; updates the scope.
  loops::Body enter_level(SparseState& state, const index::Var& var, const std::string& position,
                          Scope& scope);

  // prefetch.cpp
  void prefetch_rows(const index::Forall& node, const SparseState& state, const std::string& position,
                     const Scope& scope, loops::Body& out);
  void prefetch_block(const index::Forall& node, const SparseState& state, const std::string& position,
                      const Scope& scope, loops::Body& out);
  loops::ExprPtr positions_of(const index::TensorNode& tensor, std::size_t l);
  loops::ExprPtr shared_constant(const std::string& stem, const loops::Type& type,
                                 const loops::ExprPtr& value);

  // lower_expression.cpp
  loops::ExprPtr value(const index::ExprPtr& expr, const Scope& scope);
  loops::ExprPtr value_as(const index::ExprPtr& expr, const loops::Type& type, const Scope& scope);
  loops::ExprPtr index_value(const index::ExprPtr& expr, const Scope& scope);
  loops::ExprPtr read(const index::Access& access, const Scope& scope);
  /// A literal or an identity as a value of `type`.
  loops::ExprPtr constant_as(const index::ExprPtr& expr, const loops::Type& type, const Scope& scope);
  loops::ExprPtr fill_value(const index::Tensor& tensor, const Scope& scope);
  bool always_holds(const index::ExprPtr& condition, const Scope& scope);
  loops::ExprPtr call(const index::ExprPtr& expr, const index::Call& node, const Scope& scope);
  const SparseState* state_of(const index::Access& access, const Scope& scope);
  loops::ExprPtr array_of(const index::Access& access, const Scope& scope);
  loops::ExprPtr address_of(const index::Access& access, const Scope& scope);
  loops::Type type_of(const index::ExprPtr& expr);
  loops::Type type_of(const index::TensorNode& tensor);
  bool is_pack(const index::ExprPtr& expr, const Scope& scope);

  /// The variable's name in the kernel, the same wherever it is bound.
  std::string name_of(const index::Var& var);
  std::string bind(const index::Var& var, Scope& scope);

  const index::Program& program_;
  bool types_agree_, records_;
  bool counts_ = false;  // how often statements run is all that is asked for
  std::string
      result_;  // the type that the statement in work computes, where only the C++ compiler knows types
  std::set<std::set<std::string>> agreements_;
  std::set<std::string> names_;   // taken in the kernel
  std::set<std::string> reread_;  // arrays of temporaries that are declared
  std::map<index::Var, std::string> variable_names_;
  std::vector<std::pair<std::string, loops::ExprPtr>> constants_;  // declared before the statement in work
  std::string budget_;   // of the memory of workspaces; "": they have no bound
  loops::Body choices_;  // statements before all others that tell what the call chooses
};

using loops::invoke;
/// A call as a statement.
loops::StmtPtr effect(const loops::ExprPtr& call);
/// A C++ string literal.
loops::ExprPtr quoted(const std::string& text);

loops::ExprPtr cast(const loops::ExprPtr& expr, const loops::Type& type);
/// The spelling matters where only the C++ compiler knows the type.
loops::Type open_type(ElementType type, const std::string& spelling);
/// Of the elements of an array, as C++ text.
std::string type_text(const index::Argument& array);
loops::ExprPtr element_as_index(const loops::ExprPtr& load);
loops::Combine combine_of(index::Op op);
/// a * b; an exception at run time where it exceeds 64 bits.
loops::ExprPtr checked_mul(const loops::ExprPtr& a, const loops::ExprPtr& b);
/// Element types whose packs are native vectors.
bool has_packs(ElementType type);
/// array[at] as an index, less the base of stored numbers.
loops::ExprPtr stored(const index::Argument& array, const loops::ExprPtr& at, int base);

}  // namespace insum::lower
