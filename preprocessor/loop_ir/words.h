// Integers of 32 bits on a device, where those of the loops have 64.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::loops {

inline const Type word{ElementType::u32, ""};
inline constexpr const char* low_bits_of = "insum::rt::cuda::low_bits";
/// What a pass knows to be a position, or a count of them: below 2^31. narrow_positions holds it in a word.
inline constexpr const char* position_of = "insum::rt::cuda::position";

/// The low 32 bits of a sum of products, of which those of the operands are enough.
ExprPtr low_bits(const ExprPtr& value);

}  // namespace insum::loops
