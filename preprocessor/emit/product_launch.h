// Launches of matrix products, whose tiles the runtime chooses.
#pragma once
#include <insum/tuning/widths.hpp>
#include <span>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// What a launch of this product chooses.
std::span<const tuning::width> widths_of_product(const loops::MatrixProduct& n);

/// Variables of the host's function. `site` and `arrays` are there already, the others are free.
struct ProductLaunchNames {
  std::string site, arrays, sizes, tuned, shape, tile, kernel;
};

/// The block of statements that launches `kernel`, a template with a parameter for the tile, with these
/// arguments.
std::string product_launch_text(const loops::MatrixProduct& n, const std::string& kernel,
                                const std::string& arguments, const ProductLaunchNames& names,
                                const std::string& pad);

}  // namespace insum::emit
