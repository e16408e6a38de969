#include "resolve/storage_statements.h"

#include <algorithm>

#include "resolve/call_text.h"

namespace insum::resolver {

using index::ExprPtr;

namespace {

std::string extent_text(const index::TensorNode& tensor) {
  return "::insum::rt::extent(" + list_text(tensor.sizes) + ", " + list_text(tensor.strides) + ")";
}

std::string length_statement(const std::string& name, const index::Argument& array, const std::string& needed) {
  if (array->length_call.empty() || array->depth > 1) return "";
  return "::insum::rt::check_length(\"" + name + "\", " + array->length_call + ", " + needed + ");";
}

/// The arrays of a sparse tensor, outermost first: each says how many positions the level below has.
void add_levels(const index::TensorNode& tensor, std::vector<std::string>& out) {
  std::string count = "std::int64_t{1}";
  for (const index::TensorLevel& level : tensor.levels) {
    const auto array = [&](std::size_t n) { return level.arrays.at(n); };
    switch (level.level.kind) {
      case LevelKind::dense:
        count = "(" + count + ") * (" + cpp_text(level.size) + ")";
        break;
      case LevelKind::fixed:
        count = "(" + count + ") * (" + cpp_text(level.size) + ")";
        out.push_back(length_statement(array(0)->name, array(0), count));
        break;
      case LevelKind::compressed:
      case LevelKind::ragged:
        if (level.level.implicit_pos) {
          count = cpp_text(level.size);
        } else {
          if (array(0)->is_field) return;
          out.push_back(length_statement(array(0)->name, array(0), count + " + 1"));
          count = "::insum::rt::end_position(\"" + array(0)->name + "\", " + array(0)->call + ", " + count + ", " +
                  std::to_string(tensor.base) + ")";
        }
        if (level.level.kind == LevelKind::compressed)
          out.push_back(length_statement(level.arrays.back()->name, level.arrays.back(), count));
        break;
      case LevelKind::singleton:
        out.push_back(length_statement(array(0)->name, array(0), count));
        break;
      case LevelKind::offset:
        count = "(" + count + ") * (" + cpp_text(level.size) + ")";
        break;
      case LevelKind::pointers:
        return;
    }
  }
  out.push_back(length_statement(tensor.values->name, tensor.values, count));
}

bool is_plain(const index::TensorNode& tensor) {
  return tensor.dense && !tensor.temporary && !tensor.values->is_field && tensor.values->depth == 1;
}

/// An array whose length is the tensor's size, or was compared with it by the preprocessor.
bool has_own_length(const index::TensorNode& tensor) {
  if (!tensor.dense || tensor.sizes.size() != 1 || index::as_integer(tensor.strides[0]) != 1) return false;
  const auto* size = index::get_if<index::Argument>(tensor.sizes[0]);
  if (size) return (*size)->call == tensor.values->length_call;
  return tensor.values->length && index::as_integer(tensor.sizes[0]);
}

/// An output and every other dense tensor over another array.
void add_overlaps(const index::Program& program, std::vector<std::string>& out) {
  for (const index::Tensor& written : program.outputs)
    for (const index::Tensor& other : program.tensors) {
      if (!is_plain(*written) || !is_plain(*other) || written->values == other->values) continue;
      const bool both = std::find(program.outputs.begin(), program.outputs.end(), other) != program.outputs.end();
      if (both && written->name > other->name) continue;  // once for two outputs
      out.push_back("::insum::rt::check_apart(\"" + written->name + "\", " + written->values->call + ", " +
                    extent_text(*written) + ", \"" + other->name + "\", " + other->values->call + ", " +
                    extent_text(*other) + ");");
    }
}

}  // namespace

std::vector<std::string> storage_statements(const index::Program& program) {
  std::vector<std::string> list;
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary || (tensor->assembled && !tensor->keeps_pattern) || !tensor->values) continue;
    if (has_own_length(*tensor)) continue;
    if (tensor->dense)
      list.push_back(length_statement(tensor->name, tensor->values, extent_text(*tensor)));
    else
      add_levels(*tensor, list);
  }
  if (!program.no_alias) add_overlaps(program, list);
  std::erase(list, "");
  return list;
}

}  // namespace insum::resolver
