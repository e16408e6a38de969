#pragma once
#include <insum/insum.hpp>

using insum::bfloat16;
using insum::half;

/// A sparse matrix by rows, in device memory as all other arrays here.
template <class T>
struct Rows {
  int m, n;
  const int *pos, *crd;
  const T* values;
};

void times_floats(const Rows<float>& A, int k, const float* b, float* c);
void adds_floats(const Rows<float>& A, int k, const float* b, float* c);
void times_halves(const Rows<half>& A, int k, const half* b, half* c);
void adds_small_floats(const Rows<bfloat16>& A, int k, const bfloat16* b, bfloat16* c);
void times_doubles(const Rows<double>& A, int k, const double* b, double* c);
void halves_to_floats(const Rows<half>& A, int k, const half* b, float* c);
void times_bytes(const Rows<float>& A, int k, const std::int8_t* b, float* c);
void least_floats(const Rows<float>& A, int k, const float* b, float* c);
void part_of_rows(const Rows<float>& A, int k, int first, int all, const float* b, float* c);
void sampled_floats(const Rows<float>& A, int l, const float* x, const float* y, float* o);
void sampled_halves(const Rows<half>& A, int l, const half* x, const half* y, half* o);
void factorised(int m, int n, int l, int r, const int* pos, const int* crd, const int* pos2, const int* crd2,
                const float* a, const float* c, const float* d, float* y);
void grouped(int m, int n, int groups, int k, const int* row, const int* crd, const float* values,
             const float* b, float* c);
