// Pointers to arrays, elements that are constants, members and scalars of one name.
struct S {
  int n;
  double power;
  double* v;
};
void clash(S& s, double power, const double* x, double* y) {
  for (int i = 0; i < s.n; ++i) y[i] = power * x[i] + s.power * s.v[i];
}
void member_and_result(S& s, const double* x, double& power) {
  for (int i = 0; i < s.n; ++i) power += s.power * x[i];
}
void points(int n, double x[][3], const double w[3], double* y) {
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) y[i] += x[i][d] * w[d];
}
void center(int n, const double (*x)[3], double* c) {
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) c[d] += x[i][d];
}
void horner(int n, const double* c, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = c[0] + x[i] * (c[1] + x[i] * c[2]);
}
void radii(int n, const double (*x)[3], double* r) {
  for (int i = 0; i < n; ++i) r[i] = x[i][0] * x[i][0] + x[i][1] * x[i][1] + x[i][2] * x[i][2];
}
void constant(double (&C)[40][4], const double (&A)[40][4], const double (&x)[4]) {
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 4; ++j) C[i][j] += A[i][j] * x[j];
}

// Elements at constant subscripts are numbers to the block.
void turned(const double (*R)[3], int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = R[0][0] * x[i] + R[0][1] * y[i];
}

void scaled(const double m[2][2], int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] += m[1][0] * x[i];
}
