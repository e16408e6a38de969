#pragma once
#include <complex>
#include <insum/cuda.hpp>
#include <insum/insum.hpp>

using Rows = insum::csr<double>;
using Tree = insum::dcsr<double>;
using List = insum::coo<double, 2>;
using Blocks = insum::bcsr<double, int, 4, 3>;

void product(const Rows& A, const Rows& B, Rows& C);
void product_as_tree(const Rows& A, const Rows& B, Tree& C);
void sum_as_list(const Rows& A, const Rows& B, List& C);
void add_to(const Rows& A, Rows& C);
void scale_blocks(const Blocks& A, Blocks& C);
void transpose(const insum::csr<std::complex<double>>& A, insum::csr<std::complex<double>>& C);
void product_then_sum(const Rows& A, const Rows& B, Rows& C, insum::dense<double, 1>& y);
void product_on_device(int m, int k, int n, const int* a_pos, const int* a_crd, const double* a,
                       const int* b_pos, const int* b_crd, const double* b, const int* pos, const int* crd,
                       double* c);
