// Types that no instantiation tells, or that differ between them.
#include <vector>
extern float* y;
template <class C>
void never(C& x, int n) {
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:35: the type of 'x' depends on a template argument, and no instantiation in this file tells what it is [insum-dependent-type]
// expect-note@+1:35: use a type that shows how elements are reached, such as 'const T*' or 'std::vector<T>&'
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
template <class C>
void both(C& x, int n) {
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:35: instantiations of this template differ in what 'x' is: 'std::vector<float>' and 'float *' [insum-instantiations-differ]
// expect-note@+1:35: write the loop in a function for each kind of type, or pass pointers to it
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
template <class C>
void constant(C& x, int n) {
// expect-error@+2:15: output 'x' cannot be written: its values are const [insum-output-not-writable]
// expect-note@+1:15: give storage whose elements are not const
#pragma insum x[i] = y[i]
#pragma insum tensor y[n] : dense(y)
// expect-note@+1:22: x is declared here
#pragma insum tensor x[n] : dense(x)
  // expect-warning@+2:31: the statement also writes 'y', which is no output of the block [insum-other-write]
  // expect-note@+1:31: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
void use(std::vector<float>& v, float* p, const float* c) {
  both(v, 3);
  both(p, 3);
  constant(p, 3);
  constant(c, 3);
}
template <class T>
void never(T& t) {
  // expect-error@+2:17: the type of 't' depends on a template argument, and no instantiation in this file tells what it is [insum-dependent-type]
  // expect-note@+1:17: use a type that shows how elements are reached, such as 'const T*' or 'std::vector<T>&'
  #pragma insum t[i] = t[i] * 2
  for (auto& q : t) q *= 2;
}
