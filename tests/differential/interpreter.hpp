// The naive evaluation of programs that come as text: an Einsum's meaning, apart from anything of insum's.
//
// The text is a list of words:
//   index NAME range N                  an index variable with the coordinates 0 ... N-1
//   index NAME list COUNT c ...         one of which only these coordinates are looked at (huge dimensions)
//   tensor NAME RANK size ... fill F    followed by `dense VALUE ...` or `entries COUNT (c ... VALUE) ...`
//   einsum TENSOR COUNT subscript ... OPERATOR TERMS (SIGN COUNT index ... expression) ...
//   blocks NAME b ...                   the tensor is stored in blocks of these sizes: whole ones, where it
//   has entries result NAME RANK ... and others     read by the caller
// An expression is in prefix form: `# 2` a number, `$ 2` a C++ scalar, `@ A subscript ...`, `+ x y`, `sum 1 k
// x`. A subscript is `. i`, `= 3`, `~ CONSTANT COUNT (COEFFICIENT i) ...`, or `[ D subscript ...`.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace differential {

using Coordinates = std::vector<std::int64_t>;

/// The words of a text, one after the other.
class Words {
 public:
  explicit Words(const char* text) : at_(text) {}
  bool done();
  std::string word();
  std::int64_t integer() { return std::stoll(word()); }
  double number();

 private:
  const char* at_;
};

/// A value, and whether it follows from what is not stored alone: from fill values and constants.
template <class T>
struct Value {
  T value{};
  bool fixed = true;
};

template <class T>
struct Operand {
  Coordinates shape;
  T fill{};
  bool dense = false;
  std::vector<T> values;                     // dense
  std::map<Coordinates, T> entries;          // stored
  std::map<Coordinates, Value<T>> computed;  // of a result: also what is not stored

  Value<T> at(const Coordinates& where) const;
  bool contains(const Coordinates& where) const;
};

template <class T>
struct Expression;

/// Reads a program's words up to one that it does not know, and executes its Einsums.
template <class T>
class Interpreter {
 public:
  Interpreter();
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Takes the rest of a statement that begins with this word; false if the word begins none.
  bool statement(const std::string& first, Words& words);
  const Operand<T>& operand(const std::string& name) const { return operands_.at(name); }

 private:
  using Node = std::unique_ptr<Expression<T>>;
  struct Index {
    std::int64_t range = 0;
    bool listed = false;
    Coordinates list;
    std::int64_t now = 0;
  };
  struct Subscript;
  struct Term {
    bool minus;
    std::vector<int> reduced;
    Node body;
  };

  void read_index(Words& words);
  void read_tensor(Words& words);
  void read_einsum(Words& words);
  void read_blocks(Words& words);
  std::map<Coordinates, Value<T>> untouched(const Operand<T>& target,
                                            const std::vector<Subscript>& subscripts, bool assigns) const;
  int index(const std::string& name) const { return index_numbers_.at(name); }
  std::vector<int> indices(Words& words);
  T constant(Words& words);
  Subscript subscript(Words& words);
  Node expression(Words& words);
  std::int64_t value(const Subscript& subscript) const;
  Value<T> value(const Expression<T>& node);
  Value<T> apply(const Expression<T>& node);
  Value<T> reduce(const std::string& op, const std::vector<int>& names, const Expression<T>& body);
  template <class Body>
  void each(const std::vector<int>& names, std::size_t depth, const Body& body);

  std::unordered_map<std::string, int> index_numbers_;
  std::vector<Index> indices_;
  std::map<std::string, Operand<T>> operands_;

  friend struct Expression<T>;
};

}  // namespace differential
