#include "resolve/storage_lengths.h"

namespace insum::resolver {

namespace {

using Count = std::optional<long long>;  // nothing: known at run time only

Count product(Count a, Count b) {
  long long result = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

Count constant(const index::ExprPtr& size) { return size ? index::as_integer(size) : std::nullopt; }

/// One more than the place of the last element.
Count dense_length(const index::TensorNode& tensor) {
  long long length = 1;
  for (std::size_t mode = 0; mode < tensor.sizes.size(); ++mode) {
    const Count size = index::as_integer(tensor.sizes[mode]);
    if (size == 0) return 0;
    const Count distance =
        product(size ? Count(*size - 1) : std::nullopt, index::as_integer(tensor.strides[mode]));
    if (!distance || __builtin_add_overflow(length, *distance > 0 ? *distance : 0, &length))
      return std::nullopt;
  }
  return length;
}

class LengthChecker {
 public:
  LengthChecker(Context& context, const index::TensorNode& tensor, SourceRange storage)
      : context_(context), tensor_(tensor), storage_(storage) {}

  bool run() {
    if (tensor_.dense) {
      needs(tensor_.values, dense_length(tensor_));
      return good_;
    }
    Count count = 1;  // positions
    for (const index::TensorLevel& level : tensor_.levels) count = positions_below(level, count);
    needs(tensor_.values, count);
    return good_;
  }

 private:
  /// Checks the arrays of a level below `count` positions.
  Count positions_below(const index::TensorLevel& level, Count count) {
    switch (level.level.kind) {
      case LevelKind::dense:
      case LevelKind::offset:
        return product(count, constant(level.size));
      case LevelKind::singleton:
        needs(level.arrays[0], count);
        return count;
      case LevelKind::fixed:
        count = product(count, constant(level.size));
        needs(level.arrays[0], count);
        return count;
      case LevelKind::pointers:  // a counter and a pointer for each row
        for (const index::Argument& array : level.arrays) needs(array, count);
        return count;
      case LevelKind::compressed:
      case LevelKind::ragged:
        if (!level.level.implicit_pos && count) needs(level.arrays[0], *count + 1);
        return std::nullopt;
    }
    return std::nullopt;
  }

  void needs(const index::Argument& array, Count count) {
    if (!array->length || !count || *array->length >= *count) return;
    const bool here = storage_.begin <= array->where.begin && array->where.end <= storage_.end;
    context_.report(Diag::storage_too_short, here ? array->where : storage_,
                    {resolver::count_of(static_cast<std::size_t>(*array->length), "element"), tensor_.name,
                     std::to_string(*count)});
    good_ = false;
  }

  Context& context_;
  const index::TensorNode& tensor_;
  const SourceRange storage_;
  bool good_ = true;
};

}  // namespace

bool check_lengths(Context& context, const index::TensorNode& tensor, SourceRange storage) {
  return LengthChecker(context, tensor, storage).run();
}

}  // namespace insum::resolver
