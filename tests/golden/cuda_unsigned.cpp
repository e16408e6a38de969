// All bits of an unsigned number are set where a conjunction starts; nvcc warns of -1 there.
void common_bits(int m, int n, const unsigned* a, unsigned* common, unsigned* all) {
  #pragma insum common[i] &= A[i,j]
  #pragma insum all[{0}] &= A[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor common[m] : dense(common)
  #pragma insum tensor all[1] : dense(all)
  #pragma insum target cuda
  {}
}
