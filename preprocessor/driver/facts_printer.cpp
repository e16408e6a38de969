#include "driver/facts_printer.h"

#include "support/internal_error.h"

namespace insum {

namespace {

using bind::CppFacts;
using bind::FactKind;

std::string word(ast::CppUse::Kind kind) {
  switch (kind) {
    case ast::CppUse::Kind::expression:
      return "expression";
    case ast::CppUse::Kind::storage:
      return "storage";
    case ast::CppUse::Kind::member:
      return "member";
    case ast::CppUse::Kind::object:
      return "object";
    case ast::CppUse::Kind::type:
      return "type";
    case ast::CppUse::Kind::name:
      return "name";
  }
  internal_error("a kind of C++ use without a word");
}

std::string word(FactKind kind) {
  switch (kind) {
    case FactKind::not_found:
      return "not found";
    case FactKind::scalar:
      return "scalar";
    case FactKind::pointer:
      return "pointer";
    case FactKind::array:
      return "array";
    case FactKind::range:
      return "range";
    case FactKind::object:
      return "object";
    case FactKind::function:
      return "function";
    case FactKind::other:
      return "other";
  }
  internal_error("a kind of fact without a word");
}

std::string element(ElementType type, const std::string& spelling) {
  if (type == ElementType::none) return "?" + (spelling.empty() ? "" : " (" + spelling + ")");
  if (type == ElementType::dependent) return "dependent (" + spelling + ")";
  return spelling;
}

std::string object(const bind::ObjectFacts& facts) {
  std::string out = ", " + facts.format;
  if (!facts.arguments.empty()) {
    out += '<';
    for (const long long argument : facts.arguments)
      out += (out.back() == '<' ? "" : ",") + std::to_string(argument);
    out += '>';
  }
  out += " of rank " + std::to_string(facts.rank) + ", values " + element(facts.value, facts.value_spelling);
  if (facts.index != ElementType::none) out += ", indices " + element(facts.index, facts.index_spelling);
  if (!facts.order.empty()) {
    out += ", order";
    for (const int mode : facts.order) out += ' ' + std::to_string(mode);
  }
  if (facts.strided) out += ", strided";
  if (facts.growable) out += ", can grow";
  return out;
}

std::string line(const CppFacts& facts) {
  std::string out = word(facts.kind);
  const bool sequence =
      facts.kind == FactKind::pointer || facts.kind == FactKind::array || facts.kind == FactKind::range;
  if (sequence || facts.kind == FactKind::scalar)
    out += (sequence ? " of " : " ") + element(facts.element, facts.element_spelling);
  if (sequence && facts.depth != 1) out += ", depth " + std::to_string(facts.depth);
  if (sequence && facts.array_rank != 1) out += ", array rank " + std::to_string(facts.array_rank);
  if (facts.length) out += ", length " + std::to_string(*facts.length);
  if (facts.constant) out += ", constant " + std::to_string(*facts.constant);
  if (facts.writable) out += ", writable";
  if (facts.growable) out += ", growable";
  if (facts.object) out += object(*facts.object);
  if (!facts.policy_flaw.empty()) out += ", no workspace: " + facts.policy_flaw;
  if (facts.kind == FactKind::other) out += " (" + facts.type_spelling + ")";
  return out;
}

}  // namespace

std::string print_facts(const bind::Site& site) {
  std::string out = "function " + (site.function.empty() ? "?" : site.function) +
                    (site.dependent ? ", a template\n" : "\n");
  for (const ast::CppUse& use : ast::cpp_uses(site.block)) {
    const auto found = site.facts.find(use.id);
    out += std::to_string(use.id) + ' ' + word(use.kind) + ' ' + use.text;
    if (use.kind == ast::CppUse::Kind::member) out += "." + use.member;
    out += ": " + (found == site.facts.end() ? "no facts" : line(found->second)) + '\n';
  }
  return out;
}

}  // namespace insum
