// Makes Clang resolve a block's C++ expressions: an attribute with them is put before the statement.
#pragma once
#include <cstdint>
#include <vector>

#include "clang/Lex/Token.h"
#include "clang/session.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class Preprocessor;
}

namespace insum::frontend {

/// The name of the attribute; site_attribute.cpp reads it.
inline constexpr const char* attribute_name = "__insum_site";

/// The tokens of `[[__insum_site(<number>, noexcept(((void)(e1), (void)(e2), ...)))]]`, where the e are the
/// block's `injected` expressions with their own locations in the pragma. noexcept's operand is not
/// evaluated, so nothing is used, captured or instantiated by it.
std::vector<clang::Token> attribute_tokens(clang::Preprocessor& preprocessor, const FileMap& map,
                                           const CollectedBlock& block);

/// Calls keep(token) for the tokens of bytes [begin, end) of the main file until it returns false:
/// identifiers are looked up, macros not expanded.
void lex_while(clang::Preprocessor& preprocessor, std::uint32_t begin, std::uint32_t end,
               llvm::function_ref<bool(const clang::Token&)> keep);

/// All of these tokens.
std::vector<clang::Token> lex_range(clang::Preprocessor& preprocessor, std::uint32_t begin,
                                    std::uint32_t end);

}  // namespace insum::frontend
