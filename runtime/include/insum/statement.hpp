// Hand-written statements beside the kernels that replace them: what `verify`, races and `baseline` put into
// a program.
#pragma once
#include "statement/array_part.hpp"
#include "statement/clock.hpp"
#include "statement/outputs.hpp"
#include "statement/report.hpp"
#include "statement/views.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::statement {

/// One call of an annotated statement. Mostly either the statement or the kernel runs; where they are
/// compared or timed both do. Each finds the outputs as they were before. Where they are compared the kernel
/// runs first: on copies of the outputs where memory is known to lie apart, else in their place, and they are
/// put back for the statement. Its results stay.
///
///   call c(site);
///   if (c.races()) c.is_of_class({n, m}, {{entries, rows}});
///   if (c.runs_both()) { c.dense(...); c.operand(...); c.reads(...); ...; c.begin(); }
///   do {
///     if (c.runs_statement()) {
///       STATEMENT
///       if (c.runs_both()) { c.dense_is(...); c.dense_is(...); c.array_is(...); ... }  // as they were named
///     } else KERNEL(c.target(0, ...), ...)
///   } while (c.again());
class call {
 public:
  explicit call(site& where) : record_(where.all()), start_(report::next(record_, in_parallel)) {
    choice_.both = start_.verifies;
    if (!start_.verifies && wanted_mode() == mode::off) choice_.runs = variant::statement;
    constexpr std::size_t arrays = 8;  // of most blocks: memory that grows takes as long as a short statement
    if (start_.verifies) views_.reserve(arrays), uses_.ranges.reserve(arrays);
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
    choice_.runs = variant::kernel;
  }
  bool runs_both() const { return choice_.both; }
  bool runs_statement() const { return choice_.runs == variant::statement; }

