#pragma once

void from_host(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void from_device(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void squared(int n, const int* pos, const int* crd, const double* a, double* c);
void transposed(int n, const int* pos, const int* crd, const double* a, double* c);
void anywhere(int n, const double* x, double* y);
