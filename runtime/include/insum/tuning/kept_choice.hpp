// What tuning keeps of a class of calls, as text.
#pragma once
#include <cstddef>
#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "../statement/kept.hpp"
#include "../statement/text.hpp"
#include "search.hpp"

namespace insum::tuning {

inline constexpr statement::decisions_about kept_file{"tune", "INSUM_TUNE", "insum tuned widths 1", true};

/// "64 256; 21518 64 256; 25723 64 128": the widths that were found, and all that were tried with their
/// shortest times in nanoseconds.
struct kept_choice {
  search::widths best;
  search::trial_times tried = {};
};

inline std::string kept_text(const kept_choice& of) {
  std::string text;
  for (const std::int64_t width : of.best) text += (text.empty() ? "" : " ") + std::to_string(width);
  for (const auto& [which, time] : of.tried) {
    text += "; " + std::to_string(time);
    for (const std::int64_t width : which) text += ' ' + std::to_string(width);
  }
  return text;
}

namespace detail {

inline std::optional<std::vector<std::int64_t>> read_numbers(const std::string& text) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  std::vector<std::int64_t> numbers;
  for (std::int64_t number = 0; in >> number;) numbers.push_back(number);
  if (!in.eof() || numbers.empty()) return std::nullopt;
  return numbers;
}

}  // namespace detail

/// Nothing where it is no such text.
inline std::optional<kept_choice> read_kept(const std::string& text) {
  kept_choice all;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    std::optional<std::vector<std::int64_t>> numbers = detail::read_numbers(part);
    if (!numbers) return std::nullopt;
    if (all.best.empty()) {
      all.best = std::move(*numbers);
    } else {
      if (numbers->size() != all.best.size() + 1) return std::nullopt;
      all.tried.emplace_back(search::widths(numbers->begin() + 1, numbers->end()), numbers->front());
    }
  }
  if (all.best.empty()) return std::nullopt;
  return all;
}

/// "i=64, j=256", or "i=any"
template <class Names>
std::string widths_text(const Names& names, const std::vector<std::int64_t>& numbers) {
  std::string text;
  std::size_t n = 0;
  for (const auto& name : names) {
    text += (n ? ", " : "") + std::string(name) + '=' +
            (numbers[n] == unknown_size ? "any" : std::to_string(numbers[n]));
    ++n;
  }
  return text;
}

/// "lanes=8, threads=256 in 21.518 us, 34.639 us as the model has it (lanes=32, threads=256), 5 tried".
/// Times are in nanoseconds.
inline std::string outcome_text(const std::string& best, std::int64_t best_time, const std::string& start,
                                std::int64_t start_time, std::size_t tried) {
  return best + " in " + statement::detail::decimal(best_time, 3) + " us, " +
         statement::detail::decimal(start_time, 3) + " us as the model has it" +
         (start.empty() ? "" : " (" + start + ')') + (tried ? ", " + std::to_string(tried) + " tried" : "");
}

/// A line of the table of what was tried, without its end.
inline std::string trial_text(const std::string& widths, std::int64_t time) {
  const std::string number = statement::detail::decimal(time, 3);
  return std::string(number.size() < 12 ? 12 - number.size() : 0, ' ') + number + " us  " + widths;
}

}  // namespace insum::tuning
