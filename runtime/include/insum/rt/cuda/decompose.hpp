// Decompositions of tensors in device memory, with the parts that insum::decompose makes on the host: there
// the coordinates are divided among them, and entries stay on the device.
#pragma once

#include "../../decompose.hpp"
#include "convert.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

using part_number = std::uint16_t;

/// The entries of one part, among those of all.
template <class Value, int modes>
struct slots_of_part {
  coordinate_arrays<modes> crd;
  const Value* values;
  const part_number* parts;
  part_number number;
  std::int64_t sizes[modes];

  __device__ bool find(std::int64_t i, std::int64_t* x, Value& value) const {
    if (parts[i] != number) return false;
    for (int m = 0; m < modes; ++m) x[m] = crd.of[m][i];
    value = values[i];
    return true;
  }
};

/// The arrays of several copies, one after the other.
class joined_arrays : public device_arrays {
 public:
  void add(const std::shared_ptr<const device_arrays>& copy) {
    for (std::size_t n = 0; n < copy->lengths.size(); ++n) places_.push_back({copy, n});
    lengths.insert(lengths.end(), copy->lengths.begin(), copy->lengths.end());
    parameters.insert(parameters.end(), copy->parameters.begin(), copy->parameters.end());
  }
  void* array(std::size_t n) const override { return places_[n].first->array(places_[n].second); }

 private:
  std::vector<std::pair<std::shared_ptr<const device_arrays>, std::size_t>> places_;
};

template <class Part>
constexpr made made_for() {
  constexpr std::pair<std::string_view, made> all[] = {{"coo", made::coo},
                                                       {"csf", made::csf},
                                                       {"dense", made::dense},
                                                       {"csr", made::csr},
                                                       {"csc", made::csc},
                                                       {"dcsr", made::dcsr},
                                                       {"dcsc", made::dcsc},
                                                       {"ell", made::ell},
                                                       {"dia", made::dia},
                                                       {"ragged", made::ragged},
                                                       {"group_coo", made::group_coo},
                                                       {"bcsr", made::bcsr},
                                                       {"dbcsr", made::dbcsr},
                                                       {"block_coo", made::block_coo},
                                                       {"block_group_coo", made::block_group_coo}};
  for (const auto& [name, to] : all)
    if (name == storage<Part>::format) return to;
  return made::coo;
}

/// How many block sizes and widths a format has.
constexpr std::size_t sizes_of(made to) {
  return to == made::block_group_coo                ? 3
         : has_blocks(to)                           ? 2
         : to == made::ell || to == made::group_coo ? 1
                                                    : 0;
}

template <class Parts, class Value, class Index, int modes>
class decomposition;
template <class... Parts, class Value, class Index, int modes>
class decomposition<std::tuple<Parts...>, Value, Index, modes> {
 public:
  decomposition(const conversion_source& from, const Value& fill, entry_list<Value, modes> entries)
      : from_(from),
        fill_(fill),
        stream_(insum::cuda::detail::stream_of_thread),
        entries_(std::move(entries)) {}

  std::shared_ptr<const device_arrays> run() {
    divide();
    parts_ = buffer<part_number>(stream_, entries_.count);
    copy(parts_.data(), numbers_.data(), entries_.count, cudaMemcpyHostToDevice);
    made_ = std::make_shared<joined_arrays>();
    std::size_t n = 0;
    (make<Parts>(n++), ...);
    return made_;
  }

 private:
  using list = coo<signed char, modes, std::int64_t>;  // its values are not used

  template <class T>
  void copy(T* to, const T* from, std::int64_t count, cudaMemcpyKind kind) const {
    if (count == 0) return;
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(T), kind, stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  }

  list coordinates() const {
    list sorted;
    for (std::size_t m = 0; m < modes; ++m) {
      sorted.shape[m] = entries_.sizes[m];
      sorted.crd[m].resize(static_cast<std::size_t>(entries_.count));
      copy(sorted.crd[m].data(), entries_.crd[m].data(), entries_.count, cudaMemcpyDeviceToHost);
    }
    sorted.vals.resize(static_cast<std::size_t>(entries_.count));
    return sorted;
  }

