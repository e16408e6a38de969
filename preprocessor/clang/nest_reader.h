// Reads one loop statement into nest::Nest by running it on symbols: each local variable holds an expression
// over the loops' indices and over what the statement found in memory.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "nest/loop_nest.h"

namespace clang {
class ASTContext;
class CXXOperatorCallExpr;
class CompoundAssignOperator;
class CXXForRangeStmt;
class DeclRefExpr;
class DoStmt;
class FieldDecl;
class ForStmt;
class MemberExpr;
class ValueDecl;
class VarDecl;
class WhileStmt;
}  // namespace clang

namespace insum::frontend {

/// Why the statement is no such nest. It leaves the reader as an exception: whatever is not
/// understood ends the reading, wherever it stands.
struct NoNest {
  clang::SourceLocation where;
  std::string reason;
};

class NestReader {
 public:
  /// The block above a statement.
  struct Annotation {
    std::set<std::string> results = {};     // scalars of these names, whatever the statement makes of them
    std::set<std::string> named = {};       // variables in which its tensors are stored
    std::set<std::string> words = {};       // all names in its C++
    std::set<std::string> storage = {};     // its C++ without spaces: m where it has &m[0][0]
    const clang::Stmt* function = nullptr;  // around it: pointers that it sets once are what they are set to
    bool several = false;                   // assignments are read too
    bool compared = false;                  // also loops that no block has: over ranges, while, by steps
  };

  explicit NestReader(const clang::ASTContext& context) : context_(context) {}
  NestReader(const clang::ASTContext& context, Annotation annotation)
      : context_(context), annotation_(std::move(annotation)) {}

  /// A loop, or a loop with what prepares and ends it. Throws NoNest.
  nest::Nest read(const clang::Stmt* statement);

  /// Those of the nest's arrays, as they are named first.
  const std::vector<const clang::Expr*>& lvalues() const { return lvalues_; }

 private:
  struct Pointer {
    int array = -1;
    nest::ExprPtr offset;
    nest::ExprPtr row = nullptr;  // of an array of pointers: which of them
  };
  /// A struct in an array of structs.
  struct Record {
    const clang::Expr* array;
    nest::ExprPtr number;
  };
  /// The type that a kernel computes a value in.
  struct KernelType {
    clang::QualType type = {};
    bool adapts = false;  // to that of elements that it meets
  };
  /// What a variable of the statement holds: a value, a pointer into an array, or (a reference) an element.
  struct Held {
    nest::ExprPtr value;
    std::optional<Pointer> pointer;
    bool is_element = false;
    KernelType kernel_type = {};            // that of the value in a kernel; null: the variable's
    const clang::Expr* widened = nullptr;   // as NestReader::widened_
    const clang::Expr* narrowed = nullptr;  // as NestReader::narrowed_
  };
  /// A write, with the loops around it.
  struct Effect {
    nest::ExprPtr target, value;
    std::string op;
    std::vector<int> loops;
    bool guarded = false;     // as nest::Assignment's
    bool merged = false;      // of several writes of the element
    int first = 0, last = 0;  // of all writes
    int uses = 0;             // ... the first one of something other than a number
  };
  struct Guard {
    nest::ExprPtr condition;
    int writes;  // before it was evaluated
  };
  /// What the head of a loop says.
  struct Head {
    nest::Loop bounds;
    const clang::VarDecl* variable = nullptr;
    long long step = 1;             // not 1: the bounds are of iterations, which count from 0
    nest::ExprPtr first = nullptr;  // ... and this is the variable in the first one
  };
  /// What is run in each iteration, behind what `enter` does.
  struct Body {
    std::vector<const clang::Stmt*> parts;
    std::vector<const clang::Expr*> steps = {};
    std::function<void(NestReader&, int loop)> enter = nullptr;
  };
  using Start = std::function<nest::ExprPtr(const clang::VarDecl*)>;
  using Locals = std::map<const clang::ValueDecl*, Held>;

  // nest_statements.cpp
  void run(const clang::Stmt* statement);
  void run_parts(const std::vector<const clang::Stmt*>& parts, std::size_t from);
  void run_declaration(const clang::VarDecl* variable);
  void run_loop(const clang::ForStmt* loop);
  void run_iterations(const clang::Stmt* loop, Head head, const Body& body);
  void run_branches(const nest::ExprPtr& condition, const std::function<void()>& then,
                    const std::function<void()>& otherwise);
  void run_expression(const clang::Expr* expression);
  clang::QualType result_type(const clang::Expr* target) const;
  void assign(const clang::Expr* target, const std::string& op, nest::ExprPtr value);

