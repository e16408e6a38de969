#include "driver/report.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "driver/build_config.h"

namespace insum {

namespace {

using Json = nlohmann::ordered_json;

/// One entry of the report, from whichever side it came.
struct Place {
  std::string path;
  LineColumn begin, end;
  const SourceFile* file = nullptr;  // where its text is known
};

struct Entry {
  std::string identifier, message, remedy;
  Severity severity = Severity::error;
  Place place;
  std::vector<std::pair<Place, std::string>> notes;
};

Place place(SourceRange where, const SourceFiles& files) {
  if (!where.valid()) return {};
  const SourceFile& file = files[where.file];
  return {file.path(), file.position(where.begin), file.position(where.end), &file};
}

/// Clang's errors have no identifier of ours; they share one.
constexpr const char* clang_identifier = "clang-error";

/// Blocks are checked in two passes; reports follow the file.
std::vector<const Diagnostic*> in_file_order(const TranslatedFile& file) {
  std::vector<const Diagnostic*> list;
  for (const Diagnostic& diagnostic : file.diagnostics.all()) list.push_back(&diagnostic);
  std::stable_sort(list.begin(), list.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return a->where.file != b->where.file ? a->where.file < b->where.file : a->where.begin < b->where.begin;
  });
  return list;
}

Place place(const frontend::ClangMessage& message, const TranslatedFile& file) {
  Place out{message.path, {message.line, message.column}, {message.line, message.column}};
  const FileId main = file.clang.main_file;
  if (main >= 0 && file.files[main].path() == message.path) out.file = &file.files[main];
  return out;
}

std::vector<Entry> entries(const TranslatedFile& file) {
  std::vector<Entry> list;
  for (const frontend::ClangMessage& message : file.clang.messages) {
    const Place at = place(message, file);
    if (message.severity == Severity::note && !list.empty())
      list.back().notes.emplace_back(at, message.text);
    else
      list.push_back({clang_identifier, message.text, "", message.severity, at, {}});
  }
  for (const Diagnostic* each : in_file_order(file)) {
    const Diagnostic& diagnostic = *each;
    Entry& entry = list.emplace_back();
    entry.identifier = info(diagnostic.id).identifier;
    entry.message = diagnostic.message;
    entry.remedy = diagnostic.remedy;
    entry.severity = info(diagnostic.id).severity;
    entry.place = place(diagnostic.where, file.files);
    for (const Note& note : diagnostic.notes)
      entry.notes.emplace_back(place(note.where, file.files), note.text);
  }
  return list;
}

Json json_place(const Place& at) {
  return {{"file", at.path},
          {"line", at.begin.line},
          {"column", at.begin.column},
          {"end_line", at.end.line},
          {"end_column", at.end.column}};
}

Json json_report(const std::vector<const TranslatedFile*>& files) {
  Json list = Json::array();
  for (const TranslatedFile* file : files) {
    for (const Entry& entry : entries(*file)) {
      Json item = {{"id", entry.identifier}, {"severity", word(entry.severity)}, {"message", entry.message}};
      item["remedy"] = entry.remedy;
      item["location"] = entry.place.path.empty() ? Json(nullptr) : json_place(entry.place);
      item["notes"] = Json::array();
      for (const auto& [at, text] : entry.notes)
        item["notes"].push_back(
            {{"message", text}, {"location", at.path.empty() ? Json(nullptr) : json_place(at)}});
      list.push_back(std::move(item));
    }
  }
  return {{"tool", "insum"}, {"version", INSUM_VERSION}, {"diagnostics", list}};
}

/// A relative or absolute URI reference: RFC 3986 has these characters in a path.
std::string uri(const std::string& path) {
  constexpr const char* digits = "0123456789ABCDEF";
  static const std::string kept = "-._~/!$&'()*+,;=@";
  const std::size_t colon = path.find(':'), slash = path.find('/');
  std::string out = colon < slash ? "./" : "";  // what is in front of the colon is no scheme
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && std::isalnum(byte);
    if (plain || c == ':' || kept.find(c) != std::string::npos)
      out += c;
    else
      out += {'%', digits[byte >> 4u], digits[byte & 15u]};
  }
  return out;
}

