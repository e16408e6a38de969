// The function of the CUDA file that copies a tensor in device memory into another format.
#pragma once
#include <string>

#include "formats/format.h"
#include "index_ir/index_ir.h"

namespace insum::resolver {

/// The types that a copy has.
struct CopyTypes {
  std::string format;
  ElementType index;
};

/// Why kernels have no elements of this type; "" where they have.
std::string device_element_obstacle(const index::TensorNode& stored);

/// Its text, with `name` for its name. `format` is that of `stored`.
std::string device_conversion_text(const std::string& name, const index::TensorNode& stored,
                                   const Format& format, const CopyTypes& to);
/// Its declaration.
std::string device_conversion_head(const std::string& name);

}  // namespace insum::resolver
