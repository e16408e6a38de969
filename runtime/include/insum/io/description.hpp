// The file tensor.json of a folder of arrays: what its arrays are.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "scanner.hpp"

namespace insum {

/// A tensor without its arrays.
struct tensor_description {
  struct bucket {  // of hyb
    std::int64_t partition = 0;
    std::int64_t width = 1;
  };
  std::string format;
  std::vector<std::int64_t> shape;
  std::vector<std::pair<std::string, std::int64_t>> parameters;  // {"g", 8}
  std::vector<std::string> arrays;                               // names of files, without ".npy"
  std::vector<bucket> buckets;

  const std::int64_t* parameter(std::string_view name) const {
    for (const auto& [each, value] : parameters)
      if (each == name) return &value;
    return nullptr;
  }
};

namespace io {

/// Parses the JSON object of a description; knows the line for messages. No more of JSON than that needs:
/// strings without escapes, whole numbers.
class description_parser {
 public:
  description_parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  tensor_description parse() {
    members([&](const std::string& key) {
      if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) fail(io::quoted(key) + " occurs twice");
      seen_.push_back(key);
      member(key);
    });
    skip_blanks();
    if (at_ != text_.size()) fail("bytes follow the description");
    for (const char* key : {"format", "shape", "arrays"})
      if (std::find(seen_.begin(), seen_.end(), key) == seen_.end())
        fail("'" + std::string(key) + "' is missing");
    return std::move(result_);
  }

 private:
  static constexpr std::int64_t most = INT64_MAX / 4;  // of any number: sums of two do not overflow

  [[noreturn]] void fail(const std::string& reason) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(at_);
    throw parse_error(file_, 1 + std::count(text_.begin(), end, '\n'), reason);
  }
  void member(const std::string& key) {
    if (key == "format")
      result_.format = string();
    else if (key == "shape")
      elements([&] { result_.shape.push_back(number()); });
    else if (key == "parameters")
      members([&](const std::string& name) {
        if (result_.parameter(name) != nullptr) fail(io::quoted(name) + " occurs twice");
        result_.parameters.emplace_back(name, number());
      });
    else if (key == "arrays")
      elements([&] { result_.arrays.push_back(string()); });
    else if (key == "buckets")
      elements([&] { result_.buckets.push_back(bucket()); });
    else
      fail("unknown key " + io::quoted(key));
  }
  tensor_description::bucket bucket() {
    tensor_description::bucket one;
    members([&](const std::string& key) {
      if (key != "partition" && key != "width") fail("unknown key " + io::quoted(key) + " of a bucket");
      (key == "width" ? one.width : one.partition) = number();
    });
    return one;
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \n\t\r").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("expected '") + c + "', found " + found());
  }
  std::string found() const {
    return at_ == text_.size() ? "the end of the file" : io::quoted(text_.substr(at_));
  }

  template <class Member>
  void members(Member&& one) {
    expect('{');
    if (take('}')) return;
    do {
      const std::string key = string();
      expect(':');
      one(key);
    } while (take(','));
    expect('}');
  }
  template <class Element>
  void elements(Element&& one) {
    expect('[');
    if (take(']')) return;
    do one();
    while (take(','));
    expect(']');
  }
  std::string string() {
    expect('"');
    const std::size_t end = text_.find('"', at_);
    if (end == text_.npos) fail("a string has no end");
    const std::string_view result = text_.substr(at_, end - at_);
    for (const char c : result)
      if (c == '\\' || static_cast<unsigned char>(c) < ' ') fail("escapes in strings are not expected here");
    at_ = end + 1;
    return std::string(result);
  }
  std::int64_t number() {
    skip_blanks();
    const char* p = text_.data() + at_;
    std::int64_t result = 0;
    if (parse_integer(p, text_.data() + text_.size(), result) != number_error::none)
      fail("expected a whole number, found " + found());
    if (result < 0 || result > most)
      fail("the number " + std::to_string(result) + " is out of range [0, " + std::to_string(most) + "]");
    at_ = static_cast<std::size_t>(p - text_.data());
    return result;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::vector<std::string> seen_;
  tensor_description result_;
};

inline tensor_description read_description_from(input& source) {
  constexpr std::size_t most = std::size_t{1} << 26;
  buffer<char> text;
  char piece[4096];
  for (std::size_t count = 0; (count = source.read(piece, sizeof piece)) != 0;) {
    if (text.size() + count > most)
      throw parse_error(source.name(), 1, "the description is longer than 64 MiB");
    const std::size_t old = text.size();
    text.resize(old + count);
    std::copy(piece, piece + count, text.data() + old);
  }
  if (!source.error().empty()) throw parse_error(source.name(), 1, source.error());
  return description_parser({text.data(), text.size()}, source.name()).parse();
}

template <class List, class Text>
std::string json_list(const List& list, Text&& text) {
  std::string result;
  for (const auto& each : list) result.append(result.empty() ? "" : ", ").append(text(each));
  return result;
}

inline void write_description(const std::string& path, const tensor_description& about) {
  const auto in_quotes = [](const std::string& word) { return std::string("\"").append(word).append("\""); };
  std::string text = "{\n  \"format\": " + in_quotes(about.format) + ",\n  \"shape\": [" +
                     json_list(about.shape, [](std::int64_t size) { return std::to_string(size); }) + "],\n";
  text += "  \"parameters\": {" +
          json_list(
              about.parameters,
              [&](const auto& each) { return in_quotes(each.first) + ": " + std::to_string(each.second); }) +
          "},\n";
  if (about.format == "hyb")
    text += "  \"buckets\": [" +
            json_list(about.buckets,
                      [](const tensor_description::bucket& each) {
                        return "{\"partition\": " + std::to_string(each.partition) +
                               ", \"width\": " + std::to_string(each.width) + "}";
                      }) +
            "],\n";
  text += "  \"arrays\": [" + json_list(about.arrays, in_quotes) + "]\n}\n";
  output out(path);
  out.write(text);
  out.close();
}

}  // namespace io
}  // namespace insum
