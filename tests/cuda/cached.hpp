#pragma once
#include <insum/core/types.hpp>

void product(int m, int n, int l, const double* a, const double* b, double* c);
void added(int m, int n, int l, const float* a, const float* b, float* c);
void in_threads(int m, int n, int l, const double* a, const double* b, double* c);
void split_depth(int m, int n, int l, const double* a, const double* b, double* c);
void threads_add_up(int m, int n, const double* a, const double* x, double* y);
void least(int m, int n, int l, const double* a, const double* b, double* c);
void gathered(int m, int n, int l, int count, const int* which, const double* a, const double* b, double* c);
void window(int m, int n, const double* image, const double* filter, double* out);
void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c);
void scalar_sum(int m, int n, const double* a, const double* x, double* y);
void halves(int m, int n, int l, const insum::half* a, const insum::half* b, float* c);
void compiler_halves(int m, int n, int l, const _Float16* a, const _Float16* b, _Float16* c);
void two_terms(int m, int n, int l, const double* a, const double* b, const double* d, double* c);
