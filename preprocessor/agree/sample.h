// A set of made-up data, and what an Einsum makes of it.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agree/run_nest.h"
#include "agree/sizes.h"
#include "agree/stored_tensor.h"
#include "index_ir/interpret.h"

namespace insum::agree {

/// Numbers of all kinds are in so many sets, and further ones are like the last of them.
constexpr int data_sets = 8;

class Sample {
 public:
  /// What the data depend on beside the Einsum.
  struct Given {
    Values fixed;                                // sizes
    std::set<double> compared;                   // what the nest compares data with
    std::set<double> in_decisions;               // constants in what it compares, and in minima and maxima
    std::set<std::string> others;                // scalars that it has and the Einsum has not
    const index::TensorNode* rebased = nullptr;  // has base(1) where the block says none, and none else
    bool repeats = false;                        // entries are stored twice where the block allows it
    long long longest_row = 3;                   // of a sparse operand, in entries
  };

  /// Throws Unknown where the Einsum goes over too many points.
  Sample(const index::Program& program, std::uint64_t seed, const Given& given);

  const Values& values() const { return values_; }

  /// What the nest makes of the same data otherwise; nothing where it is the same. `starts`: what arrays of
  /// outputs hold before. Where it is the same, `decided` gets which ways the nest went.
  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning, const Values& starts,
                                        Decisions& decided) const;

  /// "n = 3, m = 2"
  const std::string& sizes() const { return sizes_; }

 private:
  struct Element {
    const index::TensorNode* tensor;
    index::Coordinates at;
    double value;
  };
  using Written = std::map<int, std::map<long long, double>>;

  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning, const Run& run,
                                        Memory& memory) const;
  /// Made-up data may be what neither is meant for: quotients by 0, and what the nest does about them.
  bool is_told_by(double statement, double einsum) const;
  /// What the nest reads beside the elements of a dense operand.
  std::optional<std::string> read_outside(Memory& memory) const;
  static std::string to_text(const Element& element);
  /// Throws Unknown where outputs share elements with other tensors.
  void check_apart(const index::Program& program) const;
  void make_data(const index::Program& program, const Numbers& numbers);
  /// Gives index arrays different values where the Einsum assigns through them.
  void permute(const index::Program& program);
  void set_lengths(const index::Program& program, const Lengths& lengths);
  void set_numbers(const index::Program& program, const Numbers& numbers);

  int base_of(const index::TensorNode& tensor) const;

  const index::TensorNode* rebased_;
  bool repeats_;
  long long longest_row_;
  Memory memory_;
  Values values_;  // also of arrays' lengths
  std::string sizes_;
  bool leads_outside_ = false;  // subscripts such as i + k do, and other sizes may keep them inside
  bool divides_ = false;        // or computes otherwise what is not finite for some numbers
  bool has_guards_ = false;     // the Einsum too keeps from dividing by 0
  index::State state_;
  std::map<const index::TensorNode*, std::vector<Place>> places_;
  std::map<std::string, std::map<long long, Element>> expected_;  // by array and offset
};

}  // namespace insum::agree
