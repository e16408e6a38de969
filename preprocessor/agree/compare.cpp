#include "agree/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "agree/block_names.h"
#include "agree/formulas.h"
#include "agree/match_names.h"
#include "agree/nest_parts.h"
#include "agree/sample.h"
#include "agree/searched_names.h"
#include "agree/tried_sizes.h"
#include "agree/untried.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

namespace {

/// Whether minima that begin with so large a number are meant to begin with infinity.
bool is_start(double before, double identity) {
  constexpr double large = 1e6;  // "no distance yet"
  return before == identity ||
         (std::isinf(identity) && std::abs(before) >= large && (before > 0) == (identity > 0));
}

class Comparison {
 public:
  Comparison(const nest::Nest& nest, const index::Program& program)
      : nest_(with_named_elements(nest, program)), program_(program), untried_(nest_, program) {
    check_can_run(program);
    const auto all = nest::assignments(nest_);
    const auto reads = [](const nest::Assignment* each) {
      std::set<int> arrays;
      collect_arrays(each->value, arrays);
      return !arrays.empty();
    };
    if (!nest_.others.empty() && std::none_of(all.begin(), all.end(), reads))
      throw Unknown{"it sets several results and reads no array"};
    const bool of_any_type =
        std::any_of(program.tensors.begin(), program.tensors.end(),
                    [](const index::Tensor& each) { return each->type == ElementType::dependent; });
    if (of_any_type &&
        std::any_of(all.begin(), all.end(), [](const auto* each) { return divides_integers(each->value); }))
      throw Unknown{"it divides whole numbers in an instantiation, where others may not"};
    for (const nest::Assignment* each : all) {
      collect_compared(each->value, compared_);
      collect_decisive(each->value, decisive_);
    }
    match_arrays(nest_, program_);
    check_block_names(nest_, program_);
    names_ = match_scalars(nest_, program_);
  }

  Verdict run() {
    if (agrees_with({})) {
      const std::string condition = this->condition();
      const std::string untried = condition.empty() ? untried_.reason(decided_) : "";
      if (auto found = with_repeated_entries()) return {std::move(found), "", ""};
      return {std::nullopt, untried, condition};
    }
    for (const index::TensorNode* tensor : with_base())
      if (agrees_rebased(tensor))
        first_->facts.push_back("both agree where '" + tensor->name + "' is declared " +
                                (tensor->base == 0 ? "with" : "without") + " base(1)");
    return {std::move(first_), "", ""};
  }

 private:
  /// Where both agree on entries that occur once: operands that may hold some twice.
  std::optional<Disagreement> with_repeated_entries() {
    std::string names;
    for (const index::Tensor& tensor : program_.tensors)
      if (!tensor->temporary && !tensor->dense && index::may_hold_duplicates(*tensor))
        names += (names.empty() ? "'" : " and '") + tensor->name + "'";
    const bool into_dense = std::all_of(program_.outputs.begin(), program_.outputs.end(),
                                        [](const index::Tensor& output) { return output->dense; });
    if (names.empty() || !into_dense) return std::nullopt;
    try {
      Sample::Given given;
      given.repeats = true;
      if (agrees_with(given)) return std::nullopt;
    } catch (const Unknown&) {
      return std::nullopt;
    }
    first_->facts.push_back("both agree where no entry of " + names +
                            " is stored twice: say 'unique' where none is");
    return std::move(first_);
  }

  /// What both agree under.
  std::string condition() const {
    std::string out = names_.searched.condition();
    for (const auto& [array, value] : starts_) {
      std::ostringstream text;
      text << (out.empty() ? "'" : " and '") << array << "' is ";
      if (std::isinf(value))
        text << (value < 0 ? "-infinity" : "infinity");
      else
        text << value;
      text << " before it";
      out += text.str();
    }
    return out;
  }

  bool agrees_with(Sample::Given given) {
    given.compared = compared_;
    given.in_decisions = decisive_;
    given.others = names_.others;
    const std::vector<Values> ways = tried_sizes(nest_, program_);
    for (const Values& fixed : ways) {
      given.fixed = fixed;
      std::vector<Sample> samples;
      try {
        for (std::uint64_t seed = 0; seed < data_sets; ++seed) samples.emplace_back(program_, seed, given);
      } catch (const Unknown&) {
        if (&fixed == &ways.front()) throw;
        continue;  // such sizes do not go together
      }
      const bool from_any = agrees_from(samples, {});
      if (!from_any && !agrees_from_identity(samples)) continue;
      const Values starts = from_any ? Values{} : identities();
      return agrees_on_more(given, starts) && agrees_on_larger(given, starts);
    }
    return false;
  }

  /// On further data, until all that is decided by comparing data has gone either way.
  bool agrees_on_more(const Sample::Given& given, const Values& starts) {
    constexpr std::uint64_t most_sets = 3 * data_sets;
    for (std::uint64_t seed = data_sets; seed < most_sets && !went_both_ways(); ++seed) {
      std::vector<Sample> sample;
      try {
        sample.emplace_back(program_, seed, given);
      } catch (const Unknown&) {
        return true;  // no such data
      }
      if (!agrees(sample, starts)) return false;
    }
    return true;
  }

