// Values for the sizes and scalars that an Einsum names, such that its tensors have memory and fit together.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "agree/memory.h"
#include "agree/named_sum.h"
#include "index_ir/index_ir.h"

namespace insum::agree {

/// One spelling for what is the same.
std::string plain_text(const std::string& cpp);

/// The C++ by which a loop would name an argument: "n", "x.size()" for the length of x, "val" for its memory.
std::string text_of(const index::ArgumentNode& argument);

/// The C++ by which a loop would name the length of an array; that of the structs for a field.
std::string length_of(const index::ArgumentNode& array);

/// The array that a loop would subscript to reach the first element of this one, and the element's offset
/// there. Throws Unknown where the offset is no sum of names.
Start start_of(const index::ArgumentNode& array);

/// The number that stands for all elements of an array; nothing where there is none, or it is no literal.
std::optional<double> one_value_of(const index::ArgumentNode& array);

/// An integer expression over arguments. Throws Unknown where something else is in it.
long long evaluate(const index::ExprPtr& expr, const Values& values);

/// By the arguments' C++ as in text_of; also of names in it that are added or multiplied. With `fixed` among
/// them, and `others`. Throws Unknown where no small values are found. `wants_inside`: by preference those
/// for which subscripts such as i + k stay inside.
Values choose_values(const index::Program& program, const Memory& chance, const Values& fixed,
                     const std::set<std::string>& others, bool wants_inside);

}  // namespace insum::agree
