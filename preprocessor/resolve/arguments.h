// The values that a kernel is called with. Equal C++ texts share one argument.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "resolve/names.h"

namespace insum::resolver {

/// An argument whose other fields are still to be set.
index::ArgumentNode make_argument(index::ArgumentNode::Kind kind, std::string name, std::string call,
                                  SourceRange where);

class ArgumentTable {
 public:
  explicit ArgumentTable(UniqueNames& names) : names_(&names) {}

  /// The argument like `wanted`, whose name is only a wish, or the one there is with the same kind and call.
  index::Argument get(index::ArgumentNode wanted);
  /// Marks an array as written by the kernel.
  void set_writable(const index::Argument& array);
  const std::vector<index::Argument>& all() const { return list_; }

 private:
  UniqueNames* names_;
  std::vector<index::Argument> list_;
  std::map<std::pair<index::ArgumentNode::Kind, std::string>, std::shared_ptr<index::ArgumentNode>> by_call_;
};

}  // namespace insum::resolver
