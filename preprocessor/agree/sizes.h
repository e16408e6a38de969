// Values for the sizes and scalars that an Einsum names, such that its tensors have memory and fit together.
#pragma once
#include <vector>

#include "agree/memory.h"
#include "index_ir/index_ir.h"

namespace insum::agree {

/// One spelling for what is the same.
std::string plain_text(const std::string& cpp);

/// The C++ by which a loop would name an argument: "n", "x.size()" for the length of x, "val" for its memory.
std::string text_of(const index::ArgumentNode& argument);

/// By the arguments' C++ as in text_of.
using Values = std::map<std::string, double>;

/// An integer expression over arguments. Throws Unknown where something else is in it.
long long evaluate(const index::ExprPtr& expr, const Values& values);

/// With `fixed` among them. Throws Unknown where no small values are found.
Values choose_values(const index::Program& program, const Memory& chance, const Values& fixed);

}  // namespace insum::agree
