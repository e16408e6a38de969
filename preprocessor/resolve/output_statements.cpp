#include "resolve/output_statements.h"

#include <algorithm>
#include <set>

#include "index_ir/algebra.h"
#include "index_ir/array_names.h"
#include "index_ir/rewrite.h"
#include "resolve/call_text.h"
#include "resolve/copy_source.h"
#include "resolve/positions_text.h"
#include "resolve/storage.h"
#include "support/names.h"

namespace insum::resolver {

namespace {

using index::TensorNode;

/// A level as an insum::statement::level. `next` counts the arrays of the levels before.
std::string level_text(const TensorNode& tensor, const index::TensorLevel& level, int& next) {
  const bool two = level.arrays.size() == 2;
  const std::string size = level.size ? cpp_text(level.size) : "0";
  const LevelMode& mode = level.level.mode;
  const std::string scale = mode.kind == LevelMode::Kind::quotient
                                ? cpp_text(tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor)))
                                : "1";
  const bool counts = level.level.kind == LevelKind::ragged || level.level.kind == LevelKind::pointers;
  const int pos = two || counts ? next : -1;
  const int crd = two ? next + 1 : level.arrays.empty() || counts ? -1 : next;
  next += static_cast<int>(level.arrays.size());
  return "{::insum::statement::level::" + std::string(to_string(level.level.kind)) + ", " + size + ", " +
         std::to_string(mode.mode) + ", " + std::to_string(mode.other_mode) + ", " + scale + ", " +
         std::to_string(pos) + ", " + std::to_string(crd) + "}";
}

/// An insum::statement::storage_form.
std::string form_text(const TensorNode& tensor) {
  std::string levels, names;
  int next = 0;
  for (const index::TensorLevel& level : tensor.levels)
    levels += (levels.empty() ? "{" : ", ") + level_text(tensor, level, next);
  for (const index::Argument& array : level_arrays(tensor))
    names += c_string(index::array_name(tensor, array)) + ", ";
  names += c_string(index::values_name(tensor));
  return "{" + levels + "}, " + list_text(tensor.sizes) + ", " + std::to_string(tensor.base) + ", {" + names +
         "}}";
}

/// An output with containers for all of its arrays.
bool grows(const TensorNode& tensor) {
  const std::vector<index::Argument> arrays = level_arrays(tensor);
  return !tensor.values->container_call.empty() &&
         std::none_of(arrays.begin(), arrays.end(), [](const auto& a) { return a->container_call.empty(); });
}

/// What the kernel's results depend on of what a dense output held: an insum::statement::former.
/// Nothing where the first Einsum that names it gives each element a value, whatever was there; an element's
/// own value where none reads another.
std::string former_text(const index::Program& program, const TensorNode& output) {
  bool named = false, defined = false, read = false, read_first = false;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto names_it = [&](const index::Access& access) { return access.tensor->values == output.values; };
    const auto reads_it = [&](const index::ExprPtr& expr) {
      const auto* access = index::get_if<index::Access>(expr);
      read |= access && names_it(*access);
    };
    if (const auto* guard = index::get_if<index::Guard>(stmt))
      index::for_each_expr(guard->condition, reads_it);
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum) return;
    index::for_each_expr(einsum->right, reads_it);
    for (const index::ExprPtr& subscript : einsum->left.subscripts) index::for_each_expr(subscript, reads_it);
    if (!named) read_first = read;
    if (named || !names_it(einsum->left)) return;
    named = true;
    defined = einsum->op == index::Op::none && index::names_every_entry(einsum->left);
  });
  const bool plain = output.symmetry == index::Symmetry::none;
  return "insum::statement::former::" + std::string(plain && defined && !read_first ? "nothing"
                                                    : plain && !read                ? "own"
                                                                                    : "all");
}

class Statements {
 public:
  explicit Statements(const std::string& call) : call_(call + ".") {}
  OutputStatements take() { return std::move(out_); }

