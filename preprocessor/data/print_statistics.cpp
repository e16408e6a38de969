#include <nlohmann/json.hpp>
#include <ostream>

#include "data/statistics.h"
#include "data/table.h"

namespace insum::data {

namespace {

using Json = nlohmann::ordered_json;

double density(const Statistics& statistics) {
  double area = 1;
  for (const std::int64_t size : statistics.shape) area *= static_cast<double>(size);
  return area == 0 ? 0 : static_cast<double>(statistics.entries) / area;
}

/// The share of the elements of all blocks that are stored.
double fill(const Statistics& statistics, const BlockFill& blocks) {
  const double area = static_cast<double>(blocks.blocks) * static_cast<double>(blocks.size * blocks.size);
  return area == 0 ? 0 : static_cast<double>(statistics.entries) / area;
}

std::string mode_name(const Statistics& statistics, std::size_t mode) {
  if (statistics.shape.size() != 2) return "mode " + std::to_string(mode);
  return mode == 0 ? "rows" : "columns";
}

void print_modes(std::ostream& out, const Statistics& statistics) {
  Table table(
      {"entries of", "number", "empty", "least", "mean", "most", "variation"},
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  for (std::size_t mode = 0; mode < statistics.modes.size(); ++mode) {
    const Lengths& lengths = statistics.modes[mode];
    table.add({mode_name(statistics, mode), std::to_string(lengths.size), std::to_string(lengths.empty),
               std::to_string(lengths.least), number(lengths.mean), std::to_string(lengths.most),
               number(lengths.variation)});
  }
  out << '\n';
  table.print(out);
}

void print_pattern(std::ostream& out, const Statistics& statistics, const Pattern& pattern) {
  out << "\n  band: " << pattern.lower << " below the diagonal, " << pattern.upper << " above it\n"
      << "  diagonal: " << pattern.diagonal << " of " << std::min(statistics.shape[0], statistics.shape[1])
      << " stored\n";
  if (!pattern.mirrored) return;
  const std::int64_t beside = statistics.entries - pattern.diagonal;
  if (beside == 0) {
    out << "  symmetric pattern: yes, no entries are beside the diagonal\n";
    return;
  }
  out << "  symmetric pattern: " << (*pattern.mirrored == beside ? "yes" : "no") << ", "
      << percent(*pattern.mirrored, beside) << " of the entries beside the diagonal have a mirror image\n";
}

void print_blocks(std::ostream& out, const Statistics& statistics) {
  Table table({"blocks", "number", "full"}, {Align::left, Align::right, Align::right});
  for (const BlockFill& blocks : statistics.blocks)
    table.add({with_crosses({blocks.size, blocks.size}), std::to_string(blocks.blocks),
               number(100 * fill(statistics, blocks)) + " %"});
  out << '\n';
  table.print(out);
}

void print_groups(std::ostream& out, const GroupSizes& groups) {
  Table table({"group_coo", "accesses", ""}, {Align::left, Align::right, Align::left});
  for (const auto& [size, accesses] : groups.tried)
    table.add({"groups of " + std::to_string(size), std::to_string(accesses),
               size == groups.chosen ? "recommended" : ""});
  out << "\n  The estimate sqrt(entries / rows) of the best group size is " << number(groups.estimate)
      << "; the powers of two beside it are tried:\n";
  table.print(out);
}

void print_formats(std::ostream& out, const Statistics& statistics) {
  const bool matrix = statistics.formats.front().accesses.has_value();
  std::vector<std::string> heads = {"format", "values stored", "padding", "", "bytes"};
  std::vector<Align> aligns = {Align::left, Align::right, Align::right, Align::right, Align::right};
  if (matrix) heads.push_back("accesses"), aligns.push_back(Align::right);
  Table table(std::move(heads), std::move(aligns));
  for (const FormatCost& cost : statistics.formats) {
    std::vector<std::string> row = {cost.format, std::to_string(cost.slots), std::to_string(cost.padding),
                                    percent(cost.padding, cost.slots), std::to_string(cost.bytes)};
    if (cost.accesses) row.push_back(std::to_string(*cost.accesses));
    table.add(std::move(row));
  }
  out << "\n  With " << statistics.value_type << " values and " << statistics.index_type << " indices";
  if (matrix) out << "; accesses are rows of B read and of C updated in C[i,j] += A[i,k] * B[k,j]";
  out << ":\n";
  table.print(out);
}

Json json_modes(const Statistics& statistics) {
  Json list = Json::array();
  for (const Lengths& lengths : statistics.modes)
    list.push_back({{"size", lengths.size},
                    {"empty", lengths.empty},
                    {"least", lengths.least},
                    {"mean", lengths.mean},
                    {"most", lengths.most},
                    {"variation", lengths.variation}});
  return list;
}

Json json_pattern(const Statistics& statistics) {
  if (!statistics.pattern) return nullptr;
  const Pattern& pattern = *statistics.pattern;
  Json object = {{"lower_bandwidth", pattern.lower},
                 {"upper_bandwidth", pattern.upper},
                 {"diagonal", pattern.diagonal},
                 {"mirrored", nullptr},
                 {"symmetric", nullptr}};
  if (pattern.mirrored) {
    object["mirrored"] = *pattern.mirrored;
    object["symmetric"] = *pattern.mirrored == statistics.entries - pattern.diagonal;
  }
  return object;
}

Json json_groups(const Statistics& statistics) {
  if (!statistics.groups) return nullptr;
  Json tried = Json::array();
  for (const auto& [size, accesses] : statistics.groups->tried)
    tried.push_back({{"size", size}, {"accesses", accesses}});
  return {{"estimate", statistics.groups->estimate},
          {"recommended", statistics.groups->chosen},
          {"tried", tried}};
}

Json json_formats(const Statistics& statistics) {
  Json list = Json::array();
  for (const FormatCost& cost : statistics.formats)
    list.push_back({{"format", cost.format},
                    {"slots", cost.slots},
                    {"padding", cost.padding},
                    {"bytes", cost.bytes},
                    {"accesses", cost.accesses ? Json(*cost.accesses) : Json(nullptr)}});
  return list;
}

}  // namespace

void print_text(std::ostream& out, const std::string& input, const Statistics& statistics) {
  out << input << ": " << with_crosses(statistics.shape) << ", " << statistics.entries << " entries, density "
      << number(density(statistics)) << "\n  " << statistics.read - statistics.entries
      << " duplicates in the file were added up, " << statistics.zeros << " entries are zero\n";
  print_modes(out, statistics);
  if (statistics.pattern) print_pattern(out, statistics, *statistics.pattern);
  if (!statistics.blocks.empty()) print_blocks(out, statistics);
  if (statistics.groups) print_groups(out, *statistics.groups);
  if (!statistics.formats.empty()) print_formats(out, statistics);
  if (!statistics.left_out.empty()) out << "\n  left out are " << statistics.left_out << '\n';
}

void print_json(std::ostream& out, const std::string& input, const Statistics& statistics) {
  Json blocks = Json::array();
  for (const BlockFill& each : statistics.blocks)
    blocks.push_back({{"size", each.size}, {"blocks", each.blocks}, {"fill", fill(statistics, each)}});
  const Json document = {{"input", input},
                         {"shape", statistics.shape},
                         {"entries", statistics.entries},
                         {"density", density(statistics)},
                         {"duplicates", statistics.read - statistics.entries},
                         {"zeros", statistics.zeros},
                         {"modes", json_modes(statistics)},
                         {"pattern", json_pattern(statistics)},
                         {"blocks", blocks},
                         {"groups", json_groups(statistics)},
                         {"value_type", statistics.value_type},
                         {"index_type", statistics.index_type},
                         {"formats", json_formats(statistics)},
                         {"left_out", statistics.left_out}};
  // A file's name need not be UTF-8.
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace insum::data
