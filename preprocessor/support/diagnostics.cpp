#include "support/diagnostics.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>
#include <utility>

namespace insum {

namespace {

std::string identifier_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "insum-" + name;
}

std::string fill_in(const std::string& text, const std::vector<std::string>& arguments) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
        text[i + 1] <= '9') {
      const auto n = static_cast<std::size_t>(text[i + 1] - '0');
      if (n < arguments.size()) out += arguments[n];
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// "{0}": every use says something of its own.
bool is_argument(const std::string& text) { return text.size() == 3 && text.front() == '{'; }

std::string without_arguments(const std::string& text) {
  return fill_in(text, std::vector<std::string>(10, "..."));
}

/// A message and its remedy as the tests have them, for what is_argument().
std::pair<std::string, std::string> example(Diag diag) {
  static const std::map<Diag, std::pair<std::string, std::string>> table = {
#define INSUM_EXAMPLE(name, message, remedy) {Diag::name, {message, remedy}},
#include "support/diagnostic_examples.def"
  };
  const auto found = table.find(diag);
  return found == table.end() ? std::pair<std::string, std::string>() : found->second;
}

void print_location(std::ostream& out, SourceRange where, const SourceFiles& files) {
  if (!where.valid()) return;
  const LineColumn at = files.position(where);
  out << files[where.file].path() << ':' << at.line << ':' << at.column << ": ";
}

void print_snippet(std::ostream& out, SourceRange where, const SourceFiles& files) {
  if (!where.valid()) return;
  const LineColumn at = files.position(where);
  const std::string_view line = files[where.file].line(at.line);
  std::string marks;
  for (int i = 0; i + 1 < at.column; ++i)
    marks +=
        static_cast<std::size_t>(i) < line.size() && line[static_cast<std::size_t>(i)] == '\t' ? '\t' : ' ';
  marks += '^';
  for (std::uint32_t i = where.begin + 1; i < where.end && marks.size() < line.size(); ++i) marks += '~';
  out << line << '\n' << marks << '\n';
}

}  // namespace

const char* word(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::remark:
      return "remark";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

const DiagInfo& info(Diag diag) {
  static const std::vector<DiagInfo> table = {
#define INSUM_DIAGNOSTIC(name, severity, message, remedy) \
  {identifier_of(#name), Severity::severity, message, remedy},
#include "support/diagnostics.def"
  };
  return table[static_cast<std::size_t>(diag)];
}

std::string general_message(Diag diag) {
  const DiagInfo& about = info(diag);
  return is_argument(about.message) ? "for example: " + example(diag).first
                                    : without_arguments(about.message);
}

std::string general_remedy(Diag diag) {
  const DiagInfo& about = info(diag);
  if (!is_argument(about.remedy)) return without_arguments(about.remedy);
  const auto [message, remedy] = example(diag);
  if (is_argument(about.message)) return "for example: " + remedy;
  return "for example, of \"" + message + "\": " + remedy;
}

const std::vector<Diag>& all_diagnostics() {
  static const std::vector<Diag> list = {
#define INSUM_DIAGNOSTIC(name, severity, message, remedy) Diag::name,
#include "support/diagnostics.def"
  };
  return list;
}

Diagnostic& Diagnostics::report(Diag id, SourceRange where, const std::vector<std::string>& arguments) {
  const DiagInfo& about = info(id);
  if (about.severity == Severity::error) ++errors_;
  list_.push_back({id, where, fill_in(about.message, arguments), fill_in(about.remedy, arguments), {}});
  return list_.back();
}

void Diagnostics::take_errors(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.list_)
    if (info(diagnostic.id).severity == Severity::error) list_.push_back(diagnostic), ++errors_;
}

void print_text(std::ostream& out, const Diagnostic& diagnostic, const SourceFiles& files) {
  const DiagInfo& about = info(diagnostic.id);
  if (!diagnostic.where.valid()) out << "insum: ";
  print_location(out, diagnostic.where, files);
  out << word(about.severity) << ": " << diagnostic.message << " [" << about.identifier << "]\n";
  print_snippet(out, diagnostic.where, files);
  if (!diagnostic.remedy.empty()) {
    print_location(out, diagnostic.where, files);
    out << "note: " << diagnostic.remedy << '\n';
  }
  for (const Note& note : diagnostic.notes) {
    print_location(out, note.where, files);
    out << "note: " << note.text << '\n';
    print_snippet(out, note.where, files);
  }
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  const auto distance = [](const std::string& a, const std::string& b) {
    std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      before = std::exchange(above, row);
      row[0] = i;
      for (std::size_t j = 1; j <= b.size(); ++j) {
        row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
        const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
        if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    return row[b.size()];
  };
  const auto is_abbreviation = [&](const std::string& candidate) {
    return word.size() >= 3 && candidate.starts_with(word);
  };
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  for (const std::string& candidate : candidates)
    if (lower(candidate) == lower(word)) return candidate;
  std::string best;
  if (word.size() < 2) return best;  // every other letter is as near
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = is_abbreviation(candidate) ? 1 : distance(word, candidate); d < least)
      least = d, best = candidate;
  return best;
}

}  // namespace insum
