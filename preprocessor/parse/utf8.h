// Characters beyond ASCII in pragma lines.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace insum::parse {

struct Character {
  std::size_t length = 0;  // in bytes; 0 where the text is no well-formed UTF-8
  std::uint32_t code = 0;
};

/// The character that `text`, which is not empty, begins with.
Character first_character(std::string_view text);

/// Whether the character shows in a message: no control, no blank but the usual one, no mark that turns or
/// joins text.
bool is_visible(std::uint32_t code);

/// Whether C++ takes the character in identifiers, by the ranges of C++11 less what is invisible.
bool may_be_in_name(std::uint32_t code);

/// What to write instead of a character that is no part of a name, e.g. * for a multiplication sign.
std::string replacement(std::uint32_t code);

}  // namespace insum::parse
