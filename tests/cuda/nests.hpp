#pragma once

void padded_times_matrix(int m, int n, int k, const int* crd, const double* a, const double* b, double* c);
void one_row(int r, int m, int n, const int* pos0, const int* crd0, const int* pos1, const int* crd1,
             const double* a, const double* x, double* y);
void columns(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void rows_in_common(int m, int n, const int* apos, const int* acrd, const double* a, const int* bpos,
                    const int* bcrd, const double* b, double* y);
void larger(int m, int n, const int* apos, const int* acrd, const double* a, const int* bpos, const int* bcrd,
            const double* b, double* c);
void rows_times_matrix(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b,
                       double* c);
