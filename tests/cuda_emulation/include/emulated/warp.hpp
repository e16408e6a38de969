// What the lanes of a warp do together. Lanes go on by themselves otherwise: nothing holds a warp in step.
#pragma once

#include <string_view>
#include <type_traits>

#include "machine.hpp"
#include "poison.hpp"

namespace insum::emulated::detail {

template <class T>
inline constexpr bool is_shuffled =
    std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, long> ||
    std::is_same_v<T, unsigned long> || std::is_same_v<T, long long> ||
    std::is_same_v<T, unsigned long long> || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
concept shuffled = is_shuffled<T>;
template <class T>
concept matched = is_shuffled<T> && std::is_arithmetic_v<T>;

inline void check_mask(const thread& self, const char* name, unsigned mask) {
  const unsigned lane = self.number % lanes_of_warp, first = self.number - lane;
  if ((mask >> lane & 1u) == 0)
    fail(std::string(name) + ": the mask lacks the lane that calls, lane " + std::to_string(lane));
  const unsigned lanes = machine.thread_count - first;
  if (lanes < lanes_of_warp && mask >> lanes != 0)
    fail(std::string(name) + ": the mask names lanes that the warp does not have; it has " +
         std::to_string(lanes));
}

/// Whether the lanes of the mask, which all wait, wait for the same. Gathers what they bring; null for other
/// lanes.
inline bool all_want(const collective& wanted, const thread* warp, void** data) {
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    data[lane] = nullptr;
    if ((wanted.mask >> lane & 1u) == 0) continue;
    const collective& theirs = *warp[lane].wanted;
    if (theirs.resolve != wanted.resolve || theirs.mask != wanted.mask ||
        std::string_view(theirs.name) != wanted.name)
      return false;
    data[lane] = theirs.data;
  }
  return true;
}

/// Waits for all lanes of the mask; each must call the same function with the same mask.
inline void meet(const collective& wanted, const std::source_location& where) {
  thread& self = running_thread(wanted.name);
  check_mask(self, wanted.name, wanted.mask);
  self.state = thread_state::at_collective;
  self.waits_in = wanted.name;
  self.where = where;
  self.wanted = &wanted;
  unsigned& waiting = machine.waiting_lanes[self.number / lanes_of_warp];
  waiting |= 1u << self.number % lanes_of_warp;
  thread* const warp = &self - self.number % lanes_of_warp;
  void* data[lanes_of_warp];
  if ((waiting & wanted.mask) == wanted.mask && all_want(wanted, warp, data)) {
    wanted.resolve(wanted.mask, data);
    waiting &= ~wanted.mask;
    if (wanted.orders_memory && watcher.order_lanes != nullptr)
      watcher.order_lanes(self.number - self.number % lanes_of_warp, wanted.mask);
    for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
      if ((wanted.mask >> lane & 1u) != 0) warp[lane].state = thread_state::ready;
  }
  suspend(self);
}

/// What a lane brings and takes home.
template <class T, class R = T>
struct exchange {
  T value;
  R result;
  unsigned source = 0;  // the lane whose value a shuffle gives
};

/// A collective that gives the same result to all lanes: combine(values of the lanes, mask).
template <class R, class T, class Combine>
R vote(const char* name, unsigned mask, T value, Combine, const std::source_location& where) {
  using item = exchange<T, R>;
  item mine{value, R{}};
  const collective wanted{name, mask,
                          [](unsigned lanes, void* const* data) {
                            T values[lanes_of_warp] = {};
                            for (unsigned i = 0; i < lanes_of_warp; ++i)
                              if (data[i] != nullptr) values[i] = static_cast<item*>(data[i])->value;
                            for (unsigned i = 0; i < lanes_of_warp; ++i)
                              if (data[i] != nullptr)
                                static_cast<item*>(data[i])->result = Combine{}(values, lanes, i);
                          },
                          &mine};
  meet(wanted, where);
  return mine.result;
}

inline void check_width(const char* name, int width) {
  if (width < 1 || width > 32 || (width & (width - 1)) != 0)
    fail(std::string(name) + ": width " + std::to_string(width) + " is not a power of two up to 32");
}

/// `source` of each lane chooses the lane that its result comes from; a lane that does not take part gives
/// poison.
template <class T>
T shuffle(const char* name, unsigned mask, T value, unsigned source, const std::source_location& where) {
  using item = exchange<T>;
  item mine{value, T{}, source};
  const collective wanted{name, mask,
                          [](unsigned, void* const* data) {
                            for (unsigned i = 0; i < lanes_of_warp; ++i) {
                              if (data[i] == nullptr) continue;
                              auto* const to = static_cast<item*>(data[i]);
                              const auto* const from = static_cast<item*>(data[to->source]);
                              to->result = from != nullptr ? from->value : poison<T>();
                            }
                          },
                          &mine};
  meet(wanted, where);
  return mine.result;
}

inline unsigned lane_id(const char* name) { return running_thread(name).number % lanes_of_warp; }

/// The first lane of the segment of `width` lanes.
inline unsigned segment(unsigned lane, int width) { return lane & ~(static_cast<unsigned>(width) - 1); }

}  // namespace insum::emulated::detail

#define INSUM_EMULATED_WHERE const std::source_location& where = std::source_location::current()

