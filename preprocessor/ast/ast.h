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
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ast/format.h"
#include "ast/schedule.h"

namespace insum::ast {

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

/// Something of a block that may be C++. `required` expressions must compile (storage, sizes, braces, types);
/// the others are names that may be insum's own (a declared tensor, a temporary, a known function) or a C++
/// variable or function.
struct CppUse {
  enum class Kind { expression, storage, member, object, type, name } kind;
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
