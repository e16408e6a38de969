// dim3, the short vectors of CUDA and what makes them.
#pragma once

#define INSUM_EMULATED_VECTOR(T, name, bytes)                                    \
  struct name##1 { T x; };                                                       \
  struct alignas(2 * (bytes)) name##2 { T x, y; };                               \
  struct name##3 { T x, y, z; };                                                 \
  struct alignas(4 * (bytes) < 16 ? 4 * (bytes) : 16) name##4 { T x, y, z, w; }; \
  inline name##1 make_##name##1(T x) { return {x}; }                             \
  inline name##2 make_##name##2(T x, T y) { return {x, y}; }                     \
  inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }             \
  inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

INSUM_EMULATED_VECTOR(signed char, char, 1)
INSUM_EMULATED_VECTOR(unsigned char, uchar, 1)
INSUM_EMULATED_VECTOR(short, short, 2)
INSUM_EMULATED_VECTOR(unsigned short, ushort, 2)
INSUM_EMULATED_VECTOR(int, int, 4)
INSUM_EMULATED_VECTOR(unsigned int, uint, 4)
INSUM_EMULATED_VECTOR(long long, longlong, 8)
INSUM_EMULATED_VECTOR(unsigned long long, ulonglong, 8)
INSUM_EMULATED_VECTOR(float, float, 4)
INSUM_EMULATED_VECTOR(double, double, 8)
#undef INSUM_EMULATED_VECTOR

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
