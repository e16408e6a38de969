#include "parse/in_quotes.h"

namespace insum::parse {

namespace {

bool is_between(char c, unsigned least, unsigned most) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= least && byte <= most;
}

/// The length of the printable UTF-8 character that `text` begins with, or 0.
std::size_t character_length(std::string_view text) {
  if (is_between(text[0], 0x20, 0x7E)) return 1;
  const std::size_t length = is_between(text[0], 0xC2, 0xDF)   ? 2
                             : is_between(text[0], 0xE0, 0xEF) ? 3
                             : is_between(text[0], 0xF0, 0xF4) ? 4
                                                               : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_between(text[i], 0x80, 0xBF)) return 0;
  // Overlong forms, surrogates and what is beyond U+10FFFF show in the second byte; U+0080 to U+009F are
  // controls.
  if (text[0] == '\xE0' && !is_between(text[1], 0xA0, 0xBF)) return 0;
  if (text[0] == '\xED' && !is_between(text[1], 0x80, 0x9F)) return 0;
  if (text[0] == '\xF0' && !is_between(text[1], 0x90, 0xBF)) return 0;
  if (text[0] == '\xF4' && !is_between(text[1], 0x80, 0x8F)) return 0;
  if (text[0] == '\xC2' && !is_between(text[1], 0xA0, 0xBF)) return 0;
  return length;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr const char* digits = "0123456789abcdef";
  std::string out = "'";
  std::size_t i = 0;
  while (i < text.size() && i < longest) {
    if (const std::size_t length = character_length(text.substr(i))) {
      out += text.substr(i, length);
      i += length;
    } else {
      const auto byte = static_cast<unsigned char>(text[i++]);
      out += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    }
  }
  return out + (i < text.size() ? "...'" : "'");
}

}  // namespace insum::parse
