#pragma once
#include <insum/cuda.hpp>

void scaled_product(int m, int n, int l, const double* a, const double* b, double* c);
void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void through_rows(int m, int n, int l, const double* a, const double* b, const double* d, double* c);
void from_host(int n, const double* x, double* y);
void tensors(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B,
             insum::device_dense<float, 2>& C);
