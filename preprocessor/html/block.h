// The part of a page that is about one block.
#pragma once
#include <string>

#include "html/page.h"

namespace insum::html {

/// The anchors of a block's section, of its generated code and of a line of the source, without '#'.
std::string block_anchor(const Block& block);
std::string code_anchor(const Block& block);
std::string line_anchor(int line);

std::string write_block(const Block& block);

}  // namespace insum::html