  /// With sizes beyond the constants that indices and sizes are compared with.
  bool agrees_on_larger(const Sample::Given& given, const Values& starts) {
    constexpr int most_sets = 24;
    const long long most = names_.searched.all().empty()       ? 1100
                           : names_.searched.all().size() == 1 ? 100
                                                               : 20;
    for (int set = 0; set < most_sets; ++set) {
      std::optional<Values> sizes = untried_.next_sizes(decided_, most);
      if (!sizes) break;
      Sample::Given larger = given;
      for (const auto& [name, value] : *sizes)
        larger.longest_row = std::max(larger.longest_row, std::llround(value));
      larger.fixed.merge(*sizes);
      try {
        if (!agrees({Sample(program_, 0, larger)}, starts)) return false;
      } catch (const Unknown&) {  // such sizes do not go together, or are too many points
      }
    }
    return true;
  }

  bool went_both_ways() const {
    return std::all_of(decided_.values.begin(), decided_.values.end(),
                       [](const auto& each) { return each.second == 3 || !reads_data(each.first); });
  }

  bool agrees_rebased(const index::TensorNode* tensor) {
    try {
      Sample::Given given;
      given.rebased = tensor;
      return agrees_with(given);
    } catch (const Unknown&) {
      return false;
    }
  }

  /// Those of which positions, coordinates or values begin at a base.
  std::vector<const index::TensorNode*> with_base() const {
    std::vector<const index::TensorNode*> out;
    for (const index::Tensor& tensor : program_.tensors) {
      const bool gathers = std::any_of(program_.gathers.begin(), program_.gathers.end(),
                                       [&](const auto& each) { return each.first == tensor; });
      if (!tensor->temporary && (gathers || !tensor->dense) && (tensor->base == 0 || tensor->base == 1))
        out.push_back(tensor.get());
    }
    return out;
  }

  /// What stands above may have set the result to 0, or to what its sum, product or minimum begins with.
  /// Empty: an operator has no such number.
  Values identities() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::map<std::string, double> of_operators = {
        {"=", 0}, {"+", 0}, {"*", 1}, {"min", infinity}, {"max", -infinity}, {"|", 0}, {"||", 0}, {"&&", 1}};
    Values out;
    for (const nest::Assignment* each : nest::assignments(nest_)) {
      const auto identity = of_operators.find(each->op);
      if (identity == of_operators.end()) return {};
      out[plain_text(nest_.arrays[static_cast<std::size_t>(each->target->id)].text)] = identity->second;
    }
    return out;
  }

  bool agrees_from_identity(const std::vector<Sample>& samples) {
    const Values starts = identities();
    if (starts.empty() || !agrees_from(samples, starts)) return false;
    const SearchedNames found = names_.searched;
    starts_ = needed(samples, starts);
    names_.searched = found;
    return true;
  }

  /// Those without which they do not agree, and which the function does not show.
  Values needed(const std::vector<Sample>& samples, const Values& starts) {
    Values out = starts;
    for (const auto& [array, value] : starts) {
      Values rest = out;
      rest.erase(array);
      const bool shown = std::any_of(nest_.arrays.begin(), nest_.arrays.end(), [&](const nest::Array& each) {
        return plain_text(each.text) == array && each.before && is_start(*each.before, value);
      });
      if (shown || agrees_from(samples, rest)) out = rest;
    }
    return out;
  }

  bool agrees_from(const std::vector<Sample>& samples, const Values& starts) {
    names_.searched.forget();
    return agrees(samples, starts);
  }

  bool agrees(const std::vector<Sample>& samples, const Values& starts) {
    for (const Sample& sample : samples) {
      std::optional<std::string> found;
      const auto differs = [&](const Values& searched) {
        return sample.difference(nest_, meaning_in(sample, searched), starts, decided_);
      };
      if (names_.searched.fit(sample, differs, found)) {
        untried_.reached(sample.values());
        continue;
      }
      if (!first_) {
        first_ = {*found, sample.sizes(), differences(nest_, program_)};
        for (const std::string& name : names_.others)
          first_->facts.push_back("the statement uses '" + name + "', which the block does not name");
        for (const std::string& name : names_.searched.all())
          first_->facts.push_back("no value of '" + name +
                                  "', which the block does not name, makes both agree");
      }
      return false;
    }
    return true;
  }

  Meaning meaning_in(const Sample& sample, const Values& searched) const {
    Meaning out;
    for (const nest::Array& array : nest_.arrays) out.arrays.push_back(plain_text(array.text));
    for (const std::string& text : names_.scalars) {
      const std::string name = plain_text(text);
      const auto constant = nest_.constants.find(name);
      const auto found = searched.find(name);
      out.scalars[text] = constant != nest_.constants.end() ? constant->second
                          : found != searched.end()         ? found->second
                                                            : sample.values().at(name);
    }
    return out;
  }

  const nest::Nest nest_;
  const index::Program& program_;
  MatchedNames names_;
  std::set<double> compared_;  // constants that it compares with
  std::set<double> decisive_;  // ... and those that these are computed with
  Decisions decided_;
  Untried untried_;
  Values starts_;  // of results that both agree with alone
  std::optional<Disagreement> first_;
};

}  // namespace

Verdict compare(const nest::Nest& nest, const index::Program& program) {
  try {
    return Comparison(nest, program).run();
  } catch (const Unknown& unknown) {
    return {std::nullopt, unknown.why, ""};
  }
}

}  // namespace insum::agree
