// Conversions of tensors in device memory, by scans and sorts of CUB: what insum::convert makes on the host,
// with the same arrays.
#pragma once

#include "made_levels.hpp"
#include "made_rows.hpp"

INSUM_RT_BEGIN

namespace cuda {

enum class made {
  coo,
  csf,
  dense,
  csr,
  csc,
  dcsr,
  dcsc,
  ell,
  dia,
  ragged,
  group_coo,
  bcsr,
  dbcsr,
  block_coo,
  block_group_coo
};

namespace detail {

constexpr bool by_columns(made to) { return to == made::csc || to == made::dcsc; }
constexpr bool has_blocks(made to) {
  return to == made::bcsr || to == made::dbcsr || to == made::block_coo || to == made::block_group_coo;
}

/// The place of an entry of a dense tensor.
template <int modes>
struct dense_slots {
  coordinate_arrays<modes> crd;
  std::int64_t sizes[modes];
  __device__ std::int64_t operator()(std::int64_t entry) const {
    std::int64_t place = 0;
    for (int m = 0; m < modes; ++m) place = place * sizes[m] + crd.of[m][entry];
    return place;
  }
};
struct divide {
  std::int64_t* to;
  const std::int64_t* from;
  std::int64_t by;
  __device__ void operator()(std::int64_t i) const { to[i] = from[i] / by; }
};
struct subtract_one {
  std::int64_t* from;
  __device__ void operator()(std::int64_t i) const { --from[i]; }
};
struct number_units {
  std::int64_t* unit;
  const std::int64_t* places;
  const entry_number* order;
  __device__ void operator()(std::int64_t i) const { unit[order[i]] = places[i] - 1; }
};

template <made to, class Value, class Index, int modes>
class conversion {
 public:
  conversion(const conversion_source& from, const Value& fill)
      : from_(from), fill_(fill), stream_(insum::cuda::detail::stream_of_thread) {}

  template <class Slots>
  std::shared_ptr<const device_arrays> run(const Slots& slots, std::int64_t count) {
    for (std::size_t m = 0; m < modes; ++m)
      if (to != made::dense && from_.sizes[m] > 0 && !std::in_range<Index>(from_.sizes[m] - 1))
        throw storage_error("shape", static_cast<std::int64_t>(m), from_.sizes[m],
                            "its last coordinate does not fit the index type");
    entries_ = list_entries<Value, modes>(stream_, slots, count);
    if constexpr (by_columns(to)) {
      std::swap(entries_.crd[0], entries_.crd[1]);
      std::swap(entries_.sizes[0], entries_.sizes[1]);
    }
    sort_entries(stream_, entries_);
    made_ = std::make_shared<made_arrays>();
    if constexpr (to == made::coo || to == made::csf || to == made::dense)
      make_of_any_rank();
    else
      make_of_rows();
    return made_;
  }

 private:
  static constexpr bool is_grouped = to == made::group_coo || to == made::block_group_coo;

  std::int64_t wanted(std::size_t n, std::int64_t otherwise) const {
    return n < from_.wanted.size() && from_.wanted[n] != 0 ? from_.wanted[n] : otherwise;
  }
  void note(std::int64_t parameter) { made_->parameters.push_back(parameter); }
  coordinate_arrays<modes> coordinates() const { return arrays_of<modes>(entries_.crd); }

  template <class F>
  void each_of(std::int64_t count, const F& f) const {
    each(stream_, count, f);
  }
  void add_numbers(const std::int64_t* numbers, std::int64_t count) {
    each_of(count, copy_numbers<Index>{made_->template add<Index>(count), numbers});
  }
  /// The values of `units` slots, each with a block: fill values but for the entries.
  template <class Slot>
  void add_values(std::int64_t units, const Slot& slot_of) {
    const std::int64_t count = checked_mul(units, checked_mul(blocks_.bm, blocks_.bn, "elements of a block"),
                                           "elements with padding");
    Value* const values = made_->template add<Value>(count);
    if (count != entries_.count) each_of(count, set_all<Value>{values, fill_});
    each_of(entries_.count, scatter_values<Value, Slot>{values, entries_.values.data(), blocks_, slot_of});
  }

