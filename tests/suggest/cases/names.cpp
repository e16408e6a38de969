// Members, scalars and indices of one name.
struct M {
  int n;
  double* s;
  double* alpha;
  double total;
};
void array_and_result(const M& m, const double* b, double& s) {
  for (int i = 0; i < m.n; ++i) s += m.s[i] * b[i];
}
void array_and_factor(M& m, double alpha, const double* x) {
  for (int i = 0; i < m.n; ++i) m.alpha[i] += alpha * x[i];
}
void member_result(M& m, const double* x) {
  for (int i = 0; i < m.n; ++i) m.total += x[i];
}
void result_and_array(M& m, const double* total) {
  for (int i = 0; i < m.n; ++i) m.total += total[i];
}
void result_and_index(M& m, const double* x, double& k) {
  for (int i = 0; i < m.n; ++i)
    for (int j = 0; j < 3; ++j) k += m.s[i] * x[i * 3 + j];
}
