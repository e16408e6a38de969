#include "parse/utf8.h"

#include <algorithm>
#include <iterator>

namespace insum::parse {

namespace {

struct Range {
  std::uint32_t first, last;
};

constexpr Range name_ranges[] = {
    {0x24, 0x24},     {0x30, 0x39},     {0x41, 0x5A},       {0x5F, 0x5F},       {0x61, 0x7A},
    {0xA8, 0xA8},     {0xAA, 0xAA},     {0xAD, 0xAD},       {0xAF, 0xAF},       {0xB2, 0xB5},
    {0xB7, 0xBA},     {0xBC, 0xBE},     {0xC0, 0xD6},       {0xD8, 0xF6},       {0xF8, 0x167F},
    {0x1681, 0x180D}, {0x180F, 0x1FFF}, {0x203F, 0x2040},   {0x2054, 0x2054},   {0x2070, 0x218F},
    {0x2460, 0x24FF}, {0x2776, 0x2793}, {0x2C00, 0x2DFF},   {0x2E80, 0x2FFF},   {0x3004, 0x3007},
    {0x3021, 0x302F}, {0x3031, 0xD7FF}, {0xF900, 0xFD3D},   {0xFD40, 0xFDCF},   {0xFDF0, 0xFE44},
    {0xFE47, 0xFEFE}, {0xFF00, 0xFFFD}, {0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0xEFFFD},
};

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return {};
  std::uint32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {};
    code = (code << 6u) | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[length] || is_surrogate || code > 0x10FFFF) return {};
  return {length, code};
}

bool is_visible(std::uint32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0xAD;
  const bool is_blank_or_mark = (code >= 0x2000 && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
                                (code >= 0x205F && code <= 0x206F) || code == 0x3000 || code == 0xFEFF;
  return !is_control && !is_blank_or_mark;
}

bool may_be_in_name(std::uint32_t code) {
  return std::any_of(std::begin(name_ranges), std::end(name_ranges),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::string replacement(std::uint32_t code) {
  switch (code) {
    case 0x00A0:
    case 0x202F:
    case 0x3000:
      return "a blank";
    case 0x00D7:
    case 0x22C5:
    case 0x2217:
      return "*";
    case 0x00F7:
    case 0x2215:
      return "/";
    case 0x2010:
    case 0x2011:
    case 0x2013:
    case 0x2014:
    case 0x2212:
      return "-";
    case 0x2192:
      return "->";
    case 0x2264:
      return "<=";
    case 0x2265:
      return ">=";
    case 0x2260:
      return "!=";
    case 0x2211:
      return "sum(i: ...)";
    case 0x220F:
      return "prod(i: ...)";
    case 0x2018:
    case 0x2019:
      return "'";
    case 0x201C:
    case 0x201D:
      return "\"";
    default:
      return code >= 0x2000 && code <= 0x200A ? "a blank" : "";
  }
}

}  // namespace insum::parse
