// The format of a copy that a kernel reads instead of what is stored, as a type of the runtime.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "resolve/named_format.h"
#include "resolve/tensors.h"

namespace insum::resolver {

struct CopyFormat {
  Format format;
  std::vector<FormatNumber> sizes;  // nothing for those that the conversion chooses
};

/// `target` as a format for a copy of `stored`. Nothing after an error.
std::optional<CopyFormat> read_copy_format(Context& context, const index::TensorNode& stored,
                                           const ast::FormatName& target);

/// C++ types of the copy's elements and coordinates: 32 bits where no array of `stored` has more.
std::string copy_value_type(const index::TensorNode& stored);
ElementType copy_index_type(const index::TensorNode& stored);
std::string copy_index_name(const index::TensorNode& stored);
/// The runtime's type: "::insum::ell<float, std::int32_t, 2>"; of these elements, or of those types.
std::string copy_type(const index::TensorNode& stored, const CopyFormat& copy, const std::string& value);
std::string copy_type(const index::TensorNode& stored, const CopyFormat& copy);

/// The C++ object `object` of that type as the tensor `name`, whose modes have `sizes`; those of the object
/// where there are none. Null after an error.
TensorPtr tensor_of_copy(Context& context, const index::TensorNode& stored, const std::string& name,
                         const CopyFormat& copy, const ast::Cpp& object,
                         const std::vector<index::ExprPtr>& sizes = {});

}  // namespace insum::resolver
