#include "resolve/call_class.h"

#include <algorithm>

#include "index_ir/rewrite.h"
#include "resolve/call_text.h"
#include "resolve/copy_source.h"
#include "resolve/positions_text.h"

namespace insum::resolver {

namespace {

using index::TensorNode;

std::string entries_of(const TensorNode& tensor) {
  std::string count = "std::int64_t{1}";
  for (const index::TensorLevel& level : tensor.levels)
    if (!count.empty()) count = positions_below(tensor, level, count);
  return count;
}

class CallReader {
 public:
  explicit CallReader(const std::vector<index::Tensor>& stored) : stored_(stored) {}

  void add(const index::Access& access, bool has_entries) {
    if (access.tensor->temporary) return;
    const TensorNode& tensor = source_among(stored_, access.tensor);
    for (std::size_t m = 0; m < access.subscripts.size(); ++m)
      if (const auto* var = index::get_if<index::Var>(access.subscripts[m])) {
        const std::string& name = (*var)->name;
        if (std::find(out_.indices.begin(), out_.indices.end(), name) != out_.indices.end()) continue;
        out_.indices.push_back(name);
        out_.sizes.push_back(cpp_text(tensor.sizes[m]));
      }
    if (!has_entries || tensor.dense || tensor.sizes.empty() || !tensor.values) return;
    if (std::find(out_.operands.begin(), out_.operands.end(), tensor.name) != out_.operands.end()) return;
    const std::string entries = entries_of(tensor);
    if (entries.empty()) return;
    out_.operands.push_back(tensor.name);
    out_.fillings.push_back("{" + entries + ", " + cpp_text(tensor.sizes[0]) + "}");
  }

  CallClass finish() { return std::move(out_); }

 private:
  const std::vector<index::Tensor>& stored_;
  CallClass out_;
};

}  // namespace

CallClass call_class(const index::Program& program, const std::vector<index::Tensor>& stored) {
  CallReader reader(stored);
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum) return;
    for (const index::Access& access : index::accesses_of(einsum->right)) reader.add(access, true);
    // Containers that grow may be empty before.
    const index::Tensor& left = einsum->left.tensor;
    reader.add(einsum->left, left->values && left->values->container_call.empty());
  });
  return reader.finish();
}

}  // namespace insum::resolver
