// Outputs of an annotated statement: saved, kept as the kernel left them, restored for the statement, and
// compared. Or lent: the kernel gets a copy, and the statement what is there.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "copies.hpp"
#include "levels.hpp"
#include "storage_faults.hpp"
#include "values.hpp"

namespace insum::statement {

/// Elements that disagree.
struct difference {
  std::int64_t count = 0;
  std::string first;  // "C[3, 7] is 1.5, and 2.5 by the statement"
};

namespace detail {

/// Storage that cannot be walked over is the one difference.
inline difference difference_of(const storage_faults& all) {
  std::string first = all.first();
  return {first.empty() ? 0 : 1, std::move(first)};
}

}  // namespace detail

class output;
using outputs = std::vector<std::unique_ptr<output>>;

class output {
 public:
  explicit output(std::string name) : name_(std::move(name)) {}
  virtual ~output() = default;
  output(const output&) = delete;
  output& operator=(const output&) = delete;
  virtual void save() = 0;     // what was there before
  virtual void keep() = 0;     // what the kernel wrote
  virtual void restore() = 0;  // what was there before stands there again
  /// What the kernel has kept, or in the copy of a lent one, with what the statement has left.
  /// `all` may have elements between those of one.
  virtual difference compare(const tolerance& given, bool reduces, const outputs& all) = 0;
  virtual void put_back() = 0;  // what the kernel wrote, if it was kept

  /// Instead of `save`: memory that the statement may know is not what the kernel makes grow. The last one
  /// set aside is the first one restored.
  virtual void set_aside() { save(); }

  virtual void add_to(detail::memory_uses& uses) const { uses.known = false; }
  virtual bool is_whole() const { return false; }  // all of its memory is elements
  /// Sets named[i] for the elements that lie at `array` + i * `size` bytes.
  virtual void mark(const void* /*array*/, std::size_t /*size*/, std::vector<char>& /*named*/) const {}
  /// Before the kernel: in a sampled call each looks at another part.
  virtual void sample(std::int64_t /*turn*/) {}
  virtual void narrow(std::int64_t /*turn*/) {}  // of what is only read
  // Where memory is known:
  virtual void lend() {}
  virtual void* copy() const { return nullptr; }  // what stands for the array of a lent one
  virtual void take_back() {}                     // the copy, from a kernel that has thrown

 protected:
  std::string element(const std::vector<std::int64_t>& coordinates) const {
    std::string text = name_;
    for (std::size_t m = 0; m < coordinates.size(); ++m)
      text += (m == 0 ? "[" : ", ") + std::to_string(coordinates[m]);
    return coordinates.empty() ? text : text + "]";
  }
  template <class T>
  void note(difference& d, const std::vector<std::int64_t>& at, const T& kernel, const T& statement) const {
    if (d.count++ == 0)
      d.first = element(at) + " is " + text_of(kernel) + " by the kernel and " + text_of(statement) +
                " by the statement";
  }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// One whose values are one array, or at addresses of their own.
template <class P>
class values_output : public output {
 public:
  using output::output;
  void save() override { values_->save(); }
  void keep() override { values_->keep(); }
  void restore() override { values_->restore(); }
  void put_back() override { values_->put_back(); }
  void sample(std::int64_t turn) override { values_->sample(turn); }
  void narrow(std::int64_t turn) override { values_->narrow(turn); }
  /// The statement has put the same elements elsewhere.
  void move_to(P array) { values_->move_to(std::move(array)); }
  void add_to(detail::memory_uses& uses) const override { values_->add_to(uses); }
  void lend() override { values_->lend(former::all); }
  void* copy() const override {
    if constexpr (detail::is_plain<P>)
      return values_->copy();
    else
      return nullptr;
  }
  void take_back() override { values_->take_unfinished(); }

 protected:
  std::optional<detail::copies<P>> values_;
};

/// A strided array of elements p[0], p[strides...]. What else the array has is nobody's, and may not be
/// written.
template <class P>
class dense_output final : public values_output<P> {
  using values_output<P>::values_;
  using T = std::remove_cvref_t<decltype(std::declval<P&>()[0])>;

 public:
  /// `length`: of the array, from p[0]; negative where it is not known. `owner`: of
  /// earlier copies.
  dense_output(std::string name, P array, std::int64_t length, std::vector<std::int64_t> sizes,
               std::vector<std::int64_t> strides, former read = former::all, detail::copy_owner owner = {})
      : values_output<P>(std::move(name)),
        sizes_(std::move(sizes)),
        strides_(std::move(strides)),
        read_(read),
        owner_(owner) {
    const auto [first, end] = detail::places_of(sizes_, strides_);
    first_ = first;
    if (first == end) sizes_.assign(1, 0), strides_.assign(1, 0);
    values_.emplace(std::move(array), first_, std::max(end, length) - first_);
  }

  bool is_whole() const override { return covers(values_->count()); }
  void lend() override { values_->lend(read_, owner_); }

