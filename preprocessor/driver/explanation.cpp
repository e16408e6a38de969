#include "driver/explanation.h"

#include <sstream>

#include "index_ir/indirect_form.h"
#include "index_ir/printer.h"

namespace insum {

std::vector<std::string> indirect_texts(const index::Program& program) {
  std::vector<index::StmtPtr> stmts = {program.body};
  if (const auto* all = index::get_if<index::Sequence>(program.body)) stmts = all->stmts;
  std::vector<std::string> list;
  for (const index::StmtPtr& stmt : stmts) {
    const index::IndirectForm form = index::indirect_form(stmt, program);
    for (const index::StmtPtr& einsum : form.einsums) list.push_back(index::to_string(einsum));
    if (!form.missing.empty()) list.push_back("none: " + form.missing + "\n");
  }
  return list;
}

std::string points_text(const schedule::Considered::Choice& choice) {
  if (!choice.points) return "";
  return std::to_string(*choice.points) + (*choice.points == 1 ? " point" : " points");
}

std::string explanation_text(const Explanation& forms, const std::vector<std::string>& einsums) {
  std::ostringstream out;
  for (const std::string& text : einsums) out << text << "\n";
  out << "\nThe Einsum, its tensors as levels and the ranges of its indices:\n\n"
      << index::to_string(forms.einsum);
  const std::vector<std::string> indirect = indirect_texts(forms.einsum);
  if (!indirect.empty()) out << "\nOver the arrays of its formats, whose lengths are fixed:\n\n";
  for (const std::string& text : indirect) out << text;
  out << "\nIn storage form, one nest of loops for each term:\n\n" << index::to_string(forms.concrete.body);
  out << "\nScheduled:\n\n" << index::to_string(forms.scheduled.body) << "\n";
  for (const std::string& note : forms.scheduled.notes) out << "* " << note << "\n";
  out << "\nChosen and considered, for each nest of loops:\n\n";
  for (const schedule::Considered& nest : forms.considered) {
    out << nest.nest << "\n";
    if (!nest.work.empty()) out << "  computed " << nest.work << " times\n";
    for (const schedule::Considered::Choice& choice : nest.choices)
      out << "  " << choice.what << (choice.points ? " (" + points_text(choice) + ")" : "") << ": "
          << choice.why << "\n";
  }
  return out.str();
}

}  // namespace insum
