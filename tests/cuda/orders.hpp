#pragma once
#include <complex>
#include <insum/cuda.hpp>
#include <insum/insum.hpp>
#include <vector>

using Vector = insum::dense<double, 1>;
using Rows = insum::csr<double>;
using Columns = insum::csc<double>;
using List = insum::coo<double, 2>;

void transpose(const Rows& A, Rows& C);
void transpose_narrow(int m, int n, const Rows& A, std::vector<std::int8_t>& pos,
                      std::vector<std::int64_t>& crd, std::vector<float>& vals);
void transpose_complex(const insum::csr<std::complex<double>>& A, insum::csr<std::complex<double>>& C);
void add_columns(const Rows& A, const Columns& B, Rows& C);
void add_transposed(const Rows& A, const Rows& B, Rows& C);
void sum_of_differences(const Rows& A, Vector& y);
void sum_on_device(int n, const int* pos, const int* crd, const double* vals, double* y);
void from_list(int m, int n, const std::vector<int>& rows, const std::vector<int>& columns,
               const std::vector<double>& values, Rows& C);
void from_padded(int m, int n, const std::vector<int>& columns, const std::vector<double>& values, Rows& C,
                 insum::dense<double, 2>& D);
void product_as_list(const Rows& A, const Rows& B, List& C);
void product_as_tree(const insum::dcsr<double>& A, const insum::dcsr<double>& B, insum::dcsr<double>& C);
void product_in_columns(const Rows& A, const Rows& B, Columns& C);
void product_and_list(const Rows& A, const Rows& B, const List& D, List& C);
void product_then_sum(const Rows& A, const Rows& B, const Vector& x, Rows& C, Vector& y);
void list_then_sum(const Rows& A, const Rows& B, const Vector& x, List& C, Vector& y);
void product_of_three(const Rows& A, const Rows& B, const Rows& D, Rows& C);
void permute(const insum::csf<double, 3>& A, insum::csf<double, 3>& C);
