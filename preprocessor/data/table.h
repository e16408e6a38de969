// Tables and numbers for people.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace insum::data {

enum class Align { left, right };

/// Columns as wide as their widest cell, indented by two.
class Table {
 public:
  Table(std::vector<std::string> heads, std::vector<Align> aligns) : aligns_(std::move(aligns)) {
    add(std::move(heads));
  }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print(std::ostream& out) const;

 private:
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;
};

std::string with_crosses(const std::vector<std::int64_t>& sizes);  // "3 x 4"
std::string milliseconds(double seconds);                          // "12.3 ms"
std::string percent(std::int64_t part, std::int64_t whole);        // "1.2 %"
std::string number(double value);                                  // four digits

}  // namespace insum::data
