// Functions, facts and what is not built yet.
#include <insum/insum.hpp>
#include <vector>

double f(double a, double b);

void functions(std::vector<double>& y, const std::vector<double>& x, double alpha) {
  // expect-error@+2:24: unknown function 'f' [insum-unknown-function]
  // expect-note@+1:24: declare the C++ function with '#pragma insum function f()'
  #pragma insum y[i] = f(x[i], 1)
  {}
  // expect-error@+2:24: unknown function 'sqr' [insum-unknown-function]
  // expect-note@+1:24: did you mean 'sqrt'?
  #pragma insum y[i] = sqr(x[i])
  {}
  #pragma insum y[i] = g(x[i])
  // expect-error@+2:26: 'g' is not declared in C++ [insum-not-a-function]
  // expect-note@+1:26: declare the C++ function before this statement
  #pragma insum function g(commutative)
  {}
  #pragma insum y[i] = alpha(x[i])
  // expect-error@+2:26: 'alpha' is no function: it has type 'double' [insum-not-a-function]
  // expect-note@+1:26: declare a C++ function that calls it
  #pragma insum function alpha
  {}
  // expect-error@+2:24: function 'exp' takes 1 argument, but 2 arguments are given [insum-function-arity]
  // expect-note@+1:24: give 1 argument
  #pragma insum y[i] = exp(x[i], 2)
  {}
  // expect-error@+2:24: function 'f' takes 2 arguments, but 1 argument is given [insum-function-arity]
  // expect-note@+1:24: give 2 arguments
  #pragma insum y[i] = f(x[i])
  // expect-note@+1:26: its properties name more arguments
  #pragma insum function f(zero(a, b) = 0)
  {}
  #pragma insum y[i] = f(x[i], 1)
  // expect-error@+2:28: property 'commutative' takes no arguments and no value [insum-function-property-value]
  // expect-note@+1:28: write commutative
  #pragma insum function f(commutative = 1)
  {}
  #pragma insum y[i] = f(x[i], 1)
  // expect-error@+2:28: property 'zero' needs arguments and a value [insum-function-property-value]
  // expect-note@+1:28: write zero(x) = 0
  #pragma insum function f(zero = 0)
  {}
  #pragma insum y[i] = f(x[i], 1)
  // expect-error@+3:41: property 'zero' contradicts another one: where all arguments are 0, f would be 0 and 1 [insum-function-property-value]
  // expect-note@+2:41: write one value for all, or leave one of them out
  // expect-note@+1:28: the other one is here
  #pragma insum function f(zero(a) = 0, zero(_, b) = 1)
  {}
  #pragma insum y[i] = f(x[i], 1)
  #pragma insum function f(zero(a) = 0, zero(_, b) = 0.0)
  {}
  #pragma insum y[i] = f(x[i], 1)
  // expect-error@+2:38: property 'zero' needs a number as its value [insum-function-property-value]
  // expect-note@+1:38: write zero(x) = 0
  #pragma insum function f(zero(a) = alpha)
  {}
}

void facts(std::vector<double>& y, const std::vector<double>& x, const insum::csr<double>& A, int n) {
  #pragma insum y[i] = x[i]
  // expect-error@+2:24: 'n' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: put the smaller number first
  #pragma insum assume(n in [5, 2])
  {}
  #pragma insum y[i] = x[i]
  // expect-error@+2:24: 'in_bounds' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: write in_bounds by itself
  #pragma insum assume(in_bounds(x))
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: 'sorted' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: name the tensor: sorted(A)
  #pragma insum assume(sorted)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: 'same_pattern' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: name the tensors: same_pattern(A, B)
  #pragma insum assume(same_pattern(A))
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: 'density' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: write density(A) < 0.01
  #pragma insum assume(density(A))
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:31: unknown tensor 'AA' [insum-unknown-tensor]
  // expect-note@+1:31: declare it with '#pragma insum tensor AA[sizes] : format(storage)', or name a C++ object in scope
  #pragma insum assume(sorted(AA))
  {}
}

