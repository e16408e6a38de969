// The race detector finds each race in every order, and none where there is none.
#include "kernels/races.hpp"
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::in_all_orders;
using cuda_test::last_words;
using cuda_test::race_kind;
using cuda_test::release_kind;

TEST_CASE("no races") {
  in_all_orders([] {
    CHECK(cuda_test::rotated_in_block(race_kind::none)[63] == 0);
    CHECK(cuda_test::rotated_in_warp(true)[31] == 0);
    CHECK(cuda_test::read_by_all(true) == std::vector<int>(128, 3));
    CHECK(cuda_test::added(true) == 64);
    CHECK(cuda_test::overlapped(10) == std::vector<char>(40, '\1'));
    CHECK(cuda_test::summed_in_last_block(true) == 36);
    CHECK(cuda_test::summed_in_last_warp(release_kind::none) == std::vector<int>(32, 36));
  });
}

TEST_CASE("races in shared memory") {
  in_all_orders([] {
    for (const race_kind kind : {race_kind::read_before_barrier, race_kind::write_before_barrier}) {
      const std::string text = last_words(SIGABRT, [=] { cuda_test::rotated_in_block(kind); });
      CHECK(contains(text, "race in shared memory:\n"));
      CHECK(contains(text, "rotate_in_block<"));
      CHECK(contains(text, "read by thread "));
      CHECK(contains(text, "write by thread "));
      CHECK(contains(text, " of this block, at "));
    }
    CHECK(contains(last_words(SIGABRT, [] { cuda_test::read_by_all(false); }), "race in shared memory:\n"));
    CHECK(
        contains(last_words(SIGABRT, [] { cuda_test::rotated_in_warp(false); }), "race in shared memory:\n"));
  });
}

TEST_CASE("races in device memory") {
  in_all_orders([] {
    CHECK(contains(last_words(SIGABRT, [] { cuda_test::added(false); }),
                   "race in byte 0 of an allocation of 256 bytes:\n"));
    const std::string text = last_words(SIGABRT, [] { cuda_test::overlapped(11); });
    CHECK(contains(text, "0 of an allocation of 40 bytes:\n"));
    CHECK(contains(text, " of another block, at "));
    CHECK(contains(last_words(SIGABRT, [] { cuda_test::summed_in_last_block(false); }),
                   "of an allocation of 32 bytes:\n"));
  });
}

TEST_CASE("sums of what others have stored before they released it") {
  in_all_orders([] {
    for (const release_kind without :
         {release_kind::sync_before, release_kind::release, release_kind::sync_after, release_kind::acquire})
      CHECK(contains(last_words(SIGABRT, [=] { cuda_test::summed_in_last_warp(without); }),
                     "of an allocation of 1024 bytes:\n"));
  });
}
