// _Float16 is a type of its own beside insum::half.
#include <cstdio>
#include <vector>

int main() {
#ifdef __FLT16_MAX__
  std::vector<_Float16> q(40);
  std::vector<float> f(40);
  for (int i = 0; i < 40; ++i) q[static_cast<std::size_t>(i)] = static_cast<_Float16>(i);
#pragma insum f[i] = q[i] * q[i] + 0.5
  for (std::size_t i = 0; i < 40; ++i) f[i] = static_cast<float>(q[i]) * static_cast<float>(q[i]) + 0.5f;
#pragma insum q[i] += f[i]
  for (std::size_t i = 0; i < 40; ++i) q[i] = static_cast<_Float16>(static_cast<float>(q[i]) + f[i]);
  std::printf("%g %g\n", static_cast<double>(f[33]), static_cast<double>(q[33]));
#endif
}
