// C++'s literals of numbers.
#pragma once
#include <optional>
#include <string>

namespace insum {

enum class NumberKind { none, integer, floating };

/// What kind of C++ literal `text` is: decimal, hexadecimal, octal or binary, with separators and suffixes.
NumberKind number_kind(const std::string& text);

struct WholeNumber {
  unsigned long long value = 0;
  bool is_unsigned = false;  // by its suffix, or because no signed type holds it
  bool wide = false;         // by its suffix, or because 32 bits do not hold it
};
/// What an integer literal is worth; nothing if `text` is none or no type of C++'s holds it.
std::optional<WholeNumber> whole_number(const std::string& text);

/// The value of an integer literal that fits in long long.
std::optional<long long> integer_value(const std::string& text);

/// Whether the type of the literal `text` can hold it: false for 1e999 and 99999999999999999999.
bool number_fits(const std::string& text);

}  // namespace insum
