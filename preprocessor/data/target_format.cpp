#include "data/target_format.h"

#include <algorithm>
#include <charconv>
#include <insum/convert/options.hpp>
#include <utility>

#include "data/errors.h"
#include "formats/format.h"

namespace insum::data {

namespace {

/// How many numbers the format's name takes, and how it is written with them.
std::pair<std::size_t, std::string> arguments_of(const std::string& name) {
  if (name == "hyb") return {2, "hyb<c,k>"};
  if (name == "sr_bcrs") return {2, "sr_bcrs<t,g>"};
  const auto format = make_format(name, 2);
  switch (format ? format->arguments() : 0) {
    case 1:
      return {1, name + (name == "ell" ? "<w>" : "<g>")};
    case 2:
      return {2, name + "<m,n>"};
    case 3:
      return {3, name + "<g,m,n>"};
    default:
      return {0, name};
  }
}

std::string without_blanks(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != ' ') result += c;
  return result;
}

void check_name(const std::string& name) {
  const std::vector<std::string>& names = format_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string near = nearest(name, names);
    std::string all;
    for (const std::string& each : names)
      if (each != "rows") all += (all.empty() ? "" : ", ") + each;
    throw UsageError("unknown format '" + name + "'" +
                     (near.empty() ? ": give one of " + all : "; did you mean '" + near + "'?"));
  }
  if (name == "rows")
    throw UsageError("nothing makes arrays of pointers to rows: name another format than rows");
}

std::optional<std::int64_t> parse_argument(const std::string& word, const TargetFormat& format) {
  if (word == "auto") return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  // The widest bucket of hyb<c,k> has 2^k slots: k may be 0.
  const std::int64_t least = format.name == "hyb" && format.arguments.size() == 1 ? 0 : 1;
  if (error != std::errc() || end != word.data() + word.size() || value < least)
    throw UsageError("'" + word + "' cannot be a size of " + format.name + ": give a number of at least " +
                     std::to_string(least) + ", or auto");
  return value;
}

}  // namespace

TargetFormat parse_target(const std::string& spelt) {
  const std::string text = without_blanks(spelt);
  const std::size_t open = text.find('<');
  TargetFormat format{text.substr(0, open), {}};
  check_name(format.name);
  const auto [count, written] = arguments_of(format.name);
  if (open == std::string::npos) {
    format.arguments.resize(count);
    return format;
  }
  if (text.back() != '>') throw UsageError("the format '" + spelt + "' does not end in '>'");
  std::string rest = text.substr(open + 1, text.size() - open - 2) + ",";
  for (std::size_t comma = 0; (comma = rest.find(',')) != std::string::npos; rest.erase(0, comma + 1))
    format.arguments.push_back(parse_argument(rest.substr(0, comma), format));
  if (format.arguments.size() != count)
    throw UsageError("format " + format.name + " takes " + std::to_string(count) +
                     (count == 1 ? " size: write " : " sizes: write ") + written);
  return format;
}

convert_options options_of(const TargetFormat& format) {
  convert_options options;
  const auto set = [&](std::size_t n, std::int64_t& option) {
    if (format.arguments[n]) option = *format.arguments[n];
  };
  if (format.name == "ell") {
    set(0, options.width);
  } else if (format.name == "group_coo") {
    set(0, options.group);
  } else if (format.name == "bcsr" || format.name == "dbcsr" || format.name == "block_coo") {
    set(0, options.bm), set(1, options.bn);
  } else if (format.name == "block_group_coo") {
    set(0, options.group), set(1, options.bm), set(2, options.bn);
  } else if (format.name == "sr_bcrs") {
    set(0, options.tile), set(1, options.group);
  } else if (format.name == "hyb") {
    set(0, options.partitions), set(1, options.max_bucket);
  }
  return options;
}

}  // namespace insum::data
