#include "html/escape.h"

#include <cstdint>
#include <cstdio>

#include "parse/utf8.h"

namespace insum::html {

namespace {

std::string named(std::uint32_t code) {
  char text[32];
  std::snprintf(text, sizeof text, "\u27e8U+%04X\u27e9", static_cast<unsigned>(code));
  return text;
}

/// A character of one byte that is written otherwise; null for the others.
const char* entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const parse::Character next = parse::first_character(text);
    if (next.length == 0) {
      out += "\ufffd";
      text.remove_prefix(1);
      continue;
    }
    const std::string_view bytes = text.substr(0, next.length);
    if (const char* other = entity(bytes[0]))
      out += other;
    else if (parse::is_visible(next.code) || bytes == " " || bytes == "\t" || bytes == "\n")
      out += bytes;
    else
      out += named(next.code);
    text.remove_prefix(next.length);
  }
  return out;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  return width;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escape(value) + "\"";
}

}  // namespace insum::html
