// Loops whose operator is another than the block's, also such as no Einsum has, and right pairs.
#include <algorithm>

void divides(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 32 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '/=', the block by '*='
#pragma insum y[i] *= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] /= x[i];
}

void divides_in_full(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 32 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '/=', the block by '*='
#pragma insum y[i] *= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = y[i] / x[i];
}

void divides_the_other(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 0.5, and the Einsum 32 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '=', the block by '*='
#pragma insum y[i] *= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] / y[i];
}

void multiplies_the_inverse(int n, const double* x, double* y) {
#pragma insum y[i] *= 1 / x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] /= x[i];
}

void subtracts(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 4, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '-=', the block by '+='
#pragma insum y[i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] -= x[i];
}

void subtracts_in_full(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 4, and the Einsum 32 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '-=', the block by '*='
#pragma insum y[i] *= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = y[i] - x[i];
}

void adds(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '+=', the block by '+=' of what is negated
#pragma insum y[i] += -x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += x[i];
}

void adds_the_negative(int n, const double* x, double* y) {
#pragma insum y[i] += -x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] -= x[i];
}

void is_any(int n, const int* x, int* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '||', the block by '|='
#pragma insum y[i] |= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = y[i] || x[i];
}

void is_any_of_bools(int n, const bool* x, bool* y) {
#pragma insum y[i] |= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = y[i] || x[i];
}

void is_all_of_bools(int n, const bool* x, bool* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[2]' 0, and the Einsum 1 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '&=', the block by '|='
#pragma insum y[i] |= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = y[i] && x[i];
}

void flips(int n, const int* x, int* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[1]' 6, and the Einsum 7 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '^=', the block by '|='
#pragma insum y[i] |= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] ^= x[i];
}

void takes_remainders(int n, const int* x, int* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '%=', the block by '='
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] %= x[i];
}

void shifts(int n, const int* x, int* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 128, and the Einsum 32 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '<<=', the block by '*='
#pragma insum y[i] *= x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] <<= x[i];
}

void drops_remainders(int n, const int* x, int* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '/=', the block by '*='
#pragma insum y[i] *= 1 / x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] /= x[i];
}

void drops_what_is_left(int n, const int* x, int* y) {
#pragma insum y[i] = x[i] / 2
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] / 2;
}

void is_odd(int n, const int* x, int* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[2]' 3, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = select(x[i] > 4, x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] % 2 != 0 ? x[i] : 0;
}

void goes_around(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 5, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[(i + 1) % n]; the block has x[i]
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[(i + 1) % n];
}

void halves(int n, const int* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[1]' 2, and the Einsum 2.5 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 0.5 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] / 2;
}

void multiplies_by_another(int n, int m, const double* d, double* A) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'A[1]', which is A[0,1], 6, and the Einsum 3 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads d[i]; the block has d[j]
#pragma insum A[i,j] = A[i,j] * d[j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor d[m] : dense(d)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) A[i * m + j] *= d[i];
}

void clamps(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum -2 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 3; correct the one that is wrong
#pragma insum y[i] = min(x[i], 2)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::clamp(x[i], 0.0, 2.0);
#pragma insum y[i] = max(0, min(x[i], 2))
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::clamp(x[i], 0.0, 2.0);
}
