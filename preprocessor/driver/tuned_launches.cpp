#include "driver/tuned_launches.h"

#include <insum/tuning/kept_choice.hpp>
#include <insum/tuning/widths.hpp>

namespace insum {

namespace {

using emit::TunedLaunch;

bool is_product(const TunedLaunch& launch) {
  return !launch.widths.empty() && launch.widths.front().name == tuning::product_widths[0].name;
}

/// Of factors that warpgroups may multiply.
bool is_for_warpgroups(const TunedLaunch& launch) {
  return is_product(launch) && launch.widths[1].most == tuning::warpgroup_product_widths[1].between.most;
}

/// How many combinations of widths have a kernel.
std::size_t variant_count(const TunedLaunch& launch) {
  std::vector<std::vector<std::int64_t>> all = {{}};
  for (const TunedLaunch::Width& width : launch.widths) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const std::vector<std::int64_t>& part : all)
      for (std::int64_t value = width.least; value <= width.most; value *= 2) {
        longer.push_back(part);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  if (is_product(launch))
    std::erase_if(all, [&](const auto& one) {
      return !tuning::is_product_variant(one[0], one[1], one[2]) &&
             !(is_for_warpgroups(launch) && tuning::is_warpgroup_variant(one[0], one[1], one[2]));
    });
  return all.size();
}

std::vector<std::string> names_of(const TunedLaunch& launch) {
  std::vector<std::string> list;
  for (const TunedLaunch::Width& width : launch.widths) list.push_back(width.name);
  return list;
}

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : ", ") + one;
  return text;
}

KeptTuning kept_of(const TunedLaunch& launch, const statement::decision_key& key,
                   const statement::decision& found, const tuning::kept_choice& choice) {
  const std::vector<std::string> names = names_of(launch);
  KeptTuning kept{key.calls,
                  tuning::outcome_text(tuning::widths_text(names, choice.best), found.kernel, "",
                                       found.statement, choice.tried.size()),
                  {}};
  for (const auto& [widths, time] : choice.tried)
    kept.trials.push_back(tuning::trial_text(tuning::widths_text(names, widths), time));
  return kept;
}

}  // namespace

std::string variants_text(const TunedLaunch& launch) {
  std::string text;
  bool counted = true;
  for (const TunedLaunch::Width& width : launch.widths) {
    text += (text.empty() ? "" : "; ") + width.name;
    if (width.most == 0) {
      counted = false;
      text += " " + std::to_string(width.least) + " to its range";
      continue;
    }
    const char* separator = " ";
    for (std::int64_t value = width.least; value <= width.most; value *= 2, separator = ", ")
      text += separator + std::to_string(value);
  }
  if (!counted) return text;
  std::string limit;
  if (is_product(launch))
    limit = ", 4 steps with tiles of at most " + std::to_string(tuning::most_tile_elements_far_ahead) +
            " elements" +
            (is_for_warpgroups(launch) ? ", or of 128 rows and 128 or 256 columns in code for 9.0a" : "");
  return text + " (" + std::to_string(variant_count(launch)) + " variants" + limit + ")";
}

std::vector<KeptTuning> kept_tuning(const TunedLaunch& launch, const std::string& place) {
  static statement::kept_decisions& kept = *new statement::kept_decisions(tuning::kept_file);
  std::vector<KeptTuning> list;
  kept.for_each([&](const statement::decision_key& key, const statement::decision& found) {
    const bool is_meant =
        launch.identity ? key.block == *launch.identity : found.place == place + ": " + launch.title;
    if (!is_meant) return;
    const std::optional<tuning::kept_choice> choice = tuning::read_kept(found.choice);
    if (choice && choice->best.size() == launch.widths.size())
      list.push_back(kept_of(launch, key, found, *choice));
  });
  return list;
}

std::string launches_text(const std::vector<TunedLaunch>& launches, const std::string& place) {
  std::string text;
  for (const TunedLaunch& launch : launches) {
    text += launch.title + ", by " + joined(launch.sizes) + "\n  " + variants_text(launch) + "\n";
    if (launch.fixed) text += "  the model's, since the block is deterministic\n";
    for (const KeptTuning& kept : kept_tuning(launch, place)) {
      text += "  sizes up to " + kept.sizes + ": " + kept.outcome + "\n";
      for (const std::string& line : kept.trials) text += line + "\n";
    }
  }
  return text;
}

}  // namespace insum
