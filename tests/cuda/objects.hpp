#pragma once
#include <insum/cuda.hpp>

void add_product(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B,
                 insum::device_dense<float, 2>& C);
void set_product(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B,
                 insum::device_dense<float, 2>& C);
void add_product_undeclared(const insum::device_dense<float, 2>& A, const insum::device_dense<float, 2>& B,
                            insum::device_dense<float, 2>& C);
void twice(int n, const float* b, insum::device_dense<float, 1>& Y);
void twice_there(int n, const float* b, insum::device_dense<float, 1>& Y);
