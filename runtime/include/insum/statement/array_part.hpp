// Elements of an array that neither kernel nor statement may write.
#pragma once
#include <string>
#include <utility>

#include "outputs.hpp"

namespace insum::statement {

/// array[0] ... array[count - 1]
template <class P>
class array_part final : public values_output<P> {
  using values_output<P>::values_;
  using T = typename detail::copies<P>::T;

 public:
  array_part(std::string name, P array, std::int64_t count) : values_output<P>(std::move(name)) {
    values_.emplace(array, 0, count);
  }

  difference compare(const tolerance& given, bool reduces, const outputs&) override {
    tolerance allowed;
    difference found;
    if (!values_->differ(given, reduces, allowed)) return found;
    for (std::int64_t i = 0; i < values_->count(); ++i) {
      if (!values_->compares(i)) continue;
      const T &kernel = values_->kernel(i), &statement = values_->statement(i);
      if (!agree<T>(kernel, statement, allowed)) this->template note<T>(found, {i}, kernel, statement);
    }
    return found;
  }
};

}  // namespace insum::statement
