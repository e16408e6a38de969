#pragma once
#include <insum/core/types.hpp>
#include <span>

void halves(int m, int n, int l, std::span<const int> am, const int* ak, const insum::half* av,
            const insum::half* b, float* c);
void halves_scaled(int m, int n, int l, float alpha, std::span<const int> am, const int* ak,
                   const insum::half* av, const insum::half* b, float* c);
void halves_by_column(int m, int n, int l, std::span<const int> am, const int* ak, const insum::half* av,
                      const insum::half* b, insum::half* c);
void rounded(int m, int n, int l, std::span<const int> am, const int* ak, const float* av, const float* b,
             float* c);
void doubles(int m, int n, int l, std::span<const int> am, const int* ak, const double* av, const double* b,
             double* c);
void floats(int m, int n, int l, std::span<const int> am, const int* ak, const float* av, const float* b,
            float* c);
void padded(int m, int n, int l, const int* ak, const insum::half* av, const insum::half* b, float* c);
