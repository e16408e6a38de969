// The storage of one tensor: a format's levels with the arrays, sizes and properties of this very tensor.
#pragma once
#include <functional>
#include <memory>

#include "resolve/context.h"
#include "resolve/modifiers.h"

namespace insum::resolver {

using TensorPtr = std::shared_ptr<index::TensorNode>;

/// What one storage array of a format is for.
struct ArrayRole {
  std::string name;     // in generated code: A_pos
  bool values = false;  // else positions or coordinates, which are integers
  int depth = 1;
  bool may_be_same = false;  // one number for all values
};

/// Where the arrays and template arguments of a format come from: expressions of the user's, or a C++ object.
struct StorageSource {
  std::function<index::Argument(std::size_t n, const ArrayRole& role)> array;  // null after an error
  std::function<index::ExprPtr(std::size_t n)> parameter;                      // template argument n
  SourceRange where;
};

/// Moves the modes of a format with one plain level a mode as the order modifier has it. False after an
/// error.
bool apply_order(Context& context, const index::TensorNode& tensor, const Modifiers& modifiers,
                 Format& format);

/// The arrays of all levels, outermost first; the values are not among them.
std::vector<index::Argument> level_arrays(const index::TensorNode& tensor);

/// True for levels that entries can be appended to.
bool can_build(const std::vector<Level>& levels);

/// The names of a format's storage arrays in order: pos0, crd0, pos1, crd1, vals.
std::vector<std::string> array_names(const Format& format);

/// Fills in `tensor` (name, sizes and place are given) as `format` over `source`. False after an error.
bool add_storage(Context& context, index::TensorNode& tensor, Format format, const Modifiers& modifiers,
                 const StorageSource& source);

/// Reports elements that can't be values, or positions and coordinates. `text` is the array in messages.
bool check_element(Context& context, const ArrayRole& role, ElementType element, const std::string& text,
                   const std::string& spelling, SourceRange where);

/// A raw array of the user's: a pointer, an array or a contiguous range, or a field of an array of structs.
index::Argument raw_array(Context& context, const ast::StorageArgument& storage, const ArrayRole& role);

/// How the value of a format's template argument is called, behind the tensor's name: "_width", "_block0".
std::string argument_suffix(const Format& format, std::size_t argument);

/// Row-major distances for modes in this order, outermost first.
std::vector<index::ExprPtr> strides_of(const std::vector<index::ExprPtr>& sizes,
                                       const std::vector<int>& order);

/// The tensor of `tensor NAME[sizes] : format(...)`. Null after an error.
TensorPtr make_stored_tensor(Context& context, const ast::TensorDirective& directive,
                             const ast::FormatUse& use);

}  // namespace insum::resolver
