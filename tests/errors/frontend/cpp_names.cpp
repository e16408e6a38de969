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
