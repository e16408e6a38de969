#pragma once
#include <span>

void spmv_csr(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void spmv_csr_on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x,
                        double* y);
void spmv_coo(int m, int n, std::span<const int> row, const int* col, const double* a, const double* x,
              double* y);
void spmv_ell(int m, int n, const int* crd, const double* a, const double* x, double* y);
void spmm_csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b,
              double* c);
double largest_product(std::span<const double> a, std::span<const double> b);
void twice(int n, const double* x, double* y);
void backwards(int n, const double* last, int stride, double* y);
void count_bytes(std::span<const unsigned char> kind, unsigned char* counts);
void accumulate(int n, const double* x, double* y);
// A is stored as its lower triangle, all on the device; y[i] = x[D[i+1]], z[D[i+1]] += x[i]
void symmetric_on_device(int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void through_the_next(int n, const int* places, const double* x, double* y, double* z);
