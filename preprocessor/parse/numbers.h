// C++'s literals of numbers.
#pragma once
#include <optional>
#include <string>

namespace insum::parse {

enum class NumberKind { none, integer, floating };

/// What kind of C++ literal `text` is: decimal, hexadecimal, octal or binary, with separators and suffixes.
NumberKind number_kind(const std::string& text);

/// The value of an integer literal; nothing if `text` is none or does not fit.
std::optional<long long> integer_value(const std::string& text);

}  // namespace insum::parse
