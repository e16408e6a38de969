// Tensors and formats as the user wrote them.
#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "ast/name.h"

namespace insum::ast {

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

}  // namespace insum::ast
