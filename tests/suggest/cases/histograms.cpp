// Counts at coordinates that are stored, and reasons that say what to do.
void histogram(int n, int m, const int* b, int* h) {
  for (int i = 0; i < n; ++i) h[b[i]] += 1;
}
void counted(int n, int m, const int* b, int* h) {
  for (int i = 0; i < n; ++i) h[b[i]]++;
}
void weighted(int n, int m, double w, const int* b, double* h) {
  for (int i = 0; i < n; ++i) h[b[i]] += w;
}
void no_size(int n, const int* b, int* h) {
  for (int i = 0; i < n; ++i) h[b[i]] += 1;
}
void set(int n, int m, const int* b, double* h) {
  for (int i = 0; i < n; ++i) h[b[i]] = 1;
}
double table[4];
void beyond(int n, const double* x) {
  for (int i = 0; i < n; ++i) table[i] += 2 * x[i];
}
// clang-format off
void one_line(int n, const double* x, double* y) { for (int i = 0; i < n; ++i) y[i] = 2 * x[i]; }
// clang-format on
