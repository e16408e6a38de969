// Indirect subscripts: a gather on the right, a scatter on the left, whose targets may repeat.
void move(int rows, int entries, int width, const int* to, const int* from, const float* a, const float* b, float* c) {
  #pragma insum C[D[p],x] += A[p] * B[E[p],x]
  #pragma insum tensor D[entries] : dense(to)
  #pragma insum tensor E[entries] : dense(from)
  #pragma insum tensor A[entries] : dense(a)
  #pragma insum tensor B[rows,width] : dense(b)
  #pragma insum tensor C[rows,width] : dense(c)
  {}
}
