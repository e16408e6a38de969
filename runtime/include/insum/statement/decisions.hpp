// What races and the tuning of tiles have decided, kept in files from one process to the next.
#pragma once
#include <algorithm>
#include <charconv>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "identity.hpp"

namespace insum::statement {

/// For which calls a decision was made. Changed blocks and other machines have other numbers.
struct decision_key {
  std::uint64_t block = 0, machine = 0;
  std::string calls;  // the class, as reports show it
  friend auto operator<=>(const decision_key&, const decision_key&) = default;
};

/// The shortest times of both, in nanoseconds. Of tiles: of those that the model has, and of the best.
struct decision {
  std::int64_t statement = 0, kernel = 0;
  std::string place = {};   // for readers of the file only
  std::string choice = {};  // lengths of tiles; a race is decided by its times
};

/// The file is text: a first line that says what it is, and a line for each decision,
///
///   check <tab> block <tab> machine <tab> statement <tab> kernel <tab> class <tab> place <tab> choice
///
/// where `check` is the hash of what follows its tab. Lines that are anything else are ignored.
struct decision_file {
  static constexpr std::string_view title = "insum race decisions 1";
  static constexpr std::size_t most = 10000;  // lines; older ones are dropped

  struct entry {
    decision_key key;
    decision found;
  };
  std::vector<entry> entries = {};
  std::vector<std::size_t> damaged = {};  // line numbers
  bool foreign = false;                   // no file of decisions at all
};

namespace detail {

inline std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t n = 16; n-- > 0; value >>= 4) text[n] = "0123456789abcdef"[value & 15];
  return text;
}

/// All of `text`, in as many digits.
template <class T>
bool read_number(std::string_view text, T& value, int base) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size() && (base == 10 || text.size() == 16);
}

/// What is before the next tab, which is dropped with it.
inline std::string_view next_field(std::string_view& line) {
  const std::size_t end = line.find('\t');
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(end == line.npos ? line.size() : end + 1);
  return field;
}

inline std::optional<decision_file::entry> read_decision(std::string_view line) {
  std::uint64_t check = 0;
  decision_file::entry out;
  if (!read_number(next_field(line), check, 16) || check != hash_of(line)) return std::nullopt;
  const bool read = read_number(next_field(line), out.key.block, 16) &&
                    read_number(next_field(line), out.key.machine, 16) &&
                    read_number(next_field(line), out.found.statement, 10) &&
                    read_number(next_field(line), out.found.kernel, 10);
  if (!read || out.found.statement < 0 || out.found.kernel < 0) return std::nullopt;
  out.key.calls = next_field(line);
  out.found.place = next_field(line);
  out.found.choice = next_field(line);
  return out;
}

/// Without what ends fields and lines.
inline std::string field_text(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

inline std::string decision_line(const decision_key& key, const decision& found) {
  const std::string text = hex(key.block) + '\t' + hex(key.machine) + '\t' + std::to_string(found.statement) +
                           '\t' + std::to_string(found.kernel) + '\t' + field_text(key.calls) + '\t' +
                           field_text(found.place) +
                           (found.choice.empty() ? "" : '\t' + field_text(found.choice));
  return hex(hash_of(text)) + '\t' + text + '\n';
}

/// The first line of a file of this kind or another one, in any version.
inline bool is_title(std::string_view line) {
  for (const std::string_view kind : {"insum race decisions ", "insum tuned widths "}) {
    if (!line.starts_with(kind)) continue;
    const std::string_view version = line.substr(kind.size());
    if (!version.empty() && version.find_first_not_of("0123456789") == version.npos) return true;
  }
  return false;
}

}  // namespace detail

/// A file without its first line is known by its others, whose hashes are right.
inline decision_file parse_decisions(std::string_view text, std::string_view title = decision_file::title) {
  decision_file out;
  bool untitled = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (number == 1) {
      if (line == title) continue;
      out.foreign = detail::is_title(line);
      if (out.foreign) return out;
      untitled = true;
      out.damaged.push_back(number);
    } else if (std::optional<decision_file::entry> found = detail::read_decision(line)) {
      out.entries.push_back(std::move(*found));
    } else {
      out.damaged.push_back(number);
    }
  }
  if (untitled && out.entries.empty()) {
    out.foreign = true;
    out.damaged.clear();
  }
  return out;
}

/// The text of a file with `old` and, after it and in its place, `found`.
inline std::string merged_decisions(const decision_file& old, const std::map<decision_key, decision>& found,
                                    std::string_view title = decision_file::title) {
  std::map<decision_key, std::size_t> last;  // of two lines for the same calls the later one counts
  for (std::size_t n = 0; n < old.entries.size(); ++n) last[old.entries[n].key] = n;
  std::vector<std::string> lines;
  for (std::size_t n = 0; n < old.entries.size(); ++n) {
    const decision_file::entry& each = old.entries[n];
    if (last[each.key] == n && !found.contains(each.key))
      lines.push_back(detail::decision_line(each.key, each.found));
  }
  for (const auto& [key, each] : found) lines.push_back(detail::decision_line(key, each));
  std::string text = std::string(title) + '\n';
  for (std::size_t n = lines.size() - std::min(lines.size(), decision_file::most); n < lines.size(); ++n)
    text += lines[n];
  return text;
}

}  // namespace insum::statement