  // nest_heads.cpp
  Head head_of(const clang::Stmt* loop, const clang::Expr* step, const clang::Expr* condition,
               const Start& start);
  Head by_steps(Head head, const nest::ExprPtr& start) const;
  static nest::ExprPtr end_of(const Head& head);
  nest::ExprPtr start_of(const clang::ForStmt* loop, const clang::VarDecl* variable);

  // nest_other_loops.cpp
  void run_while(const clang::WhileStmt* loop);
  void run_do(const clang::DoStmt* loop);
  nest::ExprPtr start_above(const clang::Stmt* loop, const clang::VarDecl* variable) const;
  void run_range(const clang::CXXForRangeStmt* loop);
  std::function<void(NestReader&, int loop)> element_in(const clang::VarDecl* variable,
                                                        const clang::Expr* range);
  nest::ExprPtr count_of(const clang::Expr* range);
  /// Integers that the function sets once above the statement, which counts with them.
  void adopt_counters(const clang::Stmt* statement);

  // nest_steps.cpp
  /// What the head of a loop steps besides its variable.
  static std::vector<const clang::Expr*> further_steps(const clang::ForStmt* loop);
  /// Pointers and integers that each iteration of the loop moves by the same distance hold from now on what
  /// they hold in an iteration; returned is what they hold after the loop.
  Locals take_steps(int loop, const std::set<const clang::ValueDecl*>& assigned,
                    const std::function<void(NestReader&)>& body);
  nest::ExprPtr carried(const clang::ValueDecl* local, int loop);
  /// ++ or -- of such a variable: what the expression gives; nothing for anything else.
  std::optional<Held> stepped(const clang::UnaryOperator* expression);
  void set_pointer(const clang::BinaryOperator* assignment);
  Pointer moved(Pointer from, const clang::Expr* pointer, const nest::ExprPtr& by) const;
  static bool same_place(const std::optional<Pointer>& a, const std::optional<Pointer>& b);
  /// The value of what may not be evaluated: it may not step anything.
  nest::ExprPtr conditional_value(const clang::Expr* expression);

  void close_loop(int loop, const Locals& before, const std::set<const clang::ValueDecl*>& changed,
                  clang::SourceLocation at);
  void adopt_scratch(const clang::Stmt* statement);

  // nest_writes.cpp
  void write(const nest::ExprPtr& target, const std::string& op, nest::ExprPtr value,
             clang::SourceLocation at);
  void rename_loops(Effect& before, const nest::ExprPtr& target) const;
  void merge(Effect& before, const std::string& op, const nest::ExprPtr& value, clang::SourceLocation at);
  void finish(const clang::Stmt* statement);
  nest::Assignment assignment_of(Effect& effect, const clang::Stmt* statement) const;

  // nest_order.cpp
  /// Assignments run one after the other, each in all of its loops, must come to the same.
  /// Why not; "" where they do.
  std::string why_not_apart() const;
  /// What locals hold of an array that is written now is not in it any more.
  void forget_elements(int array);
  void check_guards(clang::SourceLocation at) const;

  // nest_expressions.cpp
  /// Refuses what is computed from itself so often that nobody could go through it.
  nest::ExprPtr value(const clang::Expr* expression, clang::QualType result = {});
  nest::ExprPtr value_of(const clang::Expr* expression, clang::QualType result);
  nest::ExprPtr value_of_variable(const clang::Expr* whole, const clang::ValueDecl* variable);
  nest::ExprPtr value_of_operator(const clang::BinaryOperator* expression);
  nest::ExprPtr value_of_call(const clang::CallExpr* call);
  /// The Einsum's name of a function of the standard library that it calls; null for any other.
  static const char* library_function(const clang::CallExpr* call);
  nest::ExprPtr inlined(const clang::CallExpr* call, const clang::FunctionDecl* function);
  nest::ExprPtr element(const Pointer& pointer, const clang::Expr* at);
  /// The element that an lvalue names; nothing for what is no element.
  std::optional<Pointer> place(const clang::Expr* expression);
  [[noreturn]] void refuse_object(const clang::CXXOperatorCallExpr* call) const;
  Pointer pointer(const clang::Expr* expression);
  std::optional<Pointer> subscript(const clang::Expr* base, const clang::Expr* index,
                                   clang::QualType element);
  /// A row behind an array of pointers that stays the same; nothing for anything else.
  std::optional<Pointer> row(const clang::Expr* expression);
  int array_of(const clang::Expr* lvalue, bool of_rows = false);

