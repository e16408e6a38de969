// What a statement may leave in the arrays of a sparse output that is no storage: lengths that do not fit,
// positions that do not ascend, coordinates that are out of range. Found before entries are compared, since a
// walk over them would read whatever lies elsewhere.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "levels.hpp"

namespace insum::statement::detail {

class storage_faults {
 public:
  /// `below`: the positions that each level may have. `lengths`: of the arrays, values last; none: nobody
  /// knows them, and coordinates are not looked at.
  storage_faults(const storage_form& form, const std::vector<index_array>& arrays,
                 std::vector<position_range> below, std::vector<std::int64_t> lengths, std::string writer)
      : form_(form),
        arrays_(arrays),
        below_(std::move(below)),
        lengths_(std::move(lengths)),
        writer_(std::move(writer)) {}

  /// The first one, "C.pos[1] is -5 by the statement, less than the position before it, 0", or "".
  std::string first() const {
    position_range at;
    bool exact = false;
    for (std::size_t l = 0; l < form_.levels.size(); ++l) {
      const level& each = form_.levels[l];
      exact = has_positions(each) ? false : exact || each.kind == level::compressed;
      if (each.kind == level::pointers) return counts_fault(each, at, below_[l]);
      std::string fault = has_positions(each) ? positions_fault(each, at, below_[l]) : "";
      if (!fault.empty()) return fault;
      at = positions_below(each, arrays_, form_.base, at);
      if (each.crd >= 0) fault = coordinates_fault(each, at, exact);
      if (!fault.empty()) return fault;
    }
    return length_fault(lengths_.size() - 1, at.end, exact);
  }

 private:
  std::int64_t number(int array, std::int64_t at) const {
    return arrays_[static_cast<std::size_t>(array)](at);
  }
  const std::string& name(int array) const { return form_.names[static_cast<std::size_t>(array)]; }
  std::string element_is(int array, std::int64_t at) const {
    return name(array) + '[' + std::to_string(at) + "] is " + std::to_string(number(array, at)) + writer_;
  }

  std::string length_fault(std::size_t array, std::int64_t needed, bool exact) const {
    if (lengths_.empty()) return "";
    const std::int64_t length = lengths_[array];
    if (exact ? length == needed : length >= needed) return "";
    return form_.names[array] + " has " + std::to_string(length) + " elements" + writer_ + " instead of " +
           (exact ? "" : "at least ") + std::to_string(needed);
  }

  std::string positions_fault(const level& each, position_range parents, position_range children) const {
    if (parents.begin >= parents.end) return "";
    const std::string fault = length_fault(static_cast<std::size_t>(each.pos), parents.end + 1, false);
    if (!fault.empty()) return fault;
    if (number(each.pos, parents.begin) - form_.base != children.begin)
      return element_is(each.pos, parents.begin) + ", and must be " +
             std::to_string(children.begin + form_.base);
    for (std::int64_t p = parents.begin; p < parents.end; ++p)
      if (number(each.pos, p + 1) < number(each.pos, p))
        return element_is(each.pos, p + 1) + ", less than the position before it, " +
               std::to_string(number(each.pos, p));
    if (number(each.pos, parents.end) - form_.base <= children.end) return "";
    const std::string& ending = each.crd >= 0 ? name(each.crd) : form_.names.back();
    return element_is(each.pos, parents.end) + ", and " + ending + " ends at " +
           std::to_string(children.end + form_.base);
  }

  /// Rows of their own, whose lengths nobody knows: as many entries as there were.
  std::string counts_fault(const level& each, position_range rows, position_range children) const {
    std::int64_t rest = children.end;
    for (std::int64_t p = rows.begin; p < rows.end; ++p) {
      const std::int64_t count = number(each.pos, p);
      if (count < 0 || count > rest)
        return element_is(each.pos, p) + ", and the rows had " + std::to_string(children.end) + " entries";
      rest -= count;
    }
    return "";
  }

  /// A fixed level may be padded by what is no coordinate; those of an offset level are differences.
  std::string coordinates_fault(const level& each, position_range at, bool exact) const {
    if (lengths_.empty()) return "";
    const bool is_offset = each.kind == level::offset;
    const std::string fault =
        length_fault(static_cast<std::size_t>(each.crd), is_offset ? each.size : at.end, exact);
    if (!fault.empty() || is_offset || each.kind == level::fixed) return fault;
    const std::int64_t size = form_.sizes[static_cast<std::size_t>(each.mode)];
    const std::int64_t count = size / each.scale + (size % each.scale != 0 ? 1 : 0);
    for (std::int64_t q = at.begin; q < at.end; ++q) {
      const std::int64_t c = number(each.crd, q);
      if (c < form_.base || c - form_.base >= count)
        return element_is(each.crd, q) + ", which is none of the " + std::to_string(count) +
               " coordinates from " + std::to_string(form_.base) + " on";
    }
    return "";
  }

  const storage_form& form_;
  const std::vector<index_array>& arrays_;
  std::vector<position_range> below_;
  std::vector<std::int64_t> lengths_;
  std::string writer_;  // " by the statement"
};

}  // namespace insum::statement::detail
