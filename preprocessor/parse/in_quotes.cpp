#include "parse/in_quotes.h"

#include "parse/utf8.h"

namespace insum::parse {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr const char* digits = "0123456789abcdef";
  std::string out = "'";
  std::size_t i = 0;
  while (i < text.size() && i < longest) {
    const Character character = first_character(text.substr(i));
    if (character.length > 0 && is_visible(character.code)) {
      out += text.substr(i, character.length);
      i += character.length;
    } else {
      const auto byte = static_cast<unsigned char>(text[i++]);
      out += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    }
  }
  return out + (i < text.size() ? "...'" : "'");
}

}  // namespace insum::parse
