// Workspaces.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'precompute' takes at least 4 arguments, found 3 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule precompute(A[i,k], {i}, {i})
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the schedule command 'precompute' takes a part of the right side first [insum-schedule-argument]
  // expect-note@+1:37: see 'insum help schedules'
  #pragma insum schedule precompute(3, {i}, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: 'B[j,k]' cannot be precomputed: it is no product of factors of a term [insum-impossible-precompute]
  // expect-note@+1:26: write it as in the Einsum
  #pragma insum schedule precompute(B[j,k], {k}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:45: the schedule command 'precompute' takes a list of indices here, such as {i, j} [insum-schedule-argument]
  // expect-note@+1:45: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], i, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'precompute' takes two lists of as many indices [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {k, j}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:45: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:45: name loops of the nest
  #pragma insum schedule precompute(B[k,j], {q}, {q}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:50: the schedule command 'precompute' takes a new name here, but 'i' is an index already [insum-schedule-argument]
  // expect-note@+1:50: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {k}, {i}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:61: the schedule command 'precompute' takes the name of the workspace here [insum-schedule-argument]
  // expect-note@+1:61: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {k, j}, {k, j}, 5, dense)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:74: the schedule command 'precompute' takes capacity, pipeline and double_buffer with auto, coord, bucket or hash [insum-schedule-argument]
  // expect-note@+1:74: see 'insum help schedules'
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense, capacity(64))
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:74: the schedule command 'precompute' takes capacity, pipeline and double_buffer with auto, coord, bucket or hash [insum-schedule-argument]
  // expect-note@+1:74: see 'insum help schedules'
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense, pipeline)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:48: 'A[i,k] * B[k,j]' cannot be precomputed: the nest has no loop over j [insum-impossible-precompute]
  // expect-note@+1:48: name loops of the nest
  #pragma insum schedule split(j, jo, ji, 32), precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)
  {}
}

void more(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, double* c, const double* x, double* y) {
  #pragma insum C[i,j] min= A[i,k] * B[k,j]
  #pragma insum tensor A[m,m] : dense(a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: 'A[i,k]' cannot be precomputed: 'min=' does not distribute over a product [insum-impossible-precompute]
  // expect-note@+1:26: precompute the whole right side
  #pragma insum schedule precompute(A[i,k], {k}, {k}, W, dense)
  {}
  #pragma insum C[i,k] = abs(A[i,k] + B[i,k])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: 'abs(A[i,k] + B[i,k])' cannot be precomputed: the term also runs where A stores nothing [insum-impossible-precompute]
  // expect-note@+1:26: compute that part in an Einsum of its own
  #pragma insum schedule precompute(abs(A[i,k] + B[i,k]), {k}, {k}, W, dense)
  {}
  #pragma insum C[i,j] = A[i,j] * B[i,k] * B[j,k]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,m] : csr(pos, crd, c)
  // expect-error@+2:26: 'A[i,j]' cannot be precomputed: C has its entries where A has them [insum-impossible-precompute]
  // expect-note@+1:26: name another part of the right side, or leave precompute out
  #pragma insum schedule precompute(A[i,j], {j}, {j}, W, dense)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : levels(0: compressed_nonunique(pos, crd), 1: singleton(crd2); a) unsorted
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: 'A[i,k]' cannot be precomputed: the loop over i around the workspace enumerates level 0 of A (compressed) [insum-impossible-precompute]
  // expect-note@+1:26: give the workspace that index as well, or write 'sorted' in the line of A where its entries are in order
  #pragma insum schedule precompute(A[i,k], {k}, {k}, W, dense)
  {}
}

void blocks(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,3>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: 'A[i,k] * x[k]' cannot be precomputed: the range of the loop over i1 around the workspace depends on others [insum-impossible-precompute]
  // expect-note@+1:26: give the workspace that index as well
  #pragma insum schedule precompute(A[i,k] * x[k], {k1}, {k1}, W, dense)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,3>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: 'x[k]' cannot be precomputed: the nest has no loop over i [insum-impossible-precompute]
  // expect-note@+1:26: name loops of the nest
  #pragma insum schedule precompute(x[k], {i}, {i}, W, dense)
  {}
}

void names(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:50: the schedule command 'precompute' takes a new name here, but 'A' is a tensor [insum-schedule-argument]
  // expect-note@+1:50: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {k}, {A}, W, dense)
  {}
}

void built(int m, int n, int l, const int* pos, const int* crd, const double* d, const double* e, std::vector<int>& c0,
           std::vector<int>& p1, std::vector<int>& c1, std::vector<int>& p2, std::vector<int>& c2, std::vector<double>& v) {
  #pragma insum C[i,j,v] = D[j,i] * E[v,k]
  #pragma insum tensor D[m,m] : csr(pos, crd, d) unsorted
  #pragma insum tensor E[n,l] : dense(e)
  #pragma insum tensor C[m,m,n] : levels(0: compressed(c0), 1: compressed(p1, c1), 2: compressed(p2, c2); v)
  // expect-error@+2:42: 'E[v,k]' cannot be precomputed: C is built in parts of the outermost loop [insum-impossible-precompute]
  // expect-note@+1:42: precompute first, then parallelize
  #pragma insum schedule parallelize(j), precompute(E[v,k], {k}, {k}, W, dense)
  {}
}

void merged(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
            std::vector<int>& c_pos, std::vector<int>& c_crd, std::vector<double>& c_vals) {
  #pragma insum C[i,k] = A[i,k] + A[i,k] * B[i,k]
  #pragma insum tensor A[n,n] : csr(pos, crd, vals)
  #pragma insum tensor B[n,n] : csr(pos, crd, vals)
  #pragma insum tensor C[n,n] : csr(c_pos, c_crd, c_vals)
  // expect-error@+2:26: 'A[i,k] * B[i,k]' cannot be precomputed: the terms of the sum are computed together, entry by entry [insum-impossible-precompute]
  // expect-note@+1:26: give it a tensor line and an Einsum of its own
  #pragma insum schedule precompute(A[i,k] * B[i,k], {k}, {k}, W, dense)
  {}
}

void runs_of_entries(int m, int n, const std::vector<int>& row, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] * B[j,j]
  #pragma insum tensor A[m,n] : coo(row, crd, a) sorted
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:75: the loop over i cannot be unrolled: it takes all that level 0 of A (compressed) stores of a row as one [insum-impossible-unroll]
  // expect-note@+1:75: unroll another loop, or leave the command out
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense), unroll(i, 2)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j] * B[j,j]
  #pragma insum tensor A[m,n] : coo(row, crd, a) sorted
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:75: the loop over i cannot run over positions: a workspace is for all that level 0 of A (compressed) stores of a row [insum-impossible-pos]
  // expect-note@+1:75: use pos for a loop inside of it
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense), pos(i, p, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j] * B[j,j]
  #pragma insum tensor A[m,n] : coo(row, crd, a) sorted
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:93: the loops over i and k cannot be fused: a workspace is for all that level 0 of A (compressed) stores of a row [insum-impossible-fuse]
  // expect-note@+1:93: use pos for a loop inside of it
  #pragma insum schedule reorder(i, k, j), precompute(A[i,k] * B[k,j], {j}, {j}, W, dense), fuse(i, k, f)
  {}
}