  void make_of_any_rank() {
    if constexpr (to == made::dense) {
      std::int64_t count = 1;
      dense_slots<modes> slots{coordinates(), {}};
      for (std::size_t m = 0; m < modes; ++m) {
        slots.sizes[m] = entries_.sizes[m];
        count = checked_mul(count, entries_.sizes[m], "elements of a dense tensor");
      }
      add_values(count, slots);
    } else {
      if constexpr (to == made::csf)
        make_tree<Index, modes>(stream_, *made_, coordinates(), entries_.count);
      else
        for (const buffer<std::int64_t>& crd : entries_.crd) add_numbers(crd.data(), entries_.count);
      add_values(entries_.count, slots_in_order());
    }
  }

  /// Units that differ in the last mode only are a row: rows without a unit do not count.
  void number_rows(const number_arrays<modes>& crd) {
    row_ = buffer<std::int64_t>(stream_, units_.count);
    std::int64_t rows = 0;
    if (units_.count > 0) {
      each_of(units_.count, mark_paths<modes>{row_.data(), arrays_of<modes>(crd), modes - 2});
      sum_up(stream_, row_.data(), units_.count);
      rows = number_at(stream_, row_.data() + (units_.count - 1));
      each_of(units_.count, subtract_one{row_.data()});
    }
    units_.major = rows;
    units_.row = row_.data();
  }
  /// Memory follows the entries where most rows have none, as insum::convert does it.
  bool has_few_units() const {
    constexpr std::int64_t many = std::int64_t{1} << 20;
    return units_.major > many && units_.major / 4 > units_.count;
  }

  /// Of tensors with more than two modes, only groups.
  void make_of_rows() {
    units_ = {entries_.sizes[modes - 2],      entries_.sizes[modes - 1],      entries_.count,
              entries_.crd[modes - 2].data(), entries_.crd[modes - 1].data(), {}};
    if constexpr (modes > 2) number_rows(entries_.crd);
    if constexpr (has_blocks(to)) find_blocks();
    if constexpr (to == made::dcsr || to == made::dcsc || to == made::dbcsr) return make_units_tree();
    if constexpr (to == made::dia) return make_diagonals();
    if constexpr (to == made::block_coo) {
      add_numbers(units_.row, units_.count);
      add_numbers(units_.col, units_.count);
      return add_values(units_.count, slots_in_order());
    }
    if constexpr (is_grouped) {
      units_.of = units_.major;
      if (modes == 2 && has_few_units()) number_rows(has_blocks(to) ? unit_crd_ : entries_.crd);
    }
    units_.find_rows(stream_);
    if constexpr (to == made::ell) return make_slots();
    if constexpr (to == made::ragged) return make_ragged();
    if constexpr (is_grouped) return make_groups();
    check_fits<Index>("pos", units_.major, units_.count);
    add_numbers(units_.pos.data(), units_.major + 1);
    add_numbers(units_.col, units_.count);
    add_values(units_.count, slots_in_order());
  }

  /// From here on blocks are what rows consist of.
  void find_blocks() {
    constexpr std::size_t first = to == made::block_group_coo ? 1 : 0;
    blocks_ = {nullptr, entries_.crd[0].data(), entries_.crd[1].data(), wanted(first, 4),
               wanted(first + 1, 4)};
    if (to != made::block_group_coo) note(blocks_.bm), note(blocks_.bn);
    units_.major = entries_.sizes[0] / blocks_.bm + (entries_.sizes[0] % blocks_.bm != 0);
    units_.minor = entries_.sizes[1] / blocks_.bn + (entries_.sizes[1] % blocks_.bn != 0);
    number_arrays<2> at;
    for (buffer<std::int64_t>& crd : at) crd = buffer<std::int64_t>(stream_, entries_.count);
    each_of(entries_.count, divide{at[0].data(), entries_.crd[0].data(), blocks_.bm});
    each_of(entries_.count, divide{at[1].data(), entries_.crd[1].data(), blocks_.bn});
    distinct_entries<2> distinct(stream_, arrays_of<2>(at), entries_.count, {units_.major, units_.minor});
    unit_ = buffer<std::int64_t>(stream_, entries_.count);
    each_of(entries_.count, number_units{unit_.data(), distinct.places(), distinct.order()});
    blocks_.unit = unit_.data();
    unit_crd_ = std::move(distinct.coordinates());
    units_.count = distinct.count();
    units_.row = unit_crd_[0].data();
    units_.col = unit_crd_[1].data();
  }

