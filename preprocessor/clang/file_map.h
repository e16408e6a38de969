// Clang's source locations as ranges in the project's own files.
#pragma once
#include <map>

#include "clang/Basic/SourceManager.h"
#include "support/source_range.h"

namespace insum::frontend {

class FileMap {
 public:
  FileMap(clang::SourceManager& manager, SourceFiles& files) : manager_(manager), files_(files) {}

  /// The file's id, added on first use under the name by which Clang opened it.
  FileId file(clang::FileID id);
  FileId main_file() { return file(manager_.getMainFileID()); }

  /// From `begin` up to, not including, `end`; macro locations count as their expansion's. Nowhere if either
  /// is invalid.
  SourceRange range(clang::SourceLocation begin, clang::SourceLocation end);
  /// The range of one token or name of `length` bytes.
  SourceRange token(clang::SourceLocation begin, unsigned length);
  /// The location of a byte of the main file.
  clang::SourceLocation location(std::uint32_t offset) const;

  clang::SourceManager& manager() const { return manager_; }
  SourceFiles& files() const { return files_; }

 private:
  clang::SourceManager& manager_;
  SourceFiles& files_;
  std::map<clang::FileID, FileId> ids_;
};

}  // namespace insum::frontend
