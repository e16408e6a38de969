#pragma once
#include <vector>

void rows(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void blocks_alone(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y);
void least(int m, int n, const double* a, const double* x, double* y);
void tiles(int m, int n, int l, const double* a, const double* b, double* c);
void split_depth(int m, int n, int l, const double* a, const double* b, double* c);
void partial(int m, int n, const double* a, const double* x, double* y);
void three(int m, int n, int l, const double* a, double* c);
void pattern(int m, int n, int l, const int* pos, const int* crd, const double* a, const double* x,
             const double* y, double* o);
void listed(int m, int n, int g, const int* pos, const int* crd, const double* a, const std::vector<int>& row,
            const int* col, const double* l, const double* x, double* o);
void total(int m, int n, const double* a, double& s);
void by_temporary(int n, const int* pos, const int* crd, const double* a, const double* b, const double* x,
                  double* c);
void short_rows(int m, int n, const double* d, double* c);
void parts(int m, int n, const double* d, const double* b, double* c);
void inner_parts(int m, int n, const double* d, const double* e, double* c);