  /// Numbers the entries by the part that has them, buckets each as a part.
  void divide() {
    const list sorted = coordinates();
    insum::detail::splitter split(sorted);
    convert_options options;
    options.fill = from_.fill;
    insum::detail::take_in_turn<std::tuple<Parts...>>(split, options, widths_,
                                                      std::index_sequence_for<Parts...>());
    std::size_t first = 0, n = 0;
    std::array<std::size_t, sizeof...(Parts)> before{};
    ((before[n++] = first, first += insum::detail::parts_of<Parts>()), ...);
    numbers_.resize(split.parts().size());
    for (std::size_t p = 0; p < numbers_.size(); ++p)
      numbers_[p] = static_cast<part_number>(before[split.parts()[p]]);
    n = 0;
    (number_buckets<Parts>(sorted, before[n++]), ...);
  }

  template <class Part>
  void number_buckets(const list& sorted, std::size_t first) {
    if constexpr (insum::detail::is_hyb_buckets<Part>) {
      list mine;
      mine.shape = sorted.shape;
      std::vector<std::size_t> places;
      for (std::size_t p = 0; p < numbers_.size(); ++p) {
        if (numbers_[p] != first) continue;
        places.push_back(p);
        for (std::size_t m = 0; m < modes; ++m) mine.crd[m].push_back(sorted.crd[m][p]);
      }
      mine.vals.resize(places.size());
      Part to;
      to.shape = sorted.shape;
      const auto bucket = insum::detail::find_buckets(mine, to);
      for (std::size_t q = 0; q < places.size(); ++q)
        numbers_[places[q]] = static_cast<part_number>(first + static_cast<std::size_t>(bucket[q]));
    }
  }

  template <class Part>
  void make(std::size_t n) {
    if constexpr (insum::detail::is_hyb_buckets<Part>)
      for (int bucket = 0; bucket < Part::count; ++bucket) add<made::group_coo>(0);
    else
      add<made_for<Part>()>(widths_[n]);
  }

  /// `width`: of slots, where the division has chosen it.
  template <made to>
  void add(std::int64_t width) {
    conversion_source part = from_;
    const auto wanted = from_.wanted.begin() + static_cast<std::ptrdiff_t>(next_size_);
    part.wanted.assign(wanted, wanted + static_cast<std::ptrdiff_t>(sizes_of(to)));
    next_size_ += sizes_of(to);
    if (width != 0) part.wanted = {width};
    slots_of_part<Value, modes> slots{
        arrays_of<modes>(entries_.crd), entries_.values.data(), parts_.data(), next_++, {}};
    for (std::size_t m = 0; m < modes; ++m) slots.sizes[m] = entries_.sizes[m];
    made_->add(conversion<to, Value, Index, modes>(part, fill_).run(slots, entries_.count));
  }

  const conversion_source& from_;
  Value fill_;
  insum::cuda::detail::shared_stream stream_;
  entry_list<Value, modes> entries_;
  std::vector<part_number> numbers_;
  std::array<std::int64_t, sizeof...(Parts)> widths_{};
  buffer<part_number> parts_;
  part_number next_ = 0;
  std::size_t next_size_ = 0;  // of those that are wanted
  std::shared_ptr<joined_arrays> made_;
};

}  // namespace detail

/// The tensor `from` of `levels`, outermost first, as the parts that insum::decompose makes, whose types are
/// those of the tuple Parts: the arrays of one after those of the other, hyb_buckets as its buckets. Waits
/// for the device.
template <class Parts, class T, class Index, int modes, padding which, class... Levels>
std::shared_ptr<const device_arrays> decompose(const conversion_source& from, stored_levels& storage,
                                               const Levels&... levels) {
  using value = typename in_kernels<T>::type;
  const value fill = insum::detail::fill_value<value>(from.fill);
  const auto slots = slots_of<value, modes, which>(from, storage.template values<value>(), fill, levels...);
  const insum::cuda::detail::shared_stream stream = insum::cuda::detail::stream_of_thread;
  auto entries = detail::list_entries<value, modes>(stream, slots, storage.count());
  detail::sort_entries(stream, entries);
  return detail::decomposition<Parts, value, Index, modes>(from, fill, std::move(entries)).run();
}

}  // namespace cuda

INSUM_RT_END
