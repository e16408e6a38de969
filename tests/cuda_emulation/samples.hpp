// Kernels as programs have them, each with the host code that calls it.
#pragma once

#include <cstdint>
#include <vector>

namespace cuda_test {

/// Sums by trees with barriers, by shuffles, and with a partial sum of each block in dynamic shared memory.
float sum_by_tree(const std::vector<float>& values);
float sum_by_shuffles(const std::vector<float>& values);
double sum_by_dynamic_shared(const std::vector<double>& values, unsigned threads);

std::vector<unsigned> histogram(const std::vector<unsigned>& values, unsigned bins);
std::vector<float> transpose(const std::vector<float>& matrix, int rows, int columns);

/// The sum of each segment [positions[i], positions[i + 1]), a warp for each.
std::vector<float> segment_sums(const std::vector<int>& positions, const std::vector<float>& values);
/// The same by one thread for each value, from the numbers of the segments.
std::vector<int> segment_sums_by_flags(const std::vector<int>& segments, const std::vector<int>& values,
                                       int count);

/// Rotates 64 values by one in shared memory, with or without the barrier that this needs.
std::vector<int> rotated(bool with_barrier);

}  // namespace cuda_test
