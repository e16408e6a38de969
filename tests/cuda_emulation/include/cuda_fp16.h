// Stands in for CUDA's header of this name.
#pragma once

#include "emulated/small_float.hpp"

using __half = insum::emulated::detail::small_float<insum::emulated::detail::half_layout>;
using __half2 = insum::emulated::detail::small_float2<insum::emulated::detail::half_layout>;
using half = __half;
using half2 = __half2;

inline float __half2float(__half x) { return x; }
inline __half __float2half(float x) { return x; }
inline __half __float2half_rn(float x) { return x; }
inline __half __double2half(double x) { return x; }
inline __half __int2half_rn(int x) { return x; }
inline __half __uint2half_rn(unsigned x) { return x; }
inline __half __ll2half_rn(long long x) { return x; }
inline __half __ull2half_rn(unsigned long long x) { return x; }
inline __half __short2half_rn(short x) { return x; }
inline __half __ushort2half_rn(unsigned short x) { return x; }
inline unsigned short __half_as_ushort(__half x) { return x.bits(); }
inline short __half_as_short(__half x) { return static_cast<short>(x.bits()); }
inline __half __ushort_as_half(unsigned short bits) { return __half::of_bits(bits); }
inline __half __short_as_half(short bits) { return __half::of_bits(static_cast<unsigned short>(bits)); }

inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half2 __float2half2_rn(float x) { return {x, x}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }
inline float2 __half22float2(__half2 v) { return {v.x, v.y}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
