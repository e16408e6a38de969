#pragma once
#include <insum/core/types.hpp>

void halves(int m, int n, int l, const insum::half* a, const insum::half* b, float* c);
void halves_transposed(int m, int n, int l, const insum::half* a, const insum::half* b, insum::half* c);
void bfloats(int m, int n, int l, const insum::bfloat16* a, const insum::bfloat16* b, float* c);
void doubles(int m, int n, int l, const double* a, const double* b, double* c);
void doubles_transposed(int m, int n, int l, const double* a, const double* b, double* c);
void floats(int m, int n, int l, const float* a, const float* b, float* c);
void rounded(int m, int n, int l, const float* a, const float* b, float* c);
void batches(int b, int m, int n, int l, const insum::half* x, const insum::half* y, float* z);
void blocks(int groups, int q, int m, int l, int n, const int* am, const int* ak, const insum::half* av,
            const insum::half* b, float* c);
void blocks_weighted(int groups, int m, int l, int n, const int* am, const int* ak, const float* w,
                     const insum::half* av, const insum::half* b, float* c);
void halves_scaled(int m, int n, int l, float alpha, const insum::half* a, const insum::half* b,
                   const float* d, float* c);
void automatic(int m, int n, int l, const insum::half* a, const insum::half* b, float* c);