  /// `read`: what the kernel reads of what was there before.
  template <class P>
  void dense(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
             std::vector<std::int64_t> strides, former read) {
    views_.push_back({name, detail::place_of(array), length, sizes});
    add<dense_output<P>>(outputs_, name, array, length, std::move(sizes), std::move(strides), read,
                         detail::copy_owner{&record_, outputs_.size()});
    views_.back().of = outputs_.back().get();
  }
  /// An operand, which the statement may not write; only where they are compared anybody looks.
  template <class P>
  void operand(const char* name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
               std::vector<std::int64_t> strides) {
    views_.push_back({name, detail::place_of(array), length, sizes});
    if (!start_.verifies) return;
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(array[0])>>) {
      add<dense_output<P>>(operands_, name, array, length, std::move(sizes), std::move(strides));
      operands_.back()->add_to(uses_);
      views_.back().of = operands_.back().get();
    } else {
      const auto [first, end] = detail::places_of(sizes, strides);
      uses_.add(array, first, std::max(end, length) - first);
    }
  }
  /// Elements that the kernel reads, of another array; negative: nobody knows how many. The statement may not
  /// write them.
  template <class P>
  void reads(const char* name, P array, std::int64_t count) {
    views_.push_back({name, detail::place_of(array), -1});
    if constexpr (detail::is_plain<P> && !std::is_const_v<std::remove_pointer_t<P>>)
      if (start_.verifies && count > 0 && !is_known(array, count))
        add<array_part<P>>(operands_, name, array, count);
    uses_.add(array, 0, count);
  }
  template <class P>
  void pattern(const char* name, storage_form form, std::vector<index_array> arrays, P values) {
    views_.push_back({name, detail::place_of(values), -1});
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
    views_.push_back({name, detail::place_of(values), -1});
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

  /// After the statement: what `dense` and `operand` would be told now, in the same order. A container may
  /// have other memory than before.
  template <class P>
  void dense_is(P array, std::int64_t length, std::vector<std::int64_t> sizes, bool is_container) {
    output* const of = views_[seen_].of;
    see({"", detail::place_of(array), length, std::move(sizes)}, is_container);
    if constexpr (detail::is_plain<P>)
      if (of && change_.empty()) static_cast<values_output<P>*>(of)->move_to(array);
  }
  /// ... and `reads`, `pattern` and `rows`.
  template <class P>
  void array_is(P array) {
    see({"", detail::place_of(array), -1}, false);
  }

  void begin() {
    if (start_.verifies && record_.known.every > 1 && start_.turn > 0) {
      for (const auto& each : outputs_) each->sample(start_.turn);
      for (const auto& each : operands_) each->narrow(start_.turn);
    }
    lends_ = start_.verifies && can_lend();
    for_each([this](output& each) {
      if (lends_)
        each.lend();
      else if (start_.verifies)
        each.set_aside();
      else
        each.save();
    });
    if (measures_) time_ = now();
  }
  /// One of both has run. Whether the other one is to run too: a kernel does not where the statement has
  /// changed what the block names.
  bool again() {
    if (!choice_.both) return false;
    const std::int64_t end = measures_ ? now() : 0;
    times_[runs_statement() ? 0 : 1] = end - time_;
    if (++ran_ == 2 || !change_.empty()) return finish(), false;
    choice_.runs = runs_statement() ? variant::kernel : variant::statement;
    if (!lends_) {
      if (start_.verifies) for_each([](output& each) { each.keep(); });
      for (const outputs* all : {&operands_, &outputs_})
        for (auto each = all->rbegin(); each != all->rend(); ++each) (*each)->restore();
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
  /// Whether an output may be there, or the same array is watched already.
  template <class P>
  bool is_known(P array, std::int64_t count) const {
    detail::memory_uses written;
    for (const auto& each : outputs_) each->add_to(written);
    const detail::memory_range own = detail::range_of(array, 0, count);
    for (const detail::memory_range& each : written.ranges)
      if (!own.apart_from(each)) return true;
    return std::count_if(views_.begin(), views_.end(),
                         [&](const detail::view& each) { return each.place == array; }) > 1;
  }

  template <class F>
  void for_each(F f) const {
    for (const outputs* all : {&outputs_, &operands_})
      for (const auto& each : *all) f(*each);
  }

  /// The kernel does the same with copies: no output lies where it reads or writes something else, and all of
  /// its memory is elements, so that nobody asks for what was there before.
  bool can_lend() {
    const std::size_t read = uses_.ranges.size();
    for (const auto& each : outputs_) {
      if (!each->is_whole()) return false;
      each->add_to(uses_);
    }
    if (!uses_.known) return false;
    for (std::size_t a = read; a < uses_.ranges.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (!uses_.ranges[a].apart_from(uses_.ranges[b])) return false;
    return true;
  }

  void see(const detail::view& after, bool is_container) {
    const std::string found = views_[seen_++].change_to(after, is_container);
    if (change_.empty()) change_ = found;
  }

  void finish() {
    if (measures_ && ran_ == 2) report::instance().timed(*choice_.of, times_[0], times_[1]);
    if (start_.verifies || !change_.empty()) report::instance().compared(record_, differences());
  }

  std::string differences() {
    if (!change_.empty()) return change_;  // who knows where the elements are now
    difference all;
    for (const auto& each : operands_) {
      const difference found = each->compare({0, 0}, false, outputs_);
      if (found.count > 0 && all.count == 0) all.first = "the statement writes an operand: " + found.first;
      all.count += found.count;
    }
    for (const auto& each : outputs_) {
      const difference found = each->compare(record_.known.allowed, record_.known.reduces, outputs_);
      if (found.count > 0 && all.count == 0) all.first = found.first;
      all.count += found.count;
    }
    if (!lends_) for_each([](output& each) { each.put_back(); });
    if (all.count > 1) all.first += " (and " + std::to_string(all.count - 1) + " more)";
    return all.first;
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
  detail::memory_uses uses_;
  bool measures_ = false, lends_ = false;
  int ran_ = 0;
  std::int64_t time_ = 0, times_[2] = {};  // of the statement, of the kernel
  outputs outputs_, operands_;
  std::vector<detail::view> views_;  // of all but containers
  std::size_t seen_ = 0;             // so many views were seen after the statement
  std::string change_;               // of a view by the statement, the first one
};

}  // namespace insum::statement