  void make_units_tree() {
    number_arrays<modes>& crd = has_blocks(to) ? unit_crd_ : entries_.crd;
    make_tree<Index, modes>(stream_, *made_, arrays_of<modes>(crd), units_.count);
    add_values(units_.count, slots_in_order());
  }

  void make_slots() {
    const std::int64_t longest = length_of_longest(stream_, units_);
    const std::int64_t width = wanted(0, longest > 0 ? longest : 1);
    if (longest > width)
      throw storage_error("ell.width", -1, width, "a row has " + std::to_string(longest) + " entries");
    note(width);
    const std::int64_t slots = checked_mul(units_.major, width, "slots of ell");
    each_of(slots,
            fill_slots<Index>{made_->template add<Index>(slots), units_.pos.data(), units_.col, width});
    add_values(slots, slots_of_rows{units_.row, units_.pos.data(), nullptr, width});
  }

  void make_groups() {
    const std::int64_t size = wanted(0, 0);
    const row_groups groups = size == 0 ? best_groups(stream_, units_) : row_groups(stream_, units_, size);
    note(groups.g);
    if (to == made::block_group_coo) note(blocks_.bm), note(blocks_.bn);
    const std::int64_t slots = checked_mul(groups.count, groups.g, "slots of groups");
    const buffer<std::int64_t> unit(stream_, groups.count);
    each_of(groups.count,
            find_group_units{unit.data(), groups.first.data(), units_.pos.data(), units_.major, groups.g});
    const number_arrays<modes>& crd = has_blocks(to) ? unit_crd_ : entries_.crd;
    for (std::size_t m = 0; m + 1 < modes; ++m)
      each_of(groups.count, fill_group_coordinates<Index>{made_->template add<Index>(groups.count),
                                                          unit.data(), crd[m].data()});
    each_of(slots, fill_group_slots<Index>{made_->template add<Index>(slots), unit.data(), units_.col,
                                           units_.row, units_.pos.data(), groups.g});
    add_values(slots, slots_of_rows{units_.row, units_.pos.data(), groups.first.data(), groups.g});
  }

  void make_ragged() {
    const buffer<std::int64_t> first(stream_, units_.major + 1);
    each_of(units_.major + 1, count_columns{first.data(), units_.pos.data(), units_.col});
    sum_up(stream_, first.data(), units_.major + 1);
    const std::int64_t count = number_at(stream_, first.data() + units_.major);
    check_fits<Index>("ragged.pos", units_.major, count);
    add_numbers(first.data(), units_.major + 1);
    add_values(count, slots_of_columns{units_.row, units_.col, first.data()});
  }

  void make_diagonals() {
    const std::int64_t rows = units_.major;
    const std::int64_t all = rows == 0 || units_.minor == 0 ? 0 : rows + units_.minor - 1;
    const buffer<std::int64_t> number(stream_, all);
    each_of(all, set_all<std::int64_t>{number.data(), 0});
    each_of(units_.count, mark_diagonals{number.data(), units_.row, units_.col, rows});
    if (all > 0) sum_up(stream_, number.data(), all);
    const std::int64_t count = all == 0 ? 0 : number_at(stream_, number.data() + (all - 1));
    each_of(all, list_diagonals<Index>{made_->template add<Index>(count), number.data(), rows});
    add_values(checked_mul(count, rows, "elements of diagonals"),
               slots_of_diagonals{units_.row, units_.col, number.data(), rows});
  }

  const conversion_source& from_;
  Value fill_;
  insum::cuda::detail::shared_stream stream_;
  entry_list<Value, modes> entries_;
  row_units units_;
  within_block blocks_;
  buffer<std::int64_t> unit_, row_;
  number_arrays<modes> unit_crd_;
  std::shared_ptr<made_arrays> made_;
};

}  // namespace detail

/// The tensor `from` of `levels`, outermost first, in another format. Waits for the device.
template <made to, class T, class Index, int modes, padding which, class... Levels>
std::shared_ptr<const device_arrays> convert(const conversion_source& from, stored_levels& storage,
                                             const Levels&... levels) {
  using value = typename in_kernels<T>::type;
  const value fill = insum::detail::fill_value<value>(from.fill);
  const auto slots = slots_of<value, modes, which>(from, storage.template values<value>(), fill, levels...);
  return detail::conversion<to, value, Index, modes>(from, fill).run(slots, storage.count());
}

}  // namespace cuda

INSUM_RT_END
