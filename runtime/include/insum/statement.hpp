// Hand-written statements beside the kernels that replace them: what `verify`, races and `baseline` put into
// a program.
#pragma once
#include "statement/clock.hpp"
#include "statement/outputs.hpp"
#include "statement/report.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::statement {

/// One call of an annotated statement. Mostly either the statement or the kernel runs; where they are
/// compared or timed both do. Each finds the outputs as they were before, and what is compared leaves the
/// kernel's results: it runs last, with the outputs put back before; or, where memory is known to lie apart,
/// it runs first on copies of the outputs, which are compared and taken over once the statement has run.
///
///   call c(site);
///   if (c.races()) c.is_of_class({n, m}, {{entries, rows}});
///   if (c.runs_both()) { c.dense(...); c.operand(...); c.reads(...); ...; c.begin(); }
///   do { if (c.runs_statement()) STATEMENT else KERNEL(c.target(0, ...), ...) } while (c.again());
class call {
 public:
  explicit call(site& where) : record_(where.all()), start_(report::next(record_, in_parallel)) {
    choice_.both = start_.verifies;
    if (start_.verifies || wanted_mode() == mode::off) choice_.runs = variant::statement;
  }
  call(const call&) = delete;
  call& operator=(const call&) = delete;
  /// A kernel that has thrown leaves in the outputs what it did.
  ~call() {
    if (lends_ && ran_ == 0)
      for (const auto& each : outputs_) each->take_back();
  }

  bool races() const { return start_.races; }
  void is_of_class(std::initializer_list<std::int64_t> sizes, std::initializer_list<filling> fillings) {
    choice_ = report::instance().next(record_, sizes, fillings);
    measures_ = choice_.both;
    if (!start_.verifies) return;
    choice_.both = true;
    choice_.runs = variant::statement;  // what the kernel leaves is compared with it
  }
  bool runs_both() const { return choice_.both; }
  bool runs_statement() const { return choice_.runs == variant::statement; }

  template <class P>
  void dense(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
             std::vector<std::int64_t> strides) {
    add<dense_output<P>>(outputs_, name, array, length, std::move(sizes), std::move(strides));
  }
  /// An operand, which the statement may not write.
  template <class P>
  void operand(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
               std::vector<std::int64_t> strides) {
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(array[0])>>) {
      add<dense_output<P>>(operands_, name, array, length, std::move(sizes), std::move(strides));
      operands_.back()->add_to(read_);
    } else {
      const auto [first, end] = detail::places_of(sizes, strides);
      read_.add(array, first, std::max(end, length) - first);
    }
  }
  /// Elements that the kernel reads, of another array; negative: nobody knows how many.
  template <class P>
  void reads(P array, std::int64_t count) {
    read_.add(array, 0, count);
  }
  template <class P>
  void pattern(const char* name, storage_form form, std::vector<index_array> arrays, P values) {
    if constexpr (std::is_pointer_v<P>)
      add<pattern_output<P>>(outputs_, name, std::move(form), std::move(arrays), values);
    else
      add<pattern_output<detail::addressed<std::remove_reference_t<decltype(values[0])>>>>(
          outputs_, name, std::move(form), std::move(arrays), nullptr,
          [values](std::int64_t, std::int64_t at) { return &values[at]; });
  }
  /// Rows of coordinates and of values behind arrays of pointers.
  template <class C, class V>
  void rows(const char* name, storage_form form, std::vector<index_array> arrays, C coordinates, V values) {
    using T = std::remove_reference_t<decltype(values[0][0])>;
    add<pattern_output<detail::addressed<T>>>(
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
    if (!start_.verifies) operands_.clear();
    for_each([](output& each) { each.save(); });
    lends_ = start_.verifies && can_lend();
    if (lends_) {
      for_each([](output& each) { each.lend(); });
      choice_.runs = variant::kernel;
    }
    if (measures_) time_ = now();
  }
  /// One of both has run. Whether the other one is to run too.
  bool again() {
    if (!choice_.both) return false;
    const std::int64_t end = measures_ ? now() : 0;
    times_[runs_statement() ? 0 : 1] = end - time_;
    if (++ran_ == 2) return finish(), false;
    choice_.runs = runs_statement() ? variant::kernel : variant::statement;
    if (!lends_) {
      if (start_.verifies) for_each([](output& each) { each.keep(); });
      for_each([](output& each) { each.restore(); });
    }
    if (measures_) time_ = now();
    return true;
  }

  /// What the kernel gets for the array of an output.
  template <class P>
  P target(std::size_t number, P array) const {
    if constexpr (detail::is_plain<P>)
      if (lends_) return static_cast<P>(outputs_[number]->copy());
    return array;
  }

 private:
  using outputs = std::vector<std::unique_ptr<output>>;

  template <class F>
  void for_each(F f) const {
    for (const outputs* all : {&outputs_, &operands_})
      for (const auto& each : *all) f(*each);
  }

  /// The kernel does the same with copies: no output lies where it reads or writes something else, and all of
  /// its memory is elements, so that nobody asks for what was there before.
  bool can_lend() const {
    detail::memory_uses all = read_;
    const std::size_t read = all.ranges.size();
    for (const auto& each : outputs_) {
      if (!each->is_whole()) return false;
      each->add_to(all);
    }
    if (!all.known) return false;
    for (std::size_t a = read; a < all.ranges.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (!all.ranges[a].apart_from(all.ranges[b])) return false;
    return true;
  }

  void finish() {
    if (measures_) report::instance().timed(*choice_.of, times_[0], times_[1]);
    if (start_.verifies) compare();
  }

  void compare() {
    difference all;
    for (const auto& each : operands_) {
      const difference found = each->compare({0, 0}, false);
      if (found.count > 0 && all.count == 0) all.first = "the statement writes an operand: " + found.first;
      all.count += found.count;
    }
    for (const auto& each : outputs_) {
      const difference found = each->compare(record_.known.allowed, record_.known.reduces);
      if (found.count > 0 && all.count == 0) all.first = found.first;
      all.count += found.count;
    }
    if (all.count > 1) all.first += " (and " + std::to_string(all.count - 1) + " more)";
    report::instance().compared(record_, all.first);
  }

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
  report::start start_;
  report::choice choice_;
  detail::memory_uses read_;
  bool measures_ = false, lends_ = false;
  int ran_ = 0;
  std::int64_t time_ = 0, times_[2] = {};  // of the statement, of the kernel
  outputs outputs_, operands_;
};

}  // namespace insum::statement
