// What auto_target.cpp annotates.
#pragma once
#include <insum/insum.hpp>

void scaled(int n, const double* x, double* y);
void product_of_groups(int m, int n, int width, const int* pos, const int* crd, const double* a,
                       const double* b, double* c);
void total(int n, const double* x, double& sum);
void sum_of_sparse(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void called(int n, const double* x, double* y);
