// Tries a block before it is suggested: a program of the loop and of the kernel in its place, on generated
// data.
#pragma once
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

enum class TrialOutcome { agrees, differs, not_tried };

struct Trial {
  TrialOutcome outcome = TrialOutcome::not_tried;
  std::string reason;  // why it does not agree, or was not tried
};

/// The text of the program: the file, and a function that runs the annotated statement on generated data.
std::string trial_program(const TrialFile& file, const nest::FoundLoop& loop,
                          const suggest::Suggestion& block);

/// Writes what all trials of the file include. To be called once.
void prepare_trials(const TrialFile& file);

Trial try_block(const TrialFile& file, const nest::FoundLoop& loop, const suggest::Suggestion& block);

}  // namespace insum
