// What the lanes of a warp do together, value by value.
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::in_all_orders;
using cuda_test::last_words;
using cuda_test::results_of_block;

namespace {

constexpr unsigned all_lanes = 0xffffffffu;

struct shuffled_values {
  int indexed, indexed_8, up, up_8, down, down_8, crossed, crossed_8;
};

__global__ void shuffle_all_ways(shuffled_values* results) {
  const int mine = 100 + static_cast<int>(threadIdx.x);
  shuffled_values& to = results[threadIdx.x];
  to.indexed = __shfl_sync(all_lanes, mine, 5);
  to.indexed_8 = __shfl_sync(all_lanes, mine, 11, 8);
  to.up = __shfl_up_sync(all_lanes, mine, 3u);
  to.up_8 = __shfl_up_sync(all_lanes, mine, 3u, 8);
  to.down = __shfl_down_sync(all_lanes, mine, 3u);
  to.down_8 = __shfl_down_sync(all_lanes, mine, 3u, 8);
  to.crossed = __shfl_xor_sync(all_lanes, mine, 17);
  to.crossed_8 = __shfl_xor_sync(all_lanes, mine, 9, 8);
}

template <class T>
__global__ void shuffle_type(T* results) {
  results[threadIdx.x] = __shfl_xor_sync(all_lanes, static_cast<T>(threadIdx.x) + static_cast<T>(1), 1);
}

__global__ void shuffle_in_groups(int* results) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  // Each third of the lanes by itself, at the same time as the others.
  unsigned group = 0;
  for (int i = lane % 3; i < 32; i += 3) group |= 1u << i;
  const int first = __shfl_sync(group, lane * 10, lane % 3);
  __syncwarp();
  results[threadIdx.x] = first + __popc(group);
}

__global__ void shuffle_from_outside(unsigned* results) {
  if (threadIdx.x < 4) results[threadIdx.x] = __shfl_sync(0xfu, threadIdx.x, static_cast<int>(threadIdx.x) + 2);
}

struct votes {
  unsigned ballot, matched, matched_all, sum, least, most, both, either, odd;
  int any, none, all, not_all, all_equal, not_equal, signed_sum, signed_least, signed_most;
};

__global__ void vote_all_ways(votes* results) {
  const unsigned lane = threadIdx.x % 32;
  const int value = static_cast<int>(lane) - 10;
  votes& to = results[threadIdx.x];
  to.ballot = __ballot_sync(all_lanes, lane % 3 == 0);
  to.any = __any_sync(all_lanes, lane == 7);
  to.none = __any_sync(all_lanes, 0);
  to.all = __all_sync(all_lanes, 2);
  to.not_all = __all_sync(all_lanes, lane != 31);
  to.matched = __match_any_sync(all_lanes, lane / 8);
  to.matched_all = __match_all_sync(all_lanes, 3.5, &to.all_equal);
  __match_all_sync(all_lanes, lane, &to.not_equal);
  to.sum = __reduce_add_sync(all_lanes, lane);
  to.least = __reduce_min_sync(all_lanes, lane + 4);
  to.most = __reduce_max_sync(all_lanes, lane);
  to.both = __reduce_and_sync(all_lanes, lane | 64);
  to.either = __reduce_or_sync(all_lanes, lane & 6);
  to.odd = __reduce_xor_sync(all_lanes, lane < 3 ? lane : 0u);
  to.signed_sum = __reduce_add_sync(all_lanes, value);
  to.signed_least = __reduce_min_sync(all_lanes, value);
  to.signed_most = __reduce_max_sync(all_lanes, value);
}

__global__ void half_of_warp(int* results) {
  int sum = 0;
  if (threadIdx.x % 32 < 16) sum = __reduce_add_sync(0x0000ffffu, 1);
  if (threadIdx.x % 32 >= 16) sum = __reduce_add_sync(0xffff0000u, 2);
  results[threadIdx.x] = sum;
}

__global__ void some_shuffle(int* results) {
  if (threadIdx.x < 16) results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0);
  __syncthreads();
}
__global__ void others_end(int* results) {
  if (threadIdx.x < 16) results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0);
}
__global__ void masks_differ(int* results) {
  results[threadIdx.x] = __any_sync(threadIdx.x == 0 ? 0xffu : all_lanes, 1);
}
__global__ void mask_lacks_caller(int* results) { results[threadIdx.x] = __any_sync(0x1u, 1); }
__global__ void odd_width(int* results) { results[threadIdx.x] = __shfl_sync(all_lanes, 1, 0, 12); }

template <class T>
void check_shuffled_type() {
  const std::vector<T> got = results_of_block(32, shuffle_type<T>);
  for (unsigned i = 0; i < 32; ++i) CHECK(got[i] == static_cast<T>((i ^ 1u) + 1));
}

}  // namespace