/// The only one of them that orders what the lanes do in memory.
inline void __syncwarp(unsigned mask = 0xffffffffu, INSUM_EMULATED_WHERE) {
  int nothing = 0;
  insum::emulated::detail::meet({"__syncwarp", mask, [](unsigned, void* const*) {}, &nothing, true}, where);
}
/// Any set with the caller in it is right where lanes are not in step.
inline unsigned __activemask() { return 1u << insum::emulated::detail::lane_id("__activemask"); }

#define INSUM_EMULATED_VOTE(name, R, T, ...)                      \
  inline R name(unsigned mask, T mine, INSUM_EMULATED_WHERE) {    \
    return insum::emulated::detail::vote<R>(                      \
        #name, mask, mine,                                        \
        [](const T* values, unsigned lanes, unsigned self) -> R { \
          (void)self;                                             \
          R result{};                                             \
          bool first = true;                                      \
          for (unsigned i = 0; i < 32; ++i) {                     \
            if ((lanes >> i & 1u) == 0) continue;                 \
            const T value = values[i];                            \
            __VA_ARGS__;                                          \
            first = false;                                        \
          }                                                       \
          (void)first;                                            \
          return result;                                          \
        },                                                        \
        where);                                                   \
  }
INSUM_EMULATED_VOTE(__ballot_sync, unsigned, int, result |= (value != 0 ? 1u : 0u) << i)
INSUM_EMULATED_VOTE(__any_sync, int, int, result = result != 0 || value != 0)
INSUM_EMULATED_VOTE(__all_sync, int, int, result = (first || result != 0) && value != 0)
INSUM_EMULATED_VOTE(__reduce_add_sync, unsigned, unsigned, result += value)
INSUM_EMULATED_VOTE(__reduce_add_sync, int, int,
                    result = static_cast<int>(static_cast<unsigned>(result) + static_cast<unsigned>(value)))
INSUM_EMULATED_VOTE(__reduce_min_sync, unsigned, unsigned, result = first || value < result ? value : result)
INSUM_EMULATED_VOTE(__reduce_min_sync, int, int, result = first || value < result ? value : result)
INSUM_EMULATED_VOTE(__reduce_max_sync, unsigned, unsigned, result = first || value > result ? value : result)
INSUM_EMULATED_VOTE(__reduce_max_sync, int, int, result = first || value > result ? value : result)
INSUM_EMULATED_VOTE(__reduce_and_sync, unsigned, unsigned, result = first ? value : result & value)
INSUM_EMULATED_VOTE(__reduce_or_sync, unsigned, unsigned, result |= value)
INSUM_EMULATED_VOTE(__reduce_xor_sync, unsigned, unsigned, result ^= value)
#undef INSUM_EMULATED_VOTE

template <insum::emulated::detail::matched T>
unsigned __match_any_sync(unsigned mask, T mine, INSUM_EMULATED_WHERE) {
  return insum::emulated::detail::vote<unsigned>(
      "__match_any_sync", mask, mine,
      [](const T* values, unsigned lanes, unsigned self) {
        unsigned result = 0;
        for (unsigned i = 0; i < 32; ++i)
          if ((lanes >> i & 1u) != 0 && std::memcmp(values + i, values + self, sizeof(T)) == 0)
            result |= 1u << i;
        return result;
      },
      where);
}
template <insum::emulated::detail::matched T>
unsigned __match_all_sync(unsigned mask, T mine, int* all, INSUM_EMULATED_WHERE) {
  const unsigned same = insum::emulated::detail::vote<unsigned>(
      "__match_all_sync", mask, mine,
      [](const T* values, unsigned lanes, unsigned self) {
        for (unsigned i = 0; i < 32; ++i)
          if ((lanes >> i & 1u) != 0 && std::memcmp(values + i, values + self, sizeof(T)) != 0) return 0u;
        return lanes;
      },
      where);
  *all = same != 0 ? 1 : 0;
  return same;
}

template <insum::emulated::detail::shuffled T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, INSUM_EMULATED_WHERE) {
  using namespace insum::emulated::detail;
  check_width("__shfl_sync", width);
  const unsigned first = segment(lane_id("__shfl_sync"), width);
  return shuffle("__shfl_sync", mask, value,
                 first + (static_cast<unsigned>(source) & (static_cast<unsigned>(width) - 1)), where);
}
template <insum::emulated::detail::shuffled T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, INSUM_EMULATED_WHERE) {
  using namespace insum::emulated::detail;
  check_width("__shfl_up_sync", width);
  const unsigned lane = lane_id("__shfl_up_sync");
  const bool inside = lane - segment(lane, width) >= delta;
  return shuffle("__shfl_up_sync", mask, value, inside ? lane - delta : lane, where);
}
template <insum::emulated::detail::shuffled T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, INSUM_EMULATED_WHERE) {
  using namespace insum::emulated::detail;
  check_width("__shfl_down_sync", width);
  const unsigned lane = lane_id("__shfl_down_sync");
  const bool inside = delta < static_cast<unsigned>(width) - (lane - segment(lane, width));
  return shuffle("__shfl_down_sync", mask, value, inside ? lane + delta : lane, where);
}
template <insum::emulated::detail::shuffled T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, INSUM_EMULATED_WHERE) {
  using namespace insum::emulated::detail;
  check_width("__shfl_xor_sync", width);
  const unsigned lane = lane_id("__shfl_xor_sync"), source = lane ^ static_cast<unsigned>(lane_mask);
  const bool inside = source < segment(lane, width) + static_cast<unsigned>(width);
  return shuffle("__shfl_xor_sync", mask, value, inside ? source : lane, where);
}
#undef INSUM_EMULATED_WHERE
