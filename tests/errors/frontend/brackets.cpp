// A C++ expression that would end the attribute early: '<:' is '['.
extern float* y;
extern int n;
void f() {
#pragma insum y[i] = 0
// expect-error@+2:37: '<:' has no partner in this C++ expression [insum-unbalanced-expression]
// expect-note@+1:37: write a complete C++ expression
#pragma insum tensor y[n] : dense(y <: 0)
  y[0] = 1;
}
