#include "agree/block_names.h"

#include <algorithm>

#include "agree/memory.h"
#include "agree/sizes.h"
#include "support/words.h"

namespace insum::agree {

namespace {

/// m + 1 is a row further where m is an array of arrays, and so is m[1] unless the loop names that.
void check_start(const Start& start, const nest::Nest& nest) {
  const auto is_named = [&](const nest::Array& array) { return plain_text(array.text) == start.array; };
  const bool named = std::any_of(nest.arrays.begin(), nest.arrays.end(), is_named);
  for (const nest::Array& array : nest.arrays) {
    const bool begins =
        has_word(start.array, plain_text(array.text)) && (!named || !start.offset.terms.empty());
    if (array.nested && begins) throw Unknown{"a tensor begins at a row of '" + array.text + "'"};
  }
}

}  // namespace

void check_block_names(const nest::Nest& nest, const index::Program& program) {
  for (const index::Argument& argument : program.arguments) {
    for (const std::string& macro : nest.macros)
      if (has_word(text_of(*argument), macro)) throw Unknown{"the block uses the macro '" + macro + "'"};
    if (argument->kind == index::ArgumentNode::Kind::array) check_start(start_of(*argument), nest);
  }
}

}  // namespace insum::agree
