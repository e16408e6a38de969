// Entries that kernels compute in any order, and several times: listed as they come, sorted by their
// coordinates, and those of one place combined in the order in which they came.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "assemble.hpp"
#include "distinct.hpp"
#include "growing.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

template <class Op, class Value>
__global__ void combine_entries(Value* to, const std::int64_t* starts, std::int64_t places,
                                const Value* values, const entry_number* order) {
  for (std::int64_t p = thread_in_grid(); p < places; p += threads_of_grid()) {
    auto value = rt::detail::to<compute_t<Value>>(values[order[starts[p]]]);
    for (std::int64_t i = starts[p] + 1; i < starts[p + 1]; ++i) rt::update<Op>(value, values[order[i]]);
    to[p] = rt::detail::to<Value>(value);
  }
}

}  // namespace detail

/// A list for each launch, then finish(), and it is one sorted list.
template <class T, class Op, int modes>
class entries {
  using value = typename in_kernels<T>::type;

  /// What one launch adds.
  struct list {
    explicit list(const insum::cuda::detail::shared_stream& stream) : values(stream) {
      for (int m = 0; m < modes; ++m) {
        crd.push_back(std::make_unique<growing<std::int64_t>>(stream));
        refs[static_cast<std::size_t>(m)] = crd.back()->ref();
      }
    }
    std::vector<std::unique_ptr<growing<std::int64_t>>> crd;
    std::array<container_ref<std::int64_t>, static_cast<std::size_t>(modes)> refs;
    growing<T> values;
  };
  template <std::size_t>
  struct level {
    using type = listed_level<std::int64_t>;
  };
  template <class Numbers>
  struct lists_of;
  template <std::size_t... m>
  struct lists_of<std::index_sequence<m...>> {
    using type = assembly<T, typename level<m>::type...>;
    static type make(arrays& all, const shape& size, list& to) {
      return type("entries", results_on::device, all, size, 0, 1, {to.refs[m]}..., to.values.ref());
    }
  };
  using lists = lists_of<std::make_index_sequence<static_cast<std::size_t>(modes)>>;

 public:
  explicit entries(arrays& all) : all_(all) {}

  /// For the next launch.
  typename lists::type add(const shape& size) {
    lists_.push_back(std::make_unique<list>(all_.stream()));
    return lists::make(all_, size, *lists_.back());
  }

  /// `sizes`: of the modes. Throws size_error where a device cannot sort so many.
  template <class... Sizes>
  void finish(Sizes... sizes) {
    static_assert(sizeof...(Sizes) == modes, "one for each mode");
    join_lists();
    const insum::cuda::detail::shared_stream& stream = all_.stream();
    detail::distinct_entries<modes> distinct(stream, detail::arrays_of<modes>(listed_crd_), listed_,
                                             {static_cast<std::int64_t>(sizes)...});
    count_ = distinct.count();
    if (count_ == 0) return;
    crd_ = std::move(distinct.coordinates());
    values_ = buffer<value>(stream, count_);
    launch(detail::combine_entries<Op, value>, shape_of(count_), stream, values_.data(), distinct.starts(),
           count_, listed_values_.data(), distinct.order());
  }

  std::int64_t count() const { return count_; }
  template <int m>
  std::int64_t* coordinates() const {
    return crd_[m].data();
  }
  T* values() const { return reinterpret_cast<T*>(values_.data()); }

 private:
  using numbers = detail::number_arrays<modes>;

  void join_lists() {
    for (const auto& l : lists_) listed_ += l->values.size();
    listed_values_ = buffer<value>(all_.stream(), listed_);
    for (buffer<std::int64_t>& crd : listed_crd_) crd = buffer<std::int64_t>(all_.stream(), listed_);
    std::int64_t at = 0;
    for (const auto& l : lists_) {
      const std::int64_t count = l->values.size();
      append(listed_values_.data() + at, l->values.data(), count);
      for (std::size_t m = 0; m < l->crd.size(); ++m)
        append(listed_crd_[m].data() + at, l->crd[m]->data(), count);
      at += count;
    }
    lists_.clear();
  }
  template <class To, class From>
  void append(To* to, const From* from, std::int64_t count) const {
    if (count > 0)
      check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(To), cudaMemcpyDeviceToDevice,
                            all_.stream().get()),
            "cudaMemcpyAsync");
  }

  arrays& all_;
  std::vector<std::unique_ptr<list>> lists_;
  std::int64_t listed_ = 0, count_ = 0;
  numbers listed_crd_, crd_;
  buffer<value> listed_values_, values_;
};

}  // namespace cuda

INSUM_RT_END
