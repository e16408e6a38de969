// What ordered.cpp annotates.
#pragma once
#include <complex>

void add_at(int n, const int* at, const float* x, int m, float* y);
void total_of(int n, const float* x, float& sum);
void transposed_product(int m, int n, const int* pos, const int* crd, const float* a, const float* x,
                        float* y);
void outer_sums(int m, int n, int width, const int* pos, const int* crd, const float* a, const float* b,
                float* c);
void multiply_at(int n, const int* at, const std::complex<float>* x, int m, std::complex<float>* y);
