// Loops that read elements of their result that other iterations write: an Einsum has no order.
void running(int n, const double* x, double* y) {
// expect-warning@+4:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads y[i - 1], which other iterations may write; an Einsum reads of its result no element but the one that it writes
// expect-note@+1:15: the statement does not access 'x', which the block names
#pragma insum y[i] += x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 1; i < n; ++i) y[i] += y[i - 1];
}

void running_sum(int n, const double* x, double* y) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[0]' 4, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement combines by '=', the block by '+='
// expect-note@+1:15: the statement reads y[i - 1], which other iterations may write; an Einsum reads of its result no element but the one that it writes
#pragma insum y[i] += x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = (i > 0 ? y[i - 1] : 0) + x[i];
}

void sweep(int n, const double* A, const double* b, double* x) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'x[0]' -116, and the Einsum -142 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads x[j], which other iterations may write; an Einsum reads of its result no element but the one that it writes
// expect-note@+1:15: the statement reads b[i]; the block has b[i], b[j]
#pragma insum x[i] += b[i] - A[i,j] * b[j]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor b[n] : dense(b)
#pragma insum tensor A[n,n] : dense(A)
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    for (int j = 0; j < n; ++j) s -= A[i * n + j] * x[j];
    x[i] += s;
  }
}

void in_order_and_the_same(int n, const double* x, double* y) {
#pragma insum y[i] = sum(j: x[j] * (j <= i))
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = (i > 0 ? y[i - 1] : 0) + x[i];
}

// What is read before the loop is not what is there later: nothing is said, verify mode tells.
void read_before(int n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  // expect-remark@+2:3: the statement is not compared with its block: it reads 'y' where other iterations write it [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  {
    const double first = y[0];
    for (int i = 0; i < n; ++i) y[i] = first * x[i];
  }
}
