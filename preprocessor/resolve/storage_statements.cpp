#include "resolve/storage_statements.h"

#include <algorithm>
#include <set>

#include "index_ir/array_names.h"
#include "resolve/call_text.h"
#include "support/names.h"

namespace insum::resolver {

using index::ExprPtr;

namespace {

std::string extent_text(const index::TensorNode& tensor) {
  return "::insum::rt::extent(" + list_text(tensor.sizes) + ", " + list_text(tensor.strides) + ")";
}

std::string length_statement(const std::string& name, const index::Argument& array, const std::string& needed,
                             const std::string& check = "check_length") {
  if (array->length_call.empty()) return "";
  return "::insum::rt::" + check + "(" + c_string(name) + ", " + array->length_call + ", " + needed + ");";
}

/// Of an array of a list, whose entries are as many as one of the arrays has elements.
std::string list_length_statement(const std::string& name, const index::Argument& array,
                                  const index::ExprPtr& count) {
  const auto* counted = index::get_if<index::Argument>(count);
  if (counted && (*counted)->call == array->length_call) return "";
  return length_statement(name, array, cpp_text(count), "check_list_length");
}

/// Of sizes of blocks that are known at the call: the numbers of blocks that the statements behind compute
/// exist.
void block_statements(const index::TensorNode& tensor, std::vector<std::string>& out) {
  for (const index::TensorLevel& level : tensor.levels) {
    const LevelMode& mode = level.level.mode;
    if (mode.kind != LevelMode::Kind::quotient) continue;
    const ExprPtr& block = tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor));
    if (index::as_integer(block)) continue;
    out.push_back("::insum::rt::check_block(" + c_string(tensor.name) + ", " + cpp_text(block) + ", " +
                  cpp_text(tensor.sizes[static_cast<std::size_t>(mode.mode)]) + ");");
  }
}

/// The arrays of a sparse tensor, outermost first: each says how many positions the level below has.
class Lengths {
 public:
  Lengths(const index::TensorNode& tensor, std::vector<std::string>& out) : tensor_(tensor), out_(out) {}

  /// Counts that exceed 64 bits are refused.
  void run(bool with_values) {
    checked_ = true;
    if (add_all() && with_values) needs(index::values_name(tensor_), tensor_.values);
    if (is_pending_) out_.push_back("static_cast<void>(" + count_ + ");");
  }

  /// How many values the tensor has; "" where nothing tells.
  std::string values() {
    if (!add_all()) return "";
    return list_ ? cpp_text(list_) : count_;
  }

 private:
  std::string name(const char* what, std::size_t l) const { return index::array_name(tensor_, what, l); }

  bool add_all() {
    for (std::size_t l = 0; l < tensor_.levels.size(); ++l)
      if (!add(l)) return false;
    return true;
  }

  void needs(const std::string& array_name, const index::Argument& array) {
    if (tensor_.on_device) return;  // lengths are among what is stored
    if (!positions_.empty() && !array->length_call.empty())
      out_.push_back("::insum::rt::check_entries(" + positions_ + ", " + c_string(array_name) + ", " +
                     array->length_call + ");");
    else if (positions_.empty())
      out_.push_back(list_ ? list_length_statement(array_name, array, list_)
                           : length_statement(array_name, array, count_));
    if (!array->length_call.empty()) is_pending_ = false;
  }

  /// False where nothing tells the lengths of what follows.
  bool add(std::size_t l) {
    const index::TensorLevel& level = tensor_.levels[l];
    switch (level.level.kind) {
      case LevelKind::compressed:
      case LevelKind::ragged:
        if (!add_positions(l)) return false;
        if (level.level.kind == LevelKind::compressed) needs(name("crd", l), level.arrays.back());
        return true;
      case LevelKind::singleton:
        needs(name("crd", l), level.arrays[0]);
        return true;
      case LevelKind::pointers:  // a number and a pointer for each row; how long rows are is not known
        needs(name("counts", l), level.arrays[0]);
        needs(name("crd", l), level.arrays[1]);
        needs(index::values_name(tensor_), tensor_.values);
        return false;
      case LevelKind::dense:
      case LevelKind::offset:
      case LevelKind::fixed:
        multiply(cpp_text(level.size));
        list_ = nullptr, positions_ = "";
        if (level.level.kind == LevelKind::fixed) needs(name("crd", l), level.arrays[0]);
        return true;
    }
    return false;
  }