  void mark(const void* array, std::size_t size, std::vector<char>& named) const override {
    if constexpr (detail::is_plain<P>) {
      const auto begin = reinterpret_cast<std::uintptr_t>(array);
      for_each_place([&](const std::vector<std::int64_t>&, std::int64_t place) {
        const auto at = reinterpret_cast<std::uintptr_t>(values_->place(place)) - begin;
        if (at % size == 0 && at / size < named.size()) named[at / size] = 1;
      });
    }
  }

  difference compare(const tolerance& given, bool reduces, const outputs& all) override {
    tolerance allowed;
    difference found;
    if (!values_->differ(given, reduces, allowed)) return found;
    std::vector<char> named(static_cast<std::size_t>(values_->count()), 0);
    for_each_place([&](const std::vector<std::int64_t>& at, std::int64_t place) {
      named[static_cast<std::size_t>(place)] = 1;
      if (!values_->compares(place)) return;
      const T &kernel = values_->kernel(place), &statement = values_->statement(place);
      if (!agree<T>(kernel, statement, allowed)) this->template note<T>(found, at, kernel, statement);
    });
    if constexpr (detail::is_plain<P>)
      for (const auto& each : all) each->mark(values_->place(0), sizeof(T), named);
    compare_rest(named, allowed, found);
    return found;
  }

 private:
  /// f(subscripts, place among the values) for each element.
  template <class F>
  void for_each_place(F f) const {
    if (sizes_ == std::vector<std::int64_t>{0}) return;
    std::vector<std::int64_t> at(sizes_.size(), 0);
    for (;;) {
      std::int64_t place = -first_;
      for (std::size_t m = 0; m < at.size(); ++m) place += at[m] * strides_[m];
      f(at, place);
      std::size_t m = at.size();
      while (m > 0 && ++at[m - 1] == sizes_[m - 1]) at[--m] = 0;
      if (m == 0) return;
    }
  }

  /// Whether each of `count` places in the array is exactly one element: strides are products of sizes.
  bool covers(std::int64_t count) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // stride, size
    for (std::size_t m = 0; m < sizes_.size(); ++m)
      if (sizes_[m] != 1) modes.emplace_back(strides_[m] < 0 ? -strides_[m] : strides_[m], sizes_[m]);
    std::sort(modes.begin(), modes.end());
    std::int64_t product = 1;
    for (const auto& [stride, size] : modes) {
      if (stride != product) return false;
      product *= size;
    }
    return product == count;
  }

  /// What is an element of no output.
  void compare_rest(const std::vector<char>& named, const tolerance& allowed, difference& found) const {
    for (std::size_t i = 0; i < named.size(); ++i) {
      const auto place = static_cast<std::int64_t>(i);
      if (named[i] || !values_->compares(place)) continue;
      const T& statement = values_->statement(place);
      if (agree<T>(values_->before(place), statement, {0, 0}) ||
          agree<T>(values_->kernel(place), statement, allowed))
        continue;
      if (found.count++ == 0)
        found.first = "the statement writes element " + std::to_string(place + first_) +
                      " of the storage of " + this->name() + ", which is an element of no output";
    }
  }

  std::vector<std::int64_t> sizes_, strides_;
  former read_;
  detail::copy_owner owner_;
  std::int64_t first_ = 0;
};

/// The values of a sparse output whose coordinates stay as they are. They are one array, or at addresses that
/// `place(row, position)` gives.
template <class A>
class pattern_output final : public values_output<A> {
  using values_output<A>::values_;
  using T = typename detail::copies<A>::T;
  using row_coordinates = std::function<std::int64_t(std::int64_t, std::int64_t)>;

 public:
  pattern_output(std::string name, storage_form form, std::vector<index_array> arrays, A values)
    requires std::is_pointer_v<A>
      : values_output<A>(std::move(name)),
        form_(std::move(form)),
        arrays_(std::move(arrays)),
        positions_(positions(form_, arrays_)) {
    const position_range all = positions_.back();
    first_ = all.begin;
    values_.emplace(values, all.begin, all.end - all.begin);
  }
  template <class Place>
  pattern_output(std::string name, storage_form form, std::vector<index_array> arrays,
                 row_coordinates row_crd, Place place)
      : values_output<A>(std::move(name)),
        form_(std::move(form)),
        arrays_(std::move(arrays)),
        row_crd_(std::move(row_crd)),
        positions_(positions(form_, arrays_)) {
    A values;
    each([&](const auto&, std::int64_t row, std::int64_t position) {
      values.places.push_back(place(row, position));
    });
    const auto count = static_cast<std::int64_t>(values.places.size());
    values_.emplace(std::move(values), 0, count);
  }

