// Text of the user's file inside of messages.
#pragma once
#include <string>
#include <string_view>

namespace insum::parse {

/// `text` in single quotes, fit for any output: what is not printable UTF-8 as \xNN, and cut after about 40
/// bytes.
std::string in_quotes(std::string_view text);

}  // namespace insum::parse
