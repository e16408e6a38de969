// Loops over arrays of structs below blocks that name their fields.
#include <vector>

struct Body {
  double x, v, m;
  int cell;
};

void right(int n, double dt, Body* b, std::vector<Body>& all, const Body* from, double* grid, double& mass) {
#pragma insum X[i] += dt * V[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
  for (int i = 0; i < n; ++i) b[i].x += dt * b[i].v;
#pragma insum X[i] += dt * V[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
  for (int i = 0; i < n; ++i) {
    Body& each = b[i];
    each.x += dt * each.v;
  }
#pragma insum mass = M[i]
#pragma insum tensor M[all.size()] : dense(field(all, m))
  {
    mass = 0;
    for (std::size_t i = 0; i < all.size(); ++i) mass += all[i].m;
  }
#pragma insum X[i] = Y[i] / M[i]
#pragma insum V[i] = X[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
#pragma insum tensor Y[n] : dense(field(from, x))
#pragma insum tensor M[n] : dense(field(from, m))
  for (int i = 0; i < n; ++i) {
    const Body* other = from + i;
    Body* own = &b[i];
    own->x = other->x / (*other).m;
    own->v = own->x;
  }
#pragma insum grid[C[i]] += M[i]
#pragma insum tensor C[n] : dense(field(from, cell))
#pragma insum tensor M[n] : dense(field(from, m))
#pragma insum tensor grid[n] : dense(grid)
  for (int i = 0; i < n; ++i) grid[from[i].cell] += from[i].m;
}

// Other names of the structs.
void others(int n, std::vector<Body>& all, Body* b) {
  Body* own = all.data();
  if (n > 3) own = b;  // which no reader follows
// expect-remark@+2:15: the statement is not compared with its block: it uses 'field(own,v)', and the block 'field(b,v)' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum X[i] = 2 * V[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
  // expect-warning@+2:31: the statement also writes 'all.x', which is no output of the block [insum-other-write]
  // expect-note@+1:31: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  for (int i = 0; i < n; ++i) own[i].x = 3 * own[i].v;
// expect-remark@+2:15: the statement is not compared with its block: it uses 'field(all.data(),v)', and the block 'field(all,v)' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum X[i] = 2 * V[i]
#pragma insum tensor X[n] : dense(field(all, x))
#pragma insum tensor V[n] : dense(field(all, v))
  for (int i = 0; i < n; ++i) all.data()[i].x = 3 * all.data()[i].v;
}

void wrong(int n, double dt, Body* b, std::vector<Body>& all, const Body* from, double* grid, double& mass) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'field(b,x)[1]', which is X[1], 19, and the Einsum 34 [insum-statement-disagrees]
// expect-note@+3:15: seen with dt = 3, n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads 'field(b,m)', which the block does not name
// expect-note@+1:15: the statement does not access 'field(b,v)', which 'V' is stored in
#pragma insum X[i] += dt * V[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
  for (int i = 0; i < n; ++i) b[i].x += dt * b[i].m;
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'field(b,x)[0]', which is X[0], -15, and the Einsum 33 [insum-statement-disagrees]
// expect-note@+2:15: seen with dt = 3, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '-=', the block by '+='
#pragma insum X[i] += dt * V[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
  for (int i = 0; i < n; ++i) {
    Body& each = b[i];
    each.x -= dt * each.v;
  }
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'mass' 17, and the Einsum 18 [insum-statement-disagrees]
// expect-note@+1:15: seen with all.size() = 4; correct the one that is wrong
#pragma insum mass = M[i]
#pragma insum tensor M[all.size()] : dense(field(all, m))
  {
    mass = 0;
    for (std::size_t i = 1; i < all.size(); ++i) mass += all[i].m;
  }
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'field(b,v)[0]', which is V[0], 9, and the Einsum 4.5 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum X[i] = Y[i] / M[i]
#pragma insum V[i] = X[i]
#pragma insum tensor X[n] : dense(field(b, x))
#pragma insum tensor V[n] : dense(field(b, v))
#pragma insum tensor Y[n] : dense(field(from, x))
#pragma insum tensor M[n] : dense(field(from, m))
  for (int i = 0; i < n; ++i) {
    const Body* other = from + i;
    Body* own = &b[i];
    own->x = other->x / (*other).m;
    own->v = other->x;
  }
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'grid[0]' 11, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes grid[i]; the block has grid[C[i]]
// expect-note@+1:15: the statement does not access 'field(from,cell)', which 'C' is stored in
#pragma insum grid[C[i]] += M[i]
#pragma insum tensor C[n] : dense(field(from, cell))
#pragma insum tensor M[n] : dense(field(from, m))
#pragma insum tensor grid[n] : dense(grid)
  for (int i = 0; i < n; ++i) grid[i] += from[i].m;
}