void not_yet(std::vector<double>& y, const std::vector<double>& x, double tolerance, const insum::csr<double>& A,
             const insum::sr_bcrs<double>& G) {
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:38: 'A' cannot be in device memory here: the target is openmp [insum-device-storage]
  // expect-note@+1:38: write 'target cuda device(A)'
  #pragma insum target openmp device(A)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:39: 'A' cannot be in device memory here: it is named twice [insum-device-storage]
  // expect-note@+1:39: name it once
  #pragma insum target cuda device(A, A)
  {}
  #pragma insum tolerance += A[i,j] * x[j]
  // expect-error@+2:39: 'tolerance' cannot be in device memory here: it is a number, which stays in the memory of the host [insum-device-storage]
  // expect-note@+1:39: leave it out
  #pragma insum target cuda device(A, tolerance)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:27: no workspace W is needed: no precompute makes one of this name, and no sparse result of this name is collected in one [insum-unused-workspace]
  // expect-note@+1:27: name one or the other
  #pragma insum workspace W : hash
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:30: the setting 'every' of verify takes a number of calls, at least 1 [insum-verify-setting]
  // expect-note@+1:30: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(every=0)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:30: the setting 'every' of verify takes a number of calls, at least 1 [insum-verify-setting]
  // expect-note@+1:30: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(every=2.5)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: the setting 'rtol' of verify takes a number without a sign [insum-verify-setting]
  // expect-note@+1:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(rtol=-1)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: the setting 'atol' of verify takes a number without a sign [insum-verify-setting]
  // expect-note@+1:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(atol=-1e-8)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:35: the setting 'rtol' of verify takes one value, not two [insum-verify-setting]
  // expect-note@+1:35: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(rtol=1e-5, rtol=1e-6)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: the setting 'rtol' of verify takes a number, or C++ in braces: {tolerance} [insum-verify-setting]
  // expect-note@+1:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(rtol=tolerance)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum verify(rtol={tolerance}, every={A.shape[0]})
  for (int i = 0; i < A.shape[0]; ++i) y[i] = 0;
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: the setting 'rtol' of verify takes a number without a sign [insum-verify-setting]
  // expect-note@+1:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(rtol=2 * 1e-5)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: the setting 'rtol' of verify takes a number, and this is type 'const char[5]' [insum-verify-setting]
  // expect-note@+1:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(rtol={"1e-5"})
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+4:29: the setting 'atol' of verify takes a number, and this is type 'const std::vector<double>' [insum-verify-setting]
  // expect-note@+3:29: write verify(rtol=1e-5, atol=1e-8, every=100)
  // expect-error@+2:40: the setting 'every' of verify takes a whole number, and this is type 'double' [insum-verify-setting]
  // expect-note@+1:40: write verify(rtol=1e-5, atol=1e-8, every=100)
  #pragma insum verify(atol={x}, every={tolerance})
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:17: 'gradient' is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: leave it out for now
  #pragma insum gradient(x) of y
  {}
  // expect-error@+2:24: format sr_bcrs is not supported yet [insum-not-supported-yet]
  // expect-note@+1:24: convert it to csr, bcsr or coo for now
  #pragma insum y[i] = G[i,j] * x[j]
  {}
}

// expect-note@+1:8: g is declared here
double g(double a, double b);
int over(int a);
// expect-note@+1:8: over is declared here
double over(double a, double b);
struct Pair { double a, b; };
Pair pair(double a);

void calls(std::vector<double>& y, const std::vector<double>& x) {
  // expect-error@+2:24: 'g' cannot be called with (double) [insum-function-call]
  // expect-note@+1:24: give the arguments that a declaration of 'g' takes
  #pragma insum y[i] = g(x[i])
  #pragma insum function g
  {}
  // expect-error@+2:24: 'over' cannot be called with (double, double, double) [insum-function-call]
  // expect-note@+1:24: give the arguments that a declaration of 'over' takes
  #pragma insum y[i] = over(x[i], 1.0, x[i])
  #pragma insum function over
  {}
  // expect-error@+2:24: 'pair' gives a value of type 'Pair' here, with which insum cannot compute [insum-function-result]
  // expect-note@+1:24: call a function that returns a number
  #pragma insum y[i] = pair(x[i])
  #pragma insum function pair
  {}
}
