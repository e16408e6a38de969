// Runs resolve on the text of a block, with facts by name in place of Clang's.
#pragma once
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "ast/ast.h"
#include "index_ir/printer.h"
#include "parse/parse.h"
#include "resolve/resolve.h"

namespace insum::test {

using FactTable = std::map<std::string, bind::CppFacts>;

inline bind::CppFacts scalar(ElementType type, const std::string& spelling, bool writable = true) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::scalar;
  facts.element = type;
  facts.element_spelling = facts.type_spelling = spelling;
  facts.writable = writable;
  return facts;
}

inline bind::CppFacts constant(long long value) {
  bind::CppFacts facts = scalar(ElementType::i32, "int", false);
  facts.constant = value;
  return facts;
}

inline bind::CppFacts pointer(ElementType type, const std::string& spelling, bool writable = false,
                              int depth = 1) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::pointer;
  facts.element = type;
  facts.element_spelling = spelling;
  facts.type_spelling =
      (writable ? "" : "const ") + spelling + std::string(static_cast<std::size_t>(depth), '*');
  facts.writable = writable;
  facts.depth = depth;
  return facts;
}

inline bind::CppFacts range(ElementType type, const std::string& spelling, bool writable = true) {
  bind::CppFacts facts = pointer(type, spelling, writable);
  facts.kind = bind::FactKind::range;
  facts.type_spelling = "std::vector<" + spelling + ">";
  facts.growable = writable;
  return facts;
}

inline bind::CppFacts object(const std::string& format, int rank, ElementType value = ElementType::f64,
                             bool growable = true) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::object;
  facts.type_spelling = "insum::" + format + "<...>";
  facts.writable = growable;
  facts.object = bind::ObjectFacts{};
  facts.object->format = format;
  facts.object->rank = rank;
  facts.object->value = value;
  facts.object->index = ElementType::i32;
  facts.object->growable = growable;
  return facts;
}

inline bind::CppFacts other(const std::string& type) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::other;
  facts.type_spelling = type;
  return facts;
}

inline bind::CppFacts function(ElementType result = ElementType::f64) {
  bind::CppFacts facts;
  facts.kind = bind::FactKind::function;
  facts.element = result;
  facts.type_spelling = "double (double)";
  for (const ElementType type : {ElementType::f32, ElementType::f64, ElementType::i32}) {
    facts.calls.push_back({{type}, result, ""});
    facts.calls.push_back({{type, type}, result, ""});
  }
  return facts;
}

/// The C++ names of the tests: sizes M N K, a CSR matrix as pointers, dense pointers and vectors, objects.
inline FactTable default_facts() {
  const auto f32 = ElementType::f32, f64 = ElementType::f64, i32 = ElementType::i32;
  FactTable table = {{"rowptr", pointer(i32, "int")},
                     {"col", pointer(i32, "int")},
                     {"val", pointer(f32, "float")},
                     {"b", pointer(f32, "float")},
                     {"x", range(f64, "double")},
                     {"y", range(f64, "double")},
                     {"c", pointer(f32, "float", true)},
                     {"out", pointer(f32, "float", true)},
                     {"perm", range(i32, "int", false)},
                     {"alpha", scalar(f64, "double")},
                     {"s", scalar(f64, "double")},
                     {"z", scalar(ElementType::c64, "std::complex<double>")},
                     {"S", object("csr", 2)},
                     {"D", object("dense", 2)},
                     {"V", object("dense", 1)},
                     {"row", range(i32, "int", false)},
                     {"f", function()},
                     {"thing", other("Widget")}};
  for (const char* size : {"M", "N", "K", "L"}) table[size] = scalar(i32, "int", false);
  return table;
}

/// One run: `block` has a directive a line, without "#pragma insum".
struct Run {
  explicit Run(const std::string& block, const FactTable& extra = {}, const std::string& target = "openmp") {
    std::string text;
    std::istringstream lines(block);
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::string line; std::getline(lines, line);) {
      if (line.find_first_not_of(' ') == std::string::npos) continue;
      const std::size_t begin = text.size();
      text += "#pragma insum " + line + "\n";
      places.emplace_back(begin, text.size());
    }
    const FileId file = files.add("test.cpp", text);
    std::vector<SourceRange> ranges;
    for (const auto& [begin, end] : places)
      ranges.push_back({file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    auto parsed = parse_block(ranges, files, diagnostics);
    if (!parsed) return;
    bind::Site site;
    site.block = std::move(*parsed);
    FactTable table = default_facts();
    for (const auto& [name, facts] : extra) table[name] = facts;
    for (const ast::CppUse& use : ast::cpp_uses(site.block)) {
      const std::string name = use.member.empty() ? use.text : use.text + "." + use.member;
      if (const auto found = table.find(name); found != table.end()) site.facts[use.id] = found->second;
    }
    resolved = resolve(site, {.without_directive = target}, diagnostics);
  }

  /// "insum-id: message" of each diagnostic, one a line.
  std::string messages() const {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) text += info(d.id).identifier + ": " + d.message + "\n";
    return text;
  }
  /// The text that the first diagnostic points at.
  std::string blamed() const {
    return diagnostics.all().empty() ? "" : std::string(files.text(diagnostics.all().front().where));
  }
  std::string remedy() const { return diagnostics.all().empty() ? "" : diagnostics.all().front().remedy; }
  std::string program() const { return resolved ? index::to_string(resolved->program) : messages(); }
  std::string body() const { return resolved ? index::to_string(resolved->program.body) : messages(); }
  /// "name = call" of each argument, one a line.
  std::string arguments() const {
    std::string text;
    if (resolved)
      for (const index::Argument& a : resolved->program.arguments) text += a->name + " = " + a->call + "\n";
    return resolved ? text : messages();
  }

  SourceFiles files;
  Diagnostics diagnostics;
  std::optional<Resolved> resolved;
};

}  // namespace insum::test
