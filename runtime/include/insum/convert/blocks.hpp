// Building the formats with blocks from compressed rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "hub.hpp"
#include "options.hpp"
#include "padding.hpp"

namespace insum::detail {

/// Walks one row of blocks of bm x bn: the rows are merged by block column, so that blocks come in order and
/// nothing is sorted or searched. Calls begin_block(block column), then entry(r, c, value) for its entries.
template <class V, class I>
class block_walker {
 public:
  block_walker(const compressed_view<V, I>& rows, std::int64_t bm, std::int64_t bn)
      : rows_(rows),
        bm_(bm),
        bn_(bn),
        next_(static_cast<std::size_t>(bm < rows.major ? bm : rows.major)),
        block_(next_.size()) {}

  template <class BeginBlock, class Entry>
  void walk(std::int64_t block_row, BeginBlock&& begin_block, Entry&& entry) {
    const std::int64_t first = block_row * bm_;
    const std::int64_t count = rows_.major - first < bm_ ? rows_.major - first : bm_;
    std::int64_t current = none;
    for (std::int64_t r = 0; r < count; ++r) {
      next_[static_cast<std::size_t>(r)] = rows_.begin(first + r);
      update(first, r);
      current = lesser(current, block_[static_cast<std::size_t>(r)]);
    }
    while (current != none) {
      begin_block(current);
      std::int64_t following = none;
      for (std::int64_t r = 0; r < count; ++r) {
        const std::size_t at = static_cast<std::size_t>(r);
        if (block_[at] == current) take(first, r, current, entry);
        following = lesser(following, block_[at]);
      }
      current = following;
    }
  }

