// Text of anyone's as text of an HTML page.
#pragma once
#include <string>
#include <string_view>

namespace insum::html {

/// `text` for content and for attributes in double quotes: never markup, and well-formed UTF-8. Bytes that
/// are none become U+FFFD; characters that do not show, or turn the text around them, are named: ⟨U+202E⟩.
std::string escape(std::string_view text);

/// The number of characters in `text`, which is about its width in letters of one width.
std::size_t width_of(std::string_view text);

/// `name="value"`, with a blank in front.
std::string attribute(std::string_view name, std::string_view value);

}  // namespace insum::html
