// The function of the CUDA file that copies a tensor in device memory into other formats.
#pragma once
#include <string>

#include "resolve/copy_format.h"

namespace insum::resolver {

/// Why kernels have no elements of this type; "" where they have.
std::string device_element_obstacle(const index::TensorNode& stored);

/// The type of its elements there.
std::string device_value_name(const index::TensorNode& stored);
/// The copy as the host knows it: "::insum::rt::device_copy<...>".
std::string device_copy_type(const index::TensorNode& stored, const CopyFormat& copy);

/// What makes a copy of `stored`, or of its parts.
struct DeviceConversion {
  std::string made;   // "csr", "bcsr + ell": for comments
  std::string maker;  // "convert<insum::rt::cuda::made::csr", before the types of what is stored
};
/// Adds the function to the CUDA file. What stands first in the host's call: that function, the kernel,
/// `place` and the names of the arrays for errors.
std::string device_conversion_arguments(Context& context, const index::TensorNode& stored,
                                        const DeviceConversion& conversion, const std::string& place);
/// The number of arrays and of sizes that such a call reads: "3, 0".
std::string device_source_counts(const index::TensorNode& stored);

}  // namespace insum::resolver
