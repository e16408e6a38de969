// Diagnostics in Clang's style: located, with a caret, a stable identifier and a remedy. The list is
// diagnostics.def.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace insum {

enum class Severity { note, remark, warning, error };
const char* word(Severity severity);

enum class Diag {
#define INSUM_DIAGNOSTIC(name, severity, message, remedy) name,
#include "support/diagnostics.def"
};

/// What the .def file says of a diagnostic. `identifier` is e.g. "insum-unbounded-index".
struct DiagInfo {
  std::string identifier;
  Severity severity;
  std::string message, remedy;  // with {0}, {1}, ... for arguments
};
const DiagInfo& info(Diag diag);
/// Its message and remedy to be read without a place: '...' for arguments, and an example where there is
/// nothing else.
std::string general_message(Diag diag);
std::string general_remedy(Diag diag);
const std::vector<Diag>& all_diagnostics();

struct Note {
  SourceRange where;  // may be nowhere
  std::string text;
};

struct Diagnostic {
  Diag id;
  SourceRange where;
  std::string message, remedy;
  std::vector<Note> notes;
};

/// Collects what is reported in one run, in order.
class Diagnostics {
 public:
  /// Reports `id` at `where`; `arguments` replace {0}, {1}, ... in message and remedy. The returned reference
  /// is valid until the next report and takes notes.
  Diagnostic& report(Diag id, SourceRange where, const std::vector<std::string>& arguments = {});
  /// Reports the errors among those of another attempt.
  void take_errors(const Diagnostics& other);
  const std::vector<Diagnostic>& all() const { return list_; }
  bool has_errors() const { return errors_ > 0; }
  int error_count() const { return errors_; }

 private:
  std::vector<Diagnostic> list_;
  int errors_ = 0;
};

/// Prints as "file:line:column: error: message [insum-id]", the source line, a caret with ~ under the rest of
/// the range, then the remedy and the notes as "note:" lines.
void print_text(std::ostream& out, const Diagnostic& diagnostic, const SourceFiles& files);

/// The candidate nearest to `word` by edit distance, or which it abbreviates; "" when none is near enough to
/// suggest.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace insum
