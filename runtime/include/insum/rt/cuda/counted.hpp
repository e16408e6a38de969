// Sparse results whose entries come in another order than they are stored in, each once: as transpositions.
// They are listed as they come, and sorted by the position above them.
#pragma once

#include "assemble.hpp"
#include "growing.hpp"
#include "sort.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// What kernels see: a compressed level that becomes two lists.
template <class Part>
struct counted_part : Part {
  template <int>
  __device__ counted_part& level() {
    return *this;
  }
  __device__ void push(std::int64_t parent, std::int64_t c) {
    Part::template level<0>().push(parent);
    Part::template level<1>().push(c);
  }
};

/// Of a list of entries.
struct parent_of {
  const std::int64_t* parents;
  __device__ std::int64_t operator()(std::int64_t entry) const { return parents[entry]; }
};

/// pos[p] = base + how many entries are under parents below p.
template <class Pos>
__global__ void place_parents(Pos* pos, std::int64_t parents, std::int64_t base,
                              const std::int64_t* parent_of_entry, const entry_number* order,
                              std::int64_t count) {
  for (std::int64_t p = thread_in_grid(); p <= parents; p += threads_of_grid()) {
    std::int64_t first = 0, last = count;
    while (first < last) {
      const std::int64_t middle = first + (last - first) / 2;
      if (parent_of_entry[order[middle]] < p)
        first = middle + 1;
      else
        last = middle;
    }
    pos[p] = static_cast<Pos>(first + base);
  }
}
template <class Crd, class Value>
__global__ void place_entries(Crd* crd, Value* values, const Crd* all_crd, const Value* all_values,
                              const entry_number* order, std::int64_t count, std::int64_t base) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid()) {
    crd[i] = static_cast<Crd>(index(all_crd[order[i]]) + base);
    values[i] = all_values[order[i]];
  }
}

}  // namespace detail

/// Used as an assembly: entries under one parent come in ascending order.
template <class Value, class Level>
class counted_assembly {
  using position = typename Level::position;
  using coordinate = typename Level::coordinate;
  using value = typename in_kernels<Value>::type;
  using lists = assembly<Value, listed_level<std::int64_t>, listed_level<coordinate>>;

 public:
  template <class Lists>
  struct for_kernels {
    Lists all;
    template <class Group>
    __device__ auto of(const Group& group) const {
      return detail::counted_part<decltype(all.of(group))>{all.of(group)};
    }
  };
  using counting = for_kernels<typename lists::counting>;
  using filling = for_kernels<typename lists::filling>;

  counted_assembly(const char* name, results_on where, arrays& all, const shape& size, std::int64_t base,
                   std::int64_t, const typename Level::target& target, const container_ref<Value>& values)
      : name_(name),
        to_{name, where, &all},
        base_(base),
        target_(target),
        result_(values),
        parents_(all.stream()),
        crd_(all.stream()),
        values_(all.stream()),
        lists_(name, results_on::device, all, size, 0, 1, {to_parents_}, {to_crd_}, values_.ref()) {}

  counting count() const { return {lists_.count()}; }
  filling place() { return {lists_.place()}; }

  /// Throws size_error where there are too many entries for positions, and memory_error where there is none
  /// for the arrays of the host.
  void finish() {
    lists_.finish();
    const std::int64_t count = parents_.size(), parents = target_.parents;
    rt::detail::in_name_of(name_, [&] { rt::detail::check_position_range<position>(count + base_); });
    const insum::cuda::detail::shared_stream& stream = to_.all->stream();
    detail::entry_order order(stream, count);
    order.sort_by(detail::parent_of{parents_.data()}, parents);
    buffer<position> pos(stream, parents + 1);
    buffer<coordinate> crd(stream, count);
    buffer<value> values(stream, count);
    launch(detail::place_parents<position>, shape_of(parents + 1), stream, pos.data(), parents, base_,
           parents_.data(), order.data(), count);
    launch(detail::place_entries<coordinate, value>, shape_of(count), stream, crd.data(), values.data(),
           crd_.data(), reinterpret_cast<const value*>(values_.data()), order.data(), count, base_);
    rt::detail::in_name_of(name_, [&] {
      to_.give(target_.pos, pos, parents + 1);
      to_.give(target_.crd, crd, count);
      to_.give(result_, values, count);
    });
    to_.finish();
  }

 private:
  const char* name_;
  detail::destination to_;
  std::int64_t base_;
  typename Level::target target_;
  container_ref<Value> result_;
  growing<std::int64_t> parents_;
  growing<coordinate> crd_;
  growing<Value> values_;
  container_ref<std::int64_t> to_parents_ = parents_.ref();
  container_ref<coordinate> to_crd_ = crd_.ref();
  lists lists_;
};

}  // namespace cuda

INSUM_RT_END
