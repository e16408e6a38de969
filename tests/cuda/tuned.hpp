// Kernels whose launches INSUM_TUNE=1 measures.
#pragma once
#include <insum/formats.hpp>

void tuned_rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void tuned_rows_in_order(int m, int n, const int* pos, const int* crd, const float* a, const float* x,
                         float* y);
void tuned_elements(int n, const double* x, double* y);
void tuned_products(int m, int n, int k, const insum::half* a, const insum::half* b, float* c);
