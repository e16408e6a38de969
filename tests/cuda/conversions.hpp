// What conversions.cpp annotates: all arrays are in device memory.
#pragma once
#include <insum/core/types.hpp>

#include <complex>
#include <cstdint>
#include <span>

/// A matrix by its rows, times the matrix b of `width` columns.
struct DeviceRows {
  int m, n;
  const int *pos, *crd;
  const double* values;
};
void as_group_coo(const DeviceRows& a, int width, const double* b, double* c);
void as_block_group_coo(const DeviceRows& a, int width, const double* b, double* c);
void as_ell_once(const DeviceRows& a, int width, const double* b, double* c);
void in_blocks_and_slots(const DeviceRows& a, int width, const double* b, double* c);
void in_buckets_once(const DeviceRows& a, int width, const double* b, double* c);
void in_partitions(const DeviceRows& a, int width, const double* b, double* c);
void tree_in_parts(int l, int m, int n, const double* values, const double* x, double* y);
void as_columns_of_list(int m, int n, std::span<const std::int64_t> row, std::span<const int> col,
                        std::span<const double> values, int width, const double* b, double* c);
void halves_as_blocks(int m, int n, const unsigned short* pos, const std::uint8_t* crd,
                      const insum::half* values, const float* x, float* y);
void complex_as_groups(int m, int n, const int* pos, const int* crd, const std::complex<float>* values,
                       const std::complex<float>* x, std::complex<float>* y);
void dense_as_groups(int l, int m, int n, const double* values, const double* x, double* y);
void dense_as_tree(int l, int m, int n, const double* values, const double* x, double* y);
void rows_and_host(const DeviceRows& a, const double* x, double* y);
