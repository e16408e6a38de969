// A product whose factors come to shared memory by tiles, and whose sums stay in registers.
void product(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,l] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=64, j=64, k=16), split(i1, it, ir, 4), split(j1, jt, jr, 4), reorder(i0, j0, k0, it, jt, k1, ir, jr)
  #pragma insum schedule bind(i0, block.y), bind(j0, block.x), bind(it, thread.y), bind(jt, thread.x)
  #pragma insum schedule cache_read(A, shared), cache_read(B, shared), cache_write(C, registers)
  #pragma insum target cuda
  {}
}