  /// `last`: the argument behind the strides, if any.
  void strided(const std::string& what, const TensorNode& tensor, const std::string& last) {
    const index::Argument& values = tensor.values;
    const std::string length = values->length_call.empty() ? "-1" : values->length_call;
    const std::string array = values->call + ", " + length + ", " + list_text(tensor.sizes) + ", ";
    before(what + "(" + c_string(tensor.name) + ", " + array + list_text(tensor.strides) + last + ");");
    after("dense_is(" + array + (values->container_call.empty() ? "false" : "true") + ");");
  }

  void sparse(const index::Tensor& output) {
    const TensorNode& tensor = *output;
    std::vector<index::Argument> arrays = level_arrays(tensor);
    const std::string head = "(" + c_string(tensor.name) + ", " + form_text(tensor) + ", ";
    if (grows(tensor)) {
      std::string list;
      arrays.push_back(tensor.values);
      for (const index::Argument& array : arrays) list += ", " + array->container_call;
      return before("containers" + head + cpp_text(index::fill_of(output)) + list + ");");
    }
    std::string list;
    const bool rows = tensor.levels.back().level.kind == LevelKind::pointers;
    const std::string coordinates = rows ? arrays.back()->call + ", " : "";
    if (rows) arrays.pop_back();
    for (const index::Argument& array : arrays)
      list += (list.empty() ? "" : ", ") + ("::insum::statement::indices(" + array->call + ")");
    before((rows ? "rows" : "pattern") + head + "{" + list + "}, " + coordinates + tensor.values->call +
           ");");
    after_array(tensor.values);
  }

  /// One with other elements than a dense tensor's, of a length that may be unknown: "".
  void reads(const TensorNode& tensor, const index::Argument& array, const std::string& count) {
    before("reads(" + c_string(index::array_name(tensor, array)) + ", " + array->call + ", " +
           (count.empty() || array->depth > 1 ? "-1" : count) + ");");
    after_array(array);
  }

  /// The arrays of a sparse operand, or of a sparse output without its values, with their lengths.
  void arrays_of(const TensorNode& tensor, bool written) {
    std::string count = "std::int64_t{1}";
    for (const index::TensorLevel& level : tensor.levels) {
      const std::string above = count;
      if (!count.empty()) count = positions_below(tensor, level, count);
      const std::vector<std::string> names = level.level.array_names();
      for (std::size_t a = 0; a < level.arrays.size(); ++a)
        reads(tensor, level.arrays[a],
              names[a] == "counts"                  ? above
              : names[a] == "pos" && !above.empty() ? above + " + 1"
                                                    : count);
    }
    if (!written) reads(tensor, tensor.values, count);
  }

 private:
  void before(const std::string& text) { out_.before.push_back(call_ + text); }
  void after(const std::string& text) { out_.after_statement.push_back(call_ + text); }
  void after_array(const index::Argument& array) { after("array_is(" + array->call + ");"); }

  std::string call_;
  OutputStatements out_;
};

}  // namespace

OutputStatements output_statements(const index::Program& program, const std::vector<index::Tensor>& stored,
                                   const std::string& call) {
  Statements list(call);
  for (const index::Tensor& tensor : program.outputs)
    if (tensor->dense)
      list.strided("dense", *tensor, ", ::" + former_text(program, *tensor));
    else
      list.sparse(tensor);
  std::set<const TensorNode*> seen;  // a sum has one source for all of its parts
  for (const index::Tensor& each : program.tensors) {
    const TensorNode& tensor = source_among(stored, each);
    if (tensor.temporary || !tensor.values || !seen.insert(&tensor).second) continue;
    const bool written = std::any_of(program.outputs.begin(), program.outputs.end(),
                                     [&](const index::Tensor& out) { return out->values == tensor.values; });
    if (written && grows(tensor)) continue;
    if (!tensor.dense)
      list.arrays_of(tensor, written);
    else if (!written && tensor.values->depth == 1)
      list.strided("operand", tensor, "");
    else if (!written)
      list.reads(tensor, tensor.values, "");
  }
  return list.take();
}

}  // namespace insum::resolver
