#pragma once
#include <complex>
#include <insum/insum.hpp>
#include <vector>

using Blocks = insum::bcsr<double, int, 4, 3>;

void add(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void add_three(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
               insum::csr<double>& C);
void add_to(const insum::csr<double>& A, insum::csr<double>& C);
void multiply(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void largest(const insum::dcsr<double>& A, const insum::dcsr<double>& B, insum::dcsr<double>& C);
void add_trees(const insum::csf<double, 3>& A, const insum::csf<double, 3>& B, insum::csf<double, 3>& C);
void scale_blocks(const Blocks& A, Blocks& C);
void scale_list(const insum::coo<double, 2>& A, insum::dcsr<double>& C);
void sampled(const insum::csr<double>& A, const insum::dense<double>& B, const insum::dense<double>& D,
             insum::csr<double>& C);
void product(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void product_and_more(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
                      insum::csr<float>& C);
void product_of_columns(const insum::csc<double>& A, const insum::csc<double>& B, insum::csc<double>& C);
void shortest(int n, const insum::csr<double>& a, insum::csr<double>& c);
void product_of_lists(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
                      const std::vector<double>& vals, const insum::csr<double>& A, insum::csr<double>& C);
void add_narrow(int m, int n, const insum::csr<double>& A, const insum::csr<double>& B,
                std::vector<std::int8_t>& pos, std::vector<std::int64_t>& crd, std::vector<float>& vals);
void add_complex(const insum::csr<std::complex<double>>& A, const insum::csr<std::complex<double>>& B,
                 insum::csr<std::complex<double>>& C);