  void multiply(const std::string& size) {
    if (!checked_ || count_ == one) {
      count_ = "(" + count_ + ") * (" + size + ")";
      return;
    }
    count_ = "::insum::rt::checked_mul(" + count_ + ", " + size + ", " + c_string(tensor_.name) + ")";
    is_pending_ = true;
  }

  bool add_positions(std::size_t l) {
    const index::TensorLevel& level = tensor_.levels[l];
    list_ = level.level.implicit_pos ? level.size : nullptr;
    positions_ = "";
    if (list_) {
      count_ = cpp_text(list_);
      return true;
    }
    const index::Argument& pos = level.arrays[0];
    if (pos->is_field || tensor_.on_device) return false;
    out_.push_back(length_statement(name("pos", l), pos, count_, "check_positions_length"));
    positions_ =
        c_string(name("pos", l)) + ", " + pos->call + ", " + count_ + ", " + std::to_string(tensor_.base);
    count_ = "::insum::rt::end_position(" + positions_ + ")";
    is_pending_ = false;
    return true;
  }

  static constexpr const char* one = "std::int64_t{1}";

  const index::TensorNode& tensor_;
  std::vector<std::string>& out_;
  std::string positions_;    // the arguments of end_position, where it says how many there are
  std::string count_ = one;  // positions of the level above
  bool checked_ = false;     // ... whose products are
  bool is_pending_ = false;  // ... and are in no statement yet
  index::ExprPtr list_;      // the number of entries of the list that we are in
};

/// An array whose length is the tensor's size, or was compared with it by the preprocessor.
bool has_own_length(const index::TensorNode& tensor) {
  if (!tensor.dense || tensor.sizes.size() != 1 || index::as_integer(tensor.strides[0]) != 1) return false;
  const auto* size = index::get_if<index::Argument>(tensor.sizes[0]);
  if (size) return (*size)->call == tensor.values->length_call;
  return tensor.values->length && index::as_integer(tensor.sizes[0]);
}

}  // namespace

std::string sizes_statement(const index::Program& program) {
  std::string list;
  std::set<std::string> seen;
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary || !tensor->values || has_own_length(*tensor)) continue;
    for (std::size_t mode = 0; mode < tensor->sizes.size(); ++mode) {
      const std::string size = cpp_text(tensor->sizes[mode]);
      if (index::as_integer(tensor->sizes[mode]) || !seen.insert(size).second) continue;
      list += (list.empty() ? "" : ", ") +
              ("{" + c_string(tensor->name) + ", " + std::to_string(mode) + ", " + size + "}");
    }
  }
  return list.empty() ? "" : "::insum::rt::check_not_negative({" + list + "});";
}

std::string fit_statement(const index::TensorNode& tensor) {
  if (tensor.values->container_call.empty()) return "";
  std::vector<std::string> checks;
  const std::string count = Lengths(tensor, checks).values();
  return count.empty() ? ""
                       : "::insum::rt::fit_values(" + tensor.values->container_call + ", " + count + ");";
}

std::vector<std::string> storage_statements(const index::Program& program,
                                            const std::vector<index::Tensor>& fitted) {
  const auto is_fitted = [&](const index::Tensor& tensor) {
    return std::find(fitted.begin(), fitted.end(), tensor) != fitted.end();
  };
  std::vector<std::string> list;
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary || (tensor->assembled && !tensor->keeps_pattern) || !tensor->values) continue;
    if (has_own_length(*tensor)) continue;
    if (tensor->dense)
      list.push_back(length_statement(tensor->name, tensor->values, extent_text(*tensor)));
    else
      block_statements(*tensor, list), Lengths(*tensor, list).run(!is_fitted(tensor));
  }
  std::erase(list, "");
  return list;
}

}  // namespace insum::resolver