/// In characters, of UTF-8.
int character_column(const Place& at, const LineColumn& where) {
  if (!at.file || where.line < 1 || where.column < 1) return where.column;
  const std::string_view before =
      at.file->line(where.line).substr(0, static_cast<std::size_t>(where.column - 1));
  const auto inner = std::count_if(before.begin(), before.end(),
                                   [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; });
  return where.column - static_cast<int>(inner);
}

Json sarif_location(const Place& at) {
  Json region = {{"startLine", at.begin.line}, {"startColumn", character_column(at, at.begin)}};
  if (at.end.line > at.begin.line || at.end.column > at.begin.column) {
    region["endLine"] = at.end.line;
    region["endColumn"] = character_column(at, at.end);
  }
  return {{"physicalLocation", {{"artifactLocation", {{"uri", uri(at.path)}}}, {"region", region}}}};
}

const char* sarif_level(Severity severity) { return severity == Severity::remark ? "note" : word(severity); }

Json sarif_rules() {
  Json rules = Json::array();
  for (const RuleHelp& rule : all_rules())
    rules.push_back({{"id", rule.identifier},
                     {"shortDescription", {{"text", rule.message}}},
                     {"help", {{"text", rule.remedy.empty() ? rule.message : rule.remedy}}},
                     {"defaultConfiguration", {{"level", sarif_level(rule.severity)}}}});
  return rules;
}

Json sarif_report(const std::vector<const TranslatedFile*>& files) {
  Json results = Json::array();
  for (const TranslatedFile* file : files) {
    for (const Entry& entry : entries(*file)) {
      const std::string text = entry.remedy.empty() ? entry.message : entry.message + ": " + entry.remedy;
      Json result = {{"ruleId", entry.identifier},
                     {"level", sarif_level(entry.severity)},
                     {"message", {{"text", text}}}};
      result["locations"] = Json::array();
      if (!entry.place.path.empty()) result["locations"].push_back(sarif_location(entry.place));
      Json related = Json::array();
      for (const auto& [at, note] : entry.notes) {
        if (at.path.empty()) continue;
        Json location = sarif_location(at);
        location["message"] = {{"text", note}};
        related.push_back(std::move(location));
      }
      if (!related.empty()) result["relatedLocations"] = related;
      results.push_back(std::move(result));
    }
  }
  const Json driver = {{"name", "insum"}, {"version", INSUM_VERSION}, {"rules", sarif_rules()}};
  const Json run = {
      {"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({run})}};
}

bool is_of_block(const TranslatedFile& file, const SourceRange& where, int line) {
  return std::any_of(file.sites.begin(), file.sites.end(), [&](const TranslatedSite& site) {
    const SourceRange& block = site.statement.site.statement;
    return file.covers(site, line) && where.file == block.file && block.begin <= where.begin &&
           where.begin < block.end;
  });
}

}  // namespace

std::vector<RuleHelp> all_rules() {
  std::vector<RuleHelp> rules;
  for (const Diag diag : all_diagnostics())
    rules.push_back(
        {info(diag).identifier, info(diag).severity, general_message(diag), general_remedy(diag)});
  rules.push_back({clang_identifier, Severity::error, "an error in the C++ code, reported by Clang",
                   "correct the C++ code, or give the flags with which it is compiled"});
  return rules;
}

void print_report(std::ostream& out, const std::vector<const TranslatedFile*>& files, ReportFormat format) {
  if (format == ReportFormat::text) {
    for (const TranslatedFile* file : files) print_report(out, *file, 0);
    return;
  }
  const Json report = format == ReportFormat::json ? json_report(files) : sarif_report(files);
  // Source text that is not UTF-8 must not make the report unreadable.
  out << report.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_report(std::ostream& out, const TranslatedFile& file, int line) {
  for (const frontend::ClangMessage& message : file.clang.messages) out << message.rendered;
  for (const Diagnostic* diagnostic : in_file_order(file))
    if (line == 0 || info(diagnostic->id).severity == Severity::error ||
        is_of_block(file, diagnostic->where, line))
      print_text(out, *diagnostic, file.files);
}

}  // namespace insum
