#include "suggest/views.h"

#include <algorithm>

namespace insum::suggest {

using nest::Expr;
using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;
using nest::Term;

bool moves(const ExprPtr& e) {
  return e->kind == ExprKind::index || e->kind == ExprKind::read ||
         std::any_of(e->parts.begin(), e->parts.end(), moves);
}

namespace {

/// What an index changes, or else what none does.
Polynomial part(const Polynomial& offset, bool moving) {
  Polynomial out;
  for (const Term& term : offset.terms)
    if (std::any_of(term.factors.begin(), term.factors.end(), moves) == moving) out.terms.push_back(term);
  return out;
}

/// The distances of the elements that an index changes: those of a row are one tensor, and all rows another.
std::string distances(const Polynomial& moving) {
  std::set<std::string> out;
  for (const Term& term : moving.terms) {
    Term distance{term.coefficient, {}};
    for (const ExprPtr& factor : term.factors)
      if (!moves(factor)) distance.factors.push_back(factor);
    out.insert(nest::print(nest::expression(Polynomial{{distance}})));
  }
  std::string text;
  for (const std::string& each : out) text += " by " + each;
  return text;
}

/// The same for elements of one view.
std::string key_of(const Polynomial& offset) {
  return nest::print(nest::expression(part(offset, false))) + distances(part(offset, true));
}

class Splitter {
 public:
  explicit Splitter(Views read) : out_(std::move(read)) {}

  Views run() {
    const auto all = nest::assignments(out_.nest);
    for (const nest::Assignment* each : all) {
      kept_.insert(each->target->id);
      collect(each->target, true);
      collect(each->value, false);
    }
    for (const nest::Loop& loop : out_.nest.loops) collect(loop.lower, true), collect(loop.upper, true);
    make_views();
    if (out_.views.empty()) return std::move(out_);
    nest::each_expression(out_.nest, [this](ExprPtr& e) { replace(e); });
    return std::move(out_);
  }

 private:
  /// Where the reads of each array begin; arrays of coordinates and positions stay.
  void collect(const ExprPtr& e, bool keeps) {
    if (is_moving_element(e)) {
      if (keeps) kept_.insert(e->id);
      const Polynomial offset = nest::polynomial(e->parts[0]);
      begins_[e->id].emplace(key_of(offset), part(offset, false));
    }
    for (const ExprPtr& each : e->parts) collect(each, keeps || e->kind == ExprKind::read);
  }
  void make_views() {
    const auto is_in_front = [](const auto& begin) {  // whatever the sizes are
      const std::vector<Term>& terms = begin.second.terms;
      return !terms.empty() &&
             std::all_of(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient < 0; });
    };
    for (const auto& [array, begins] : begins_) {
      if (begins.size() < 2 || kept_.count(array) || out_.nest.arrays[static_cast<std::size_t>(array)].rows ||
          std::any_of(begins.begin(), begins.end(), is_in_front))
        continue;
      int number = array;
      for (const auto& [text, from] : begins) {
        out_.views[number] = {array, from};
        numbers_[{array, text}] = number;
        number = static_cast<int>(out_.nest.arrays.size());
        if (text != begins.rbegin()->first)
          out_.nest.arrays.push_back(nest::Array(out_.nest.arrays[static_cast<std::size_t>(array)]));
      }
    }
  }
  void replace(ExprPtr& e) {
    Expr out = *e;
    for (ExprPtr& each : out.parts) replace(each);
    if (is_moving_element(e)) {
      const Polynomial offset = nest::polynomial(e->parts[0]);
      const auto view = numbers_.find({e->id, key_of(offset)});
      if (view != numbers_.end()) out.id = view->second, out.parts[0] = nest::expression(part(offset, true));
    }
    e = std::make_shared<const Expr>(std::move(out));
  }

  Views out_;
  std::set<int> kept_;
  std::map<int, std::map<std::string, Polynomial>> begins_;  // by array, then by key_of()
  std::map<std::pair<int, std::string>, int> numbers_;       // of the views
};

}  // namespace

Views split_views(Views read) { return Splitter(std::move(read)).run(); }

}  // namespace insum::suggest
