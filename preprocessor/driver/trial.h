// Tries a block before it is suggested: a program of the loop and of the kernel in its place, on generated
// data.
#pragma once
#include <future>
#include <map>
#include <span>
#include <string>

#include "clang/frontend.h"
#include "driver/child.h"
#include "driver/options.h"
#include "suggest/suggestion.h"

namespace insum {

/// What trials of one file share.
struct TrialFile {
  const Options& options;
  frontend::FrontendOptions how;  // as the file itself was read
  const SourceFile& source;
  std::vector<SourceRange> annotated;  // blocks and their statements: left out of programs
  const ScratchFolder& scratch;
};

/// The exit status of a program whose data does not fit into an array of constant length.
constexpr int array_too_short = 5;

enum class TrialOutcome { agrees, differs, not_tried };

struct Trial {
  TrialOutcome outcome = TrialOutcome::not_tried;
  std::string reason;  // why it does not agree, or was not tried
};

/// A block for a loop. Both outlive the trials.
struct TrialBlock {
  const nest::FoundLoop* loop = nullptr;
  const suggest::Suggestion* block = nullptr;
};

/// The text of a program: the file, and for each block a function that runs the annotated statement on
/// generated data, where INSUM_TRIAL has the block's number.
std::string trial_program(const TrialFile& file, std::span<const TrialBlock> blocks);

class Trials {
 public:
  explicit Trials(const TrialFile& file);

  /// Compiles several blocks in one program, since most of what a compiler reads and makes is the same for
  /// all, and as many programs at a time as there are cores. Of a program that does not compile each half is
  /// one.
  void prepare(std::span<const TrialBlock> blocks);
  Trial run(const TrialBlock& block);

 private:
  struct Place {
    std::string program;
    std::size_t number = 0;
    std::string reason = {};  // why there is no program
  };
  /// A program that a compiler is at work on, or the reason why none is.
  struct Compilation {
    std::span<const TrialBlock> blocks;
    std::string program;
    std::string reason = {};
    std::future<ChildResult> result = {};
  };

  Compilation start(std::span<const TrialBlock> blocks);
  /// False: it does not compile, and there are halves of it to compile.
  bool finish(Compilation& compilation);

  const TrialFile& file_;
  std::map<const suggest::Suggestion*, Place> compiled_;
  int programs_ = 0;
};

}  // namespace insum
