// Code with numbered lines, each of which has an anchor and a link.
#pragma once
#include <functional>
#include <string>

#include "support/code_tokens.h"

namespace insum::html {

/// What a line of code is to the page.
struct LineLinks {
  std::string id;     // the line's own anchor, without '#'
  std::string href;   // where its number leads
  std::string title;  // ... in words
  std::string kind;   // a class of page.css, or ""
};

/// A <pre> that scrolls by itself. `links` is asked for every line, from 1; `label` names the code for those
/// who do not see it.
std::string write_code(const Code& code, const std::string& label,
                       const std::function<LineLinks(int line)>& links);

}  // namespace insum::html
