// Calls of kernels with and without races.
#pragma once

#include <vector>

namespace cuda_test {

enum class race_kind { none, read_before_barrier, write_before_barrier };

/// Of a sum that the last warp to be done takes of what all have stored: what is missing in it.
enum class release_kind { none, sync_before, release, sync_after, acquire };

/// Neighbours exchange values in shared memory.
std::vector<int> rotated_in_block(race_kind kind);
std::vector<int> rotated_in_warp(bool with_sync);
/// 64 threads add to one number.
std::vector<int> read_by_all(bool with_barrier);
int added(bool atomically);
/// Four blocks write `length` bytes each, every ten bytes.
std::vector<char> overlapped(int length);
/// 36, from eight blocks.
int summed_in_last_block(bool with_fence);
/// 36 for each lane, from eight warps.
std::vector<int> summed_in_last_warp(release_kind without);

}  // namespace cuda_test
