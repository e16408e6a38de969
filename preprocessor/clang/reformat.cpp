#include "clang/reformat.h"

#include <clang/Format/Format.h>

namespace insum::frontend {

namespace format = clang::format;

std::string reformat(const std::string& text, const std::string& path,
                     const std::vector<std::pair<std::size_t, std::size_t>>& ranges) {
  llvm::Expected<format::FormatStyle> found = format::getStyle("file", path, "LLVM", text);
  format::FormatStyle style = found ? *found : format::getLLVMStyle();
  if (!found) llvm::consumeError(found.takeError());  // a file that cannot be read as a style
  style.SortIncludes = format::FormatStyle::SI_Never;
  style.AttributeMacros.emplace_back("INSUM_RT_LAMBDA");
  std::vector<clang::tooling::Range> parts;
  for (const auto& [begin, length] : ranges)
    parts.emplace_back(static_cast<unsigned>(begin), static_cast<unsigned>(length));
  if (ranges.empty()) parts.emplace_back(0, static_cast<unsigned>(text.size()));
  llvm::Expected<std::string> done =
      clang::tooling::applyAllReplacements(text, format::reformat(style, text, parts, path));
  if (done) return *done;
  llvm::consumeError(done.takeError());
  return text;
}

}  // namespace insum::frontend
