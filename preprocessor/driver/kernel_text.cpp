#include "driver/kernel_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace insum {

namespace {

bool any_has(const std::vector<Edit>& edits, std::string Edit::* part, std::string_view word) {
  return std::any_of(edits.begin(), edits.end(),
                     [&](const Edit& edit) { return (edit.*part).find(word) != std::string::npos; });
}

/// Macros whose names kernels use for something of their own.
std::set<std::string> macros_named(const std::vector<Edit>& edits, const std::set<std::string>& macros) {
  std::set<std::string> found;
  for (const Edit& edit : edits) {
    std::string word;
    for (const char c : edit.kernel + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        word += c;
        continue;
      }
      if (macros.count(word)) found.insert(word);
      word.clear();
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> headers_of(const std::vector<Edit>& edits) {
  const auto names = [&](std::string_view word) { return any_has(edits, &Edit::kernel, word); };
  std::vector<std::string> list = {"insum/rt/kernel.hpp"};
  const bool kept = std::any_of(edits.begin(), edits.end(),
                                [](const Edit& edit) { return edit.kept_statement.has_value(); });
  if (kept || names("::insum::statement::")) list.push_back("insum/statement.hpp");
  if (names("insum::tuning::")) list.push_back("insum/tuning.hpp");
  if (names("insum::half") || names("insum::bfloat16")) list.push_back("insum/core/types.hpp");
  if (names("insum::rt::sparse_workspace<") || names("insum::rt::parallel_workspace<"))
    list.push_back("insum/workspace.hpp");
  else if (names("insum::rt::budget_of"))
    list.push_back("insum/workspace/memory.hpp");
  if (names("insum::rt::refer_to(")) list.push_back("insum/rt/refer.hpp");
  if (names("insum::rt::packed<")) list.push_back("insum/rt/packed.hpp");
  if (any_has(edits, &Edit::call, "::insum::rt::converted")) list.push_back("insum/rt/converted.hpp");
  if (any_has(edits, &Edit::call, "::insum::rt::decomposed<") ||
      any_has(edits, &Edit::call, "::insum::rt::decomposed_once<"))
    list.push_back("insum/rt/decomposed.hpp");
  if (any_has(edits, &Edit::call, "::insum::rt::decomposed_on_device"))
    list.push_back("insum/rt/device_decomposed.hpp");
  if (names("std::initializer_list<")) list.push_back("initializer_list");
  if (names("insum::conversion_source")) list.push_back("insum/rt/device_copy.hpp");
  if (names("std::complex<")) list.push_back("complex");
  return list;
}

std::vector<std::string> cuda_headers_of(const std::string& device_text) {
  std::vector<std::string> list = {"insum/rt/cuda/kernel.hpp"};
  const std::pair<const char*, const char*> used[] = {
      {"all_on_device(", "places"}, {"none_on_device(", "places"},
      {"assembly<", "assemble"},    {"checked_copy(", "checks"},
      {"convert<", "convert"},      {"counted_assembly<", "counted"},
      {"decompose<", "decompose"},  {"entries<", "entries"},
      {"growing<", "growing"},      {"keep(", "kept"}};
  for (const auto& [name, header] : used)
    if (device_text.find("insum::rt::cuda::" + std::string(name)) != std::string::npos)
      if (const std::string path = "insum/rt/cuda/" + std::string(header) + ".hpp";
          std::find(list.begin(), list.end(), path) == list.end())
        list.push_back(path);
  return list;
}

std::string kernel_namespace(const std::vector<Edit>& edits, const std::set<std::string>& early_macros) {
  const std::set<std::string> macros = macros_named(edits, early_macros);
  std::string text;
  for (const std::string& name : macros)
    text += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
  // An Einsum may compare something with itself.
  text +=
      "\n#pragma GCC diagnostic push\n"
      "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
      "namespace insum_kernels {\n";
  for (const Edit& edit : edits) text += "\n" + edit.kernel + (edit.kernel.ends_with('\n') ? "" : "\n");
  text += "}  // namespace insum_kernels\n#pragma GCC diagnostic pop\n";
  for (const std::string& name : macros) text += "#pragma pop_macro(\"" + name + "\")\n";
  return text;
}

}  // namespace insum