  bool is_whole() const override { return true; }
  difference compare(const tolerance& given, bool reduces, const outputs&) override {
    tolerance allowed;
    difference found;
    if (!values_->differ(given, reduces, allowed)) return found;
    found =
        detail::difference_of(detail::storage_faults(form_, arrays_, positions_, {}, " by the statement"));
    if (found.count > 0) return found;
    std::int64_t next = 0;
    each([&](const std::vector<std::int64_t>& at, std::int64_t, std::int64_t position) {
      const std::int64_t i = std::is_pointer_v<A> ? position - first_ : next++;
      if (i >= values_->count() || !values_->compares(i)) return;
      const T &kernel = values_->kernel(i), &statement = values_->statement(i);
      if (!agree<T>(kernel, statement, allowed)) this->template note<T>(found, at, kernel, statement);
    });
    return found;
  }

 private:
  template <class F>
  void each(F f) const {
    walk(form_.levels, arrays_, form_.sizes, form_.base, row_crd_, f);
  }

  storage_form form_;
  std::vector<index_array> arrays_;
  row_coordinates row_crd_;
  std::vector<position_range> positions_;  // of each level, before the statement
  std::int64_t first_ = 0;
};

/// A sparse output in containers that may grow, values last. Entries are compared by their coordinates, in
/// whatever order they are stored; one that only one side stores is the fill value on the other.
template <class T, class... Containers>
class container_output final : public output {
 public:
  container_output(std::string name, storage_form form, T fill, Containers&... containers)
      : output(std::move(name)), form_(std::move(form)), fill_(fill), real_(containers...) {}

  void save() override { saved_ = real_; }
  void set_aside() override {
    saved_ = real_;
    exchange();
    aside_ = true;
  }
  void keep() override { kept_ = real_; }
  void restore() override {
    if (aside_)
      exchange();
    else
      real_ = saved_;
  }
  void put_back() override { real_ = kept_; }
  difference compare(const tolerance& given, bool reduces, const outputs&) override {
    entries kernel, statement;
    difference found = add_entries(kept_, " by the kernel", kernel);
    if (found.count == 0) found = add_entries(real_, " by the statement", statement);
    if (found.count > 0) return found;
    double most = 0;
    for (const auto& [at, value] : statement) most = std::max(most, detail::magnitude(value));
    const tolerance allowed = tolerance_for<T>(given, most, reduces);
    const auto check = [&](const std::vector<std::int64_t>& at, const T& a, const T& b) {
      if (!agree<T>(a, b, allowed)) this->template note<T>(found, at, a, b);
    };
    for (const auto& [at, value] : statement) {
      const auto same = kernel.find(at);
      check(at, same == kernel.end() ? fill_ : same->second, value);
    }
    for (const auto& [at, value] : kernel)
      if (!statement.count(at)) check(at, value, fill_);
    return found;
  }

 private:
  using entries = std::map<std::vector<std::int64_t>, T>;

  /// Of containers that are all empty, where nothing was built, none. What is no storage has no entries.
  template <class Tuple>
  difference add_entries(const Tuple& containers, const char* writer, entries& all) const {
    std::vector<index_array> arrays;
    std::vector<std::int64_t> lengths;
    const auto add = [&](const auto& c) {
      arrays.push_back([&c](std::int64_t at) { return index_of(c[static_cast<std::size_t>(at)]); });
      lengths.push_back(static_cast<std::int64_t>(c.size()));
    };
    std::apply([&](const auto&... each) { (add(each), ...); }, containers);
    if (std::all_of(lengths.begin(), lengths.end(), [](std::int64_t n) { return n == 0; })) return {};
    storage_form form = form_;
    std::vector<position_range> below;
    for (level& each : form.levels) {
      const std::int64_t end = each.crd >= 0 ? lengths[static_cast<std::size_t>(each.crd)] : lengths.back();
      if (each.kind == level::compressed && each.pos < 0) each.size = end;
      below.push_back({0, end});
    }
    const difference fault =
        detail::difference_of(detail::storage_faults(form, arrays, below, lengths, writer));
    if (fault.count > 0) return fault;
    const auto& values = std::get<sizeof...(Containers) - 1>(containers);
    walk(form.levels, arrays, form.sizes, form.base, {},
         [&](const auto& at, std::int64_t, std::int64_t position) {
           const T value = values[static_cast<std::size_t>(position)];
           const auto [place, is_new] = all.try_emplace(at, value);
           if (!is_new) place->second = static_cast<T>(place->second + value);
         });
    return {};
  }

  template <class I>
  static std::int64_t index_of(const I& value) {
    if constexpr (std::is_integral_v<I>)
      return static_cast<std::int64_t>(value);
    else
      return 0;  // the values
  }

  void exchange() {
    [this]<std::size_t... N>(std::index_sequence<N...>) {
      using std::swap;
      (swap(std::get<N>(real_), std::get<N>(saved_)), ...);
    }(std::index_sequence_for<Containers...>());
  }

  storage_form form_;
  T fill_;
  std::tuple<Containers&...> real_;
  std::tuple<std::remove_cv_t<Containers>...> saved_, kept_;
  bool aside_ = false;
};

}  // namespace insum::statement
