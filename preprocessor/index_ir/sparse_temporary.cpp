#include "index_ir/sparse_temporary.h"

#include <algorithm>

#include "index_ir/nest.h"

namespace insum::index {

namespace {

/// More coordinates than anyone means to have places for.
constexpr long long most_places = 1LL << 27;

/// The tensor has an element, or a position, for every coordinate of a mode of this size.
bool has_places(const TensorNode& tensor, const ExprPtr& size, const Program& program) {
  if (tensor.dense)
    return std::any_of(tensor.sizes.begin(), tensor.sizes.end(),
                       [&](const ExprPtr& s) { return same_size(s, size, program); });
  return std::any_of(tensor.levels.begin(), tensor.levels.end(), [&](const TensorLevel& level) {
    return level.level.kind == LevelKind::dense && level.level.mode.kind == LevelMode::Kind::plain &&
           same_size(tensor.sizes[static_cast<std::size_t>(level.level.mode.mode)], size, program);
  });
}

/// Formats with a dense level are for tensors whose modes are small beside the number of entries.
bool can_have_places(const TensorNode& tensor, std::size_t mode, const Program& program) {
  const ExprPtr& size = tensor.sizes[mode];
  if (const auto known = as_integer(size); known && *known > most_places) return false;
  const bool own = std::any_of(tensor.levels.begin(), tensor.levels.end(), [](const TensorLevel& level) {
    return level.level.kind != LevelKind::compressed && level.level.kind != LevelKind::singleton;
  });
  return own || std::any_of(program.tensors.begin(), program.tensors.end(),
                            [&](const Tensor& other) { return has_places(*other, size, program); });
}

Argument local(ArgumentNode::Kind kind, const std::string& name, ElementType type,
               const std::string& spelling) {
  ArgumentNode node;
  node.kind = kind;
  node.name = name;
  node.type = type;
  node.type_spelling = spelling;
  return std::make_shared<const ArgumentNode>(std::move(node));
}

/// An array of coordinates of the mode; null where coordinates are computed from others.
Argument coordinates_of(const TensorNode& tensor, std::size_t mode) {
  for (const TensorLevel& level : tensor.levels)
    if (!level.arrays.empty() && level.level.mode.kind == LevelMode::Kind::plain &&
        level.level.mode.mode == static_cast<int>(mode) && level.level.kind != LevelKind::ragged)
      return level.arrays.back();
  return nullptr;
}

}  // namespace

std::vector<TensorLevel> sorted_levels(const TensorNode& tensor, const std::vector<std::size_t>& modes,
                                       const Program& program) {
  std::vector<TensorLevel> levels;
  for (std::size_t l = 0; l < modes.size(); ++l) {
    TensorLevel stored;
    stored.level.mode.mode = static_cast<int>(modes[l]);
    stored.level.kind = LevelKind::compressed;
    if (l == 0 && modes.size() > 1 && can_have_places(tensor, modes[0], program)) {
      stored.level.kind = LevelKind::dense;
      stored.size = tensor.sizes[modes[0]];
    } else if (const Argument like = coordinates_of(tensor, modes[l])) {
      stored.arrays = {nullptr, local(ArgumentNode::Kind::array, "", like->type, like->type_spelling)};
    }
    levels.push_back(std::move(stored));
  }
  return levels;
}

std::string format_name_of(const std::vector<TensorLevel>& levels) {
  bool in_order = true, listed = true;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    in_order &= levels[l].level.mode.mode == static_cast<int>(l);
    listed &= levels[l].level.kind == LevelKind::compressed && (l == 0 || !levels[l].level.implicit_pos);
  }
  if (levels.size() == 2 && (listed || levels[0].level.kind == LevelKind::dense))
    return std::string(listed ? "dcs" : "cs") + (in_order ? "r" : "c");
  return listed && in_order ? "csf" : "levels";
}

void add_local_storage(TensorNode& node, const std::function<std::string(const std::string&)>& unique) {
  const auto stored = std::count_if(node.levels.begin(), node.levels.end(), [](const TensorLevel& level) {
    return !level.level.array_names().empty();
  });
  const auto array = [&](const std::string& name, const Argument& like) {
    const Argument made = local(ArgumentNode::Kind::array, unique(node.name + "_" + name),
                                like ? like->type : ElementType::i64, like ? like->type_spelling : "");
    node.containers.push_back(
        local(ArgumentNode::Kind::container, unique(made->name + "_list"), made->type, made->type_spelling));
    return made;
  };
  for (std::size_t l = 0; l < node.levels.size(); ++l) {
    TensorLevel& level = node.levels[l];
    const std::vector<std::string> names = level.level.array_names();
    level.arrays.resize(names.size());
    for (std::size_t a = 0; a < names.size(); ++a)
      level.arrays[a] = array(names[a] + (stored > 1 ? std::to_string(l) : ""), level.arrays[a]);
    if (level.level.implicit_pos)
      level.size =
          argument_expr(local(ArgumentNode::Kind::size, unique(node.name + "_nnz"), ElementType::i64, ""));
  }
  node.values = array("vals", local(ArgumentNode::Kind::array, "", node.type, node.type_spelling));
  node.dense = false;
  node.temporary = true;
  node.assembled = true;
}

}  // namespace insum::index
