// Results that scatter, each in a workspace that the block names.
#pragma once
#include <insum/formats.hpp>

using Columns = insum::dcsc<double>;
using Rows = insum::dcsr<double>;

void outer_coord(const Columns& A, const Rows& B, insum::csr<double>& C);
void outer_hash(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void outer_bucket(const Columns& A, const Rows& B, insum::dcsr<double>& C);
void outer_one(const insum::csc<double>& A, const insum::csr<double>& B, insum::csc<double>& C);
void outer_two(const Columns& A, const Rows& B, insum::coo<double>& C);
void outer_dense(const Columns& A, const Rows& B, insum::csr<double>& C);
void outer_line(const Columns& A, const Rows& B, insum::csf<double, 2>& C);
void rows_unsorted(const insum::csr<double>& A, const insum::csr<double>& B, std::vector<std::int64_t>& pos,
                   std::vector<int>& crd, std::vector<double>& vals);
void outer_adds(const Columns& A, const Rows& B, insum::csr<double>& C);
void outer_user(const Columns& A, const Rows& B, insum::csr<double>& C);
void outer_thrice(const Columns& A, const Rows& B, insum::bcsr<double>& C);
void outer_bounded(const Columns& A, const Rows& B, insum::csr<double>& C);
void outer_bounded_by(const Columns& A, const Rows& B, insum::csr<double>& C, std::int64_t bytes);
void two_bounded(const Columns& A, const Rows& B, insum::csr<double>& C, insum::csc<double>& D);
void deterministic_bounded(const Columns& A, const Rows& B, insum::csr<double>& C);
void rows_hash(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void outer_deterministic(const Columns& A, const Rows& B, insum::csr<double>& C);
void part_renamed(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void part_factor(const insum::csr<double>& A, const insum::csc<double>& B, insum::dcsc<double>& C);
void part_sum(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void part_of_terms(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void ttm(const insum::csf<double, 3>& B, const insum::csr<double>& D, insum::csf<double, 3>& C);

// Results of 16-bit floats.
template <class T>
void narrow_by_rows(const insum::csr<T>& A, const insum::csr<T>& B, insum::csr<T>& C);
template <class T>
void narrow_scattered(const insum::csc<T>& A, const insum::csr<T>& B, insum::coo<T>& C);
void narrow_hash(const insum::csc<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B,
                 insum::csr<insum::bfloat16>& C);
void narrow_user(const insum::csc<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B,
                 insum::csc<insum::bfloat16>& C);
