#pragma once
#include <insum/insum.hpp>

using T = insum::bfloat16;
using Groups = insum::group_coo<T, std::int32_t, 4>;

void list(const insum::coo<T>& A, int m, int n, int p, const T* b, T* c);
void list_added(const insum::coo<T>& A, int m, int n, int p, const T* b, T* c);
void columns(const insum::csc<T>& A, int m, int n, int p, const T* b, T* c);
void rows(const insum::csr<T>& A, int m, int n, int p, const T* b, T* c);
void groups(const Groups& A, int m, int n, int p, const T* b, T* c);
void bound(const insum::csr<T>& A, int m, int n, int p, const T* b, T* c);
void kept(int m, int n, int p, const T* a, const T* b, T* c);
void two_terms(const insum::csr<T>& A, int m, int n, const T* d, T* y);
void total(const insum::csr<T>& A, int m, int n, const T* d, T* s);
void to_places(int count, int m, const int* place, const insum::half* x, insum::half* y);
