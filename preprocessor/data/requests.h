// What the commands on data files are asked for.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace insum::data {

/// Types of what is read and built. Without a choice: as the input has them, else double and 32 bits.
struct ElementChoice {
  std::string value;  // "float", "double" or ""
  int index = 0;      // 32, 64 or 0
};

/// `group_coo<4>`: a format as the language spells it; no number where `auto` stands or nothing.
struct TargetFormat {
  std::string name;
  std::vector<std::optional<std::int64_t>> arguments;
};

struct ConvertRequest {
  std::string input, to, output;  // no output: only the table
  ElementChoice elements;
};

struct StatsRequest {
  std::string input, picture;  // no picture: none is drawn
  ElementChoice elements;
  bool json = false;
};

}  // namespace insum::data