  // nest_fields.cpp
  /// Nothing for what is no struct in an array.
  std::optional<Record> record(const clang::Expr* object);
  std::optional<Record> record_at(const clang::Expr* base, const clang::Expr* index);
  std::optional<Record> record_behind(const clang::Expr* pointer);
  bool declares_record(const clang::VarDecl* variable);
  std::optional<Pointer> field(const clang::MemberExpr* member);
  std::optional<Pointer> bound(const clang::DeclRefExpr* e);
  Pointer field_of(const Record& found, const clang::FieldDecl* field, const clang::Expr* member);
  int records_of(const clang::Expr* array);
  [[noreturn]] void refuse_value(const clang::Expr* expression) const;

  // nest_complex.cpp
  /// Of an element, a scalar or a variable; where loops are compared, also complex ones.
  bool is_number(clang::QualType type) const;
  /// What operators of std::complex and its conversions come to; null for anything else.
  nest::ExprPtr complex_value(const clang::Expr* expression);
  /// a += b of complex numbers, and the like.
  bool run_complex(const clang::Expr* expression);

  // nest_aliases.cpp
  /// What a local of the function around an annotated statement is set to, once and for all, where it is none
  /// of those that the block names; null: something else.
  const clang::Expr* set_once(const clang::ValueDecl* local, const std::set<std::string>& named) const;
  /// ... of a pointer to the elements of an array.
  const clang::Expr* source_of(const clang::ValueDecl* pointer) const;
  /// ... of a whole number.
  const clang::Expr* number_source_of(const clang::ValueDecl* number) const;
  bool is_only_read(const clang::ValueDecl* variable) const;
  bool is_steady(const clang::Expr* expression) const;
  bool is_array_source(const clang::Expr* expression) const;

  // nest_types.cpp
  /// Elements are not widened before they are computed with.
  KernelType kernel_type(const clang::Expr* expression) const;
  KernelType common_type(const KernelType& a, const KernelType& b) const;
  KernelType promoted(const KernelType& a) const;
  void note_widening(const clang::Expr* expression);
  bool is_narrower(clang::QualType to, clang::QualType from) const;
  void note_narrowing(const clang::Expr* expression, clang::QualType result);
  void note_accumulator(const clang::CompoundAssignOperator* assignment);
  void note_nans(const nest::Accumulation& found, const std::string& type);
  void note_narrowness(const clang::Expr* expression);
  Held held_value(const clang::Expr* expression);
  nest::ExprPtr subscript_value(const clang::Expr* expression);

  // nest_variables.cpp
  /// Refers to nothing that the statement declares, writes or loops over, and has no effect.
  bool is_fixed(const clang::Expr* expression) const;
  bool is_part(const clang::Expr* row) const;
  std::string text(const clang::Expr* expression) const;
  nest::ExprPtr scalar(const clang::Expr* expression);
  void add_variables(const clang::Expr* expression, int array);
  void add_member_integers(const clang::MemberExpr* member);
  nest::Variable describe(const clang::Expr* expression, int array) const;

  [[noreturn]] static void refuse(const clang::Stmt* where, const std::string& reason);
  std::string type_name(clang::QualType type) const;

  const clang::ASTContext& context_;
  Annotation annotation_ = {};
  nest::Nest out_;
  Locals locals_;
  std::map<const clang::ValueDecl*, int> loop_of_;        // loop variables in scope
  std::set<const clang::ValueDecl*> declared_, written_;  // by the statement; outer variables
  bool has_scratch_ = false;  // variables of the function that are the statement's own
  std::map<const clang::ValueDecl*, int> carried_;
  std::map<const clang::ValueDecl*, Record> records_;  // that local pointers and references stand for
  std::map<std::string, int> array_numbers_;
  std::vector<const clang::Expr*> lvalues_;
  std::vector<int> around_;
  std::vector<Guard> guards_;
  std::vector<Effect> effects_;
  int writes_ = 0;
  int inlining_ = 0;
  int steps_ = 0;  // of variables inside of expressions
  /// What the values read so far compute in a wider type than a kernel would; subscripts may.
  const clang::Expr* widened_ = nullptr;
  /// What they convert to a type that has not all values of the kernel's; subscripts may.
  const clang::Expr* narrowed_ = nullptr;
};

}  // namespace insum::frontend
