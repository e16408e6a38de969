#include "data/table.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace insum::data {

namespace {

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> widths(aligns_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], row[n].size());
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const std::string blanks(widths[n] - row[n].size(), ' ');
      line += "  " + (aligns_[n] == Align::left ? row[n] + blanks : blanks + row[n]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

std::string with_crosses(const std::vector<std::int64_t>& sizes) {
  std::string text;
  for (const std::int64_t size : sizes) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

std::string milliseconds(double seconds) { return formatted("%.1f ms", 1e3 * seconds); }

std::string percent(std::int64_t part, std::int64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return formatted("%.1f %%", 100 * share);
}

std::string number(double value) { return formatted("%.4g", value); }

}  // namespace insum::data
