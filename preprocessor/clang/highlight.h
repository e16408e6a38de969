// The tokens of C++ text that a page shows in colours.
#pragma once
#include <string>

#include "support/code_tokens.h"

namespace insum::frontend {

/// `text` as Clang's lexer divides it, without a preprocessor: any bytes are some text.
Code highlight(std::string text);

}  // namespace insum::frontend
