// Tensors that are C++ objects: by their type, as contiguous ranges, or as single numbers.
#pragma once
#include "resolve/storage.h"

namespace insum::resolver {

/// True for C++ objects that can be tensors by themselves.
bool is_tensor_object(const bind::CppFacts& facts);

/// The tensor `name` that is the C++ object `object`. Null after an error.
TensorPtr make_object_tensor(Context& context, const std::string& name, const ast::Cpp& object,
                             const std::vector<ast::Modifier>& modifiers);

/// ... whose facts are known already: an object of an insum:: type. Its modes have `sizes`, or those of the
/// object where there are none.
TensorPtr make_typed_tensor(Context& context, const std::string& name, const ast::Cpp& object,
                            const bind::CppFacts& facts, const Modifiers& modifiers,
                            const std::vector<index::ExprPtr>& sizes = {});

/// A single C++ number as a tensor without modes, for results.
TensorPtr make_scalar_tensor(Context& context, const ast::Cpp& object);

}  // namespace insum::resolver
