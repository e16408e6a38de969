#pragma once
#include <insum/insum.hpp>

void times_vector(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void scaled(int m, int n, double alpha, const int* pos, const int* crd, const double* a, const double* x,
            double* y);
void adds_scaled(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y);
void nearest(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void times_matrix(int m, int n, int k, const long* pos, const int* crd, const int* a, const int* b, int* c);
void stored_rows(int m, int n, const int* pos0, const int* crd0, const int* pos, const int* crd,
                 const double* a, const double* x, double* y);
void on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void all_on_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void sampled(int m, int n, int l, const int* pos, const int* crd, const double* a, const double* x,
             const double* y, double* o);
void halves_times_matrix(int m, int n, int k, const int* pos, const int* crd, const insum::half* a,
                         const insum::half* b, insum::half* c);
void in_order(int m, int n, const int* pos, const int* crd, const float* a, const float* x, float* y);
void blocks_of_columns(int m, int n, int k, int l, const int* pos, const int* crd, const double* a,
                       const double* b, double* c);
/// Y[i] = A[i,j] * B[i,j]; positions and coordinates of B are from 1 on.
void searched(int m, int n, const int* pos, const int* crd, const double* a, const int* other_pos,
              const int* other_crd, const double* b, double* y);
