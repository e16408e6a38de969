// Programs that insum starts: a compiler, and what it has made. Both have limits and a folder of their own.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace insum {

/// A folder that is removed with everything in it.
class ScratchFolder {
 public:
  ScratchFolder();  // throws FileError
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ChildLimits {
  int seconds = 10;
  std::size_t bytes = std::size_t{4} << 30;  // of address space
};

struct ChildResult {
  int status = -1;     // < 0: it did not end by itself
  std::string ended;   // then: how, in words
  std::string errors;  // the beginning of what it wrote to standard error
};

/// Runs `words` in `folder`, where its outputs are kept too, and waits. What it has started ends with it.
ChildResult run_child(const std::vector<std::string>& words, const std::filesystem::path& folder,
                      const std::filesystem::path& scratch, ChildLimits limits);

}  // namespace insum
