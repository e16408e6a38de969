// What the lanes of a warp do together, value by value.
#include "kernels/warp.cuh"
#include "emulation_test.hpp"

using cuda_test::all_lanes;
using cuda_test::contains;
using cuda_test::half_of_warp;
using cuda_test::in_all_orders;
using cuda_test::last_words;
using cuda_test::mask_lacks_caller;
using cuda_test::masks_differ;
using cuda_test::odd_width;
using cuda_test::others_end;
using cuda_test::results_of_block;
using cuda_test::shuffle_all_ways;
using cuda_test::shuffle_from_outside;
using cuda_test::shuffle_in_groups;
using cuda_test::shuffle_type;
using cuda_test::shuffled_values;
using cuda_test::some_shuffle;
using cuda_test::vote_all_ways;
using cuda_test::votes;

namespace {

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
  CHECK(contains(text, "in kernel cuda_test::some_shuffle(int*), block (0,0,0)"));
  const std::string ended = last_words(SIGABRT, [] { results_of_block(32, others_end); });
  CHECK(contains(ended, "deadlock: a warp collective names lanes that do not arrive"));
  CHECK(contains(ended, "threads 16-31, (16,0,0) to (31,0,0): has ended"));
}

TEST_CASE("wrong masks and widths") {
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, masks_differ); }),
                 "thread 0, (0,0,0): waits in __any_sync(0x000000ff) at "));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, mask_lacks_caller); }),
                 "__any_sync: the mask lacks the lane that calls, lane "));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(20, others_end); }),
                 "__shfl_sync: the mask names lanes that the warp does not have; it has 20"));
  CHECK(contains(last_words(SIGABRT, [] { results_of_block(32, odd_width); }),
                 "__shfl_sync: width 12 is not a power of two up to 32"));
}
