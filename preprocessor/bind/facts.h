// What Clang says of the C++ expressions and names of a block: the only thing that later stages know of C++.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/element_type.h"
#include "support/source_range.h"

namespace insum::bind {

/// A C++ object that is a tensor by its type: insum::storage<T> (runtime/include/insum/storage.hpp) describes
/// it.
struct ObjectFacts {
  std::string format;  // "dense", "csr", "bcsr", ...: a name of formats/formats.def
  int rank = 0;
  std::vector<long long> arguments;  // template arguments of the format: block sizes
  ElementType value = ElementType::none;
  ElementType index = ElementType::none;  // of pos and crd arrays
  std::string value_spelling;             // the C++ type, for dependent element types: "T"
  std::string index_spelling;
  bool growable = false;   // an output of this type can be assembled
  bool on_device = false;  // its arrays are in the memory of a device
  std::vector<int> order;  // dense: storage<T>::order, modes outermost first; empty: 0, 1, 2, ...
  bool strided = false;  // dense: storage<T> has stride() and no order: distances are known at run time only
};

enum class FactKind {
  not_found,  // a tentative name without a C++ declaration
  scalar,     // arithmetic value (element says which)
  pointer,    // T*; depth 2 for T**
  array,      // T[n]
  range,      // contiguous: std::vector, std::span, std::array, ...: std::data and std::size work
  object,     // a tensor by its type
  function,   // a function, function template or callable
  other,      // anything else; type_spelling names it
};

/// A call of a function with arguments of these types, and what it gives; `none` where that is no element.
struct CallFacts {
  std::vector<ElementType> arguments;
  ElementType result = ElementType::none;
  std::string spelling;
  std::vector<ElementType> parameters = {};  // of the function that is called; none where that is not known
};

struct CppFacts {
  FactKind kind = FactKind::not_found;
  ElementType element =
      ElementType::none;              // of the scalar, or of what pointer, array and range hold at full depth
  std::string element_spelling;       // the C++ type of the element as written in code, e.g. "float", "T"
  int depth = 1;                      // pointer to pointer, vector of vectors: 2
  int array_rank = 1;                 // C arrays in C arrays: double A[4][5] has 2, and A[0][0] comes first
  bool writable = false;              // elements can be assigned
  bool growable = false;              // a std::vector or insum::buffer lvalue that is not const
  std::string type_spelling;          // for messages
  std::optional<long long> constant;  // integral constant expressions
  std::optional<double> number;       // floating constant expressions
  std::optional<std::uint64_t> length;  // static length of arrays, std::array, fixed-extent spans
  std::optional<ObjectFacts> object;    // kind == object
  std::vector<CallFacts> calls;         // kind == function: those that C++ accepts, for the block's types
  std::string policy_flaw;  // of a type of a workspace line: what it lacks; empty: nothing that is known
  int policy_rank = 0;  // of such a type without a flaw, which has `element` as its value type; 0: not known
  std::string policy_reduction;  // and the name of its reduction; empty: none of insum's, or not known
  SourceRange declared_at;       // for notes; may be nowhere
  bool is_macro = false;         // the text is the name of a macro: generated code can't use it as a name
};

/// Facts by the id of ast::CppUse.
using Facts = std::map<int, CppFacts>;

}  // namespace insum::bind
