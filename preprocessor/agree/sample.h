// A set of made-up data, and what an Einsum makes of it.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agree/run_nest.h"
#include "agree/sizes.h"
#include "agree/stored_tensor.h"
#include "index_ir/interpret.h"

namespace insum::agree {

class Sample {
 public:
  /// Throws Unknown where the Einsum goes over too many points.
  Sample(const index::Program& program, std::uint64_t seed, const Values& fixed);

  const Values& values() const { return values_; }

  /// What the nest makes of the same data otherwise; nothing where it is the same. `start`: outputs hold this
  /// before.
  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning,
                                        std::optional<double> start) const;

  /// "n = 3, m = 2"
  const std::string& sizes() const { return sizes_; }

 private:
  struct Element {
    const index::TensorNode* tensor;
    index::Coordinates at;
    double value;
  };
  using Written = std::map<int, std::map<long long, double>>;

  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning,
                                        const Written& written, Memory& memory) const;
  /// What the nest reads beside the elements of a dense operand.
  std::optional<std::string> read_outside(Memory& memory) const;
  static std::string to_text(const Element& element);
  static bool was_written(const Written& written, const Meaning& meaning, const std::string& name,
                          long long at);
  void make_data(const index::Program& program, bool has_signs);

  Memory memory_;
  Values values_;  // also of arrays' lengths
  std::string sizes_;
  bool has_sums_ = false;  // subscripts such as i + k, which may lead outside
  index::State state_;
  std::map<const index::TensorNode*, std::vector<Place>> places_;
  std::map<std::string, std::map<long long, Element>> expected_;  // by array and offset
};

}  // namespace insum::agree
