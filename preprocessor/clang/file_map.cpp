#include "clang/file_map.h"

namespace insum::frontend {

FileId FileMap::file(clang::FileID id) {
  if (const auto known = ids_.find(id); known != ids_.end()) return known->second;
  const clang::OptionalFileEntryRef entry = manager_.getFileEntryRefForID(id);
  const std::string name = entry ? entry->getName().str() : "<built-in>";
  const FileId added = files_.add(name, manager_.getBufferData(id).str());
  ids_[id] = added;
  return added;
}

SourceRange FileMap::range(clang::SourceLocation begin, clang::SourceLocation end) {
  if (begin.isInvalid() || end.isInvalid()) return {};
  const auto [begin_file, begin_offset] = manager_.getDecomposedLoc(manager_.getExpansionLoc(begin));
  const auto [end_file, end_offset] = manager_.getDecomposedLoc(manager_.getExpansionLoc(end));
  if (begin_file != end_file || end_offset < begin_offset) return {};
  return {file(begin_file), begin_offset, end_offset};
}

SourceRange FileMap::token(clang::SourceLocation begin, unsigned length) {
  SourceRange at = range(begin, begin);
  if (at.valid()) at.end = at.begin + length;
  return at;
}

clang::SourceLocation FileMap::location(std::uint32_t offset) const {
  return manager_.getLocForStartOfFile(manager_.getMainFileID()).getLocWithOffset(static_cast<int>(offset));
}

}  // namespace insum::frontend
