// Generated code in the style of the user's files.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace insum::frontend {

/// `text` as clang-format writes it, by the .clang-format file that holds for `path`, else in LLVM's style.
/// Lines outside of `ranges`, which are pairs of begin and length in bytes, stay as they are; no ranges: all.
std::string reformat(const std::string& text, const std::string& path,
                     const std::vector<std::pair<std::size_t, std::size_t>>& ranges = {});

}  // namespace insum::frontend
