#pragma once

void sum_exponentials(int m, int n, const int* pos, const int* crd, const double* a, double* y);
void sum_shifted(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void exponentials_of_two(int m, int n, const int* pos, const int* crd, const double* a, const double* b,
                         double* y);
void chain(int m, int n, int k, int l, const double* a, const double* b, const double* d, double* y);
void blocks(int m, int n, int k, int l, const double* a, const double* b, double* y);
double all_exponentials(int m, int n, const int* pos, const int* crd, const double* a);
void largest_in_columns(int m, int n, const int* pos, const int* crd, const double* a, const double* x,
                        double* y);
void largest_in_padded_rows(int m, int n, const int* crd, const double* a, const double* x, double* y);
void smallest_at(int n, const int* at, const double* x, int m, double* y);
void product_of_rows(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b,
                     double* c);
void listed_rows(int m, int n, const int* pos, const int* crd, const double* a, double* y);
