// The tensors of a block by name: declared ones, C++ objects that are used directly, and temporaries.
#pragma once
#include <set>

#include "resolve/object_tensor.h"
#include "resolve/storage.h"

namespace insum::resolver {

class Tensors {
 public:
  explicit Tensors(Context& context) : context_(context) {}

  void declare(const ast::TensorDirective& directive);

  /// What a name in an expression or on the left stands for.
  struct Meaning {
    enum class Kind { tensor, scalar, unknown, failed } kind = Kind::unknown;  // failed: already reported
    TensorPtr tensor;
  };
  /// A C++ number is a tensor without modes when it `is_written` (also earlier in the block), else a scalar.
  Meaning find(const ast::Name& name, bool is_written = false);

  /// What a name stands for from now on; the tensor before is used no more.
  void replace(const std::string& name, const TensorPtr& tensor);
  void add_temporary(const TensorPtr& tensor);
  /// For later uses of a name whose Einsum had an error.
  void mark_failed(const std::string& name) { failed_.insert(name); }
  /// Reports a name that is neither a tensor nor anything of C++.
  void report_unknown(const ast::Name& name);
  bool is_declared(const std::string& name) const {
    return by_name_.count(name) > 0 || failed_.count(name) > 0;
  }

  const std::vector<TensorPtr>& all() const { return list_; }
  /// Tensors with a `tensor` line, in order.
  const std::vector<TensorPtr>& declared() const { return declared_; }

 private:
  void add(const std::string& name, const TensorPtr& tensor);

  Context& context_;
  std::map<std::string, TensorPtr> by_name_;
  std::set<std::string> failed_;
  std::vector<std::string> declared_names_;
  std::vector<TensorPtr> list_, declared_;
};

}  // namespace insum::resolver
