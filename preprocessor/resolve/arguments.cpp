#include "resolve/arguments.h"

#include "resolve/names.h"
#include "support/internal_error.h"
#include "support/names.h"

namespace insum::resolver {

index::ArgumentNode make_argument(index::ArgumentNode::Kind kind, std::string name, std::string call,
                                  SourceRange where) {
  index::ArgumentNode node;
  node.kind = kind;
  node.name = std::move(name);
  node.call = std::move(call);
  node.where = where;
  return node;
}

index::Argument ArgumentTable::get(index::ArgumentNode wanted) {
  // Tensors whose values are the same number are not the same tensor.
  auto& entry = by_call_[{wanted.kind, wanted.call + (wanted.is_same ? " of " + wanted.name : "")}];
  if (!entry) {
    wanted.name = names_->make(wanted.name);
    // The template parameter that stands for a type known to the C++ compiler only.
    if (wanted.type == ElementType::dependent && wanted.kind != index::ArgumentNode::Kind::callable)
      wanted.type_spelling = to_identifier(wanted.type_spelling) + "_type";
    entry = std::make_shared<index::ArgumentNode>(std::move(wanted));
    list_.push_back(entry);
  }
  return entry;
}

void ArgumentTable::set_writable(const index::Argument& array) {
  const auto entry = by_call_.find({array->kind, array->call});
  internal_check(entry != by_call_.end() && entry->second == array, "an argument that is not in the table");
  entry->second->writable = true;
}

}  // namespace insum::resolver
