// Clang's own errors at the place in the pragma.
#include <vector>
#include <complex>
#include <array>
#include <span>
// expect-note@+1:55: declared private here
struct Thing { float* ptr; int count; private: float* hidden; };
// expect-note@+2:24: candidate function
// expect-note@+1:7: candidate function
float over(int); float over(double);
typedef float Real;
extern float* y;
extern int n;
// expect-note@+1:15: expanded from macro 'WRONG'
#define WRONG undeclared_thing + 1
namespace ns { extern float* z; }
void f(Thing t, std::vector<bool> flags, std::vector<float>& vec) {
  // expect-note@+1:9: 'Alpha' declared here
  float Alpha = 1; int count = 3;
#pragma insum y[i] = alpha * B[i]
// expect-error@+1:24: use of undeclared identifier 'm'
#pragma insum tensor y[m] : dense(y)
// expect-error@+1:24: use of undeclared identifier 'cuont'
#pragma insum tensor B[cuont] : dense(vec)
  y[0] = 1;
#pragma insum y[i] = B[i]
// expect-error@+1:37: 'hidden' is a private member of 'Thing'
#pragma insum tensor y[n] : dense(t.hidden)
// expect-error@+2:24: 'Real' is a type; expected an expression
// expect-error@+1:38: 'over' is an overloaded function; expected a value or an array
#pragma insum tensor B[Real] : dense(over)
  y[0] = 1;
#pragma insum y[i] = B[i]
// expect-error@+1:37: no member named 'pointer' in 'Thing'
#pragma insum tensor y[n] : dense(t.pointer)
// expect-error@+2:24: expected expression
// expect-error@+1:42: no member named 'zz' in namespace 'ns'
#pragma insum tensor B[n + ] : dense(ns::zz)
  y[0] = 1;
// expect-error@+1:40: use of undeclared identifier 'alpha2'; did you mean 'Alpha'?
#pragma insum y[i] = B[i] * {Alpha} + {alpha2}
// expect-error@+1:24: use of undeclared identifier 'undeclared_thing'
#pragma insum tensor y[WRONG] : dense(y)
// expect-error@+1:41: type 'Thing' does not provide a subscript operator
#pragma insum tensor B[n] : dense(field(t, nope))
  y[0] = 1;
#pragma insum y[i] = B[i]
// expect-error@+1:41: member reference base type 'float' is not a structure or union
#pragma insum tensor y[n] : dense(field(ns::z, nope))
#pragma insum tensor B[n] : dense(std::vector<float>)
  y[0] = 1;
}

void indices_and_variables(int n, double r, const double* x, double* y) {
  // Of n, the value is most likely meant.
  // expect-warning@+2:26: index 'n' has the name of a C++ integer in scope [insum-variable-as-index]
  // expect-note@+1:26: write {n} for its value, or give the index another name
  #pragma insum y[i] = x[n-i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  // expect-warning@+2:33: index 'n' has the name of a C++ integer in scope [insum-variable-as-index]
  // expect-note@+1:33: write {n} for its value, or give the index another name
  #pragma insum y[i] = x[i] * x[n-1] + x[2*n+i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  // Not where it has a subscript of its own, is reduced by name, is in braces, or is no integer.
  #pragma insum y[i] = x[i+n] * x[n]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = sum(n: x[i+n])
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[{n}-i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+r]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  // Nor where the statement counts with it.
  int i, k;
  #pragma insum y[i] += x[i+k]
  #pragma insum tensor x[2*n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (i = 0; i < n; ++i)
    for (k = 0; k <= n; ++k) y[i] += x[i + k];
  #pragma insum y[i] += x[i+n]
  #pragma insum tensor x[20] : dense(x)
  #pragma insum tensor y[10] : dense(y)
  for (int i = 0; i < 10; ++i)
    for (int n = 0; n <= 10; ++n) y[i] += x[i + n];
}
enum Shift { SHIFT = 2 };
enum class Scoped { distance };
#define OFFSET 2
#define FACTOR 0.5
#define AT(i) i
template <int Width, double Half>
void constants(int n, const double* x, double* y) {
  // expect-warning@+2:28: index 'Width' has the name of a C++ integer in scope [insum-variable-as-index]
  // expect-note@+1:28: write {Width} for its value, or give the index another name
  #pragma insum y[i] = x[i+Width]
  #pragma insum tensor x[n+Width] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  // expect-warning@+2:28: index 'SHIFT' has the name of a C++ integer in scope [insum-variable-as-index]
  // expect-note@+1:28: write {SHIFT} for its value, or give the index another name
  #pragma insum y[i] = x[i+SHIFT]
  #pragma insum tensor x[n+SHIFT] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  // expect-warning@+2:28: index 'OFFSET' has the name of a C++ integer in scope [insum-variable-as-index]
  // expect-note@+1:28: write {OFFSET} for its value, or give the index another name
  #pragma insum y[i] = x[i+OFFSET]
  #pragma insum tensor x[n+OFFSET] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+{Width}] + x[i+{SHIFT}] + x[i+{OFFSET}]
  #pragma insum tensor x[n+2] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+distance]
  #pragma insum tensor x[n+2] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+FACTOR]
  #pragma insum tensor x[n+2] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+AT]
  #pragma insum tensor x[n+2] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
  #pragma insum y[i] = x[i+Half]
  #pragma insum tensor x[n+2] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
}
template void constants<2, 0.5>(int, const double*, double*);
