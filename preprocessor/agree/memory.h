// Small made-up arrays that a loop and an Einsum run on: an element gets its value when it is first read.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace insum::agree {

/// Thrown: what a nest or an Einsum does cannot be run here, so nothing can be said of it.
struct Unknown {
  std::string why;  // "operand 'A' is symmetric"
};

/// Those in an array of values: 1 to 9, with or without a sign, and one in some is one of others.
struct Numbers {
  enum class Sign { none, any, minus } sign = Sign::none;
  std::vector<double> others;
  long long one_in = 3;
};

/// An array of pointers to rows is one of elements: those of row p begin at (p + 1) * row_pitch, so that no
/// other array has any there.
constexpr long long row_pitch = 1 << 20;

class Memory {
 public:
  explicit Memory(std::uint64_t seed) : seed_(seed) {}

  /// Elements of the array that nothing sets are so from now on.
  void use_numbers(const std::string& array, Numbers numbers) { arrays_[array].numbers = std::move(numbers); }
  /// Elements that nothing sets are in [lowest, lowest + count) from now on; others are 1 to 9.
  void limit(const std::string& array, long long lowest, long long count);
  double read(const std::string& array, long long at);
  void write(const std::string& array, long long at, double value) { arrays_[array].elements[at] = value; }
  /// The elements that were read or written.
  const std::map<long long, double>& elements(const std::string& array) { return arrays_[array].elements; }

  /// A number below `count` that depends on `key` alone.
  long long draw(const std::string& key, long long count) const;

 private:
  struct Array {
    long long lowest = 1, count = 9;
    Numbers numbers;
    std::map<long long, double> elements;
  };
  std::uint64_t seed_;
  std::map<std::string, Array> arrays_;
};

}  // namespace insum::agree