TEST_CASE("shuffles") {
  in_all_orders([] {
    const std::vector<shuffled_values> got = results_of_block(64, shuffle_all_ways);
    for (int i = 0; i < 64; ++i) {
      const int lane = i % 32, first = 100 + i - lane;
      const shuffled_values& v = got[static_cast<std::size_t>(i)];
      CHECK(v.indexed == first + 5);
      CHECK(v.indexed_8 == first + lane / 8 * 8 + 3);
      CHECK(v.up == first + (lane < 3 ? lane : lane - 3));
      CHECK(v.up_8 == first + (lane % 8 < 3 ? lane : lane - 3));
      CHECK(v.down == first + (lane > 28 ? lane : lane + 3));
      CHECK(v.down_8 == first + (lane % 8 > 4 ? lane : lane + 3));
      CHECK(v.crossed == first + (lane ^ 17));
      // Lanes of later groups cannot be read, those of earlier ones can.
      CHECK(v.crossed_8 == first + ((lane ^ 9) < lane / 8 * 8 + 8 ? lane ^ 9 : lane));
    }
  });
}

TEST_CASE("shuffles of all types") {
  check_shuffled_type<unsigned>();
  check_shuffled_type<long>();
  check_shuffled_type<unsigned long>();
  check_shuffled_type<long long>();
  check_shuffled_type<unsigned long long>();
  check_shuffled_type<float>();
  check_shuffled_type<double>();
}

TEST_CASE("groups of lanes shuffle by themselves") {
  in_all_orders([] {
    const std::vector<int> got = results_of_block(64, shuffle_in_groups);
    for (int i = 0; i < 64; ++i) {
      const int group = i % 32 % 3;
      CHECK(got[static_cast<std::size_t>(i)] == group * 10 + (group == 2 ? 10 : 11));
    }
  });
}

TEST_CASE("a shuffle from a lane that does not take part gives poison") {
  const std::vector<unsigned> got = results_of_block(32, shuffle_from_outside);
  CHECK(got[0] == 2);
  CHECK(got[1] == 3);
  CHECK(got[2] == insum::emulated::poison_word);
  CHECK(got[3] == insum::emulated::poison_word);
}

TEST_CASE("votes and reductions") {
  in_all_orders([] {
    const std::vector<votes> got = results_of_block(64, vote_all_ways);
    for (unsigned i = 0; i < 64; ++i) {
      const votes& v = got[i];
      CHECK(v.ballot == 0x49249249u);
      CHECK(v.any == 1);
      CHECK(v.none == 0);
      CHECK(v.all == 1);
      CHECK(v.not_all == 0);
      CHECK(v.matched == 0xffu << i % 32 / 8 * 8);
      CHECK(v.matched_all == all_lanes);
      CHECK(v.all_equal == 1);
      CHECK(v.not_equal == 0);
      CHECK(v.sum == 496);
      CHECK(v.least == 4);
      CHECK(v.most == 31);
      CHECK(v.both == 64);
      CHECK(v.either == 6);
      CHECK(v.odd == 3);
      CHECK(v.signed_sum == 496 - 320);
      CHECK(v.signed_least == -10);
      CHECK(v.signed_most == 21);
    }
  });
}

TEST_CASE("two halves of a warp at different places") {
  in_all_orders([] {
    const std::vector<int> got = results_of_block(32, half_of_warp);
    for (unsigned i = 0; i < 32; ++i) CHECK(got[i] == (i < 16 ? 16 : 32));
  });
}

TEST_CASE("lanes that do not arrive") {
  const std::string text = last_words(SIGABRT, [] { results_of_block(32, some_shuffle); });
  CHECK(contains(text, "deadlock: a warp collective and a barrier wait for each other's threads"));
  CHECK(contains(text, "threads 0-15, (0,0,0) to (15,0,0): waits in __shfl_sync(0xffffffff) at "));
  CHECK(contains(text, "threads 16-31, (16,0,0) to (31,0,0): waits in __syncthreads() at "));
  CHECK(contains(text, "in kernel (anonymous namespace)::some_shuffle(int*), block (0,0,0)"));
  const std::string ended = last_words(SIGABRT, [] { results_of_block(32, others_end); });
  CHECK(contains(ended, "deadlock: a warp collective names lanes that do not arrive"));
  CHECK(contains(ended, "threads 16-31, (16,0,0) to (31,0,0): has ended"));
}

TEST_CASE("wrong masks and widths") {
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, masks_differ); }),
                 "thread 0, (0,0,0): waits in __any_sync(0x000000ff) at "));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, mask_lacks_caller); }),
                 "__any_sync: the mask lacks the lane that calls, lane 1"));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(20, others_end); }),
                 "__shfl_sync: the mask names lanes that the warp does not have; it has 20"));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, odd_width); }),
                 "__shfl_sync: width 12 is not a power of two up to 32"));
}
