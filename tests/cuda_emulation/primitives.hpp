// Calls of CUB.
#pragma once

#include <vector>

namespace cuda_test {

std::vector<long long> exclusive_sums(const std::vector<int>& values);
std::vector<long long> inclusive_sums(const std::vector<int>& values);
long long sum(const std::vector<int>& values);
int most(const std::vector<int>& values);
std::vector<float> sorted_keys(const std::vector<float>& keys);
void sort_pairs(std::vector<int>& keys, std::vector<int>& values);

}  // namespace cuda_test
