// Checks decompositions against a model that applies the rules entry by entry.
#pragma once
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <insum/decompose.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace decomposition {

using place = std::array<std::int64_t, 2>;
template <class V>
using table = std::map<place, V>;

/// What a part takes. Numbers that do not apply are 0.
struct rule {
  std::string format;
  std::int64_t bm = 0, bn = 0, width = 0, g = 0;
  std::int64_t value_bytes = 0, index_bytes = 0;

  bool has_blocks() const { return bm != 0; }
  bool is_ell() const { return format == "ell"; }
  /// n entries by themselves take at least as many bytes as `elements` that share an index.
  bool is_worth(std::int64_t n, std::int64_t elements) const {
    return n * (value_bytes + index_bytes) >= elements * value_bytes + index_bytes;
  }
  place block_of(const place& x) const { return {x[0] / bm, x[1] / bn}; }
};

template <class Part>
rule rule_of(const insum::convert_options& options) {
  rule r;
  r.value_bytes = sizeof(typename Part::value_type);
  r.index_bytes = sizeof(typename Part::index_type);
  const auto chosen = [](std::int64_t of_type, bool fixed, std::int64_t option, std::int64_t otherwise) {
    return fixed ? of_type : option != 0 ? option : otherwise;
  };
  Part p;
  if constexpr (insum::detail::is_hyb_buckets<Part>) {
    r.format = "hyb_buckets";
  } else {
    constexpr bool fixed = requires { insum::storage<Part>::arguments; };
    r.format = insum::storage<Part>::format;
    if constexpr (requires { p.bm; }) {
      r.bm = chosen(p.bm, fixed, options.bm, 4);
      if constexpr (requires { p.bn; })
        r.bn = chosen(p.bn, fixed, options.bn, 4);
      else
        r.bn = chosen(p.bk, fixed, options.bn, 4);
    } else if constexpr (requires { p.width; }) {
      r.width = chosen(p.width, fixed, options.width, 0);
    } else if constexpr (requires { p.g; }) {
      r.g = chosen(p.g, fixed, options.group, 0);
    }
  }
  return r;
}

/// Gives each entry to a part as the rules say.
class model {
 public:
  model(const std::set<place>& places, std::int64_t rows, std::vector<rule> rules)
      : rules_(std::move(rules)), rows_(rows), widths(rules_.size(), 0) {
    for (const place& x : places) part[x] = -1;
    for (std::size_t k = 0; k < rules_.size(); ++k) take(static_cast<int>(k));
    give_rest();
  }

 private:
  std::vector<rule> rules_;
  std::int64_t rows_;

 public:
  std::map<place, int> part;
  std::vector<std::int64_t> widths;  // of the parts that are ell; 0: the longest row's

 private:
  template <class Condition>
  void take_if(int k, Condition condition) {
    for (auto& [x, number] : part)
      if (number == -1 && condition(x)) number = k;
  }
  void take(int k) {
    const rule& r = rules_[static_cast<std::size_t>(k)];
    const bool last = static_cast<std::size_t>(k) + 1 == rules_.size();
    if (r.is_ell()) {
      std::int64_t& width = widths[static_cast<std::size_t>(k)];
      width = r.width != 0 ? r.width : last ? 0 : hyb_width();
      std::map<std::int64_t, std::int64_t> taken;
      const std::int64_t most = width;
      take_if(k, [&](const place& x) { return most == 0 || taken[x[0]]++ < most; });
    } else if (last) {
      take_if(k, [](const place&) { return true; });
    } else if (r.has_blocks()) {
      std::map<place, std::int64_t> count;
      for (const auto& [x, number] : part)
        if (number == -1) ++count[r.block_of(x)];
      take_if(k, [&](const place& x) { return r.is_worth(count[r.block_of(x)], r.bm * r.bn); });
    } else if (r.format == "dia") {
      std::map<std::int64_t, std::int64_t> count;
      for (const auto& [x, number] : part)
        if (number == -1) ++count[x[1] - x[0]];
      take_if(k, [&](const place& x) { return r.is_worth(count[x[1] - x[0]], rows_); });
    } else {
      std::map<std::int64_t, std::int64_t> count = lengths(), taken;
      take_if(k, [&](const place& x) { return taken[x[0]]++ < count[x[0]] / r.g * r.g; });
    }
  }
  void give_rest() {
    const auto is_fixed = [](const rule& r) { return r.is_ell() && r.width != 0; };
    const auto first = [&](auto fits) {
      std::size_t k = 0;
      while (k < rules_.size() && !fits(rules_[k])) ++k;
      return k;
    };
    std::size_t to = first([&](const rule& r) { return !is_fixed(r) && r.format != "dia"; });
    if (to == rules_.size()) to = first([&](const rule& r) { return !is_fixed(r); });
    if (to == rules_.size()) --to;
    const rule& r = rules_[to];
    const int k = static_cast<int>(to);
    std::set<place> blocks;
    bool any = false;
    for (auto& [x, number] : part) {
      if (number != -1) continue;
      any = true;
      if (r.has_blocks()) blocks.insert(r.block_of(x));
      number = k;
    }
    if (any && !is_fixed(r)) widths[to] = 0;
    for (auto& [x, number] : part)
      if (number > k && r.has_blocks() && blocks.count(r.block_of(x)) != 0) number = k;
  }
  std::map<std::int64_t, std::int64_t> lengths() const {
    std::map<std::int64_t, std::int64_t> result;
    for (const auto& [x, number] : part)
      if (number == -1) ++result[x[0]];
    return result;
  }
  std::int64_t hyb_width() const {
    std::map<std::int64_t, std::int64_t> rows_of_length;
    for (const auto& [row, length] : lengths()) ++rows_of_length[length];
    std::int64_t best = 1, count = 0;
    for (auto at = rows_of_length.rbegin(); at != rows_of_length.rend(); ++at) {
      count += at->second;
      if (3 * count >= rows_ && at->first > best) best = at->first;
    }
    return best;
  }
};

/// A source whose entries are in any order and may occur several times, and what they add up to.
template <class V, class I = std::int32_t>
struct matrix {
  insum::coo<V, 2, I> t;
  table<V> expected;

  matrix(std::int64_t rows, std::int64_t cols) { t.shape = {rows, cols}; }
  void add(std::int64_t row, std::int64_t col, int value) {
    V v{};
    if constexpr (insum::is_complex<V>)
      v = V(static_cast<typename V::value_type>(value), 1);
    else
      v = static_cast<V>(value);
    t.crd[0].push_back(static_cast<I>(row));
    t.crd[1].push_back(static_cast<I>(col));
    t.vals.push_back(v);
    const auto [at, fresh] = expected.try_emplace({row, col}, v);
    if (!fresh) at->second = insum::detail::add(at->second, v);
  }
  /// Random entries among the rows and columns from `first` on.
  void scatter(std::mt19937& random, int count, place first, place size) {
    if (size[0] == 0 || size[1] == 0) return;
    for (int n = 0; n < count; ++n) {
      const std::int64_t row = first[0] + static_cast<std::int64_t>(random()) % size[0];
      add(row, first[1] + static_cast<std::int64_t>(random()) % size[1], static_cast<int>(random() % 5) + 1);
    }
  }
};

/// The entries of a part, or of all buckets.
template <class Part>
auto entries_of(const Part& part, const insum::convert_options& options) {
  using V = typename Part::value_type;
  table<V> result;
  insum::convert_options read;
  read.fill = options.fill;
  const auto add = [&](const auto& one) {
    const auto list = insum::convert<insum::coo<V, 2, std::int64_t>>(one, read);
    bool once = true;
    for (std::size_t p = 0; p < list.vals.size(); ++p)
      once = result.try_emplace({list.crd[0][p], list.crd[1][p]}, list.vals[p]).second && once;
    CHECK(once);
  };
  if constexpr (insum::detail::is_hyb_buckets<Part>)
    std::apply([&](const auto&... bucket) { (add(bucket), ...); }, part.buckets);
  else
    add(part);
  return result;
}

template <class Part>
void check_part(const Part& part, std::size_t k, const model& m, const table<typename Part::value_type>& all,
                const std::array<std::int64_t, 2>& shape, const insum::convert_options& options) {
  CAPTURE(k);
  using V = typename Part::value_type;
  if constexpr (requires { part.validate(V{}); })
    part.validate(insum::detail::fill_value<V>(options.fill));
  else
    part.validate();
  CHECK((part.size(0) == shape[0] && part.size(1) == shape[1]));
  table<V> mine;
  for (const auto& [x, number] : m.part)
    if (number == static_cast<int>(k)) mine[x] = all.at(x);
  CHECK(entries_of(part, options) == mine);
  if constexpr (requires { part.width; })
    if (m.widths[k] != 0) CHECK(part.width == m.widths[k]);
}

template <class... Parts, class V, class I>
void check(const matrix<V, I>& a, const insum::convert_options& options = {}) {
  const std::vector<rule> rules{rule_of<Parts>(options)...};
  std::string formats;
  for (const rule& r : rules) formats += r.format + " ";
  CAPTURE(formats);
  CAPTURE(a.t.shape[0]);
  CAPTURE(a.t.shape[1]);
  CAPTURE(a.t.nnz());
  std::set<place> places;
  for (const auto& [x, v] : a.expected) places.insert(x);
  const model m(places, a.t.shape[0], rules);
  const auto parts = insum::decompose<Parts...>(a.t, options);
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (check_part(std::get<k>(parts), k, m, a.expected, a.t.shape, options), ...);
  }(std::index_sequence_for<Parts...>());
}

}  // namespace decomposition