 private:
  static constexpr std::int64_t none = INT64_MAX;
  static std::int64_t lesser(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
  void update(std::int64_t first, std::int64_t r) {
    const std::int64_t p = next_[static_cast<std::size_t>(r)];
    block_[static_cast<std::size_t>(r)] = p < rows_.end(first + r) ? rows_.coordinate(p) / bn_ : none;
  }
  template <class Entry>
  void take(std::int64_t first, std::int64_t r, std::int64_t block, Entry& entry) {
    std::int64_t p = next_[static_cast<std::size_t>(r)];
    const std::int64_t begin = block * bn_;
    for (; p < rows_.end(first + r) && rows_.coordinate(p) - begin < bn_; ++p)
      entry(r, rows_.coordinate(p) - begin, rows_.vals[p]);
    next_[static_cast<std::size_t>(r)] = p;
    update(first, r);
  }

  const compressed_view<V, I>& rows_;
  std::int64_t bm_, bn_;
  buffer<std::int64_t> next_;   // by row of the block row: the next entry
  buffer<std::int64_t> block_;  // ... and its block column
};

/// For each block row the number of its blocks before it: rows / bm + 1 positions.
template <class V, class I>
buffer<std::int64_t> count_blocks(const compressed_view<V, I>& rows, std::int64_t bm, std::int64_t bn) {
  const std::int64_t block_rows = ceil_div(rows.major, bm);
  check_padded({{{"pos"}, {block_rows}, sizeof(std::int64_t)}}, {});
  buffer<std::int64_t> pos(static_cast<std::size_t>(block_rows) + 1, 0);
  balanced_ranges(
      block_rows, [&](std::int64_t i) { return rows.before(i * bm < rows.major ? i * bm : rows.major) + i; },
      [&](std::int64_t begin, std::int64_t end) {
        block_walker<V, I> walker(rows, bm, bn);
        for (std::int64_t i = begin; i < end; ++i) {
          std::int64_t count = 0;
          walker.walk(i, [&](std::int64_t) { ++count; }, [](std::int64_t, std::int64_t, V) {});
          pos[static_cast<std::size_t>(i) + 1] = count;
        }
      },
      rows.entries());
  to_positions(pos);
  return pos;
}

/// The blocks of a matrix in the order of bcsr.
template <class V, class I>
struct block_list {
  buffer<std::int64_t> pos;
  buffer<I> crd;
  buffer<V> vals;
};

/// "bcsr.vals"
template <class To>
std::string member_of(const char* name) {
  std::string text(storage<To>::format);
  return text.append(".").append(name);
}

/// ... of a result To, whose arrays messages name.
template <class To, class V, class I>
block_list<V, I> make_blocks(const compressed_view<V, I>& rows, std::int64_t bm, std::int64_t bn,
                             const convert_options& options) {
  constexpr bool lists = requires(To to) { to.AV; };
  constexpr int coordinates = is_format<To>("block_coo") ? 2 : 1;  // that are stored of each block
  constexpr bool doubly = is_format<To>("dbcsr");
  const std::string vals = member_of<To>(lists ? "AV" : "vals"),
                    crd = member_of<To>(lists    ? "AK"
                                        : doubly ? "crd1"
                                                 : "crd"),
                    pos = lists ? crd : member_of<To>(doubly ? "pos1" : "pos");
  block_list<V, I> result;
  result.pos = count_blocks(rows, bm, bn);
  const std::int64_t count = result.pos.back();
  check_fits<I>({pos.c_str()}, ceil_div(rows.major, bm), count);
  check_padded(
      {{{vals.c_str()}, {count, bm, bn}, sizeof(V)}, {{crd.c_str()}, {count, coordinates}, sizeof(I)}},
      options);
  result.crd.resize(static_cast<std::size_t>(count));
  result.vals.resize(static_cast<std::size_t>(count * bm * bn));
  balanced_ranges(
      ceil_div(rows.major, bm), [&](std::int64_t i) { return result.pos[static_cast<std::size_t>(i)] + i; },
      [&](std::int64_t begin, std::int64_t end) {
        block_walker<V, I> walker(rows, bm, bn);
        for (std::int64_t i = begin; i < end; ++i) {
          std::int64_t p = result.pos[static_cast<std::size_t>(i)] - 1;
          V* block = nullptr;
          walker.walk(
              i,
              [&](std::int64_t block_col) {
                result.crd[static_cast<std::size_t>(++p)] = static_cast<I>(block_col);
                block = result.vals.data() + p * bm * bn;
                for (std::int64_t e = 0; e < bm * bn; ++e) block[e] = fill_value<V>(options.fill);
              },
              [&](std::int64_t r, std::int64_t c, V v) { block[r * bn + c] = v; });
        }
      },
      count * bm * bn);
  return result;
}

template <class To>
void set_block_sizes(To& to, const convert_options& options) {
  choose(to.bm, options.bm, 4, member_of<To>("bm").c_str());
  if constexpr (requires { to.bn; }) {
    choose(to.bn, options.bn, 4, member_of<To>("bn").c_str());
  } else {
    choose(to.bk, options.bn, 4, member_of<To>("bk").c_str());
  }
}

template <class To, class V, class I>
To make_bcsr(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  set_block_sizes(to, options);
  block_list<V, I> blocks = make_blocks<To, V, I>(rows, to.bm, to.bn, options);
  to.pos.resize(blocks.pos.size());
  for (std::size_t i = 0; i < blocks.pos.size(); ++i) to.pos[i] = static_cast<I>(blocks.pos[i]);
  to.crd = std::move(blocks.crd);
  to.vals = std::move(blocks.vals);
  return to;
}

template <class To, class V, class I>
To make_dbcsr(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  set_block_sizes(to, options);
  block_list<V, I> blocks = make_blocks<To, V, I>(rows, to.bm, to.bn, options);
  for (std::size_t i = 0; i + 1 < blocks.pos.size(); ++i) {
    if (blocks.pos[i] == blocks.pos[i + 1]) continue;
    to.crd0.push_back(static_cast<I>(rows.number(static_cast<std::int64_t>(i))));
    to.pos1.push_back(static_cast<I>(blocks.pos[i + 1]));
  }
  to.pos0[1] = static_cast<I>(to.crd0.size());
  to.crd1 = std::move(blocks.crd);
  to.vals = std::move(blocks.vals);
  return to;
}

template <class To, class V, class I>
To make_block_coo(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  set_block_sizes(to, options);
  block_list<V, I> blocks = make_blocks<To, V, I>(rows, to.bm, to.bk, options);
  to.AM.resize(blocks.crd.size());
  for (std::size_t i = 0; i + 1 < blocks.pos.size(); ++i)
    for (std::int64_t p = blocks.pos[i]; p < blocks.pos[i + 1]; ++p)
      to.AM[static_cast<std::size_t>(p)] = static_cast<I>(rows.number(static_cast<std::int64_t>(i)));
  to.AK = std::move(blocks.crd);
  to.AV = std::move(blocks.vals);
  return to;
}

template <class To, class V, class I>
To make_block_group_coo(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  set_block_sizes(to, options);
  const block_list<V, I> blocks = make_blocks<To, V, I>(rows, to.bm, to.bk, options);
  choose(to.g, options.group, best_group_size(blocks.pos, ceil_div(rows.all_rows(), to.bm)),
         member_of<To>("g").c_str());
  const std::int64_t g = to.g, area = to.bm * to.bk;
  const buffer<std::int64_t> first = count_groups(blocks.pos, g);
  check_padded({{{"block_group_coo.AV"}, {first.back(), g, area}, sizeof(V)},
                {{"block_group_coo.AK"}, {first.back(), g}, sizeof(I)},
                {{"block_group_coo.AM"}, {first.back()}, sizeof(I)}},
               options);
  to.AM.resize(static_cast<std::size_t>(first.back()));
  to.AK.resize(static_cast<std::size_t>(first.back() * g));
  to.AV.resize(static_cast<std::size_t>(first.back() * g * area));
  for_each_slot(
      blocks.pos, first, g, area, [&](std::int64_t at, std::int64_t p, bool padding, std::int64_t i) {
        if (at % g == 0) to.AM[static_cast<std::size_t>(at / g)] = static_cast<I>(rows.number(i));
        to.AK[static_cast<std::size_t>(at)] = blocks.crd[static_cast<std::size_t>(p)];
        for (std::int64_t e = 0; e < area; ++e)
          to.AV[static_cast<std::size_t>(at * area + e)] =
              padding ? fill_value<V>(options.fill) : blocks.vals[static_cast<std::size_t>(p * area + e)];
      });
  return to;
}

/// Tiles of t x 1 are blocks; a group lays its tiles side by side.
template <class To, class V, class I>
To make_sr_bcrs(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  choose(to.t, options.tile, 8, member_of<To>("t").c_str());
  choose(to.g, options.group, 8, member_of<To>("g").c_str());
  const std::int64_t t = to.t, g = to.g;
  const block_list<V, I> tiles = make_blocks<To, V, I>(rows, t, 1, options);
  const buffer<std::int64_t> first = count_groups(tiles.pos, g);
  check_fits<I>({"sr_bcrs.pos"}, static_cast<std::int64_t>(first.size()) - 1, first.back());
  check_padded(
      {{{"sr_bcrs.vals"}, {first.back(), g, t}, sizeof(V)}, {{"sr_bcrs.crd"}, {first.back(), g}, sizeof(I)}},
      options);
  to.pos.resize(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) to.pos[i] = static_cast<I>(first[i]);
  to.crd.resize(static_cast<std::size_t>(first.back() * g));
  to.vals.resize(static_cast<std::size_t>(first.back() * g * t));
  for_each_slot(tiles.pos, first, g, t, [&](std::int64_t at, std::int64_t p, bool padding, std::int64_t) {
    to.crd[static_cast<std::size_t>(at)] = tiles.crd[static_cast<std::size_t>(p)];
    for (std::int64_t r = 0; r < t; ++r)
      to.vals[static_cast<std::size_t>((at / g * t + r) * g + at % g)] =
          padding ? fill_value<V>(options.fill) : tiles.vals[static_cast<std::size_t>(p * t + r)];
  });
  return to;
}

}  // namespace insum::detail
