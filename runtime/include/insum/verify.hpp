// Comparison of generated kernels with the hand-written statements that they replace; what `verify` puts into
// a program.
#pragma once
#include "verify/outputs.hpp"
#include "verify/report.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::verify {

/// One call of an annotated statement: the statement runs, its outputs are kept and put back, the kernel
/// runs, and both are compared. Nothing but counting happens in calls that are not verified.
class call {
 public:
  explicit call(site& where) : record_(where.all()), due_(report::instance().next(record_, in_parallel())) {}
  call(const call&) = delete;
  call& operator=(const call&) = delete;

  bool due() const { return due_; }

  template <class P>
  void dense(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
             std::vector<std::int64_t> strides) {
    add<dense_output<P>>(outputs_, name, array, length, std::move(sizes), std::move(strides));
  }
  /// An operand, which the statement may not write.
  template <class P>
  void operand(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
               std::vector<std::int64_t> strides) {
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(array[0])>>)
      add<dense_output<P>>(operands_, name, array, length, std::move(sizes), std::move(strides));
  }
  template <class P>
  void pattern(const char* name, storage_form form, std::vector<index_array> arrays, P values) {
    using T = std::remove_reference_t<decltype(values[0])>;
    add<pattern_output<T>>(outputs_, name, std::move(form), std::move(arrays), nullptr,
                           [values](std::int64_t, std::int64_t at) { return &values[at]; });
  }
  /// Rows of coordinates and of values behind arrays of pointers.
  template <class C, class V>
  void rows(const char* name, storage_form form, std::vector<index_array> arrays, C coordinates, V values) {
    using T = std::remove_reference_t<decltype(values[0][0])>;
    add<pattern_output<T>>(
        outputs_, name, std::move(form), std::move(arrays),
        [coordinates](std::int64_t row, std::int64_t q) {
          return static_cast<std::int64_t>(coordinates[row][q]);
        },
        [values](std::int64_t row, std::int64_t q) { return &values[row][q]; });
  }
  template <class T, class... Containers>
  void containers(const char* name, storage_form form, T fill, Containers&... list) {
    using V = std::remove_cvref_t<decltype(std::get<sizeof...(list) - 1>(std::tie(list...))[0])>;
    add<container_output<V, Containers...>>(outputs_, name, std::move(form), static_cast<V>(fill), list...);
  }

  void begin() {
    for (const auto& each : outputs_) each->save();
    for (const auto& each : operands_) each->save();
  }
  /// The statement has run.
  void kernel_next() {
    for (const outputs* all : {&outputs_, &operands_})
      for (const auto& each : *all) each->keep();
    for (const outputs* all : {&outputs_, &operands_})
      for (const auto& each : *all) each->restore();
  }
  /// The kernel has run.
  void end() {
    if (!due_) return;
    difference all;
    for (const auto& each : operands_) {
      const difference found = each->compare({0, 0}, false);
      if (found.count > 0 && all.count == 0) all.first = "the statement writes an operand: " + found.first;
      all.count += found.count;
    }
    for (const auto& each : outputs_) {
      const difference found = each->compare(record_.allowed, record_.reduces);
      if (found.count > 0 && all.count == 0) all.first = found.first;
      all.count += found.count;
    }
    if (all.count > 1) all.first += " (and " + std::to_string(all.count - 1) + " more)";
    report::instance().found(record_, all.first);
  }

 private:
  using outputs = std::vector<std::unique_ptr<output>>;

  template <class Output, class... Arguments>
  void add(outputs& to, const char* name, Arguments&&... arguments) {
    to.push_back(std::make_unique<Output>(name, std::forward<Arguments>(arguments)...));
  }

  static bool in_parallel() {
#ifdef _OPENMP
    return omp_in_parallel() != 0;
#else
    return false;
#endif
  }

  record& record_;
  bool due_;
  outputs outputs_, operands_;
};

}  // namespace insum::verify
