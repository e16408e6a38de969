// What the user wrote, unresolved: plain structs that mirror grammar/Insum.g4, each with its place in the
// user's file.
//
//   block      := directive+                       the lines above one statement
//   directive  := kernel | einsum | tensor | format | schedule | target | workspace | assume | verify |
//   gradient
//               | function | deterministic | baseline
//
// Nothing here knows about C++: a C++ expression is its text, its range and an `id`, unique in the block,
// under which the binder reports what it found (bind/facts.h).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/binary_op.h"
#include "support/source_range.h"

namespace insum::ast {

/// An identifier. `id` >= 0 where the name could be a C++ entity (tensors, scalars, functions), else -1.
struct Name {
  std::string text;  // `ns::f` too, in calls and function directives; `block.x` in schedules
  SourceRange range;
  int id = -1;
};

/// A C++ expression, as written (without enclosing braces); backslash-newlines are left out of the text and a
/// comment is a blank there, as for a C++ compiler.
struct Cpp {
  std::string text;
  SourceRange range;
  int id = -1;
};

// --- Einsums
// ---------------------------------------------------------------------------------------------------------

struct Access;

/// One summand of a subscript: sign * coefficient * (index | indirect access | 1). `2*h`, `-r`, `{n}*i`,
/// `D[y]`, `3`,
/// `{batch}`. Without a coefficient it is 1.
struct SubscriptTerm {
  SourceRange range;
  bool negative = false;
  std::optional<std::variant<long long, Cpp>> coefficient;
  std::variant<std::monostate, Name, std::shared_ptr<const Access>> factor;  // monostate: a constant term
};

struct Subscript {
  SourceRange range;
  std::vector<SubscriptTerm> terms;
};

struct Access {
  Name tensor;
  std::vector<Subscript> subscripts;  // empty for a bare name
  bool bracketed = false;             // `A[...]` rather than `A`
  SourceRange range;
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Number {
  std::string text;  // a C++ literal: 2, 0.5, 1e-3, 2.0f, INFINITY stands as a name
  bool is_integer = false;
};
enum class UnaryOp { minus, plus, logical_not };
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  SourceRange op_range;
  ExprPtr left, right;
};
struct Call {
  Name function;
  std::vector<ExprPtr> arguments;
};
/// sum(i,j: expr) and its kin; `op` is one of sum prod min max any all.
struct Reduction {
  Name op;
  std::vector<Name> indices;
  ExprPtr body;
};

struct Expr {
  std::variant<Number, Access, Cpp, Unary, Binary, Call, Reduction> node;
  SourceRange range;
};

enum class AssignOp { assign, add, mul, min, max, logical_or, logical_and };

struct Einsum {
  Access left;
  AssignOp op;
  SourceRange op_range;
  ExprPtr right;
  SourceRange range;
};

// --- Tensors and formats
// ---------------------------------------------------------------------------------------------

/// A template argument of a format or a numeric argument of a level: `group_coo<auto>`, `bcsr<16,16>`,
/// `fixed(4)`.
struct FormatArgument {
  std::variant<long long, Cpp, Name> value;  // Name: auto
  SourceRange range;
};

/// `field(array, member)` when member is set, else one storage expression.
struct StorageArgument {
  Cpp array;
  std::optional<Name> member;
  SourceRange range;
};

/// The coordinate that a level stores, in terms of the tensor's modes: `0`, `1/32`, `1%32`, `1-0`.
struct LevelMode {
  enum class Kind { plain, quotient, remainder, difference } kind = Kind::plain;
  int mode = 0;
  std::optional<FormatArgument> divisor;  // quotient, remainder
  int other_mode = 0;                     // difference: mode - other_mode
  SourceRange range;
};

/// `mode: kind(arguments)`; kinds: dense compressed compressed_nonunique singleton fixed offset ragged.
struct LevelSpec {
  LevelMode mode;
  Name kind;
  std::vector<FormatArgument> numbers;  // fixed(w, crd): w
  std::vector<StorageArgument> arrays;
  SourceRange range;
};

struct FormatName {
  Name name;  // csr, group_coo, ...
  std::vector<FormatArgument> arguments;
  SourceRange range;
};

/// `csr(rowptr, col, val)` or `levels(spec, ...; vals)`.
struct FormatUse {
  FormatName format;
  std::vector<StorageArgument> storage;  // of a named format
  std::vector<LevelSpec> levels;         // of levels(...)
  std::vector<StorageArgument> values;   // of levels(...): what follows the semicolon
  SourceRange range;
};

/// order(1,0) strides(s,1) fill(v) base(1) sorted unsorted unique duplicates symmetric(lower|upper)
struct Modifier {
  Name name;
  std::vector<Cpp> arguments;
  SourceRange range;
};

struct TensorDirective {
  Name name;
  std::vector<Cpp> sizes;
  std::variant<FormatUse, Cpp> storage;  // Cpp: `tensor NAME = C++ object`
  std::vector<Modifier> modifiers;
};

/// `format A -> bcsr<16,16> + ell<2> once`
struct FormatDirective {
  Name tensor;
  std::vector<FormatName> parts;
  bool once = false;
};

// --- Schedules and the rest
// ------------------------------------------------------------------------------------------

/// An argument of a schedule command, by shape; what a command takes is in schedule/commands.def.
struct ScheduleArgument;
struct ScheduleList {  // {i, j}, or a path {0,1}: a whole number is a name whose text is its digits
  std::vector<Name> names;
};
struct ScheduleSetting {  // i=64, k=auto, capacity(n), memory <= 1e9
  Name name;
  std::string relation = "=";            // "=", "<", "<=", ">", ">=", "==", or "(" for capacity(n)
  std::vector<ScheduleArgument> values;  // one, but for "("
};
struct ScheduleArgument {
  std::variant<Name, long long, Cpp, ScheduleList, ScheduleSetting, ExprPtr> value;
  SourceRange range;
};
struct ScheduleCommand {
  Name name;
  std::vector<ScheduleArgument> arguments;
  std::vector<ScheduleArgument> path;  // after ';': reorder(i,j; path)
  SourceRange range;
};

struct KernelDirective {
  Name name;
};
struct ScheduleDirective {
  bool is_auto = false;
  std::vector<ScheduleCommand> commands;
};
struct TargetDirective {
  Name target;               // openmp, cuda, auto
  std::vector<Name> device;  // device(A, B)
};
struct WorkspaceDirective {
  Name name;
  Name policy;              // coord bucket hash dense user
  std::optional<Cpp> type;  // user(Type)
};
/// One fact of assume(...): `M in [a, b]`, `density(A) < 0.01`, `sorted(A)`, `in_bounds`, `no_alias`, `ieee`.
struct Assumption {
  Name name;                    // M, density, sorted, in_bounds, memory ...
  std::vector<Name> arguments;  // density(A): A
  std::string relation;         // "", "in", "<", "<=", ">", ">=", "=="
  std::vector<Cpp> bounds;      // in: two, else one
  SourceRange range;
};
struct AssumeDirective {
  std::vector<Assumption> facts;
};
struct VerifyDirective {
  std::vector<ScheduleSetting> settings;  // rtol=1e-5, atol=1e-8, every=100
};
struct GradientDirective {
  std::vector<Name> inputs;
  Name output;
};
/// One property in `function f(commutative, associative, zero(x) = 0)`.
struct FunctionProperty {
  Name name;
  std::vector<Name> arguments;
  std::optional<Cpp> value;
  SourceRange range;
};
struct FunctionDirective {
  Name name;
  std::vector<FunctionProperty> properties;
};
struct DeterministicDirective {};
struct BaselineDirective {};

struct Directive {
  std::variant<KernelDirective, Einsum, TensorDirective, FormatDirective, ScheduleDirective, TargetDirective,
               WorkspaceDirective, AssumeDirective, VerifyDirective, GradientDirective, FunctionDirective,
               DeterministicDirective, BaselineDirective>
      node;
  SourceRange range;
};

struct Block {
  std::vector<Directive> directives;
  SourceRange range;  // from the first '#' to the end of the last line
  int cpp_count = 0;  // ids of C++ expressions and names are 0 .. cpp_count-1
};

/// Something of a block that may be C++. `required` expressions must compile (storage, sizes, braces); the
/// others are names that may be insum's own (a declared tensor, a temporary, a known function) or a C++
/// variable or function.
struct CppUse {
  enum class Kind { expression, storage, member, object, name } kind;
  int id = -1;
  std::string text;  // member: "array" of field(array, member) with `member` beside it
  std::string member;
  SourceRange range;
};

/// Every C++ expression and name of a block, ordered by id. Names that the block itself declares with
/// `tensor`, and index variables, are not in it; a name that occurs several times has an entry for each
/// occurrence.
std::vector<CppUse> cpp_uses(const Block& block);

}  // namespace insum::ast
