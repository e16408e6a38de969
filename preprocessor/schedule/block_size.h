// How many threads the blocks of bound loops have.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "schedule/chain.h"

namespace insum::schedule {

/// What any device runs in a block, and along z.
inline constexpr long long most_threads = 1024, most_threads_z = 64;

/// The most threads that nests of the program have along x, y and z; 0 where only the device knows.
std::array<long long, 3> threads_of(const std::vector<Chain>& chains, const index::Program& program);

/// Why no device has blocks of so many threads; "" where it has. Lengths that are not known count as 1.
std::string block_size_obstacle(const std::array<long long, 3>& threads);

}  // namespace insum::schedule
