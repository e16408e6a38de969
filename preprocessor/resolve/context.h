// What all parts of resolve share during one run.
#pragma once
#include <set>

#include "bind/site.h"
#include "index_ir/index_ir.h"
#include "resolve/arguments.h"
#include "resolve/resolve.h"
#include "support/diagnostics.h"

namespace insum::resolver {

struct Context {
  Context(const bind::Site& s, Diagnostics& d) : site(s), diagnostics(d), arguments(names) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const bind::Site& site;
  Diagnostics& diagnostics;
  UniqueNames names;
  ArgumentTable arguments;
  std::vector<std::vector<index::Tensor>> same_pattern;  // assume(same_pattern(A, B))
  bool keeps_pattern = false;                            // schedule same_pattern
  std::set<std::string> constants;                       // C++ names whose values are literals in the kernel
  std::vector<std::string> preparations;                 // statements before the call
  std::vector<std::string> notes;                        // of the program
  std::vector<Resolved::DeviceFunction> device_functions;
  std::vector<index::Tensor> converted;  // stored tensors of which the kernel gets copies in other formats
  std::vector<index::Tensor> adopted;    // ... whose patterns results take over
  std::vector<index::Tensor> fitted;     // results that get as many values as an operand of their arrays has
  std::vector<std::pair<std::string, SourceRange>> device_objects;  // whose types keep arrays on a device
  std::set<std::string> used_objects;                               // of Einsums before the current one
  std::set<std::string> writable_arrays;  // calls of the arrays whose elements C++ lets us assign

  /// What Clang found under `id`; "not found" for ids without facts.
  const bind::CppFacts& facts(int id) const;
  Diagnostic& report(Diag id, SourceRange where, const std::vector<std::string>& arguments = {}) {
    return diagnostics.report(id, where, arguments);
  }
};

/// Of a constant that becomes a literal: its name may be that of a variable which nothing uses any more.
void note_constant(Context& context, const ast::Cpp& cpp);
/// The value of an integer literal or an integral constant expression.
std::optional<long long> constant_of(Context& context, const ast::Cpp& cpp);

/// An integer for sizes, strides and subscripts: a literal where it is known, else an argument. `fallback`
/// names the argument where the C++ text is no identifier, and messages have `text` for it where it is not
/// "". Null after an error.
index::ExprPtr integer_value(Context& context, const ast::Cpp& cpp, const std::string& fallback,
                             const std::string& text = "");

/// A number in an expression or a fill value. Null after an error.
index::ExprPtr scalar_value(Context& context, const ast::Cpp& cpp, const std::string& fallback,
                            const std::string& text = "");

/// An integer that generated accessors give: size(X, 0).
index::ExprPtr size_argument(Context& context, const std::string& call, const std::string& name,
                             SourceRange where);

/// A literal as written in C++: 2, 0.5f, INFINITY, -1. Nothing for other text.
index::ExprPtr literal_value(const std::string& text, SourceRange where);

/// "no modes", "1 mode", "2 modes".
std::string count_of(std::size_t n, const std::string& what);
/// "no subscripts are", "1 subscript is", "2 subscripts are".
std::string count_is(std::size_t n, const std::string& what);

/// The type for messages: "type 'X'", or "an unknown type" where Clang told none.
std::string type_of(const bind::CppFacts& facts);

}  // namespace insum::resolver
