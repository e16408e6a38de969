// Stands in for CUDA's header of this name.
#pragma once

#include "emulated/small_float.hpp"

using __nv_bfloat16 = insum::emulated::detail::small_float<insum::emulated::detail::bfloat16_layout>;
using __nv_bfloat162 = insum::emulated::detail::small_float2<insum::emulated::detail::bfloat16_layout>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

inline float __bfloat162float(__nv_bfloat16 x) { return x; }
inline __nv_bfloat16 __float2bfloat16(float x) { return x; }
inline __nv_bfloat16 __float2bfloat16_rn(float x) { return x; }
inline __nv_bfloat16 __double2bfloat16(double x) { return x; }
inline __nv_bfloat16 __int2bfloat16_rn(int x) { return x; }
inline __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return x; }
inline __nv_bfloat16 __ll2bfloat16_rn(long long x) { return x; }
inline __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) { return x; }
inline __nv_bfloat16 __short2bfloat16_rn(short x) { return x; }
inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) { return x; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits(); }
inline short __bfloat16_as_short(__nv_bfloat16 x) { return static_cast<short>(x.bits()); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::of_bits(bits); }
inline __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __nv_bfloat16::of_bits(static_cast<unsigned short>(bits));
}

inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __bfloat16s2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
inline __nv_bfloat162 __float2bfloat162_rn(float x) { return {x, x}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
inline float2 __bfloat1622float2(__nv_bfloat162 v) { return {v.x, v.y}; }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
